import type { IncomingHttpHeaders } from 'node:http'
import type { CoinCode } from '../../coins/index.ts'
import { Refused } from '../../kernel/refused.ts'
import type { PaymentOffer, PaymentRequest } from '../request.ts'
import type { Certificate } from './bip70/certificate.ts'

/** One payment protocol as wallets speak it: a pure translator between the wire and our words. */
export interface Dialect {
  readonly name: string
  /** Where headers fit several dialects the lowest answers: one Accept may name them all. */
  readonly rank: number
  /** What a GET with these headers asks for in this dialect; null when it speaks another. Media types are compared without case and parameters. */
  asked(headers: IncomingHttpHeaders): Asked | null
  /** May a POST of that media type be of this dialect? Known before the body is read. */
  posts(mediaType: string): boolean
  /** Reads such a POST; null when its body speaks another dialect. @throws {Refused} `body_invalid`, `tx_count` */
  read(post: Post): Posted | null
  /** Is an error a sentence and nothing else? The wallets of most dialects read JSON. */
  readonly plainErrors?: true
  /** The longest body of a POST, bytes; where it is not named, that of payments. */
  readonly bodyLimit?: number
}

/** What a GET asks for: every coin, or the payment request of one. */
export type Asked =
  | { readonly for: 'offer'; answer(offer: PaymentOffer, issuer: Issuer): Wire; readonly type: string }
  | {
      readonly for: 'request'
      /** As the headers spell it; null when they name none. */
      readonly coin: string | null
      answer(request: PaymentRequest, issuer: Issuer): Wire
      readonly type: string
    }

export interface Post {
  readonly mediaType: string
  /** Of the address that it was sent to, as that spells it; null where the body alone names the coin. */
  readonly pathCoin: string | null
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  /** The body as JSON. @throws {Refused} `body_invalid` */
  json(): unknown
}

/** What a POST wants, each with how it is answered. */
export type Posted =
  | { readonly for: 'request'; readonly coin: string; answer(request: PaymentRequest, issuer: Issuer): Wire }
  | { readonly for: 'verification'; readonly unsigned: Unsigned; answer(): Wire }
  | { readonly for: 'payment'; readonly submission: Submission; answer(receipt: Receipt): Wire }

/** Who answers. */
export interface Issuer {
  readonly baseUrl: string
  /** What BIP70 requests are signed with, or null. */
  readonly certificate: Certificate | null
}

/** Signed transactions for one invoice, as a wallet sends them. */
export interface Submission {
  /** As the wallet spells it. */
  readonly coin: string
  /** Hex, each the ancestor of the next; the last pays. */
  readonly transactions: readonly string[]
}

/** A transaction that is to be looked at before it is signed. */
export interface Unsigned {
  /** As the wallet spells it. */
  readonly coin: string
  /** Hex, with empty scripts or placeholders in the place of signatures. */
  readonly transaction: string
  /** Virtual bytes that it will have when it is signed, as the wallet reckons; null when it does not say so. */
  readonly size: number | null
}

/** The facts of an accepted payment: the same for a repeat. */
export interface Receipt {
  readonly coin: CoinCode
  readonly transactions: readonly string[]
  readonly txid: string
  readonly memo: string
}

export interface Wire {
  readonly type: string
  readonly body: string | Uint8Array
  /** Is it signed with the key of the service? */
  readonly signed?: true
  readonly headers?: Readonly<Record<string, string>>
}

export const json = 'application/json; charset=utf-8'

/** The media type of a header in lower case, without parameters: `application/json; charset=utf-8` → `application/json`. */
export const mediaType = (header: string | undefined): string =>
  (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The media types of an Accept header. */
export const accepted = (header: string | undefined): string[] => (header ?? '').split(',').map(mediaType)

/** A chain of unconfirmed transactions that a wallet hands in together; the last one pays. */
const mostTransactions = 16

/** Transactions of which the last one pays. @throws {Refused} `tx_count` */
export function requireChain<Each>(transactions: readonly Each[]): readonly Each[] {
  if (transactions.length > 0 && transactions.length <= mostTransactions) return transactions
  throw new Refused('tx_count', `, or up to ${mostTransactions} of which the last one pays.`)
}

/** Transactions as hex, none twice. @throws {Refused} `body_invalid`, `tx_count` */
export function requireHexes(transactions: unknown): readonly string[] {
  if (!Array.isArray(transactions)) throw unreadable('transactions must be an array of hexadecimal strings')
  const hexes = requireChain(transactions).map(requireHex)
  if (new Set(hexes.map((hex) => hex.toLowerCase())).size === hexes.length) return hexes
  throw new Refused('tx_count', ': the same one is sent twice.')
}

/** The one transaction of protocols that know no more. @throws {Refused} `tx_count` */
export function requireOne<Each>(transactions: readonly Each[]): Each {
  const [only] = transactions
  if (only === undefined || transactions.length > 1) throw new Refused('tx_count', '.')
  return only
}

/** @throws {Refused} `body_invalid` for what is no hex of even length */
export function requireHex(transaction: unknown): string {
  if (typeof transaction !== 'string' || transaction.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(transaction)) {
    // The words, and the slip in them, are BitPay's: wallets look for them.
    throw new Refused(
      'body_invalid',
      'Your transaction was an in an invalid format, it must be a hexadecimal string.',
    )
  }
  return transaction
}

/** @throws {Refused} `body_invalid` */
export function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw unreadable('send a JSON object')
  return body as Readonly<Record<string, unknown>>
}

/** A body that is no payment, in the words that wallets look for. */
export const unreadable = (what: string): Refused =>
  new Refused(
    'body_invalid',
    `We were unable to parse your payment. Please try again or contact your wallet provider: ${what}.`,
  )
