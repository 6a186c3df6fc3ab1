import type { Invoice } from '../invoices/invoice.ts'
import { isCovered, type ReceivedOutput, withReceived } from '../invoices/received.ts'
import { type BaseUnits, compareDecimals, type Decimal, toBaseUnits } from '../kernel/money.ts'
import type { PayingTransaction } from '../networks/network.ts'

/** Each payment is a row, an event and a line on the invoice, and anyone can send to its address. A payer needs only a few. */
export const maxPayments = 100
/** Of these, payments below 1% of the amount, which cost their sender next to nothing. */
export const maxSmallPayments = 20
/** Only a block decides about further fee bumps of a payment. Each is an event, and in the mempool they cost their sender next to nothing. */
export const maxReplacements = 20

/**
 * Whether the invoice accepts another payment. One that completes the amount is always accepted. For a mined payment, only mined ones
 * count towards the limits: unmined ones cost their sender nothing.
 */
export function hasRoom(
  invoice: Pick<Invoice, 'status' | 'amount' | 'anyWallet'>,
  output: Pick<ReceivedOutput, 'value' | 'isCounted'> & { readonly isMined: boolean },
): boolean {
  const { amount, anyWallet } = invoice
  if (!anyWallet) return true
  const received = anyWallet.received.filter(({ blockHeight }) => !output.isMined || blockHeight !== null)
  const isSmall = ({ value }: { readonly value: Decimal }) =>
    compareDecimals({ ...value, digits: value.digits * 100n }, amount) < 0
  if (
    received.length < maxPayments &&
    (!isSmall(output) || received.filter(isSmall).length < maxSmallPayments)
  )
    return true
  return completesAmount(invoice, anyWallet.received, output)
}

function completesAmount(
  invoice: Pick<Invoice, 'status' | 'amount' | 'anyWallet'>,
  received: readonly ReceivedOutput[],
  { value, isCounted }: Pick<ReceivedOutput, 'value' | 'isCounted'>,
): boolean {
  const [first] = received
  if (!first || !isCounted || !['unpaid', 'reversed'].includes(invoice.status)) return false
  // Only the value matters here, so the other fields are copied from another output.
  return (
    !isCovered(invoice) &&
    isCovered(withReceived(invoice, [...received, { ...first, value, isCounted: true }]))
  )
}

/** The total that transactions pay to one script. */
export interface PaidTotal {
  readonly count: number
  readonly amount: BaseUnits
}

/** Keeps only the largest outputs to each script. `totals` has the sum of all outputs to each script. */
export function takeLargest<Transaction extends PayingTransaction>(transactions: readonly Transaction[]) {
  const allOutputs = transactions.flatMap((transaction) =>
    transaction.outputs.filter(({ amount }) => amount > 0n).map((output) => ({ ...output, transaction })),
  )
  const byScript = Map.groupBy(allOutputs, ({ script }) => script)
  const totals = new Map<string, PaidTotal>()
  const keptOutputs = new Set<(typeof allOutputs)[number]>()
  for (const [script, outputs] of byScript) {
    const amount = outputs.reduce((sum, output) => sum + output.amount, 0n)
    totals.set(script, { count: outputs.length, amount: toBaseUnits(amount) })
    const largest =
      outputs.length <= maxPayments
        ? outputs
        : outputs.toSorted((one, other) => Number(other.amount - one.amount)).slice(0, maxPayments)
    for (const output of largest) keptOutputs.add(output)
  }
  const byTransaction = Map.groupBy(
    allOutputs.filter((output) => keptOutputs.has(output)),
    ({ transaction }) => transaction,
  )
  return {
    totals,
    largest: [...byTransaction].map(([transaction, outputs]) => ({
      ...transaction,
      outputs: outputs.map(({ transaction: _, ...output }) => output),
    })),
  }
}
