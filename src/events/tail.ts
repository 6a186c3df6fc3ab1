import { startPeriodicTask } from '../kernel/periodic-task.ts'
import { createEnvelope, type EventEnvelope, type NumberedEvent } from './envelope.ts'
import type { EventReader, Stream } from './log.ts'

type Listener = (envelope: EventEnvelope) => void

/** The live end of the log: every numbered event once, in order, whichever process wrote it. */
export interface Tail {
  /** Position of the newest event delivered to listeners. */
  getPosition(): number
  /** Delivers the stream's events from now on. Returns a function that unsubscribes. */
  subscribe(stream: Stream, listener: Listener): () => void
  /** Delivers all events from now on, each before the listeners of individual streams get it. */
  subscribeAll(listener: Listener): () => void
  /** Polls immediately, because something was committed. */
  wake(): void
  stop(): Promise<void>
}

interface TailOptions {
  /** How often to poll for events written by other processes. */
  readonly pollMs: number
  /** Called for the first of several consecutive read failures, and when a listener throws. */
  readonly onError: (error: unknown) => void
}

const batchSize = 500

/** Starts at the newest event. */
export async function startTail(reader: EventReader, { pollMs, onError }: TailOptions): Promise<Tail> {
  let position = (await reader.getBounds()).lastWritten
  const listeners = new Map<string, Set<Listener>>()
  const pollTask = startPeriodicTask(pollMs, poll, onError)

  return {
    getPosition: () => position,
    subscribe: (stream, listener) => addListener(getStreamKey(stream), listener),
    subscribeAll: (listener) => addListener(allEventsKey, listener),
    wake: pollTask.wake,
    stop: pollTask.stop,
  }

  async function poll(): Promise<void> {
    for (;;) {
      const events = await reader.read({ kind: 'all' }, position, batchSize)
      for (const event of events) {
        position = event.position
        notify(createEnvelope(event))
      }
      if (events.length < batchSize) return
    }
  }

  function addListener(key: string, listener: Listener): () => void {
    const streamListeners = listeners.get(key) ?? new Set()
    listeners.set(key, streamListeners.add(listener))
    return () => {
      streamListeners.delete(listener)
      if (streamListeners.size === 0 && listeners.get(key) === streamListeners) listeners.delete(key)
    }
  }

  function notify(envelope: EventEnvelope): void {
    for (const key of getStreamKeys(envelope.event)) {
      for (const listener of listeners.get(key) ?? []) {
        try {
          listener(envelope)
        } catch (error) {
          onError(error)
        }
      }
    }
  }
}

const allEventsKey = 'all'

function getStreamKey(stream: Stream): string {
  switch (stream.kind) {
    case 'all':
      return allEventsKey
    case 'invoice':
      return `invoice ${stream.uid}`
    default:
      return `${stream.kind} ${stream.accountId}`
  }
}

/** Keys of the streams that contain an event, starting with the stream of all events. */
function getStreamKeys({ subject, accountId, otherAccountId }: NumberedEvent): string[] {
  const keys = [allEventsKey, `account ${accountId}`]
  if (otherAccountId !== null) keys.push(`account ${otherAccountId}`)
  const [, uid] = /^invoice\/(.+)$/.exec(subject) ?? []
  return uid === undefined ? keys : [...keys, `granted ${accountId}`, `invoice ${uid}`]
}
