import { sql as raw } from 'kysely'
import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { selectCandidates } from './candidate-store.ts'
import { type ClaimedEvent, type FailedEvent, maxWaitMs, type Outbox, pickSendable } from './outbox.ts'
import { type EventRow, eventColumns, toEvent } from './reader-store.ts'

const columns = eventColumns.map((name) => `events.${name}` as const)

const selectQueued = defineStatement<{ transport: string }, { event_id: string }>((query, param) =>
  query
    .selectFrom('outbox')
    .where('transport', '=', param('transport'))
    .where('state', '=', 'queued')
    .limit(1)
    .select('event_id'),
)

/** The time, and the latest end of a lease or pause. */
interface Times {
  now: string
  max: string
}

const toTimes = (now: Instant): Times => ({ now: toIsoString(now), max: toIsoString(now + maxWaitMs) })

const selectOverdue = defineStatement<{ transport: string } & Times, { event_id: string }>((query, param) =>
  query
    .selectFrom('outbox')
    .where('transport', '=', param('transport'))
    .where('state', '=', 'failing')
    .where((eb) => eb.or([eb('next_at', '<=', param('now')), eb('next_at', '>', param('max'))]))
    .limit(1)
    .select('event_id'),
)

interface Claim extends Times {
  transport: string
  limit: number
}

const selectFailing = defineStatement<Claim, EventRow & { attempts: number }>((query, param) =>
  query
    .selectFrom('outbox')
    .innerJoin('events', 'events.id', 'outbox.event_id')
    .where('outbox.transport', '=', param('transport'))
    .where('outbox.state', '=', 'failing')
    .where((eb) => eb.or([eb('outbox.next_at', '<=', param('now')), eb('outbox.next_at', '>', param('max'))]))
    .where((eb) =>
      eb.or([
        eb('outbox.lease_until', 'is', null),
        eb('outbox.lease_until', '<=', param('now')),
        eb('outbox.lease_until', '>', param('max')),
      ]),
    )
    .orderBy('outbox.next_at')
    .limit(param('limit'))
    .select(columns)
    .select('outbox.attempts'),
)

/** Locks the transport's row: only its holder may claim and settle. */
const lockTransport = defineStatement<{ transport: string }, never>((query, param) =>
  query
    .insertInto('outbox_transports')
    .values({ transport: param('transport'), obstacle: null, obstacle_since: null })
    .onConflict((conflict) => conflict.column('transport').doUpdateSet({ transport: param('transport') })),
)

const setObstacle = defineStatement<
  { transport: string; obstacle: string | null; since: string | null },
  never
>((query, param) =>
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

/** Returns nothing if another process took over the lease and delivered the event. */
const setFailing = defineStatement<Failure, { event_id: string }>((query, param) =>
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
 * Parks the queued events of the subject. SQLite uses the partial index on pending rows only if its condition is repeated word for word.
 * Avoid `= 'queued'`: PostgreSQL may scan the whole queue if it planned for a short one.
 */
const parkFollowing = defineStatement<{ transport: string; subject: string; sequence: number }, never>(
  (query, param) =>
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

const getIds = (events: readonly ClaimedEvent[]): string[] => events.map(({ event }) => event.id)

export function createOutboxStore(sql: Sql): Outbox {
  return {
    async isDue(transport, now) {
      if (await sql.queryOne(selectQueued, { transport })) return true
      return (await sql.queryOne(selectOverdue, { transport, ...toTimes(now) })) !== undefined
    },

    async claimQueued(transport, { now, until, limit }) {
      await sql.queryAll(lockTransport, { transport })
      const claimable = pickSendable(await selectCandidates(sql, transport, { now, limit }))
      const { behind } = claimable
      const claimed = claimable.claimed.slice(0, limit)
      await update(transport, getIds(claimed), { lease_until: toIsoString(until) })
      await update(transport, behind, { state: 'behind' })
      return { claimed, parked: behind.length }
    },

    async claimFailing(transport, { now, until, limit }) {
      await sql.queryAll(lockTransport, { transport })
      const rows = await sql.queryAll(selectFailing, { transport, ...toTimes(now), limit })
      const claimed = rows.map((row) => ({ event: toEvent(row), attempts: row.attempts }))
      await update(transport, getIds(claimed), { lease_until: toIsoString(until) })
      return claimed
    },

    async settle(transport, { delivered, failed, released }, now) {
      await sql.queryAll(lockTransport, { transport })
      await update(transport, getIds(released), { lease_until: null })
      if (delivered.length > 0) await setDelivered(transport, delivered, now)
      for (const failure of failed) await fail(transport, failure)
    },

    async recordUnavailable(transport, reason, now) {
      await sql.queryAll(lockTransport, { transport })
      await sql.queryAll(setObstacle, {
        transport,
        obstacle: reason,
        since: reason === null ? null : toIsoString(now),
      })
    },
  }

  async function setDelivered(
    transport: string,
    events: readonly ClaimedEvent[],
    now: Instant,
  ): Promise<void> {
    const delivered = {
      state: 'delivered',
      delivered_at: toIsoString(now),
      lease_until: null,
      next_at: null,
    } as const
    await update(transport, getIds(events), delivered)
    // Events parked behind these can be sent again.
    await sql.query
      .updateTable('outbox')
      .set({ state: 'queued' })
      .where('transport', '=', transport)
      .where(
        'subject',
        'in',
        events.map(({ event }) => event.subject),
      )
      .where('state', '=', 'behind')
      .where('state', '<>', raw.lit('delivered' as const))
      .execute()
    await sql.queryAll(setObstacle, { transport, obstacle: null, since: null })
  }

  async function fail(transport: string, { event, error, nextAt }: FailedEvent): Promise<void> {
    const { id, subject, sequence } = event
    const failing = await sql.queryOne(setFailing, { transport, id, error, nextAt: toIsoString(nextAt) })
    if (failing) await sql.queryAll(parkFollowing, { transport, subject, sequence })
  }

  async function update(
    transport: string,
    ids: readonly string[],
    values: {
      readonly state?: 'behind' | 'delivered'
      readonly lease_until?: string | null
      readonly delivered_at?: string
      readonly next_at?: null
    },
  ): Promise<void> {
    if (ids.length === 0) return
    await sql.query
      .updateTable('outbox')
      .set(values)
      .where('transport', '=', transport)
      .where('event_id', 'in', ids)
      .execute()
  }
}
