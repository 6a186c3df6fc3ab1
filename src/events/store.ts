import { sql as raw } from 'kysely'
import { iso } from '../kernel/clock.ts'
import { newEventId } from '../kernel/ids.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { EventLog } from './event.ts'

interface NewRow {
  id: string
  type: string
  time: string
  subject: string
  sequence: number
  accountId: number
  otherAccountId: number | null
  data: string
  position: number | null
}

/**
 * When an event gets its position in the log. `at once`: on SQLite the writer holds the only write lock, so nobody commits in between.
 * `later`: on PostgreSQL, which has concurrent writers, `assignPositions` does it.
 */
export type PositionMode = 'at once' | 'later'

const insertEvent = statement<NewRow, never>((query, param) =>
  query.insertInto('events').values({
    id: param('id'),
    type: param('type'),
    time: param('time'),
    subject: param('subject'),
    sequence: param('sequence'),
    position: param('position'),
    account_id: param('accountId'),
    other_account_id: param('otherAccountId'),
    data: param('data'),
  }),
)

const insertQueued = statement<{ transport: string; id: string; subject: string; sequence: number }, never>(
  (query, param) =>
    query.insertInto('outbox').values({
      transport: param('transport'),
      event_id: param('id'),
      subject: param('subject'),
      sequence: param('sequence'),
      state: 'queued',
    }),
)

/** @param queued transports for which each event is added to the outbox in the same transaction */
export function createEventStore(
  sql: Sql,
  queued: readonly string[] = [],
  numbering: PositionMode = 'later',
): EventLog {
  return {
    async append(events) {
      const before = numbering === 'at once' ? await takePlaces(events.length) : null
      for (const [place, event] of events.entries()) {
        const { type, time, subject, sequence, accountId, otherAccountId = null, data } = event
        const id = newEventId(time, place)
        await sql.queryAll(insertEvent, {
          id,
          type,
          time: iso(time),
          subject,
          sequence,
          accountId,
          otherAccountId,
          data: JSON.stringify(data),
          position: before === null ? null : before + place + 1,
        })
        for (const transport of queued) await sql.queryAll(insertQueued, { transport, id, subject, sequence })
      }
    },
  }

  /** Reserves `count` positions. Returns the one before the first. */
  async function takePlaces(count: number): Promise<number> {
    return Number((await sql.queryOne(moveClock, { count }))?.last) - count
  }
}

const moveClock = statement<{ count: number }, { last: SqlInteger }>((query, param) =>
  query
    .updateTable('event_clock')
    .set((set) => ({ last: set('last', '+', param('count')) }))
    .where('id', '=', 1)
    .returning('last'),
)

const selectUnnumbered = statement<Record<never, never>, { id: string }>((query) =>
  query.selectFrom('events').where('position', 'is', null).limit(1).select('id'),
)

/** Locks the row: only its holder assigns positions. */
const lockClock = statement<Record<never, never>, { last: SqlInteger }>((query) =>
  query
    .updateTable('event_clock')
    .set((set) => ({ last: set.ref('last') }))
    .where('id', '=', 1)
    .returning('last'),
)

/**
 * In id order, which follows the clock and, within one operation, the order of its events. Clocks of two processes may differ: an event
 * whose id is below that of an earlier event of its subject comes right after that event.
 */
const setPositions = statement<{ last: SqlInteger; limit: number }, { position: SqlInteger | null }>(
  (query, param) =>
    query
      .with('unnumbered', (db) =>
        db
          .selectFrom('events')
          .where('position', 'is', null)
          .select([
            'id',
            'sequence',
            raw<string>`max(id) over (partition by subject order by sequence)`.as('behind'),
          ]),
      )
      .with('numbered', (db) =>
        db
          .selectFrom('unnumbered')
          .select(['id', raw<SqlInteger>`row_number() over (order by behind, sequence)`.as('place')]),
      )
      .updateTable('events')
      .from('numbered')
      .set((set) => ({ position: set('numbered.place', '+', param('last')) }))
      .whereRef('events.id', '=', 'numbered.id')
      .where('numbered.place', '<=', param('limit'))
      .returning('events.position'),
)

const setClock = statement<{ last: SqlInteger }, never>((query, param) =>
  query
    .updateTable('event_clock')
    .set({ last: param('last') })
    .where('id', '=', 1),
)

/** Limits the duration of a transaction after an outage. The remaining events follow in the next one. */
const maxNumbered = 10_000

/**
 * Assigns log positions to events that have none, in a short transaction of its own, so that readers of numbered rows never skip an event
 * that commits late. Keeps the order within each subject.
 */
export async function assignPositions(sql: Sql): Promise<void> {
  if ((await sql.queryOne(selectUnnumbered, {})) === undefined) return
  const last = BigInt((await sql.queryOne(lockClock, {}))?.last ?? 0)
  const numbered = await sql.queryAll(setPositions, { last, limit: maxNumbered })
  await sql.queryAll(setClock, { last: last + BigInt(numbered.length) })
}
