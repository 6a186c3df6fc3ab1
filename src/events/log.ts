import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../kernel/api-error.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Form, NumberedEvent } from './envelope.ts'

/** A set of events that a reader may see. */
export type Stream =
  /** Every event: for code in this process only. */
  | { readonly kind: 'all' }
  /** All events of the reader's own account. */
  | { readonly kind: 'account'; readonly accountId: number }
  /** Invoice events of an account that grants view access. */
  | { readonly kind: 'granted'; readonly accountId: number }
  /** One invoice, for anyone who knows its uid. */
  | { readonly kind: 'invoice'; readonly uid: string }

export const formOf = ({ kind }: Stream): Form => (kind === 'invoice' ? 'public' : 'owner')

/** Positions of the newest event and of the newest pruned one; 0 if there is none. */
export interface Bounds {
  readonly newest: number
  readonly pruned: number
}

export interface EventReader {
  bounds(): Promise<Bounds>
  /** True if the position belonged to an event that was lost when a backup was restored. */
  isLost(position: number): Promise<boolean>
  /** Events of a stream above a position, in order, from one snapshot. */
  read(stream: Stream, above: number, limit: number): Promise<NumberedEvent[]>
  /** All events above a position, in order. */
  readAll(above: number, limit: number): Promise<NumberedEvent[]>
}

/** Where a reader starts. */
export type StreamStart = { readonly cursor: string } | 'oldest' | 'newest'

export interface EventPage {
  readonly events: readonly NumberedEvent[]
  /** The position to continue from, also on an empty page. */
  readonly next: number
}

/** The position after which a reader continues. @throws {ApiError} `cursor_invalid`, `cursor_expired` with `oldest` */
export function positionOf({ newest, pruned }: Bounds, from: StreamStart): number {
  if (from === 'newest') return newest
  if (from === 'oldest') return pruned
  const position = readCursor(from.cursor)
  if (position === null || position > newest) throw new ApiError('cursor_invalid')
  if (position < pruned) throw expired(pruned)
  return position
}

/**
 * Like `positionOf`, but checked against the log.
 * @throws {ApiError} `cursor_invalid`, also for a cursor of an event that a restore has lost; `cursor_expired`
 */
export async function startOf(reader: EventReader, from: StreamStart, bounds?: Bounds): Promise<number> {
  const position = positionOf(bounds ?? (await reader.bounds()), from)
  // Events since the restore have a different order, so a reader that continued from here would silently miss some.
  if (typeof from === 'object' && (await reader.isLost(position))) throw new ApiError('cursor_invalid')
  return position
}

/** The next events of a stream, without gaps. @throws {ApiError} `cursor_expired` if some were pruned in the meantime */
export async function readOn(
  reader: EventReader,
  stream: Stream,
  above: number,
  limit: number,
): Promise<NumberedEvent[]> {
  const events = await reader.read(stream, above, limit)
  // Read the bounds after the events: they then include anything pruned before the read.
  const { pruned } = await reader.bounds()
  if (above < pruned) throw expired(pruned)
  return events
}

/** Events per read. SQLite answers synchronously, so a page lets the event loop turn between reads. */
const maxEventsPerRead = 50
/** Bytes of data per page: a thousand ordinary events fit. A single larger event is a page of its own. */
export const maxPageBytes = 8_000_000

/**
 * One page of a stream: up to `limit` events, fewer if they are large. Only an empty page means that there are no more.
 * @throws {ApiError} `cursor_invalid`, `cursor_expired`
 */
export async function readPage(
  reader: EventReader,
  stream: Stream,
  from: StreamStart,
  limit: number,
): Promise<EventPage> {
  const bounds = await reader.bounds()
  const events: NumberedEvent[] = []
  let next = await startOf(reader, from, bounds)
  let bytes = 0
  while (events.length < limit) {
    if (events.length > 0) await nextTurn()
    const batchSize = Math.min(maxEventsPerRead, limit - events.length)
    const batch = await readOn(reader, stream, next, batchSize)
    for (const event of batch) {
      bytes += Buffer.byteLength(event.data)
      if (bytes > maxPageBytes && events.length > 0) return { events, next }
      events.push(event)
      next = event.position
    }
    // A short batch has read past the newest position known before it: a later commit gets a later position.
    if (batch.length < batchSize) return { events, next: Math.max(next, bounds.newest) }
  }
  return { events, next }
}

/** `oldest` is the cursor before the oldest event that is still stored. */
const expired = (pruned: number): ApiError =>
  new ApiError('cursor_expired').withMembers({ oldest: writeCursor(pruned) })
