import { startPeriodicTask } from '../kernel/periodic-task.ts'
import { createEnvelope, type EventEnvelope, type NumberedEvent } from './envelope.ts'
import type { EventReader, Stream } from './log.ts'

export type Listener = (enveloped: EventEnvelope) => void

/** The live end of the log: every numbered event once, in order, whichever process wrote it. */
export interface Tail {
  /** Position of the newest event delivered to listeners. */
  position(): number
  /** Delivers the stream's events from now on. Returns a function that unsubscribes. */
  subscribe(stream: Stream, listener: Listener): () => void
  /** Delivers all events from now on, each before the listeners of individual streams get it. */
  subscribeAll(listener: Listener): () => void
  /** Polls immediately, because something was committed. */
  wake(): void
  stop(): Promise<void>
}

export interface TailOptions {
  /** How often to poll for events written by other processes. */
  readonly pollMs: number
  /** Called for the first of several consecutive read failures, and when a listener throws. */
  readonly failed: (error: unknown) => void
}

const batch = 500

/** Starts at the newest event. */
export async function startTail(reader: EventReader, { pollMs, failed }: TailOptions): Promise<Tail> {
  let position = (await reader.bounds()).newest
  const listeners = new Map<string, Set<Listener>>()
  const looking = startPeriodicTask(pollMs, look, failed)

  return {
    position: () => position,
    subscribe: (stream, listener) => add(keyOf(stream), listener),
    subscribeAll: (listener) => add(keyOfAll, listener),
    wake: looking.wake,
    stop: looking.stop,
  }

  async function look(): Promise<void> {
    for (;;) {
      const events = await reader.read({ kind: 'all' }, position, batch)
      for (const event of events) {
        position = event.position
        tell(createEnvelope(event))
      }
      if (events.length < batch) return
    }
  }

  function add(key: string, listener: Listener): () => void {
    const those = listeners.get(key) ?? new Set()
    listeners.set(key, those.add(listener))
    return () => {
      those.delete(listener)
      if (those.size === 0 && listeners.get(key) === those) listeners.delete(key)
    }
  }

  function tell(event: EventEnvelope): void {
    for (const key of keysOf(event.event)) {
      for (const listener of listeners.get(key) ?? []) {
        try {
          listener(event)
        } catch (error) {
          failed(error)
        }
      }
    }
  }
}

const keyOfAll = 'all'

function keyOf(stream: Stream): string {
  switch (stream.kind) {
    case 'all':
      return keyOfAll
    case 'invoice':
      return `invoice ${stream.uid}`
    default:
      return `${stream.kind} ${stream.accountId}`
  }
}

/** Keys of the streams that contain an event, starting with the stream of all events. */
function keysOf({ subject, accountId, otherAccountId }: NumberedEvent): string[] {
  const keys = [keyOfAll, `account ${accountId}`]
  if (otherAccountId !== null) keys.push(`account ${otherAccountId}`)
  const [, uid] = /^invoice\/(.+)$/.exec(subject) ?? []
  return uid === undefined ? keys : [...keys, `granted ${accountId}`, `invoice ${uid}`]
}
