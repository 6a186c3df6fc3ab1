import type { CoinCode } from '../coins/index.ts'
import type { EventLog } from '../events/event.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { Instant } from '../kernel/clock.ts'
import type { BaseUnits, Decimal } from '../kernel/money.ts'
import type { ExceptionWriter } from './exception.ts'
import type { PaymentReason } from './reason.ts'

interface CountInvoiceStore {
  /** Locks the invoice until the transaction ends, and increments its revision: its payments are about to change. */
  lock(uid: string): Promise<Invoice | null>
  /** Also reserves the sequence numbers of its next events. */
  advanceSequence(uid: string, events: number): Promise<Invoice | null>
  /** `unpaid` or `expired` becomes `paid`. Ends any claim of another payment. */
  markPaidLate(
    uid: string,
    paymentId: string,
    coin: CoinCode,
    at: Instant,
    events: number,
  ): Promise<Invoice | null>
  /** `paid` becomes `reversed`, or `reversed` becomes `paid`, and the invoice shows this payment. */
  setPaidOrReversed(
    uid: string,
    payment: { readonly id: string; readonly coin: CoinCode },
    status: 'paid' | 'reversed',
    events: number,
  ): Promise<Invoice | null>
  releaseClaim(uid: string, paymentId: string, events: number): Promise<Invoice | null>
  /** No longer offers coins with a fixed address in the current quote: the remainder isn't reserved on it. */
  withdrawFixedCoins(uid: string): Promise<void>
}

export interface CountPaymentStore {
  /** The script of its live output, in hex. */
  findPaidScript(id: string): Promise<string | null>
  /** Stores how much this payment exceeds the amount due, and clears the excess of the invoice's other payments. */
  setExcess(
    invoiceUid: string,
    excess: { readonly id: string; readonly amount: BaseUnits } | null,
  ): Promise<void>
  /** `accepted` becomes `surplus`. */
  transition(
    id: string,
    from: readonly ['accepted'],
    to: 'surplus',
    change: { readonly reason: PaymentReason },
  ): Promise<boolean>
  abandonOthers(uid: string): Promise<void>
}

export interface CountStores {
  readonly invoices: CountInvoiceStore
  readonly payments: CountPaymentStore
  readonly exceptions: ExceptionWriter
  readonly events: EventLog
}

export interface AcceptStores extends CountStores {
  readonly invoices: CountInvoiceStore & {
    /** `expired`, `cancelled` or `reversed` becomes `paid`: the merchant accepts what has arrived. */
    markAccepted(uid: string, change: AcceptedChange): Promise<Invoice | null>
  }
  readonly payments: CountPaymentStore & {
    /** `surplus` becomes `accepted`, and the payment counts from now on. */
    acceptLate(id: string, at: Instant, confirmedAt: Instant | null): Promise<boolean>
  }
}

interface AcceptedChange {
  readonly payment: { readonly id: string; readonly coin: CoinCode }
  readonly at: Instant
  /** The value accepted as full payment. Null if the whole amount has arrived. */
  readonly acceptedValue: Decimal | null
  readonly isLate: boolean
  readonly events: number
}
