/** The reason why a payment failed. */
type PayErrorCode =
  /** The URI, or an option of the caller, is invalid. */
  | 'uri_invalid'
  | 'option_invalid'
  /** The payment request could not be downloaded, the server rejected the download, or its contents are unsafe to pay. */
  | 'request_unavailable'
  | 'request_refused'
  | 'request_unfit'
  /** The coins to pay with do not exist, belong to another key, or are not enough. */
  | 'coins_unavailable'
  /** The server rejected the payment: nothing may be broadcast. */
  | 'payment_refused'
  /** The outcome is unknown after all attempts. Only the same transaction may be resent. */
  | 'payment_unknown'

/** A payment that did not happen, or is not known to have happened. Its message is for the payer. */
export class PayError extends Error {
  override readonly name = 'PayError'
  readonly code: PayErrorCode
  /** Details for programs: the server's own `code`, the `txid`, the signed `transaction`. */
  readonly details: Readonly<Record<string, string>>

  constructor(
    code: PayErrorCode,
    message: string,
    details: Readonly<Record<string, string>> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.details = details
  }
}
