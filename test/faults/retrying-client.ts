import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaleToLoad } from '../helpers/load-factor.ts'
import type { Reply } from '../helpers/replies.ts'
import type { Chance } from '../helpers/seeded.ts'

/** When a call began and ended, and its outcome; null if it may or may not have taken effect. */
export interface CallRecord<Result> {
  readonly begin: number
  readonly end: number
  readonly result: Result | null
}

export interface CallOptions<Result> {
  /** Sends the request to a process; attempts are numbered from 1. */
  send(baseUrl: string, attempt: number): Promise<Reply>
  /** Parses the outcome from the response; null if there is none. `busy` is retried. */
  read(reply: Reply): Result | 'busy' | null
  record(callRecord: CallRecord<Result | 'busy'>, reply: Reply | null, attempt: number): void
}

export type Call = <Result>(options: CallOptions<Result>) => Promise<{ result: Result; reply: Reply }>

/** The total timeout: a process that is down for longer won't come back. */
const timeoutMs = 60_000
/** Longer than any valid response takes. */
const maxResponseMs = 20_000

/** A client that sends the same request to one process after another until it gets a response. */
export function createRetryingClient(baseUrls: readonly string[], chance: Chance) {
  const counts = { requests: 0, unanswered: 0, slowestMs: 0 }
  const faults: string[] = []
  return { call, counts, faults }

  async function call<Result>({ send, read, record }: CallOptions<Result>) {
    const until = performance.now() + scaleToLoad(timeoutMs)
    for (let attempt = 1; ; attempt++) {
      const begin = performance.now()
      assert.ok(begin < until, 'a call got no response')
      const reply = await send(chance.pick(baseUrls), attempt).catch(toConnectionError)
      const end = performance.now()
      counts.requests++
      if (reply instanceof Error) counts.unanswered++
      else checkReply(reply, end - begin)
      const result = reply instanceof Error ? null : read(reply)
      if (reply === notSent) counts.unanswered--
      else
        record(
          { begin, end: result === null ? Number.POSITIVE_INFINITY : end, result },
          getReply(reply),
          attempt,
        )
      if (!(reply instanceof Error) && result !== null && result !== 'busy') return { result, reply }
      await sleep(chance.between(20, 150))
    }
  }

  /** A 5xx must be in our format, and reveal no internals. */
  function checkReply({ status, text, json }: Reply, ms: number): void {
    counts.slowestMs = Math.max(counts.slowestMs, ms)
    const { code } = json
    if (status >= 500 && code === 'internal') faults.push(text)
    if (/\bat .*:\d+:\d+|node_modules|select |insert |SQLITE/i.test(text)) faults.push(text)
  }
}

/** The process was down: the request was not sent. */
const notSent = new Error('nobody listens')

function toConnectionError(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined
  const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
  return isRefused ? notSent : new Error('the connection was lost', { cause: error })
}

const getReply = (reply: Reply | Error): Reply | null => (reply instanceof Error ? null : reply)

export const responseTimeout = (): AbortSignal => AbortSignal.timeout(scaleToLoad(maxResponseMs))

/** Errors that guarantee that nothing was done. */
const notExecuted = new Set([
  'payment_in_flight',
  'network_unavailable',
  'rates_unavailable',
  'idempotency_conflict',
])

/** The error code, `busy` if the request may be retried, null if the outcome is unknown. */
export function findOutcome({ status, json }: Reply): string | null {
  const code = String(json.code)
  if (notExecuted.has(code)) return 'busy'
  return status >= 500 ? null : code
}
