import { Refused } from '../kernel/refused.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Form, NumberedEvent } from './envelope.ts'

/** The events that a reader may see. */
export type Stream =
  /** Every event that there is: for what runs inside the process. */
  | { readonly kind: 'all' }
  /** Everything of one's own account. */
  | { readonly kind: 'account'; readonly accountId: number }
  /** What happens to the invoices of an account that grants view access. */
  | { readonly kind: 'granted'; readonly accountId: number }
  /** One invoice, for whoever knows its uid. */
  | { readonly kind: 'invoice'; readonly uid: string }

export const formOf = ({ kind }: Stream): Form => (kind === 'invoice' ? 'public' : 'owner')

/** Positions of the newest event and of the newest one that was pruned; 0 when there is none. */
export interface Bounds {
  readonly newest: number
  readonly pruned: number
}

export interface EventReader {
  bounds(): Promise<Bounds>
  /** Was that place given to an event that was lost when the database went back to a backup? */
  isLost(position: number): Promise<boolean>
  /** Events of a stream above a position, in order, all as of one moment. */
  read(stream: Stream, above: number, limit: number): Promise<NumberedEvent[]>
  /** All events above a position, in order. */
  readAll(above: number, limit: number): Promise<NumberedEvent[]>
}

/** Where a reader wants to go on from. */
export type From = { readonly cursor: string } | 'oldest' | 'newest'

export interface EventPage {
  readonly events: readonly NumberedEvent[]
  /** Never null: where to go on from. */
  readonly next: number
}

/** The position behind which a reader goes on. @throws {Refused} `cursor_invalid`, `cursor_expired` with `oldest` */
export function positionOf({ newest, pruned }: Bounds, from: From): number {
  if (from === 'newest') return newest
  if (from === 'oldest') return pruned
  const position = readCursor(from.cursor)
  if (position === null || position > newest) throw new Refused('cursor_invalid')
  if (position < pruned) throw expired(pruned)
  return position
}

/** The same, asked of the log. @throws {Refused} `cursor_invalid`, also for a cursor of what a restore has lost; `cursor_expired` */
export async function startOf(reader: EventReader, from: From, bounds?: Bounds): Promise<number> {
  const position = positionOf(bounds ?? (await reader.bounds()), from)
  // What happened since is in another order: whoever went on from there would miss some of it, and not know.
  if (typeof from === 'object' && (await reader.isLost(position))) throw new Refused('cursor_invalid')
  return position
}

/** The next events of a stream, none left out. @throws {Refused} `cursor_expired` when some were pruned meanwhile */
export async function readOn(
  reader: EventReader,
  stream: Stream,
  above: number,
  limit: number,
): Promise<NumberedEvent[]> {
  const events = await reader.read(stream, above, limit)
  // Asked afterwards: what was pruned before the events were read is known by then.
  const { pruned } = await reader.bounds()
  if (above < pruned) throw expired(pruned)
  return events
}

/** One page of a stream. @throws {Refused} `cursor_invalid`, `cursor_expired` */
export async function readPage(
  reader: EventReader,
  stream: Stream,
  from: From,
  limit: number,
): Promise<EventPage> {
  const bounds = await reader.bounds()
  const events = await readOn(reader, stream, await startOf(reader, from, bounds), limit)
  const last = events.at(-1)?.position ?? 0
  // A short page has seen everything up to what was the newest before it: a late commit gets a later place.
  return { events, next: events.length < limit ? Math.max(last, bounds.newest) : last }
}

/** `oldest` is the cursor from which everything that is kept comes. */
const expired = (pruned: number): Refused =>
  new Refused('cursor_expired').with({ oldest: writeCursor(pruned) })
