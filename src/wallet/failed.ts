/** What stood in the way of a payment. */
export type PayFailure =
  /** The URI, or an option of the caller, does not say what it should. */
  | 'uri_invalid'
  | 'option_invalid'
  /** The payment request could not be had; the server refused it; it is not one that a careful wallet pays. */
  | 'request_unavailable'
  | 'request_refused'
  | 'request_unfit'
  /** The coins to pay with are not there, not ours, or not enough. */
  | 'coins_unavailable'
  /** The server said no: nothing may be broadcast. */
  | 'payment_refused'
  /** The server did not say yes or no, however often it was asked: only the same transaction may be sent again. */
  | 'payment_unknown'

/** A payment that did not happen, or is not known to have happened. Its message is a sentence for the payer. */
export class PayFailed extends Error {
  override readonly name = 'PayFailed'
  readonly code: PayFailure
  /** What a program may read beside the sentence: the server's own `code`, the `txid`, the signed `transaction`. */
  readonly facts: Readonly<Record<string, string>>

  constructor(
    code: PayFailure,
    message: string,
    facts: Readonly<Record<string, string>> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.facts = facts
  }
}
