import { compareDecimals } from '../kernel/money.ts'
import { takePart } from '../payments/excess.ts'
import type { MinedStores } from '../payments/mined-payment.ts'
import type { Payment } from '../payments/payment.ts'
import type { FoundOutput } from './find.ts'

/** A payment that continues with an output of another transaction. */
export interface Replacement {
  readonly payment: Payment
  readonly output: FoundOutput
}

/**
 * The payments that continue first if there are fewer outputs than payments: those that were refunded, because that money is gone, then
 * those that pay the invoice, then those that don't count yet. Lost ones come last.
 */
export async function sortForReplacement(
  { exceptions }: Pick<MinedStores, 'exceptions'>,
  payments: readonly Payment[],
): Promise<readonly Payment[]> {
  const [first, second] = payments
  if (!first || !second) return payments
  const decided = await exceptions.listByInvoice(first.invoiceUid)
  const refundedIds = decided.flatMap(({ status, paymentId }) => (status === 'refunded' ? paymentId : []))
  const getRank = ({ id, status, isCounted, isReplaced, doubleSpent }: Payment) => {
    if (isReplaced || doubleSpent) return 4
    if (refundedIds.includes(id)) return 0
    if (status !== 'accepted') return 3
    return isCounted ? 1 : 2
  }
  return payments.toSorted((one, other) => getRank(one) - getRank(other))
}

/** Matches outputs with payments that they replace, preferably of the same amount. */
export function matchReplacements(outputs: readonly FoundOutput[], payments: readonly Payment[]) {
  const otherPayments = [...payments]
  const replacements: Replacement[] = []
  const match = (output: FoundOutput, isMatch: (payment: Payment) => boolean): boolean => {
    const index = otherPayments.findIndex(isMatch)
    const [payment] = index < 0 ? [] : otherPayments.splice(index, 1)
    if (payment) replacements.push({ payment, output: keepRate(output, payment) })
    return payment !== undefined
  }
  const otherOutputs = outputs
    .filter((output) => !match(output, ({ amount }) => amount === output.amount))
    .filter((output) => !match(output, () => true))
  return { replacements, otherOutputs, otherPayments }
}

/** A payment that counts is worth no less after a fee bump, although its quote may have expired in the meantime. */
function keepRate(output: FoundOutput, { isCounted, amount, value, snapshotId }: Payment): FoundOutput {
  if (!isCounted || !value || output.amount > amount) return output
  const kept = takePart({ amount, value }, output.amount)
  return compareDecimals(kept.value, output.value) > 0 ? { ...output, value: kept.value, snapshotId } : output
}
