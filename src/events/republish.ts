import { second } from '../kernel/clock.ts'
import { getErrorMessage } from '../kernel/error-message.ts'
import { formatCursor } from './cursor.ts'
import type { NumberedEvent } from './envelope.ts'
import { type EventReader, resolveStart } from './log.ts'
import { splitIntoWaves } from './outbox.ts'
import { connecting, type QueuedTransport } from './transports/transport.ts'

interface RepublishResult {
  readonly published: number
  /** Everything up to this cursor was published. */
  readonly cursor: string
  /** Why the rest was not published; null if all of it was. */
  readonly failure: string | null
}

const pageSize = 100
/** Connecting and logging in to a broker take less than this. */
const connectTimeoutMs = 10 * second

/**
 * Republishes the events after a cursor, in order within each subject, up to the newest at the start. Stops at the first failure.
 * @throws {ApiError} `cursor_invalid`, `cursor_expired`
 */
export async function republishAfter(
  cursor: string,
  { log, transport, signal }: { log: EventReader; transport: QueuedTransport; signal: AbortSignal },
): Promise<RepublishResult> {
  const { lastWritten } = await log.getBounds()
  let position = await resolveStart(log, { cursor })
  let published = 0
  let failure = await waitUntilConnected(transport)
  while (failure === null && position < lastWritten) {
    const page = await log.readAll(position, pageSize)
    if (page.length === 0) break
    for (const wave of splitIntoWaves(page.map((event) => ({ event, attempts: 0 })))) {
      const result = await publishWave(
        transport,
        wave.map(({ event }) => event),
      )
      published += result.count
      position = result.position ?? position
      failure = result.failure
      if (failure === null && signal.aborted) failure = 'interrupted'
      if (failure !== null) break
    }
  }
  return { published, cursor: formatCursor(position), failure }
}

/** Publishes events concurrently. Returns the position of the last event before the first failure. */
async function publishWave(transport: QueuedTransport, wave: readonly NumberedEvent[]) {
  const results = await Promise.allSettled(wave.map((event) => transport.publish(event)))
  const firstFailure = results.findIndex(({ status }) => status === 'rejected')
  const firstError = results[firstFailure]
  const count = firstFailure === -1 ? wave.length : firstFailure
  return {
    count,
    position: wave[count - 1]?.position,
    failure: firstError?.status === 'rejected' ? getErrorMessage(firstError.reason) : null,
  }
}

/** Waits for the connection. Returns why the transport cannot be used, or null. */
async function waitUntilConnected(transport: QueuedTransport): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, connectTimeoutMs)
  transport.onChange(() => transport.getUnavailableReason() !== connecting && resolve())
  if (transport.getUnavailableReason() !== connecting) resolve()
  await promise
  clearTimeout(timer)
  return transport.getUnavailableReason()
}
