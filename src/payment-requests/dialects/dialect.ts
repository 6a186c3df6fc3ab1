import type { IncomingHttpHeaders } from 'node:http'
import type { CoinCode } from '../../coins/index.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { PaymentOffer, PaymentRequest } from '../request.ts'
import type { Certificate } from './bip70/certificate.ts'

/** A payment protocol as wallets speak it: a pure translator between the wire format and our types. */
export interface Dialect {
  readonly name: string
  /** When the headers match several dialects, the lowest rank wins: one Accept header may list them all. */
  readonly rank: number
  /** The intent of a GET, or null when its headers belong to another dialect. */
  parseGet(request: WalletGet): GetIntent | null
  /** Whether a POST with this media type can belong to this dialect. Checked before the body is read. */
  acceptsPost(mediaType: string): boolean
  /**
   * Parses such a POST. Null when its body belongs to another dialect.
   * @throws {ApiError} `body_invalid`, `tx_count`
   */
  parsePost(post: WalletPost): PostIntent | null
  /** Errors are sent as plain text. Wallets of most dialects expect JSON instead. */
  readonly usesPlainTextErrors?: true
  /** Maximum size of a POST body in bytes. Defaults to the limit for payments. */
  readonly bodyLimit?: number
}

interface WalletGet {
  readonly headers: IncomingHttpHeaders
  /** The media types of its Accept header, see `parseAccept`. */
  readonly types: readonly string[]
}

/** The intent of a GET: all coins, or the payment request of one. */
export type GetIntent =
  | {
      readonly kind: 'offer'
      readonly respond: Respond<PaymentOffer>
      readonly type: string
    }
  | {
      readonly kind: 'request'
      /** As spelled in the headers; null when they don't name a coin. */
      readonly coin: string | null
      readonly respond: Respond<PaymentRequest>
      readonly type: string
    }

/** Builds a dialect's response. Intents of the same kind share one function, because it is part of the cache key. */
export type Respond<Subject> = (subject: Subject, issuer: Issuer) => WalletResponse

export interface WalletPost {
  readonly mediaType: string
  /** The coin in the URL, as spelled there; null when only the body names it. */
  readonly pathCoin: string | null
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  /**
   * The body parsed as JSON.
   * @throws {ApiError} `body_invalid`
   */
  parseJson(): unknown
}

/** The intent of a POST, with the function that builds its response. */
export type PostIntent =
  | {
      readonly kind: 'request'
      readonly coin: string
      readonly respond: Respond<PaymentRequest>
    }
  | { readonly kind: 'verification'; readonly unsigned: UnsignedSubmission; respond(): WalletResponse }
  | {
      readonly kind: 'payment'
      readonly submission: PaymentSubmission
      respond(receipt: PaymentReceipt): WalletResponse
    }

/** The service that responds. */
export interface Issuer {
  readonly baseUrl: string
  /** Signs BIP70 requests; null when there is none. */
  readonly certificate: Certificate | null
}

/** Signed transactions for one invoice, as submitted by a wallet. */
export interface PaymentSubmission {
  /** As spelled by the wallet. */
  readonly coin: string
  /** Hex, each an ancestor of the next; the last one pays. */
  readonly transactions: readonly string[]
}

/** A transaction to check before it is signed. */
export interface UnsignedSubmission {
  /** As spelled by the wallet. */
  readonly coin: string
  /** Hex, with empty scripts or placeholders instead of signatures. */
  readonly transaction: string
  /** Virtual bytes once signed, as the wallet estimates; null if it sends no estimate. */
  readonly size: number | null
}

/** The data of an accepted payment, the same when it is submitted again. */
export interface PaymentReceipt {
  readonly coin: CoinCode
  readonly transactions: readonly string[]
  readonly txid: string
  readonly memo: string
}

export interface WalletResponse {
  readonly type: string
  readonly body: string | Uint8Array
  /** Set when the response is signed with the service's key. */
  readonly isSigned?: true
  readonly headers?: Readonly<Record<string, string>>
}

export const json = 'application/json; charset=utf-8'

/** The media type of a header in lower case, without parameters: `application/json; charset=utf-8` → `application/json`. */
export const parseMediaType = (header: string | undefined): string =>
  (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Several times what browsers and wallets send. The HTTP server allows 16 KiB. */
const maxAcceptLength = 1_024
const maxAcceptTypes = 32

/** The media types of an Accept header, within the limits. */
export const parseAccept = (header: string | undefined): string[] =>
  (header ?? '').slice(0, maxAcceptLength).split(',', maxAcceptTypes).map(parseMediaType)

/** Maximum length of a chain of unconfirmed transactions that a wallet submits together; the last one pays. */
const maxTransactions = 16

/**
 * Requires a valid number of transactions, of which the last one pays.
 * @throws {ApiError} `tx_count`
 */
export function requireTransactionCount<Item>(transactions: readonly Item[]): readonly Item[] {
  if (transactions.length > 0 && transactions.length <= maxTransactions) return transactions
  throw new ApiError('tx_count', { maxChain: maxTransactions })
}

/**
 * Requires a list of transactions, each as in `requireHex`.
 * @throws {ApiError} `body_invalid`, `tx_count`
 */
export function requireHexes(transactions: unknown): readonly string[] {
  if (!Array.isArray(transactions))
    throw createUnparseablePaymentError('transactions must be an array of hexadecimal strings')
  return requireTransactionCount(transactions).map(requireHex)
}

/**
 * Requires one transaction, for protocols that support only one.
 * @throws {ApiError} `tx_count`
 */
export function requireOne<Item>(transactions: readonly Item[]): Item {
  const [only] = transactions
  if (only === undefined || transactions.length > 1) throw new ApiError('tx_count', 'not_one')
  return only
}

/**
 * Requires text that may be hex. It may be megabytes, so its digits are only checked when it is decoded.
 * @throws {ApiError} `body_invalid` unless it is text of even length
 */
export function requireHex(transaction: unknown): string {
  if (typeof transaction === 'string' && transaction.length > 0 && transaction.length % 2 === 0)
    return transaction
  throw createNotHexError()
}

/** The wording, including its mistake, is BitPay's: wallets search for it. */
export const createNotHexError = (): ApiError =>
  new ApiError(
    'body_invalid',
    'Your transaction was an in an invalid format, it must be a hexadecimal string.',
  )

/** Longer text isn't a coin name. It is replaced unread, because V8 would first have to join megabytes of pieces. */
const maxCoinNameLength = 10_000
const unknownCoinName = 'unknown'

/**
 * The coin name as the wallet spells it.
 * @throws {ApiError} `body_invalid`
 */
export function requireCoinName(name: unknown, field = 'currency'): string {
  if (typeof name !== 'string') throw createUnparseablePaymentError(`${field} must be the code of the coin`)
  return name.length <= maxCoinNameLength ? name : unknownCoinName
}

/** @throws {ApiError} `body_invalid` */
export function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw createUnparseablePaymentError('send a JSON object')
  return body as Readonly<Record<string, unknown>>
}

/** The error for a body that isn't a payment, in the wording that wallets search for. */
export const createUnparseablePaymentError = (problem: string): ApiError =>
  new ApiError(
    'body_invalid',
    `We were unable to parse your payment. Please try again or contact your wallet provider: ${problem}.`,
  )
