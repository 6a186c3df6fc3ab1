import type { Kysely } from 'kysely'
import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { maxWaitMs, type OutboxCandidate } from './outbox.ts'
import { type EventRow, eventColumns, toEvent } from './reader-store.ts'

interface CandidateRow extends EventRow {
  first_id: string | null
  first_sequence: number | null
  first_state: string | null
}

/** Queued events that have a position in the log and no active lease. */
const selectQueued = (
  query: Kysely<Tables>,
  { transport, now, max }: { transport: string; now: string; max: string },
) =>
  query
    .selectFrom('outbox')
    .innerJoin('events', 'events.id', 'outbox.event_id')
    .where('outbox.transport', '=', transport)
    .where('outbox.state', '=', 'queued')
    .where((eb) =>
      eb.or([
        eb('outbox.lease_until', 'is', null),
        eb('outbox.lease_until', '<=', now),
        eb('outbox.lease_until', '>', max),
      ]),
    )
    .where('events.position', 'is not', null)
    .select(eventColumns.map((name) => `events.${name}` as const))
    .select((eb) => {
      const first = eb
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

const selectOldest = defineStatement<
  { transport: string; now: string; max: string; limit: number },
  CandidateRow
>((query, param) =>
  selectQueued(query, { transport: param('transport'), now: param('now'), max: param('max') })
    .orderBy('outbox.event_id')
    .limit(param('limit')),
)

/**
 * The oldest queued events by id, which follows the writer's clock. If a clock was set back or runs slow, a whole page may have to wait for
 * events with later ids. Those are added to the page, so that a non-empty page always contains something to send.
 * @param limit page size
 */
export async function selectCandidates(
  sql: Sql,
  transport: string,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<OutboxCandidate[]> {
  const times = { now: toIsoString(now), max: toIsoString(now + maxWaitMs) }
  const page = await sql.queryAll(selectOldest, { transport, ...times, limit })
  const ids = new Set(page.map(({ id }) => id))
  const missingIds = page
    .filter(
      ({ first_id, first_state }) => first_state === 'queued' && first_id !== null && !ids.has(first_id),
    )
    .map(({ first_id }) => first_id)
  // If the page is not full, a missing first event is leased by another process and will be released.
  if (page.length < limit || missingIds.length === 0) return page.map(toCandidate)
  const firstEvents = await selectQueued(sql.query, { transport, ...times })
    .where('outbox.event_id', 'in', [...new Set(missingIds)])
    .execute()
  return [...page, ...firstEvents].map(toCandidate)
}

const toCandidate = (row: CandidateRow): OutboxCandidate => ({
  event: toEvent(row),
  first: { sequence: row.first_sequence ?? 0, isQueued: row.first_state === 'queued' },
})
