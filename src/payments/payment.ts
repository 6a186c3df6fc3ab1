import type { CoinCode } from '../coins/index.ts'
import { type Instant, second } from '../kernel/clock.ts'
import type { BaseUnits } from '../kernel/money.ts'

/**
 * One wallet's submission of signed transactions for one invoice.
 * `sending`: claimed, and not known to have ended · `accepted`: settled · `rejected`: the network said no, the claim was released ·
 * `set_aside`: given up after a day, by hand, or when another paid; still watched · `surplus`: it showed up when the invoice was no longer to be paid.
 */
export type PaymentStatus = 'sending' | 'accepted' | 'rejected' | 'set_aside' | 'surplus'

/**
 * A process that settles a payment has so long before the reconciler of any process takes over. Who still waits for a node that is slow
 * is not disturbed by it: the same bytes twice do no harm.
 */
export const leaseMs = 7 * second

export interface Payment {
  readonly id: string
  readonly invoiceUid: string
  readonly coin: CoinCode
  readonly status: PaymentStatus
  /** What the required outputs hold. */
  readonly amount: BaseUnits
  /** Base units; 0 when the network had judged the transactions before we saw them. */
  readonly networkFee: bigint
  /** The prices that it was judged by. */
  readonly snapshotId: string
  /** Height of the chain before it was looked at: a search for its transactions begins above. */
  readonly sinceHeight: number
  readonly claimedAt: Instant
  /** Until then one process settles it; afterwards the reconciler takes it up. */
  readonly leaseUntil: Instant
  readonly replaceable: boolean
  /** How many confirmations make it confirmed; null: as the service's settings say. */
  readonly depth: number | null
  /** Those that were handed in, whatever took their place since. */
  readonly transactions: readonly StoredTransaction[]
  readonly block: BlockPlace | null
  /** The block in which another transaction holds its coins and does not pay: its invoice is `reversed`. */
  readonly doubleSpent: BlockPlace | null
  readonly acceptedAt: Instant | null
  readonly confirmedAt: Instant | null
  /** Why the claim stands, or how it ended. */
  readonly reason: string | null
}

export interface StoredTransaction {
  readonly txid: string
  /** As it was handed in; where the network has it with another witness, as the network has it. */
  readonly hex: string
}

export interface BlockPlace {
  readonly height: number
  readonly hash: string
}

/** The outputs that a payment has taken for its invoice: each belongs to one live payment. */
export interface TakenOutput {
  readonly txid: string
  readonly vout: number
  /** Hex. */
  readonly script: string
  readonly amount: BaseUnits
}

export const lastTxid = ({ transactions }: Pick<Payment, 'transactions'>): string =>
  transactions.at(-1)?.txid ?? ''

/** The same transactions, by their ids and in order: a wallet's repeat. */
export const isRepeat = (
  { transactions }: Pick<Payment, 'transactions'>,
  txids: readonly string[],
): boolean =>
  transactions.length === txids.length && transactions.every(({ txid }, place) => txid === txids[place])

/** Every payment is thanked for with the same words, so that a repeat is told the same. */
export const receiptMemo = 'Payment received. Thank you.'
