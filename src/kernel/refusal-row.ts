/** HTTP status of a refusal. 400 is the caller's to mend, 5xx is ours. */
export type Status = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 431 | 500 | 503

export interface Row<Facts extends readonly unknown[]> {
  readonly status: Status
  /** ASCII, at most 400 characters: wallets show it as it is. */
  readonly sentence: (...facts: Facts) => string
  /** Seconds after which it is worth asking again. */
  readonly retryAfter?: number
}

export function row(status: Status, sentence: string, retryAfter?: number): Row<[]>
export function row<Facts extends readonly unknown[]>(
  status: Status,
  sentence: (...facts: Facts) => string,
  retryAfter?: number,
): Row<Facts>
export function row(status: Status, sentence: string | (() => string), retryAfter?: number): Row<[]> {
  const say = typeof sentence === 'string' ? () => sentence : sentence
  return retryAfter === undefined ? { status, sentence: say } : { status, sentence: say, retryAfter }
}
