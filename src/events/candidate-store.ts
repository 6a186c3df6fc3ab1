import type { Kysely } from 'kysely'
import { type Instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { Tables } from '../platform/storage/tables.ts'
import type { Candidate } from './outbox.ts'
import { type EventRow, eventColumns, toEvent } from './reader-store.ts'

type Whole = bigint | number

interface CandidateRow extends EventRow {
  first_id: string | null
  first_sequence: Whole | null
  first_state: string | null
}

/** Queued events that nobody holds, and that have their place in the log. */
const queued = (query: Kysely<Tables>, transport: string, now: string) =>
  query
    .selectFrom('outbox')
    .innerJoin('events', 'events.id', 'outbox.event_id')
    .where('outbox.transport', '=', transport)
    .where('outbox.state', '=', 'queued')
    .where((or) => or.or([or('outbox.lease_until', 'is', null), or('outbox.lease_until', '<=', now)]))
    .where('events.position', 'is not', null)
    .select(eventColumns.map((name) => `events.${name}` as const))
    .select((from) => {
      const first = from
        .selectFrom('outbox as first')
        .whereRef('first.transport', '=', 'outbox.transport')
        .whereRef('first.subject', '=', 'outbox.subject')
        .where('first.state', '<>', 'delivered')
        .orderBy('first.sequence')
        .limit(1)
      return [
        first.select('first.event_id').as('first_id'),
        first.select('first.sequence').as('first_sequence'),
        first.select('first.state').as('first_state'),
      ]
    })

const selectOldest = statement<{ transport: string; now: string; limit: number }, CandidateRow>(
  (query, param) =>
    queued(query, param('transport'), param('now')).orderBy('outbox.event_id').limit(param('limit')),
)

/**
 * The oldest queued events by their ids, which are by the writer's clock. Where a clock was set back, or is slow, a whole page of them
 * may wait for events with later ids: those come with it, so that a page that is not empty never leaves all to wait.
 * @param limit of the page
 */
export async function selectCandidates(
  sql: Sql,
  transport: string,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<Candidate[]> {
  const page = await sql.all(selectOldest, { transport, now: iso(now), limit })
  const ids = new Set(page.map(({ id }) => id))
  const beyond = page
    .filter(
      ({ first_id, first_state }) => first_state === 'queued' && first_id !== null && !ids.has(first_id),
    )
    .map(({ first_id }) => first_id)
  // On a page that is not full a first one that is missing is held by somebody, who will let it go.
  if (page.length < limit || beyond.length === 0) return page.map(toCandidate)
  const firsts = await queued(sql.query, transport, iso(now))
    .where('outbox.event_id', 'in', [...new Set(beyond)])
    .execute()
  return [...page, ...firsts].map(toCandidate)
}

const toCandidate = (row: CandidateRow): Candidate => ({
  event: toEvent(row),
  first: { sequence: Number(row.first_sequence), queued: row.first_state === 'queued' },
})
