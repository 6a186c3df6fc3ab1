import { every, type Repeating } from '../kernel/every.ts'
import { envelopeText, type Form, type NumberedEvent } from './envelope.ts'
import type { EventReader, Stream } from './log.ts'

/** An event on its way to subscribers; its text is made once per form, however many hear it. */
export interface TailedEvent {
  readonly event: NumberedEvent
  text(form: Form): string
}

export type Listener = (tailed: TailedEvent) => void

/** The end of the log as this process sees it grow: every numbered event once, in order, whichever process wrote it. */
export interface Tail {
  /** Position of the newest event that was handed out. */
  position(): number
  /** Hears the events of a stream from now on. The returned function ends it. */
  subscribe(stream: Stream, listener: Listener): () => void
  /** Hears all events from now on. */
  subscribeAll(listener: Listener): () => void
  /** Looks now: something was committed. */
  wake(): void
  stop(): Promise<void>
}

const batch = 500

/** Opens the tail at the newest event. `pollMs`: how often to look for what other processes wrote. */
export async function openTail(
  reader: EventReader,
  { pollMs, failed }: { pollMs: number; failed: (error: unknown) => void },
): Promise<Tail> {
  let position = (await reader.bounds()).newest
  const all = new Set<Listener>()
  const listeners = new Map<string, Set<Listener>>()
  const looking: Repeating = every(pollMs, look, failed)

  return {
    position: () => position,
    subscribe: (stream, listener) => add(keyOf(stream), listener),
    subscribeAll(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    wake: looking.wake,
    stop: looking.stop,
  }

  async function look(): Promise<void> {
    for (;;) {
      const events = await reader.readAll(position, batch)
      for (const event of events) {
        position = event.position
        tell(event)
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

  function tell(event: NumberedEvent): void {
    const tailed = tail(event)
    for (const listener of all) listener(tailed)
    for (const key of keysOf(event)) for (const listener of listeners.get(key) ?? []) listener(tailed)
  }
}

function tail(event: NumberedEvent): TailedEvent {
  const texts: Partial<Record<Form, string>> = {}
  return {
    event,
    text(form) {
      texts[form] ??= envelopeText(event, form)
      return texts[form]
    },
  }
}

const keyOf = (stream: Stream): string =>
  stream.kind === 'invoice' ? `invoice ${stream.uid}` : `${stream.kind} ${stream.accountId}`

/** The streams that hold an event. */
function keysOf({ subject, accountId, otherAccountId }: NumberedEvent): string[] {
  const keys = [`account ${accountId}`]
  if (otherAccountId !== null) keys.push(`account ${otherAccountId}`)
  const [, uid] = /^invoice\/(.+)$/.exec(subject) ?? []
  return uid === undefined ? keys : [...keys, `granted ${accountId}`, `invoice ${uid}`]
}
