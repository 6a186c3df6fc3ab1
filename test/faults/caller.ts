import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../helpers/answers.ts'
import { underLoad } from '../helpers/load-factor.ts'
import type { Chance } from '../helpers/seeded.ts'

/** When a call began and was answered, and what was made of the answer; null when it may have taken effect, or not. */
export interface Noted<Answer> {
  readonly begin: number
  readonly end: number
  readonly answer: Answer | null
}

export interface Calling<Answer> {
  /** Sends it to a process; the attempts are numbered from 1. */
  send(baseUrl: string, attempt: number): Promise<Reply>
  /** What the answer says; null when it is none. `busy` is asked again. */
  read(reply: Reply): Answer | 'busy' | null
  note(noted: Noted<Answer | 'busy'>, reply: Reply | null, attempt: number): void
}

export type Call = <Answer>(calling: Calling<Answer>) => Promise<{ answer: Answer; reply: Reply }>

/** Nobody waits for longer: what is down for so long does not come back. */
const timeoutMs = 60_000
/** Longer than any honest answer takes. */
const maxAnswerMs = 20_000

/** A client that sends the same to one process after another until it has an answer. */
export function caller(baseUrls: readonly string[], chance: Chance) {
  const counts = { requests: 0, unanswered: 0, slowestMs: 0 }
  const faults: string[] = []
  return { call, counts, faults }

  async function call<Answer>({ send, read, note }: Calling<Answer>) {
    const until = performance.now() + underLoad(timeoutMs)
    for (let attempt = 1; ; attempt++) {
      const begin = performance.now()
      assert.ok(begin < until, 'a call was never answered')
      const reply = await send(chance.pick(baseUrls), attempt).catch(lost)
      const end = performance.now()
      counts.requests++
      if (reply instanceof Error) counts.unanswered++
      else look(reply, end - begin)
      const answer = reply instanceof Error ? null : read(reply)
      if (reply === notSent) counts.unanswered--
      else
        note(
          { begin, end: answer === null ? Number.POSITIVE_INFINITY : end, answer },
          replyOf(reply),
          attempt,
        )
      if (!(reply instanceof Error) && answer !== null && answer !== 'busy') return { answer, reply }
      await sleep(chance.between(20, 150))
    }
  }

  /** A 5xx is an answer of ours, and tells nothing of the inside. */
  function look({ status, text, json }: Reply, ms: number): void {
    counts.slowestMs = Math.max(counts.slowestMs, ms)
    const { code } = json
    if (status >= 500 && code === 'internal') faults.push(text)
    if (/\bat .*:\d+:\d+|node_modules|select |insert |SQLITE/i.test(text)) faults.push(text)
  }
}

/** The process was not there: nothing was asked. */
const notSent = new Error('nobody listens')

function lost(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined
  const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
  return isRefused ? notSent : new Error('the connection was lost', { cause: error })
}

const replyOf = (reply: Reply | Error): Reply | null => (reply instanceof Error ? null : reply)

export const answerIn = (): AbortSignal => AbortSignal.timeout(underLoad(maxAnswerMs))

/** Refusals of ours after which nothing was done. */
const undone = new Set([
  'payment_in_flight',
  'network_unavailable',
  'rates_unavailable',
  'idempotency_conflict',
])

/** The code of a refusal, `busy` where the same may be asked again, null where nobody knows. */
export function outcome({ status, json }: Reply): string | null {
  const code = String(json.code)
  if (undone.has(code)) return 'busy'
  return status >= 500 ? null : code
}
