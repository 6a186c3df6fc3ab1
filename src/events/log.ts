import { ApiError } from '../kernel/api-error.ts'
import { createTurns } from '../kernel/turns.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import type { EventView, NumberedEvent } from './envelope.ts'

/** A set of events that a reader may see. */
export type Stream =
  /** All events. Internal use only. */
  | { readonly kind: 'all' }
  /** All events of the reader's own account. */
  | { readonly kind: 'account'; readonly accountId: number }
  /** Invoice events of an account that grants view access. */
  | { readonly kind: 'granted'; readonly accountId: number }
  /** One invoice, for anyone who knows its uid. */
  | { readonly kind: 'invoice'; readonly uid: string }

export const getStreamView = ({ kind }: Stream): EventView => (kind === 'invoice' ? 'public' : 'owner')

/** Positions of the newest event and of the newest pruned one; 0 if there is none. */
export interface Bounds {
  readonly lastWritten: number
  readonly lastPruned: number
}

export interface EventReader {
  getBounds(): Promise<Bounds>
  /** True if the position belonged to an event that was lost when a backup was restored. */
  isLost(position: number): Promise<boolean>
  /** Events of a stream after a position, in order, from one snapshot. */
  read(stream: Stream, afterPosition: number, limit: number): Promise<NumberedEvent[]>
  /** All events after a position, in order. */
  readAll(afterPosition: number, limit: number): Promise<NumberedEvent[]>
}

/** The start of a stream. */
export type StreamStart = { readonly cursor: string } | 'oldest' | 'newest'

interface EventPage {
  readonly events: readonly NumberedEvent[]
  /** The position to continue from, also on an empty page. */
  readonly next: number
}

/** The position after which a reader continues. @throws {ApiError} `cursor_invalid`, `cursor_expired` with `oldest` */
export function resolvePosition({ lastWritten, lastPruned }: Bounds, start: StreamStart): number {
  if (start === 'newest') return lastWritten
  if (start === 'oldest') return lastPruned
  const position = parseCursor(start.cursor)
  if (position === null || position > lastWritten) throw new ApiError('cursor_invalid')
  if (position < lastPruned) throw createCursorExpiredError(lastPruned)
  return position
}

/**
 * Like `resolvePosition`, but checked against the log.
 * @throws {ApiError} `cursor_invalid`, also for a cursor of an event that a restore has lost; `cursor_expired`
 */
export async function resolveStart(
  reader: EventReader,
  start: StreamStart,
  bounds?: Bounds,
): Promise<number> {
  const position = resolvePosition(bounds ?? (await reader.getBounds()), start)
  // Events since the restore have a different order, so a reader that continued from here would silently miss some.
  if (typeof start === 'object' && (await reader.isLost(position))) throw new ApiError('cursor_invalid')
  return position
}

/** The next events of a stream, without gaps. @throws {ApiError} `cursor_expired` if some were pruned in the meantime */
export async function readNext(
  reader: EventReader,
  stream: Stream,
  afterPosition: number,
  limit: number,
): Promise<NumberedEvent[]> {
  const events = await reader.read(stream, afterPosition, limit)
  // Read the bounds after the events: they then include anything pruned before the read.
  const { lastPruned } = await reader.getBounds()
  if (afterPosition < lastPruned) throw createCursorExpiredError(lastPruned)
  return events
}

/** Events per read. SQLite reads are synchronous, so each gets its own turn of the event loop. */
const maxEventsPerRead = 50
/** Shared by all pages. */
const takeTurn = createTurns()
/** Bytes of data per page: a thousand ordinary events fit. A single larger event is a page of its own. */
export const maxPageBytes = 8_000_000

/**
 * One page of a stream: up to `limit` events, fewer if they are large. Only an empty page means that there are no more.
 * @param reserveMemory called with the size of each event; throws if there is no memory for it
 * @throws {ApiError} `cursor_invalid`, `cursor_expired`
 */
export async function readPage(
  reader: EventReader,
  stream: Stream,
  start: StreamStart,
  limit: number,
  reserveMemory: (bytes: number) => void = () => {},
): Promise<EventPage> {
  const bounds = await reader.getBounds()
  const events: NumberedEvent[] = []
  let next = await resolveStart(reader, start, bounds)
  let bytes = 0
  while (events.length < limit) {
    await takeTurn()
    const batchSize = Math.min(maxEventsPerRead, limit - events.length)
    const batch = await readNext(reader, stream, next, batchSize)
    for (const event of batch) {
      const eventBytes = Buffer.byteLength(event.data)
      bytes += eventBytes
      if (bytes > maxPageBytes && events.length > 0) return { events, next }
      reserveMemory(eventBytes)
      events.push(event)
      next = event.position
    }
    // A short batch means that everything up to the position read at the start has been read: later commits get later positions.
    if (batch.length < batchSize) return { events, next: Math.max(next, bounds.lastWritten) }
  }
  return { events, next }
}

/** `oldest` is the cursor before the oldest event that is still stored. */
const createCursorExpiredError = (lastPruned: number): ApiError =>
  new ApiError('cursor_expired').withMembers({ oldest: formatCursor(lastPruned) })
