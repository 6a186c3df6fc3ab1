import { second } from '../kernel/clock.ts'

/** Limits for slow clients. */
export interface ReaderLimits {
  /** Bytes buffered for a slow client; further events stay in the database. */
  readonly bufferedBytes: number
  /** A client that reads nothing for this long is disconnected. */
  readonly stallMs: number
  /** A socket without a subscription is closed after this time. */
  readonly firstSubscriptionMs: number
}

export const readerLimits: ReaderLimits = {
  bufferedBytes: 64 * 1024,
  stallMs: 5 * second,
  firstSubscriptionMs: 10 * second,
}

/** On shutdown, connections that the other side has not closed by then are cut. */
export const closeTimeoutMs = 2 * second
