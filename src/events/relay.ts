import { type Clock, type Instant, second } from '../kernel/clock.ts'
import { every, type Repeating } from '../kernel/every.ts'
import type { Passing } from '../kernel/failpoint.ts'
import type { Notes } from '../kernel/notes.ts'
import type { Transact } from '../kernel/transact.ts'
import { type Claimed, type Failed, type Outbox, type Outcome, waitMs, waves } from './outbox.ts'
import { connecting, longestPublishMs, NotHandedOver, type QueuedTransport } from './transports/transport.ts'

export interface RelayParts {
  readonly transact: Transact<{ readonly outbox: Outbox }>
  /** Reads what is committed. */
  readonly isDue: Outbox['isDue']
  readonly clock: Clock
  readonly log: Notes
  readonly failed: (error: unknown) => void
  /** Named places where a test may make it fail. */
  readonly at: Passing
  /** From 0 to 1. */
  readonly random?: () => number
}

/** How often to look without being woken: for what a process that died has left, and for what is to be tried again. */
const pollMs = 1 * second

/** No wave begins later than that after its claim: with the longest answer its lease still stands. */
const wavesMs = 2 * second
const leaseMs = wavesMs + longestPublishMs

const largestBatch = 100
/** Of those that failed before, which go one by one: at most so many a second while none is taken, however many there are. */
const mostRetries = 20
const retryPauseMs = 1 * second

/** Hands the events of the outbox to one transport, at least once, each subject's in order. Several processes share the work. */
export function relay(transport: QueuedTransport, parts: RelayParts): Repeating {
  const { transact, isDue, clock, log, at, random = Math.random } = parts
  const { name } = transport
  let stopping = false
  let noted: string | null | undefined
  let retryAt = Number.NEGATIVE_INFINITY
  const rounds = every(pollMs, round, parts.failed)
  transport.onChange(rounds.wake)
  return {
    wake: rounds.wake,
    stop: () => {
      stopping = true
      return rounds.stop()
    },
  }

  async function round(): Promise<void> {
    while (!stopping) {
      await noteObstacle()
      if (transport.obstacle() !== null || !(await isDue(name, clock.now()))) return
      const moved = await relayQueued()
      const retried = await retry()
      if (!moved && !retried) return
    }
  }

  async function noteObstacle(): Promise<void> {
    const obstacle = transport.obstacle()
    if (obstacle === noted || obstacle === connecting) return
    await transact(({ outbox }) => outbox.note(name, obstacle, clock.now()))
    if (obstacle !== null)
      log.warn('Events wait: their transport cannot be used.', { transport: name, obstacle })
    else if (noted) log.info('Events go on: their transport can be used again.', { transport: name })
    noted = obstacle
  }

  /** Events that were not tried yet. Whether something was done, so that another look is worth it. */
  async function relayQueued(): Promise<boolean> {
    const now = clock.now()
    const lease = { now, until: now + leaseMs, limit: largestBatch }
    const { claimed, parked } = await transact(({ outbox }) => outbox.claimQueued(name, lease))
    const outcome = await publish(claimed, waves(claimed), now)
    return parked + outcome.delivered.length + outcome.failed.length > 0
  }

  /** Events that failed before: one by one, so that one that breaks the transport's connection breaks no other's attempt again. */
  async function retry(): Promise<boolean> {
    const now = clock.now()
    if (stopping || transport.obstacle() !== null || now < retryAt) return false
    const lease = { now, until: now + leaseMs, limit: mostRetries }
    const claimed = await transact(({ outbox }) => outbox.claimFailing(name, lease))
    const { delivered } = await publish(
      claimed,
      claimed.map((each) => [each]),
      now,
    )
    retryAt = delivered.length > 0 ? now : now + retryPauseMs
    return delivered.length > 0
  }

  /** Publishes one piece after the other, and writes down how it went. */
  async function publish(
    claimed: readonly Claimed[],
    pieces: Iterable<readonly Claimed[]>,
    since: Instant,
  ): Promise<Outcome> {
    if (claimed.length > 0) await at('relay.claimed')
    const delivered: Claimed[] = []
    const failed: Failed[] = []
    for (const piece of pieces) {
      if (stopping || clock.now() - since > wavesMs) break
      const failing = new Set(failed.map(({ event }) => event.subject))
      const wave = piece.filter(({ event }) => !failing.has(event.subject))
      const answers = await Promise.all(wave.map(attempt))
      delivered.push(...wave.filter((_, place) => answers[place] === 'delivered'))
      failed.push(...answers.filter((answer) => typeof answer === 'object'))
      if (answers.includes('not handed over')) break
    }
    const done = new Set([...delivered, ...failed].map(({ event }) => event))
    const outcome = { delivered, failed, released: claimed.filter(({ event }) => !done.has(event)) }
    if (delivered.length > 0) await at('relay.published')
    if (claimed.length > 0) await transact(({ outbox }) => outbox.settle(name, outcome, clock.now()))
    report(failed)
    return outcome
  }

  async function attempt({ event, attempts }: Claimed): Promise<'delivered' | 'not handed over' | Failed> {
    try {
      await transport.publish(event)
      return 'delivered'
    } catch (error) {
      if (error instanceof NotHandedOver) return 'not handed over'
      const nextAt = clock.now() + waitMs(attempts + 1, random())
      return { event, attempts, error: error instanceof Error ? error.message : String(error), nextAt }
    }
  }

  function report(failed: readonly Failed[]): void {
    const [first] = failed
    if (!first) return
    const { event, attempts, error } = first
    const facts = { transport: name, events: failed.length, event: event.id, attempts: attempts + 1, error }
    log.warn('Events were not taken, and come again.', facts)
  }
}
