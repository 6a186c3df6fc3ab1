import { ApiError } from '../../kernel/api-error.ts'
import { second } from '../../kernel/clock.ts'
import { writeCursor } from '../cursor.ts'
import type { EventEnvelope, NumberedEvent } from '../envelope.ts'
import type { EventData, EventType } from '../event.ts'
import { type EventSource, followEvents } from '../follow.ts'
import { startOf } from '../log.ts'

/** Typed subscriptions for code in the same process. */
export const inMemory = { name: 'in-memory', queued: false, needs: [] } as const

/** An event as in-process subscribers see it: the envelope, with `data` typed by event type. */
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
    /** Position in the log, as `after` expects it. */
    readonly cursor: string
    readonly data: EventData[Each]
  }
}[Type]

export interface SubscribeOptions<Type extends EventType> {
  /** Only events of these types; all if omitted. */
  readonly types?: readonly Type[]
  /** Cursor of the last processed event: delivery starts with the events missed since then. */
  readonly after?: string
}

export interface EventSubscriptions {
  /**
   * Calls `handler` with each event, in order and one at a time: the next call waits for the returned promise. Errors from it are logged
   * and skipped. Resolves with a function that unsubscribes.
   * @throws {ApiError} `cursor_invalid`, `cursor_expired`
   */
  subscribe<Type extends EventType = EventType>(
    wanted: SubscribeOptions<Type>,
    handler: (event: TypedEvent<Type>) => void | Promise<void>,
  ): Promise<() => void>
}

/** Pause before reading again after a read failure. */
const pauseMs = 1 * second

/** Subscriptions to all events of all accounts. `stop` ends every subscription. */
export function createInMemoryEvents(source: EventSource, failed: (error: unknown) => void) {
  const endings = new Set<() => void>()
  const subscriptions: EventSubscriptions = { subscribe }
  return { subscriptions, stop }

  async function subscribe<Type extends EventType>(
    { types, after }: SubscribeOptions<Type>,
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

/** Follows all events, and resumes after the last one whenever reading fails. */
function followForGood(
  source: EventSource,
  from: number,
  failed: (error: unknown) => void,
  deal: (event: EventEnvelope) => Promise<void>,
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
    return followEvents(source, { kind: 'all' }, above, { take, failed: goOn })
  }

  function take(event: EventEnvelope): Promise<void> {
    above = event.event.position
    return deal(event).catch(failed)
  }

  function goOn(error: unknown): void {
    failed(error)
    pause = setTimeout(() => beginAfter(error).catch(goOnUnlessEnded), pauseMs)
  }

  async function beginAfter(error: unknown): Promise<void> {
    // The subscriber was so slow that events were pruned before it read them. It has missed those.
    if (error instanceof ApiError) above = Math.max(above, (await source.reader.bounds()).pruned)
    if (!ended) leave = begin()
  }

  function goOnUnlessEnded(error: unknown): void {
    if (!ended) goOn(error)
  }
}

/** `append` wrote it from an Event, so the type matches the data. The caller has checked that the type was subscribed to. */
function typed<Type extends EventType>(event: NumberedEvent): TypedEvent<Type> {
  const { id, type, time, subject, sequence, position, data } = event
  const whole = { id, type, time, subject, sequence, cursor: writeCursor(position), data: JSON.parse(data) }
  return whole as TypedEvent<Type>
}
