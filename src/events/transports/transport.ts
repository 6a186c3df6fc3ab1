import type { NumberedEvent } from '../envelope.ts'

/** A way for events to leave the service. To add one, create a file here and add a line to registry.ts. */
export interface TransportKind {
  /** Its name in `EVENT_TRANSPORTS`. */
  readonly name: string
  /**
   * True if each event waits in the outbox until the transport has taken it. False if the transport reads the live log: its readers keep a
   * cursor of their own and ask for what they missed.
   */
  readonly queued: boolean
  /** Required settings: startup fails if one is missing. */
  readonly needs: readonly string[]
}

/** A running queued transport. The relay publishes events to it, in order within each subject. */
export interface QueuedTransport {
  readonly name: string
  /** Why nothing can be published right now; null if it can. */
  obstacle(): string | null
  /** Calls `listener` when an obstacle appears or disappears. */
  onChange(listener: () => void): void
  /**
   * Resolves once the other side has durably taken the event. Concurrent calls are allowed and arrive in call order. Settles within
   * `publishTimeoutMs`. A rejection counts as a failed attempt, and the event is retried later.
   * @throws {TransportUnavailable} if the event is not at fault: this does not count as an attempt
   */
  publish(event: NumberedEvent): Promise<void>
  /** Ends pending publishes within a few seconds. */
  close(): Promise<void>
}

/** Obstacle of a newly opened transport: not an error yet. */
export const connecting = 'connecting'

/**
 * Longer than any response takes. It is part of the lease, so it must be short: events claimed by a dead process wait until the lease ends.
 */
export const publishTimeoutMs = 6_000

/** The transport could not be used; the event is not at fault. */
export class TransportUnavailable extends Error {
  override readonly name = 'TransportUnavailable'
}
