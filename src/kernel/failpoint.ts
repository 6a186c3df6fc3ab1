import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Named places in the work, in the order in which an invoice, an account link, a payment, and then events pass them. `….inserted` and
 * `….deleted` lie inside a transaction, between its writes: on SQLite nothing can wait there. At `payment.begun` the network has the first of
 * several transactions, and not yet the next.
 */
export const failpoints = [
  'invoice.priced',
  'invoice.inserted',
  'invoice.created',
  'link.inserted',
  'link.created',
  'link.deleted',
  'link.removed',
  'payment.parsed',
  'payment.verified',
  'payment.claimed',
  'payment.begun',
  'payment.sent',
  'payment.settled',
  'relay.claimed',
  'relay.published',
  'anchor.recorded',
  'anchor.sent',
] as const

export type Failpoint = (typeof failpoints)[number]

/** What happens at one of them: the process dies, the work throws, the caller is never answered, or everything takes longer. */
export type Failure =
  | { readonly kind: 'crash' | 'throw' | 'drop' }
  | { readonly kind: 'sleep'; readonly ms: number }

export interface FailureAt {
  readonly place: Failpoint
  readonly failure: Failure
}

/** Passes a named place. Nothing happens there, unless a test has asked for a failure. */
export type Passing = (place: Failpoint) => Promise<void>

/** The connection is to be cut in place of an answer. */
export class Dropped extends Error {
  override readonly name = 'Dropped'
}

const nothing: Promise<void> = Promise.resolve()

/** Fails at one place, or nowhere. */
export function failingAt(setting: FailureAt | null): Passing {
  if (!setting) return () => nothing
  return (place) => (place === setting.place ? fail(setting) : nothing)
}

async function fail({ place, failure }: FailureAt): Promise<void> {
  switch (failure.kind) {
    case 'crash':
      process.kill(process.pid, 'SIGKILL')
      // The signal takes effect a moment later: nothing happens until then.
      return new Promise(() => {})
    case 'throw':
      throw new Error(`the failpoint ${place} was told to throw`)
    case 'drop':
      throw new Dropped(`the failpoint ${place} was told to drop the connection`)
    case 'sleep':
      await sleep(failure.ms)
  }
}

/** Where coins are worth something nothing fails on purpose. @throws {Error} for any setting */
export function refuseFailpoint(text: string): null {
  if (text === '') return null
  throw new Error('it is for tests, and never for the main network')
}

/**
 * Reads `FAILPOINT`: `payment.claimed:crash`, `…:throw`, `…:drop`, `…:sleep 500` (milliseconds).
 * @throws {Error} saying what is wrong
 */
export function parseFailpoint(text: string): FailureAt | null {
  if (text === '') return null
  const [, name = '', kind, ms] = /^([a-z.]+):(?:(crash|throw|drop)|sleep (\d{1,5}))$/.exec(text) ?? []
  const place = failpoints.find((each) => each === name)
  if (!place) throw new Error(`it is not of the form PLACE:crash, with one of ${failpoints.join(', ')}`)
  if (ms !== undefined) return { place, failure: { kind: 'sleep', ms: Number(ms) } }
  return { place, failure: { kind: kind as 'crash' | 'throw' | 'drop' } }
}
