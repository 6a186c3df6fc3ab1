import { ApiError } from '../../kernel/api-error.ts'
import { second } from '../../kernel/clock.ts'
import { formatCursor } from '../cursor.ts'
import type { EventEnvelope, NumberedEvent } from '../envelope.ts'
import type { EventData, EventType } from '../event.ts'
import { type EventSource, followEvents } from '../follow.ts'
import { resolveStart } from '../log.ts'

/** Typed subscriptions for code in the same process. */
export const inMemory = { name: 'in-memory', isQueued: false, requiredSettings: [] } as const

/** An event as in-process subscribers see it: the envelope, with `data` typed by event type. */
type TypedEvent<Type extends EventType = EventType> = {
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

interface SubscribeOptions<Type extends EventType> {
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
    options: SubscribeOptions<Type>,
    handler: (event: TypedEvent<Type>) => void | Promise<void>,
  ): Promise<() => void>
}

/** Pause before reading again after a read failure. */
const retryDelayMs = 1 * second

/** Subscriptions to all events of all accounts. `stop` ends every subscription. */
export function createInMemoryEvents(source: EventSource, onError: (error: unknown) => void) {
  const unsubscribers = new Set<() => void>()
  const subscriptions: EventSubscriptions = { subscribe }
  return { subscriptions, stop }

  async function subscribe<Type extends EventType>(
    { types, after }: SubscribeOptions<Type>,
    handler: (event: TypedEvent<Type>) => void | Promise<void>,
  ): Promise<() => void> {
    const from = after === undefined ? ('newest' as const) : { cursor: after }
    const position = await resolveStart(source.reader, from)
    const typeSet = types && new Set<string>(types)
    const unsubscribe = followUntilStopped(source, position, onError, async ({ event }) => {
      if (typeSet?.has(event.type) ?? true) await handler(toTypedEvent<Type>(event))
    })
    unsubscribers.add(unsubscribe)
    return () => {
      unsubscribers.delete(unsubscribe)
      unsubscribe()
    }
  }

  function stop(): void {
    for (const unsubscribe of unsubscribers) unsubscribe()
    unsubscribers.clear()
  }
}

/** Follows all events, and resumes after the last one whenever reading fails. */
function followUntilStopped(
  source: EventSource,
  from: number,
  onError: (error: unknown) => void,
  handle: (envelope: EventEnvelope) => Promise<void>,
): () => void {
  let position = from
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  let unsubscribe = start()
  return () => {
    hasEnded = true
    clearTimeout(timer)
    unsubscribe()
  }

  function start(): () => void {
    return followEvents(source, { kind: 'all' }, position, { deliver, onError: scheduleResume })
  }

  function deliver(envelope: EventEnvelope): Promise<void> {
    position = envelope.event.position
    return handle(envelope).catch(onError)
  }

  function scheduleResume(error: unknown): void {
    onError(error)
    timer = setTimeout(() => resume(error).catch(resumeUnlessEnded), retryDelayMs)
  }

  async function resume(error: unknown): Promise<void> {
    // The subscriber was so slow that events were pruned before it read them. It has missed those.
    if (error instanceof ApiError) position = Math.max(position, (await source.reader.getBounds()).lastPruned)
    if (!hasEnded) unsubscribe = start()
  }

  function resumeUnlessEnded(error: unknown): void {
    if (!hasEnded) scheduleResume(error)
  }
}

/** `append` wrote it from an Event, so the type matches the data. The caller has checked that the type was subscribed to. */
function toTypedEvent<Type extends EventType>(event: NumberedEvent): TypedEvent<Type> {
  const { id, type, time, subject, sequence, position, data } = event
  const typedEvent = {
    id,
    type,
    time,
    subject,
    sequence,
    cursor: formatCursor(position),
    data: JSON.parse(data),
  }
  return typedEvent as TypedEvent<Type>
}
