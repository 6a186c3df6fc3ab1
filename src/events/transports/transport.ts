import type { NumberedEvent } from '../envelope.ts'

/** A way on which events leave the service: one file beside this one, one line in registry.ts. */
export interface TransportKind {
  /** As `EVENT_TRANSPORTS` names it. */
  readonly name: string
  /**
   * Whether each event waits for it in the outbox until it was taken for good, or whether it hangs on the end of the log: its
   * readers hold a cursor of their own, and ask for what they missed.
   */
  readonly queued: boolean
  /** Settings without which it cannot work: one that is missing stops the start. */
  readonly needs: readonly string[]
}

/** A queued transport at work: what the relay hands events to, one subject's in order. */
export interface QueuedTransport {
  readonly name: string
  /** Why nothing can be handed over at the moment; null when it can. */
  obstacle(): string | null
  /** `listener` is called when an obstacle came or went. */
  onChange(listener: () => void): void
  /**
   * Resolves when the other side has the event for good. Called for many events at once; what is called first arrives first.
   * Settles within `longestPublishMs`. A rejection is a failed attempt of that event, which comes again later.
   * @throws {NotHandedOver} when that was not the event's fault: it counts as no attempt
   */
  publish(event: NumberedEvent): Promise<void>
  /** Ends what is under way within a few seconds. */
  close(): Promise<void>
}

/** The obstacle of a transport that has just been opened: nothing is wrong yet. */
export const connecting = 'connecting'

/** Longer than any answer takes; shorter than a lease, so that who was claimed by a process that died is not waited for long. */
export const longestPublishMs = 6_000

/** The transport could not be used: nothing is known against the event. */
export class NotHandedOver extends Error {
  override readonly name = 'NotHandedOver'
}
