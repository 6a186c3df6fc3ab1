import { every } from '../kernel/every.ts'
import { type Enveloped, enveloped, type NumberedEvent } from './envelope.ts'
import type { EventReader, Stream } from './log.ts'

export type Listener = (enveloped: Enveloped) => void

/** The end of the log as this process sees it grow: every numbered event once, in order, whichever process wrote it. */
export interface Tail {
  /** Position of the newest event that was told. */
  position(): number
  /** Hears the events of a stream from now on. The returned function ends it. */
  subscribe(stream: Stream, listener: Listener): () => void
  /** Hears all events from now on, each before those who hear their stream alone. */
  subscribeAll(listener: Listener): () => void
  /** Looks now: something was committed. */
  wake(): void
  stop(): Promise<void>
}

export interface TailOptions {
  /** How often to look for what other processes wrote. */
  readonly pollMs: number
  /** Told of the first of several failures to read, and of a listener that throws. */
  readonly failed: (error: unknown) => void
}

const batch = 500

/** Opens the tail at the newest event. */
export async function openTail(reader: EventReader, { pollMs, failed }: TailOptions): Promise<Tail> {
  let position = (await reader.bounds()).newest
  const listeners = new Map<string, Set<Listener>>()
  const looking = every(pollMs, look, failed)

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
        tell(enveloped(event))
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

  function tell(event: Enveloped): void {
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

/** The streams that hold an event, those of everything first. */
function keysOf({ subject, accountId, otherAccountId }: NumberedEvent): string[] {
  const keys = [keyOfAll, `account ${accountId}`]
  if (otherAccountId !== null) keys.push(`account ${otherAccountId}`)
  const [, uid] = /^invoice\/(.+)$/.exec(subject) ?? []
  return uid === undefined ? keys : [...keys, `granted ${accountId}`, `invoice ${uid}`]
}
