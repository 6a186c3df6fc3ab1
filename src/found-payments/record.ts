import type { Clock, Instant } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import type { IsConfirmed } from '../payments/confirmation-policy.ts'
import type { PaymentCounter } from '../payments/count.ts'
import type { MinedPaymentRecorder, MinedStores } from '../payments/mined-payment.ts'
import type { Payment } from '../payments/payment.ts'
import type { Settlement } from '../payments/settle.ts'
import type { FoundOutput } from './find.ts'
import { hasRoom } from './limits.ts'

export interface RecordPaymentStore {
  /** The live payment that owns this output. */
  findOwner(output: Pick<FoundOutput, 'coin' | 'txid' | 'vout'>): Promise<Payment | null>
  /** A payment of the invoice whose transactions conflict with this one: they spend the same outputs. Prefers one in a block. */
  findConflicting(
    output: Pick<FoundOutput, 'coin' | 'invoiceUid' | 'inputs' | 'txid'>,
  ): Promise<Payment | null>
  /** Replaces the payment's transaction with this one. If the payment is now counted, `now` becomes its `acceptedAt`. */
  replaceTransaction(
    id: string,
    output: FoundOutput,
    change: { readonly counted: boolean; readonly now: Instant },
  ): Promise<void>
  insert(
    payment: Payment,
    inputs: FoundOutput['inputs'],
    outputs: readonly Pick<FoundOutput, 'txid' | 'vout' | 'script' | 'amount'>[],
  ): Promise<boolean>
}

export interface RecordStores extends MinedStores {
  readonly payments: MinedStores['payments'] & RecordPaymentStore
}

/** Returns false if the invoice has no room for another payment. */
export type FoundPaymentRecorder = (stores: RecordStores, output: FoundOutput) => Promise<boolean>

interface RecorderDependencies {
  readonly paymentCounter: Pick<PaymentCounter, 'count' | 'recordReplacement'>
  readonly settlement: Pick<Settlement, 'acceptInTransaction'>
  readonly recordMined: MinedPaymentRecorder
  readonly isConfirmed: IsConfirmed
  readonly clock: Clock
}

/** Another process recorded the output first. */
class OutputTakenError extends Error {}

/** Records found outputs as payments, inside the caller's transaction. An output belongs to one payment, no matter how it was found first. */
export function createFoundPaymentRecorder({
  paymentCounter,
  settlement,
  recordMined,
  isConfirmed,
  clock,
}: RecorderDependencies): FoundPaymentRecorder {
  return async function record(stores, output) {
    const { invoices, payments } = stores
    // Another process may be recording the same output.
    const invoice = await invoices.lock(output.invoiceUid)
    if (!invoice) return true
    const owner = await payments.findOwner(output)
    if (owner) {
      // The search for known payments has already recorded the block, unless the payment is more recent.
      if (output.block) await recordMined(stores, owner, output.block)
      else if (owner.status === 'set_aside') await settlement.acceptInTransaction(stores, owner, owner.block)
      return true
    }
    const conflictingPayment = await payments.findConflicting(output)
    // Ignores a mempool transaction that conflicts with a submitted or mined payment.
    if (
      conflictingPayment &&
      !output.block &&
      (conflictingPayment.block || conflictingPayment.via === 'protocol')
    )
      return true
    const replacedPayment = conflictingPayment?.block ? null : conflictingPayment
    if (replacedPayment) {
      const counted = replacedPayment.counted || output.counted
      await payments.replaceTransaction(replacedPayment.id, output, { counted, now: clock.now() })
      const { txid, hex, amount, value, block } = output
      const acceptedAt = replacedPayment.acceptedAt ?? (counted ? clock.now() : null)
      await paymentCounter.recordReplacement(
        stores,
        {
          ...replacedPayment,
          transactions: [{ txid, hex }],
          amount,
          value,
          block,
          counted,
          acceptedAt,
          doubleSpent: null,
          isReplaced: false,
        },
        { startsToCount: counted && !replacedPayment.counted },
      )
      return true
    }
    if (!hasRoom(invoice, { ...output, isMined: output.block !== null })) return false
    const payment = buildPayment(output)
    if (!(await payments.insert(payment, output.inputs, [output]))) throw new OutputTakenError(output.txid)
    await paymentCounter.count(stores, payment, { isNew: true })
    return true
  }

  function buildPayment(output: FoundOutput): Payment {
    const now = clock.now()
    const { coin, counted, block, requiredConfirmations } = output
    const confirmed = counted && isConfirmed({ coin, requiredConfirmations }, block)
    return {
      id: `pay_${generateId(now)}`,
      invoiceUid: output.invoiceUid,
      coin,
      status: 'accepted',
      amount: output.amount,
      networkFee: 0n,
      snapshotId: output.snapshotId,
      sinceHeight: output.sinceHeight,
      claimedAt: now,
      leaseUntil: now,
      replaceable: output.replaceable,
      requiredConfirmations,
      transactions: [{ txid: output.txid, hex: output.hex }],
      block,
      doubleSpent: null,
      acceptedAt: counted ? now : null,
      confirmedAt: confirmed ? now : null,
      via: 'network',
      value: output.value,
      counted,
      isReplaced: false,
    }
  }
}
