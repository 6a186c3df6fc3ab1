import { second } from '../kernel/clock.ts'

/** How long one that reads a stream is waited for, and how much for it. */
export interface ReaderLimits {
  /** So much may wait for a slow reader; the next event stays in the database. */
  readonly bufferedBytes: number
  /** A reader that takes nothing of it for so long is cut. */
  readonly stallMs: number
  /** A socket that subscribes to nothing so long is closed. */
  readonly firstSubscriptionMs: number
}

export const readerLimits: ReaderLimits = {
  bufferedBytes: 64 * 1024,
  stallMs: 5 * second,
  firstSubscriptionMs: 10 * second,
}

/** When the service stops: what is not closed by the other side after this is cut. */
export const closePatienceMs = 2 * second
