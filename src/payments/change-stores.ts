import type { CoinCode } from '../coins/index.ts'
import type { EventLog } from '../events/event.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { Instant } from '../kernel/clock.ts'
import type { PaymentReplacement } from './conflict.ts'
import type { ConflictingPaymentStore } from './conflicting.ts'
import type { AcceptStores, CountStores } from './count-stores.ts'
import type { BlockPosition, Payment, PaymentVersion } from './payment.ts'
import type { SettlePaymentStore } from './settle.ts'

/** Invoice updates caused by a chain change. Each returns the updated invoice, or null when it wasn't in the expected status. */
interface ChangeInvoiceStore {
  /** `paid` becomes `reversed`. */
  markReversed(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** `reversed` becomes `paid`. */
  markRestored(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** Locks the invoice until the transaction ends, and increments its revision: its payments are about to change. */
  lock(uid: string): Promise<Invoice | null>
  /** Also reserves the sequence numbers of its next events. */
  advanceSequence(uid: string, events: number): Promise<Invoice | null>
}

export interface ChangePaymentStore extends Pick<SettlePaymentStore, 'lockBlock'>, ConflictingPaymentStore {
  /** Records that no block up to this height double-spends an input of these payments. */
  markSearched(ids: readonly string[], height: number): Promise<void>
  /** The block at this height was disconnected: search again from there. */
  rewindSearch(coin: CoinCode, height: number): Promise<void>
  /** Records a block that was missed. False when the payment is already in one, or another transaction has replaced this one. */
  setMissedBlock(payment: PaymentVersion, block: BlockPosition, confirmedAt: Instant | null): Promise<boolean>
  /** False if it is no longer accepted and unconfirmed. */
  confirm(id: string, at: Instant): Promise<boolean>
  find(id: string): Promise<Payment | null>
  /** Starts counting the payment towards the amount. */
  markCounted(id: string, at: Instant): Promise<void>
  /**
   * False when the payment was neither double-spent nor replaced, or unless it is mined, if another block has double-spent it since it was
   * read.
   */
  restore(
    payment: Pick<Payment, 'id' | 'doubleSpent'>,
    options: { readonly isMined: boolean },
  ): Promise<boolean>
  /**
   * Makes the replacement the paying transaction. Parents that it doesn't spend are dropped. Returns whether the payment was double-spent or
   * replaced until now, and the surplus or abandoned payments that are rejected because it takes over their outputs. Null, without any change,
   * when it is in a block, another transaction has replaced this one, or another payment keeps the output.
   */
  replace(
    payment: PaymentVersion,
    replacement: PaymentReplacement,
    change: { block: BlockPosition; confirmedAt: Instant | null },
  ): Promise<{ readonly wasLost: boolean; readonly rejectedIds: readonly string[] } | null>
}

export interface ChangeStores extends Pick<CountStores, 'exceptions'> {
  readonly invoices: ChangeInvoiceStore & CountStores['invoices']
  readonly payments: ChangePaymentStore & AcceptStores['payments']
  readonly events: EventLog
}
