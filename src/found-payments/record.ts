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
    found: Pick<FoundOutput, 'coin' | 'invoiceUid' | 'inputs' | 'txid'>,
  ): Promise<Payment | null>
  /** Makes this transaction the payment's. `now` is the time of acceptance if the payment starts to count. */
  replaceFound(
    id: string,
    found: FoundOutput,
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

/** False: the invoice has no room for another payment. */
export type FoundPaymentRecorder = (stores: RecordStores, found: FoundOutput) => Promise<boolean>

interface RecorderDependencies {
  readonly paymentCounter: Pick<PaymentCounter, 'count' | 'recordReplacement'>
  readonly settlement: Pick<Settlement, 'acceptInTransaction'>
  readonly recordMined: MinedPaymentRecorder
  readonly isConfirmed: IsConfirmed
  readonly clock: Clock
}

/** Another process recorded the output first. */
class OutputTakenError extends Error {}

/** Records found outputs as payments, inside the caller's transaction. Each output belongs to one payment, however it was found first. */
export function createFoundPaymentRecorder({
  paymentCounter,
  settlement,
  recordMined,
  isConfirmed,
  clock,
}: RecorderDependencies): FoundPaymentRecorder {
  return async function record(stores, found) {
    const { invoices, payments } = stores
    // Locks the invoice: another process may be recording the same output.
    const invoice = await invoices.lock(found.invoiceUid)
    if (!invoice) return true
    const owner = await payments.findOwner(found)
    if (owner) {
      // Usually the search for known payments has recorded the block already, but not if the payment is more recent.
      if (found.block) await recordMined(stores, owner, found.block)
      else if (owner.status === 'set_aside') await settlement.acceptInTransaction(stores, owner, owner.block)
      return true
    }
    const conflicting = await payments.findConflicting(found)
    // A mempool transaction decides nothing if it conflicts with a submitted payment, and is invalid if it conflicts with a mined one.
    if (conflicting && !found.block && (conflicting.block || conflicting.via === 'protocol')) return true
    const replaced = conflicting?.block ? null : conflicting
    if (replaced) {
      const counted = replaced.counted || found.counted
      await payments.replaceFound(replaced.id, found, { counted, now: clock.now() })
      const { txid, hex, amount, value, block } = found
      const acceptedAt = replaced.acceptedAt ?? (counted ? clock.now() : null)
      await paymentCounter.recordReplacement(
        stores,
        {
          ...replaced,
          transactions: [{ txid, hex }],
          amount,
          value,
          block,
          counted,
          acceptedAt,
          doubleSpent: null,
          isReplaced: false,
        },
        { startsToCount: counted && !replaced.counted },
      )
      return true
    }
    if (!hasRoom(invoice, { ...found, isMined: found.block !== null })) return false
    const payment = buildPayment(found)
    if (!(await payments.insert(payment, found.inputs, [found]))) throw new OutputTakenError(found.txid)
    await paymentCounter.count(stores, payment, { isNew: true })
    return true
  }

  function buildPayment(found: FoundOutput): Payment {
    const now = clock.now()
    const { coin, counted, block, requiredConfirmations } = found
    const confirmed = counted && isConfirmed({ coin, requiredConfirmations }, block)
    return {
      id: `pay_${generateId(now)}`,
      invoiceUid: found.invoiceUid,
      coin,
      status: 'accepted',
      amount: found.amount,
      networkFee: 0n,
      snapshotId: found.snapshotId,
      sinceHeight: found.sinceHeight,
      claimedAt: now,
      leaseUntil: now,
      replaceable: found.replaceable,
      requiredConfirmations,
      transactions: [{ txid: found.txid, hex: found.hex }],
      block,
      doubleSpent: null,
      acceptedAt: counted ? now : null,
      confirmedAt: confirmed ? now : null,
      via: 'network',
      value: found.value,
      counted,
      isReplaced: false,
    }
  }
}
