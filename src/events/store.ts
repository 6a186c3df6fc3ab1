import { sql as raw } from 'kysely'
import { toIsoString } from '../kernel/clock.ts'
import { generateEventId } from '../kernel/ids.ts'
import type { Database } from '../platform/storage/database.ts'
import { insertRow } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { Event, EventLog } from './event.ts'
import { insertMetadata } from './metadata.ts'

/**
 * When an event gets its position in the log. `immediate`: on write, for SQLite, where the writer holds the only write lock. `deferred`: by
 * `assignPositions`, for PostgreSQL, which has concurrent writers.
 */
export type PositionMode = 'immediate' | 'deferred'

/** @param queuedTransports names of the transports for which each event is added to the outbox in the same transaction */
export function createEventStore(
  sql: Sql,
  queuedTransports: readonly string[] = [],
  positionMode: PositionMode = 'deferred',
): EventLog {
  return {
    async append(events) {
      const lastPosition = positionMode === 'immediate' ? await reservePositions(events.length) : null
      for (const [index, event] of events.entries()) {
        const { type, time, subject, sequence, accountId, otherAccountId = null } = event
        const id = generateEventId(time, index)
        await insertRow(sql, 'events', {
          id,
          type,
          time: toIsoString(time),
          subject,
          sequence,
          account_id: accountId,
          other_account_id: otherAccountId,
          data: formatData(event),
          position: lastPosition === null ? null : lastPosition + index + 1,
        })
        for (const transport of queuedTransports)
          await insertRow(sql, 'outbox', { transport, event_id: id, subject, sequence, state: 'queued' })
      }
    },
  }

  /** Reserves `count` positions. Returns the one before the first. */
  async function reservePositions(count: number): Promise<number> {
    return Number((await sql.queryOne(advanceClock, { count }))?.last) - count
  }
}

function formatData({ data, metadata = null }: Event): string {
  const text = JSON.stringify(data)
  return metadata === null ? text : insertMetadata(text, metadata)
}

const advanceClock = defineStatement<{ count: number }, { last: number }>((query, param) =>
  query
    .updateTable('event_clock')
    .set((set) => ({ last: set('last', '+', param('count')) }))
    .where('id', '=', 1)
    .returning('last'),
)

const selectUnnumbered = defineStatement<Record<never, never>, { id: string }>((query) =>
  query.selectFrom('events').where('position', 'is', null).limit(1).select('id'),
)

/** Locks the row: only its holder assigns positions. */
const lockClock = defineStatement<Record<never, never>, { last: number }>((query) =>
  query
    .updateTable('event_clock')
    .set((set) => ({ last: set.ref('last') }))
    .where('id', '=', 1)
    .returning('last'),
)

/**
 * Numbers the events in id order, which follows the clock and, within one operation, the order of its events. Clocks of two processes may differ: an event
 * whose id is below that of an earlier event of its subject comes right after that event.
 */
const setPositions = defineStatement<{ last: number; limit: number }, { position: number | null }>(
  (query, param) =>
    query
      .with('unnumbered', (db) =>
        db
          .selectFrom('events')
          .where('position', 'is', null)
          .select([
            'id',
            'sequence',
            raw<string>`max(id) over (partition by subject order by sequence)`.as('sort_id'),
          ]),
      )
      .with('numbered', (db) =>
        db
          .selectFrom('unnumbered')
          .select(['id', raw<number>`row_number() over (order by sort_id, sequence)`.as('row_number')]),
      )
      .updateTable('events')
      .from('numbered')
      .set((set) => ({ position: set('numbered.row_number', '+', param('last')) }))
      .whereRef('events.id', '=', 'numbered.id')
      .where('numbered.row_number', '<=', param('limit'))
      .returning('events.position'),
)

const setClock = defineStatement<{ last: number }, never>((query, param) =>
  query
    .updateTable('event_clock')
    .set({ last: param('last') })
    .where('id', '=', 1),
)

/** Limits the duration of a transaction after an outage. The remaining events follow in the next one. */
const maxAssigned = 10_000

/** Assigns positions if events wait for them. Otherwise it commits nothing, so that a listener to commits may call this. */
export async function assignMissingPositions({
  read,
  transact,
}: Pick<Database, 'read' | 'transact'>): Promise<void> {
  const unnumbered = await read.queryOne(selectUnnumbered, {})
  if (unnumbered !== undefined) await transact(assignPositions)
}

/**
 * Assigns log positions to events that have none, in a short transaction of its own, so that readers of numbered rows never skip an event
 * that commits late. Keeps the order within each subject.
 */
export async function assignPositions(sql: Sql): Promise<void> {
  const last = (await sql.queryOne(lockClock, {}))?.last ?? 0
  const numbered = await sql.queryAll(setPositions, { last, limit: maxAssigned })
  await sql.queryAll(setClock, { last: last + numbered.length })
}
