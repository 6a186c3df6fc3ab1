import { second } from '../../kernel/clock.ts'
import { Refused } from '../../kernel/refused.ts'
import { writeCursor } from '../cursor.ts'
import type { Enveloped, NumberedEvent } from '../envelope.ts'
import type { EventData, EventType } from '../event.ts'
import { type EventSource, follow } from '../follow.ts'
import { startOf } from '../log.ts'

/** A typed subscription for code that runs in the same process. */
export const inMemory = { name: 'in-memory', queued: false, needs: [] } as const

/** An event as a subscriber in the process sees it: the envelope, with the data that its type has. */
export type TypedEvent<Type extends EventType = EventType> = {
  readonly [Each in Type]: {
    readonly id: string
    readonly type: Each
    /** ISO 8601. */
    readonly time: string
    /** `invoice/<uid>`, `link/<id>` or `account/<id>`. */
    readonly subject: string
    /** 1, 2, 3 … within the subject. */
    readonly sequence: number
    /** Its place in the log: what `after` takes. */
    readonly cursor: string
    readonly data: EventData[Each]
  }
}[Type]

export interface Wanted<Type extends EventType> {
  /** Only events of these types; all when left out. */
  readonly types?: readonly Type[]
  /** The cursor of the last event that was dealt with: first comes what was missed since. */
  readonly after?: string
}

export interface EventSubscriptions {
  /**
   * Hands events to `handler`, in order and one at a time: the next one comes when the promise that it returned is done. What it throws
   * is noted, and the next event comes all the same. The function that is resolved with ends the subscription.
   * @throws {Refused} `cursor_invalid`, `cursor_expired`
   */
  subscribe<Type extends EventType = EventType>(
    wanted: Wanted<Type>,
    handler: (event: TypedEvent<Type>) => void | Promise<void>,
  ): Promise<() => void>
}

/** After a failure to read, the log is asked again. */
const pauseMs = 1 * second

/** Subscriptions to all events, of whatever account. `stop` ends them all. */
export function inMemoryEvents(source: EventSource, failed: (error: unknown) => void) {
  const endings = new Set<() => void>()
  const subscriptions: EventSubscriptions = { subscribe }
  return { subscriptions, stop }

  async function subscribe<Type extends EventType>(
    { types, after }: Wanted<Type>,
    handler: (event: TypedEvent<Type>) => void | Promise<void>,
  ): Promise<() => void> {
    const from = after === undefined ? ('newest' as const) : { cursor: after }
    const position = await startOf(source.reader, from)
    const known = types && new Set<string>(types)
    const end = followForGood(source, position, failed, async ({ event }) => {
      if (known?.has(event.type) ?? true) await handler(typed<Type>(event))
    })
    endings.add(end)
    return () => {
      endings.delete(end)
      end()
    }
  }

  function stop(): void {
    for (const end of endings) end()
    endings.clear()
  }
}

/** Follows all events, and goes on after the last one whenever reading has failed. */
function followForGood(
  source: EventSource,
  from: number,
  failed: (error: unknown) => void,
  deal: (event: Enveloped) => Promise<void>,
): () => void {
  let above = from
  let pause: NodeJS.Timeout | undefined
  let ended = false
  let leave = begin()
  return () => {
    ended = true
    clearTimeout(pause)
    leave()
  }

  function begin(): () => void {
    return follow(source, { kind: 'all' }, above, { take, failed: goOn })
  }

  function take(event: Enveloped): Promise<void> {
    above = event.event.position
    return deal(event).catch(failed)
  }

  function goOn(error: unknown): void {
    failed(error)
    pause = setTimeout(() => beginAfter(error).catch(goOnUnlessEnded), pauseMs)
  }

  async function beginAfter(error: unknown): Promise<void> {
    // Who was so slow that events were pruned before it got to them has missed those.
    if (error instanceof Refused) above = Math.max(above, (await source.reader.bounds()).pruned)
    if (!ended) leave = begin()
  }

  function goOnUnlessEnded(error: unknown): void {
    if (!ended) goOn(error)
  }
}

/** Written by `append` from an Event: the type and its data belong together. That the type is wanted was looked at. */
function typed<Type extends EventType>(event: NumberedEvent): TypedEvent<Type> {
  const { id, type, time, subject, sequence, position, data } = event
  const whole = { id, type, time, subject, sequence, cursor: writeCursor(position), data: JSON.parse(data) }
  return whole as TypedEvent<Type>
}
