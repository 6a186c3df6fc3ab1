/** HTTP status of an error. The caller can fix 4xx; 5xx is a failure of the service or a network. */
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

export interface ErrorDefinition<Params extends readonly unknown[]> {
  readonly status: ErrorStatus
  /** ASCII, at most 400 characters: wallets show it as is. */
  readonly message: (...params: Params) => string
  /** Seconds after which a retry is worthwhile. */
  readonly retryAfter?: number
}

export function defineError(status: ErrorStatus, text: string, retryAfter?: number): ErrorDefinition<[]>
export function defineError<Params extends readonly unknown[]>(
  status: ErrorStatus,
  text: (...params: Params) => string,
  retryAfter?: number,
): ErrorDefinition<Params>
export function defineError(
  status: ErrorStatus,
  text: string | (() => string),
  retryAfter?: number,
): ErrorDefinition<[]> {
  const message = typeof text === 'string' ? () => text : text
  return retryAfter === undefined ? { status, message } : { status, message, retryAfter }
}
