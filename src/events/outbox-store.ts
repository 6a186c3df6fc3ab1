import { sql as raw } from 'kysely'
import { type Instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import { selectCandidates } from './candidate-store.ts'
import { type Claimed, type Failed, type Outbox, takeTurns } from './outbox.ts'
import { type EventRow, eventColumns, toEvent } from './reader-store.ts'

type Whole = bigint | number

const columns = eventColumns.map((name) => `events.${name}` as const)

const selectQueued = statement<{ transport: string }, { event_id: string }>((query, param) =>
  query
    .selectFrom('outbox')
    .where('transport', '=', param('transport'))
    .where('state', '=', 'queued')
    .limit(1)
    .select('event_id'),
)

const selectOverdue = statement<{ transport: string; now: string }, { event_id: string }>((query, param) =>
  query
    .selectFrom('outbox')
    .where('transport', '=', param('transport'))
    .where('state', '=', 'failing')
    .where('next_at', '<=', param('now'))
    .limit(1)
    .select('event_id'),
)

interface Claim {
  transport: string
  now: string
  limit: number
}

const selectFailing = statement<Claim, EventRow & { attempts: Whole }>((query, param) =>
  query
    .selectFrom('outbox')
    .innerJoin('events', 'events.id', 'outbox.event_id')
    .where('outbox.transport', '=', param('transport'))
    .where('outbox.state', '=', 'failing')
    .where('outbox.next_at', '<=', param('now'))
    .where((or) =>
      or.or([or('outbox.lease_until', 'is', null), or('outbox.lease_until', '<=', param('now'))]),
    )
    .orderBy('outbox.next_at')
    .limit(param('limit'))
    .select(columns)
    .select('outbox.attempts'),
)

/** The row's lock: whoever holds it claims and settles alone. */
const lockTransport = statement<{ transport: string }, never>((query, param) =>
  query
    .insertInto('outbox_transports')
    .values({ transport: param('transport'), obstacle: null, obstacle_since: null })
    .onConflict((conflict) => conflict.column('transport').doUpdateSet({ transport: param('transport') })),
)

const setObstacle = statement<{ transport: string; obstacle: string | null; since: string | null }, never>(
  (query, param) =>
    query
      .updateTable('outbox_transports')
      .set({ obstacle: param('obstacle'), obstacle_since: param('since') })
      .where('transport', '=', param('transport')),
)

interface Failure {
  transport: string
  id: string
  nextAt: string
  error: string
}

/** None when another process, which took the lease over, has delivered it. */
const setFailing = statement<Failure, { event_id: string }>((query, param) =>
  query
    .updateTable('outbox')
    .set((set) => ({
      state: 'failing',
      attempts: set('attempts', '+', 1),
      next_at: param('nextAt'),
      last_error: param('error'),
      lease_until: null,
    }))
    .where('transport', '=', param('transport'))
    .where('event_id', '=', param('id'))
    .where('state', '<>', 'delivered')
    .returning('event_id'),
)

/**
 * Those of the subject that are queued. SQLite uses the index of what is pending only where its condition is repeated word for word;
 * and not said as `= 'queued'`, or PostgreSQL may walk through the whole queue when it has planned for a short one.
 */
const setBehind = statement<{ transport: string; subject: string; sequence: number }, never>((query, param) =>
  query
    .updateTable('outbox')
    .set({ state: 'behind', lease_until: null })
    .where('transport', '=', param('transport'))
    .where('subject', '=', param('subject'))
    .where('sequence', '>', param('sequence'))
    .where('state', '<>', 'delivered')
    .where('state', '<>', 'failing')
    .where('state', '<>', 'behind'),
)

const idsOf = (those: readonly Claimed[]): string[] => those.map(({ event }) => event.id)

export function outboxStore(sql: Sql): Outbox {
  return {
    async isDue(transport, now) {
      if (await sql.first(selectQueued, { transport })) return true
      return (await sql.first(selectOverdue, { transport, now: iso(now) })) !== undefined
    },

    async claimQueued(transport, { now, until, limit }) {
      await sql.all(lockTransport, { transport })
      const turns = takeTurns(await selectCandidates(sql, transport, { now, limit }))
      const { behind } = turns
      const claimed = turns.claimed.slice(0, limit)
      await change(transport, idsOf(claimed), { lease_until: iso(until) })
      await change(transport, behind, { state: 'behind' })
      return { claimed, parked: behind.length }
    },

    async claimFailing(transport, { now, until, limit }) {
      await sql.all(lockTransport, { transport })
      const rows = await sql.all(selectFailing, { transport, now: iso(now), limit })
      const claimed = rows.map((row) => ({ event: toEvent(row), attempts: Number(row.attempts) }))
      await change(transport, idsOf(claimed), { lease_until: iso(until) })
      return claimed
    },

    async settle(transport, { delivered, failed, released }, now) {
      await sql.all(lockTransport, { transport })
      await change(transport, idsOf(released), { lease_until: null })
      if (delivered.length > 0) await setDelivered(transport, delivered, now)
      for (const each of failed) await fail(transport, each)
    },

    async note(transport, obstacle, now) {
      await sql.all(lockTransport, { transport })
      await sql.all(setObstacle, { transport, obstacle, since: obstacle === null ? null : iso(now) })
    },
  }

  async function setDelivered(transport: string, those: readonly Claimed[], now: Instant): Promise<void> {
    const delivered = {
      state: 'delivered',
      delivered_at: iso(now),
      lease_until: null,
      next_at: null,
    } as const
    await change(transport, idsOf(those), delivered)
    // What waited behind them may go on.
    await sql.query
      .updateTable('outbox')
      .set({ state: 'queued' })
      .where('transport', '=', transport)
      .where(
        'subject',
        'in',
        those.map(({ event }) => event.subject),
      )
      .where('state', '=', 'behind')
      .where('state', '<>', raw.lit('delivered' as const))
      .execute()
    await sql.all(setObstacle, { transport, obstacle: null, since: null })
  }

  async function fail(transport: string, { event, error, nextAt }: Failed): Promise<void> {
    const { id, subject, sequence } = event
    const failing = await sql.first(setFailing, { transport, id, error, nextAt: iso(nextAt) })
    if (failing) await sql.all(setBehind, { transport, subject, sequence })
  }

  async function change(
    transport: string,
    ids: readonly string[],
    to: {
      readonly state?: 'behind' | 'delivered'
      readonly lease_until?: string | null
      readonly delivered_at?: string
      readonly next_at?: null
    },
  ): Promise<void> {
    if (ids.length === 0) return
    await sql.query
      .updateTable('outbox')
      .set(to)
      .where('transport', '=', transport)
      .where('event_id', 'in', ids)
      .execute()
  }
}
