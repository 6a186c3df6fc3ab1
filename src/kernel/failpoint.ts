import { setTimeout as sleep } from 'node:timers/promises'

/** Named places in the work, in the order in which a payment, and then its events, pass them. */
export const failpoints = [
  'payment.parsed',
  'payment.verified',
  'payment.claimed',
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
