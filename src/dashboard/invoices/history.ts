import type { CoinCode } from '../../coins/index.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { BaseUnits } from '../../kernel/money.ts'
import type { PaymentStatus } from '../../payments/payment.ts'

/** A payment of an invoice, whatever came of it. */
export interface PaymentFacts {
  readonly id: string
  readonly coin: CoinCode
  readonly status: PaymentStatus
  readonly amount: BaseUnits
  /** Null when the network had judged it before we saw it. */
  readonly networkFee: BaseUnits | null
  /** The prices that it was judged by. */
  readonly snapshotId: string
  readonly claimedAt: Instant
  readonly acceptedAt: Instant | null
  readonly confirmedAt: Instant | null
  readonly blockHeight: number | null
  readonly replaceable: boolean
  /** Ids of its transactions, in order; those that another took the place of are not current. */
  readonly transactions: readonly { readonly txid: string; readonly current: boolean }[]
}

/** What the event log tells of an invoice. */
export interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly at: Instant
  readonly txid: string | null
  /** Of the payment that it is about. */
  readonly payment: { readonly coin: string; readonly amount: string } | null
}

/** A coin that a wallet has asked for, and the address that it was given. */
export interface AskedCoin {
  readonly coin: string
  readonly address: string
  readonly at: Instant
}

/** What happened to one invoice. Each is a look by an index, however many invoices there are. */
export interface HistoryReader {
  /** The newest of its events, oldest first. */
  events(uid: string): Promise<LoggedEvent[]>
  /** The newest of its payments, newest first. */
  payments(uid: string): Promise<PaymentFacts[]>
  asked(uid: string): Promise<AskedCoin[]>
  /** How many quotes gave way to another. */
  pastQuotes(uid: string): Promise<number>
}
