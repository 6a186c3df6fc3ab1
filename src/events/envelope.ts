import { parseRawNumbers } from '../kernel/exact-json.ts'
import { formatCursor } from './cursor.ts'
import { cutMetadata } from './metadata.ts'

/** A stored event that has its position in the log. */
export interface NumberedEvent {
  readonly id: string
  readonly type: string
  /** ISO 8601. */
  readonly time: string
  readonly subject: string
  readonly sequence: number
  readonly position: number
  readonly accountId: number
  readonly otherAccountId: number | null
  /** JSON text in the owner's view, fixed when the event was written. */
  readonly data: string
}

/** An event on its way to readers. Each view is serialised once, however many readers there are. */
export interface EventEnvelope {
  readonly event: NumberedEvent
  getText(view: EventView): string
}

export function createEnvelope(event: NumberedEvent): EventEnvelope {
  const texts: Partial<Record<EventView, string>> = {}
  return {
    event,
    getText(view) {
      texts[view] ??= formatEnvelope(event, view)
      return texts[view]
    },
  }
}

/** The view of an event that a reader gets: the owner's, or the public one for anyone who knows an invoice's uid. */
export type EventView = 'owner' | 'public'

/** Invoice fields that only the owner sees. */
const ownerOnlyFields = [
  'webhook_url',
  'external_id',
  'business_id',
  'location_id',
  'register_id',
  'metadata',
  'coins',
  'confirmations',
] as const

/** The envelope as JSON text, the same on every transport: `{id, type, time, subject, sequence, cursor, data}`. */
export function formatEnvelope(event: NumberedEvent, view: EventView): string {
  const { id, type, time, subject, sequence, position } = event
  const head = JSON.stringify({ id, type, time, subject, sequence, cursor: formatCursor(position) })
  const data = view === 'owner' ? event.data : toPublicData(event.data)
  return `${head.slice(0, -1)},"data":${data}}`
}

/** Numbers keep their source text, so that amounts are not rounded. */
function toPublicData(text: string): string {
  const data = parseRawNumbers(cutMetadata(text).rest) as { invoice?: Record<string, unknown> | null }
  for (const name of ownerOnlyFields) delete data.invoice?.[name]
  return JSON.stringify(data)
}
