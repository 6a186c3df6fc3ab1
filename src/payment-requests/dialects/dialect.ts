import type { IncomingHttpHeaders } from 'node:http'
import type { CoinCode } from '../../coins/index.ts'
import { Refused } from '../../kernel/refused.ts'
import type { PaymentRequest } from '../request.ts'

/** One payment protocol as wallets speak it: a pure translator between the wire and our words. */
export interface Dialect {
  readonly name: string
  /** Does a GET with these headers ask for a payment request in this dialect? Media types are compared without case and parameters. */
  asks(headers: IncomingHttpHeaders): boolean
  /** The coin that those headers name, as they spell it; null when they name none. */
  coin(headers: IncomingHttpHeaders): string | null
  request(request: PaymentRequest, baseUrl: string): Wire
  /** Is a POST of that media type a payment in this dialect? */
  pays(mediaType: string): boolean
  /** What is submitted. @throws {Refused} `body_invalid`, `tx_count` */
  payment(body: unknown): Submission
  receipt(receipt: Receipt): Wire
}

/** Signed transactions for one invoice, as a wallet sends them. */
export interface Submission {
  /** As the body spells it. */
  readonly coin: string
  /** Hex, each the ancestor of the next; the last pays. */
  readonly transactions: readonly string[]
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
}

/** The media type of a header in lower case, without parameters: `application/json; charset=utf-8` → `application/json`. */
export const mediaType = (header: string | undefined): string =>
  (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The media types of an Accept header. */
export const accepted = (header: string | undefined): string[] => (header ?? '').split(',').map(mediaType)

/** A body that is no payment, in the words that wallets look for. */
export const unreadable = (what: string): Refused =>
  new Refused(
    'body_invalid',
    `We were unable to parse your payment. Please try again or contact your wallet provider: ${what}.`,
  )
