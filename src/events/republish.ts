import { second } from '../kernel/clock.ts'
import { writeCursor } from './cursor.ts'
import type { NumberedEvent } from './envelope.ts'
import { type EventReader, startOf } from './log.ts'
import { waves } from './outbox.ts'
import { connecting, type QueuedTransport } from './transports/transport.ts'

export interface Republished {
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
export async function publishAfter(
  cursor: string,
  { log, transport, signal }: { log: EventReader; transport: QueuedTransport; signal: AbortSignal },
): Promise<Republished> {
  const { newest } = await log.bounds()
  let position = await startOf(log, { cursor })
  let published = 0
  let failure = await waitUntilConnected(transport)
  while (failure === null && position < newest) {
    const page = await log.readAll(position, pageSize)
    if (page.length === 0) break
    for (const wave of waves(page.map((event) => ({ event, attempts: 0 })))) {
      const sent = await publishWave(
        transport,
        wave.map(({ event }) => event),
      )
      published += sent.count
      position = sent.position ?? position
      failure = sent.failure
      if (failure === null && signal.aborted) failure = 'it was interrupted'
      if (failure !== null) break
    }
  }
  return { published, cursor: writeCursor(position), failure }
}

/** `position` is that of the last event before the first failure. */
async function publishWave(transport: QueuedTransport, wave: readonly NumberedEvent[]) {
  const answers = await Promise.allSettled(wave.map((event) => transport.publish(event)))
  const failed = answers.findIndex(({ status }) => status === 'rejected')
  const answer = answers[failed]
  const count = failed === -1 ? wave.length : failed
  return {
    count,
    position: wave[count - 1]?.position,
    failure: answer?.status === 'rejected' ? messageOf(answer.reason) : null,
  }
}

/** Waits for the connection. Returns why the transport cannot be used, or null. */
async function waitUntilConnected(transport: QueuedTransport): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, connectTimeoutMs)
  transport.onChange(() => transport.obstacle() !== connecting && resolve())
  if (transport.obstacle() !== connecting) resolve()
  await promise
  clearTimeout(timer)
  return transport.obstacle()
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
