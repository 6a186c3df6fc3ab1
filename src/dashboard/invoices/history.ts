import type { CoinCode } from '../../coins/index.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { BaseUnits } from '../../kernel/money.ts'
import type { Payment } from '../../payments/payment.ts'

/** A payment of an invoice, with any outcome. */
export interface PaymentRecord {
  readonly id: string
  readonly coin: CoinCode
  readonly status: Payment['status']
  readonly via: Payment['via']
  readonly amount: BaseUnits
  /** Null if the network had already decided on it before we saw it. */
  readonly networkFee: BaseUnits | null
  /** The rates that the payment was verified against. */
  readonly snapshotId: string
  readonly claimedAt: Instant
  readonly acceptedAt: Instant | null
  readonly confirmedAt: Instant | null
  readonly blockHeight: number | null
  readonly signalsReplacement: boolean
  /** Its transactions, oldest first. A replaced one is not current. */
  readonly transactions: readonly { readonly txid: string; readonly isCurrent: boolean }[]
}

/** An invoice's event in the event log. */
export interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly at: Instant
  readonly txid: string | null
  /** The payment that the event is about. */
  readonly payment: { readonly coin: string; readonly amount: string } | null
  /** The event closes a payment exception because another transaction replaced the payment. */
  readonly isVoid: boolean
}

/** A coin that a wallet requested, and the address issued for it. */
export interface RequestedCoin {
  readonly coin: string
  readonly address: string
  readonly at: Instant
}

/** The history of one invoice. Each read is an index lookup, however many invoices there are. */
export interface HistoryReader {
  /** The newest events, oldest first. */
  listEvents(uid: string): Promise<LoggedEvent[]>
  /** The newest payments, newest first. */
  listPayments(uid: string): Promise<PaymentRecord[]>
  listRequestedCoins(uid: string): Promise<RequestedCoin[]>
  countPastQuotes(uid: string): Promise<number>
}
