import { Refused } from '../kernel/refused.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Form, NumberedEvent } from './envelope.ts'

/** The events that a reader may see. */
export type Stream =
  /** Everything of one's own account. */
  | { readonly kind: 'account'; readonly accountId: number }
  /** What happens to the invoices of an account that grants view access. */
  | { readonly kind: 'granted'; readonly accountId: number }
  /** One invoice, for whoever knows its uid. */
  | { readonly kind: 'invoice'; readonly uid: string }

export const formOf = ({ kind }: Stream): Form => (kind === 'invoice' ? 'public' : 'owner')

/** Does the stream hold the event? */
export function holds(stream: Stream, event: NumberedEvent): boolean {
  switch (stream.kind) {
    case 'account':
      return event.accountId === stream.accountId || event.otherAccountId === stream.accountId
    case 'granted':
      return event.accountId === stream.accountId && event.subject.startsWith('invoice/')
    case 'invoice':
      return event.subject === `invoice/${stream.uid}`
  }
}

export interface EventReader {
  /** Positions of the last event and of the last one that was pruned; 0 when there is none. */
  bounds(): Promise<{ readonly newest: number; readonly pruned: number }>
  /** Events of a stream above a position, in order. */
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
export async function positionOf(reader: EventReader, from: From): Promise<number> {
  const { newest, pruned } = await reader.bounds()
  if (from === 'newest') return newest
  if (from === 'oldest') return pruned
  const position = readCursor(from.cursor)
  if (position === null || position > newest) throw new Refused('cursor_invalid')
  if (position < pruned) throw new Refused('cursor_expired').with({ oldest: writeCursor(pruned) })
  return position
}

/** One page of a stream. @throws {Refused} `cursor_invalid`, `cursor_expired` */
export async function readPage(
  reader: EventReader,
  stream: Stream,
  from: From,
  limit: number,
): Promise<EventPage> {
  const above = await positionOf(reader, from)
  const { newest } = await reader.bounds()
  const events = await reader.read(stream, above, limit)
  // A short page has seen everything up to the newest: a late commit gets a later place.
  const next =
    events.length < limit
      ? Math.max(above, newest, events.at(-1)?.position ?? 0)
      : (events.at(-1)?.position ?? above)
  return { events, next }
}
