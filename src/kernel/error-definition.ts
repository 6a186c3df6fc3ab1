/** HTTP status of an error. 400 is the caller's to fix, 5xx is ours. */
export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 413
  | 415
  | 422
  | 429
  | 431
  | 500
  | 503

export interface ErrorDefinition<Facts extends readonly unknown[]> {
  readonly status: ErrorStatus
  /** ASCII, at most 400 characters: wallets show it as is. */
  readonly message: (...facts: Facts) => string
  /** Seconds after which a retry is worthwhile. */
  readonly retryAfter?: number
}

export function defineError(status: ErrorStatus, sentence: string, retryAfter?: number): ErrorDefinition<[]>
export function defineError<Facts extends readonly unknown[]>(
  status: ErrorStatus,
  sentence: (...facts: Facts) => string,
  retryAfter?: number,
): ErrorDefinition<Facts>
export function defineError(
  status: ErrorStatus,
  sentence: string | (() => string),
  retryAfter?: number,
): ErrorDefinition<[]> {
  const message = typeof sentence === 'string' ? () => sentence : sentence
  return retryAfter === undefined ? { status, message: message } : { status, message: message, retryAfter }
}
