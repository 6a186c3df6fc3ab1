import { second } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'

/** A client may stop reading for this long, for example while its disk is busy. */
export const maxPauseMs = 60 * second
/** Slower than any connection that people download files with. */
export const minBytesPerSecond = 8 * 1024

/** The time that a client may still take to read what it was sent. */
interface ReadRateGuard {
  /** Sent that many bytes: from now on the client reads. */
  startReading(bytes: number): void
  /** The client has read at least everything that was sent before. */
  stopReading(): void
  /** The response is over. */
  end(): void
}

/** Disconnects a client that reads more slowly than `minBytesPerSecond` for long. Pauses add up; reading faster makes up for them. */
export function createReadRateGuard(timers: Timers, disconnect: () => void): ReadRateGuard {
  let allowedMs = maxPauseMs
  /** The time allowed for the previous part, which the client may not have read yet when the next one is sent. */
  let lastMs = 0
  let startedAt = 0
  let hasEnded = false
  let cancel = () => {}
  return { startReading, stopReading, end }

  function startReading(bytes: number): void {
    if (hasEnded) return
    const addedMs = (bytes / minBytesPerSecond) * second
    allowedMs = Math.min(allowedMs, maxPauseMs + lastMs) + addedMs
    lastMs = addedMs
    startedAt = timers.now()
    cancel = timers.schedule(allowedMs, disconnect)
  }

  function stopReading(): void {
    cancel()
    allowedMs -= timers.now() - startedAt
  }

  function end(): void {
    hasEnded = true
    cancel()
  }
}
