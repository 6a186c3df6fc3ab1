import type { Outpoint } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { SettledPayment } from '../invoices/invoice.ts'
import { type Instant, minute, second } from '../kernel/clock.ts'
import type { BaseUnits, Decimal } from '../kernel/money.ts'
import type { PaymentReason } from './reason.ts'

/**
 * One wallet's submission of signed transactions for one invoice.
 * `sending`: claimed, with no known outcome · `accepted`: settled · `rejected`: the network rejected it and the claim was released ·
 * `set_aside`: abandoned after a day, by the operator, or because another payment paid; still watched · `surplus`: it arrived when the
 * invoice was no longer payable.
 */
export type PaymentStatus = 'sending' | 'accepted' | 'rejected' | 'set_aside' | 'surplus'

/**
 * How long a process leases a payment before other processes take it over. A process that is sending it renews the lease, so only the
 * payments of a process that has died are taken over. From then on, only a rejection that proves the bytes permanently invalid is final.
 */
export const leaseMs = 7 * second

/** A lease that ends later than this was taken before the clock was set back. The clocks of processes differ by less. */
export const maxLeaseMs = minute

export interface Payment {
  readonly id: string
  readonly invoiceUid: string
  readonly coin: CoinCode
  readonly status: PaymentStatus
  /** The total of the required outputs. */
  readonly amount: BaseUnits
  /** Base units; 0 when the network already had the transactions. */
  readonly networkFee: bigint
  /** The rate snapshot that it was checked against. */
  readonly snapshotId: string
  /** Chain height before the check. A search for its transactions starts above it. */
  readonly sinceHeight: number
  readonly claimedAt: Instant
  /** Until then it belongs to the process that is sending it, or waits for its next attempt. */
  readonly leaseUntil: Instant
  readonly signalsReplacement: boolean
  /** Required confirmations. Null: the service's setting applies. */
  readonly requiredConfirmations: number | null
  /** The transaction that pays: the last of `transactions`, or one found in a block that replaced it. */
  readonly txid: string
  /** The submitted transactions, even if others have replaced them since. */
  readonly transactions: readonly PaymentTransaction[]
  readonly block: BlockPosition | null
  /** The block in which another transaction spends its inputs and doesn't pay: the invoice is `reversed`. */
  readonly doubleSpent: BlockPosition | null
  readonly acceptedAt: Instant | null
  readonly confirmedAt: Instant | null
  /** `protocol` if a wallet submitted it, `network` if it was found on the network. */
  readonly via: 'protocol' | 'network'
  /** Its exact value in the invoice's currency. Null unless the invoice accepts any wallet. */
  readonly value: Decimal | null
  /** Another transaction in the mempool spends its inputs, and the invoice doesn't depend on it. It no longer counts. */
  readonly isReplaced: boolean
  /** Once accepted, it counts towards the amount. False for a found payment that may be replaced or pays too little fee. */
  readonly isCounted: boolean
}

/** A payment, and the transaction that paid when it was read: another one may have replaced it since. */
export type PaymentVersion = Pick<Payment, 'id' | 'txid'>

/** A payment, and when its lease ended when it was read: another process may have leased it since. */
export type LeasedPayment = Pick<Payment, 'id' | 'leaseUntil'>

/** The last of its submitted transactions. Another one may have replaced it since. */
export const getSubmittedTxid = ({ transactions }: Pick<Payment, 'transactions'>): string =>
  transactions.at(-1)?.txid ?? ''

export interface PaymentTransaction {
  readonly txid: string
  /** As submitted, or as the network has it when the witness differs. */
  readonly hex: string
}

export interface BlockPosition {
  readonly height: number
  readonly hash: string
}

/** An outpoint that a payment depends on. Once a block contains another transaction that spends it, the payment is impossible. */
export interface WatchedInput extends Outpoint {
  /**
   * Id of the unconfirmed or submitted ancestor that spends it; null when the transaction that pays does. Earlier versions stored null for all
   * submitted transactions.
   */
  readonly ancestor: string | null
}

/** An output that a payment took for its invoice. Each belongs to one live payment. */
export interface TakenOutput {
  readonly txid: string
  readonly vout: number
  /** Hex. */
  readonly script: string
  readonly amount: BaseUnits
}

/** A payment whose outcome is unknown, without its bytes. */
export type OpenClaim = Pick<Payment, 'id' | 'invoiceUid' | 'coin' | 'claimedAt'> & {
  readonly txid: string
  readonly reason: PaymentReason | null
}

/**
 * Whether a wallet has submitted the same transactions in the same order again, compared by id. Of a payment that was found on the network,
 * only the transaction that pays is known.
 */
export const isRepeat = (
  { transactions, via }: Pick<Payment, 'transactions' | 'via'>,
  txids: readonly string[],
): boolean =>
  via === 'network'
    ? getSubmittedTxid({ transactions }) === txids.at(-1)
    : transactions.length === txids.length && transactions.every(({ txid }, index) => txid === txids[index])

/** The memo is the same for every payment, so that a repeat gets the same response. */
export const receiptMemo = 'Payment received. Thank you.'

/** A payment that doesn't pay its invoice, in the shape of one that does. */
export function toSettledPayment(payment: Payment, now: Instant): SettledPayment {
  return {
    id: payment.id,
    coin: payment.coin,
    amount: payment.amount,
    txids: payment.transactions.map(({ txid }) => txid),
    signalsReplacement: payment.signalsReplacement,
    requiredConfirmations: payment.requiredConfirmations,
    acceptedAt: payment.acceptedAt ?? now,
    confirmedAt: payment.confirmedAt,
    settledAt: payment.confirmedAt,
    blockHeight: payment.block?.height ?? null,
  }
}

/** Whether it is monitored until it is in a block. The merchant has to decide about a surplus payment of an any-wallet invoice. */
export const isMonitored = ({ status, value }: Pick<Payment, 'status' | 'value'>): boolean =>
  status === 'accepted' || (status === 'surplus' && value !== null)
