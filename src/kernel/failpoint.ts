import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Failpoints in the order in which an invoice, an account link, a payment, and then events reach them. `….inserted` and `….deleted` are
 * inside a transaction, between its writes: on SQLite nothing can sleep there. At `payment.begun` the network has the first of several
 * transactions, but not the next. At `block.suspended` the effects of a block are written for some of its payments, but not for the rest.
 */
export const failpointNames = [
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
  'block.suspended',
  'relay.claimed',
  'relay.published',
  'anchor.recorded',
  'anchor.sent',
] as const

export type FailpointName = (typeof failpointNames)[number]

/** The effect at a failpoint: the process dies, the work throws, the caller never gets a response, or the work is delayed. */
type FailpointAction =
  | { readonly kind: 'crash' | 'throw' | 'drop' }
  | { readonly kind: 'sleep'; readonly ms: number }

export interface FailpointSetting {
  readonly name: FailpointName
  readonly action: FailpointAction
}

/** Checks a failpoint. Nothing happens unless a test has configured a failure there. */
export type Failpoints = (name: FailpointName) => Promise<void>

/** Drops the connection without a response. */
export class ConnectionDroppedError extends Error {
  override readonly name = 'ConnectionDroppedError'
}

const resolved: Promise<void> = Promise.resolve()

/** Fails at the configured failpoint, or never. */
export function createFailpoints(setting: FailpointSetting | null): Failpoints {
  if (!setting) return () => resolved
  return (name) => (name === setting.name ? fail(setting) : resolved)
}

async function fail({ name, action }: FailpointSetting): Promise<void> {
  switch (action.kind) {
    case 'crash':
      process.kill(process.pid, 'SIGKILL')
      // The signal takes effect a moment later: do nothing until then.
      return new Promise(() => {})
    case 'throw':
      throw new Error(`failpoint ${name}: throw`)
    case 'drop':
      throw new ConnectionDroppedError(`failpoint ${name}: drop the connection`)
    case 'sleep':
      await sleep(action.ms)
  }
}

/** Failpoints are rejected on the main network, where coins have value. @throws {Error} for any setting */
export function rejectFailpoint(text: string): null {
  if (text === '') return null
  throw new Error('it is for tests and not allowed on the main network')
}

/**
 * Parses `FAILPOINT`: `payment.claimed:crash`, `…:throw`, `…:drop`, `…:sleep 500` (milliseconds).
 * @throws {Error} with the reason
 */
export function parseFailpoint(text: string): FailpointSetting | null {
  if (text === '') return null
  const [, name = '', kind, ms] = /^([a-z.]+):(?:(crash|throw|drop)|sleep (\d{1,5}))$/.exec(text) ?? []
  const failpoint = failpointNames.find((candidate) => candidate === name)
  if (!failpoint)
    throw new Error(`it must have the form NAME:crash, where NAME is one of ${failpointNames.join(', ')}`)
  if (ms !== undefined) return { name: failpoint, action: { kind: 'sleep', ms: Number(ms) } }
  return { name: failpoint, action: { kind: kind as 'crash' | 'throw' | 'drop' } }
}
