import { sql as raw } from 'kysely'
import { iso } from '../kernel/clock.ts'
import { newEventId } from '../kernel/ids.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { EventLog } from './event.ts'

type Whole = bigint | number

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
 * When an event gets its place in the log. `at once`: whoever writes holds the only lock that there is (SQLite), so nobody commits in
 * between. `later`: by `numberEvents`, for several write at the same time (PostgreSQL).
 */
export type Numbering = 'at once' | 'later'

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

/** @param queued transports for which each event is put into the outbox, in the same transaction */
export function eventStore(
  sql: Sql,
  queued: readonly string[] = [],
  numbering: Numbering = 'later',
): EventLog {
  return {
    async append(events) {
      const before = numbering === 'at once' ? await takePlaces(events.length) : null
      for (const [place, event] of events.entries()) {
        const { type, time, subject, sequence, accountId, otherAccountId = null, data } = event
        const id = newEventId(time, place)
        await sql.all(insertEvent, {
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
        for (const transport of queued) await sql.all(insertQueued, { transport, id, subject, sequence })
      }
    },
  }

  /** The place before the first of so many. */
  async function takePlaces(count: number): Promise<number> {
    return Number((await sql.first(moveClock, { count }))?.last) - count
  }
}

const moveClock = statement<{ count: number }, { last: Whole }>((query, param) =>
  query
    .updateTable('event_clock')
    .set((set) => ({ last: set('last', '+', param('count')) }))
    .where('id', '=', 1)
    .returning('last'),
)

const selectUnnumbered = statement<Record<never, never>, { id: string }>((query) =>
  query.selectFrom('events').where('position', 'is', null).limit(1).select('id'),
)

/** The row's lock: whoever holds it numbers alone. */
const lockClock = statement<Record<never, never>, { last: Whole }>((query) =>
  query
    .updateTable('event_clock')
    .set((set) => ({ last: set.ref('last') }))
    .where('id', '=', 1)
    .returning('last'),
)

/**
 * In the order of the ids, which is that of the clock and, among events of one operation, the operation's. Clocks of two processes
 * may differ, so an event whose id is below that of an earlier one of its subject comes right behind that one.
 */
const setPositions = statement<{ last: Whole; limit: number }, { position: Whole | null }>((query, param) =>
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
        .select(['id', raw<Whole>`row_number() over (order by behind, sequence)`.as('place')]),
    )
    .updateTable('events')
    .from('numbered')
    .set((set) => ({ position: set('numbered.place', '+', param('last')) }))
    .whereRef('events.id', '=', 'numbered.id')
    .where('numbered.place', '<=', param('limit'))
    .returning('events.position'),
)

const setClock = statement<{ last: Whole }, never>((query, param) =>
  query
    .updateTable('event_clock')
    .set({ last: param('last') })
    .where('id', '=', 1),
)

/** However many wait after an outage, so many get their places in one transaction, which ends in time. The others follow in the next. */
const mostNumbered = 10_000

/**
 * Gives events that have none their place in the whole log, in one short transaction of its own: a reader of numbered rows never skips
 * one that commits late. In order within each subject.
 */
export async function numberEvents(sql: Sql): Promise<void> {
  if ((await sql.first(selectUnnumbered, {})) === undefined) return
  const last = BigInt((await sql.first(lockClock, {}))?.last ?? 0)
  const numbered = await sql.all(setPositions, { last, limit: mostNumbered })
  await sql.all(setClock, { last: last + BigInt(numbered.length) })
}
