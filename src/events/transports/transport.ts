import type { NumberedEvent } from '../envelope.ts'

/** Publishes events outside the service. To add one, create a file here and add a line to registry.ts. */
export interface TransportKind {
  /** Its name in `EVENT_TRANSPORTS`. */
  readonly name: string
  /**
   * True if each event waits in the outbox until the transport has accepted it. False if the transport reads the live log: its clients
   * keep their own cursor and catch up from it.
   */
  readonly isQueued: boolean
  /** Required settings: startup fails if one is missing. */
  readonly requiredSettings: readonly string[]
}

/** A running queued transport. The relay publishes events to it, in order within each subject. */
export interface QueuedTransport {
  readonly name: string
  /** Why nothing can be published right now; null if it can. */
  getUnavailableReason(): string | null
  /** Calls `listener` when the transport becomes available or unavailable. */
  onChange(listener: () => void): void
  /**
   * Resolves once the broker has durably stored the event. Concurrent calls are allowed and arrive in call order. Settles within
   * `publishTimeoutMs`. A rejection counts as a failed attempt, and the event is retried later.
   * @throws {TransportUnavailableError} if the failure isn't caused by the event: this does not count as an attempt
   */
  publish(event: NumberedEvent): Promise<void>
  /** Ends pending publishes within a few seconds. */
  close(): Promise<void>
}

/** State of a transport that is still connecting. Not an error. */
export const connecting = 'connecting'

/**
 * Longer than any response takes. It is part of the lease, so it must be short: events claimed by a dead process wait until the lease ends.
 */
export const publishTimeoutMs = 6_000

/** The transport could not be used. The failure isn't caused by the event. */
export class TransportUnavailableError extends Error {
  override readonly name = 'TransportUnavailableError'
}
