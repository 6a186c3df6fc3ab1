import type { ErrorCode } from './api.ts'

/** Errors that the client itself detects. */
export type ClientErrorCode =
  /** No response: the service may or may not have received the request. */
  | 'connection_failed'
  | 'timeout'
  /** The response is not from Quittance, but for example from a proxy in front of it. */
  | 'response_invalid'
  | 'webhook_signature_invalid'
  | 'webhook_timestamp_invalid'

interface QuittanceErrorOptions extends ErrorOptions {
  readonly status?: number | undefined
  readonly retryAfterMs?: number | undefined
  readonly body?: unknown
}

/** Thrown by every failed call, except those that the caller aborts. Compare `code`: messages may change. */
export class QuittanceError extends Error {
  override readonly name = 'QuittanceError'
  readonly code: ErrorCode | ClientErrorCode
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined
  /** How long to wait before a retry; undefined if the service does not specify it. */
  readonly retryAfterMs: number | undefined
  /** The response body, which has more fields for some codes. */
  readonly body: unknown

  constructor(code: ErrorCode | ClientErrorCode, message: string, options: QuittanceErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.body = options.body
  }
}
