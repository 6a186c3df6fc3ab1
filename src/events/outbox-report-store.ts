import { type Instant, instant, second } from '../kernel/clock.ts'
import { firstUid } from '../kernel/ids.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Pending } from './outbox.ts'

/** Reports on the outbox and prunes it. */
export interface OutboxReportStore {
  /** For each of these transports, and every other with pending events. */
  pending(transports: readonly string[], now: Instant): Promise<Pending[]>
  /** Position of the oldest event not yet delivered to one of these transports; null if there is none. */
  oldestUndelivered(transports: readonly string[]): Promise<number | null>
  /** Deletes up to `limit` rows whose events were written before `before` and have been pruned. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>
}

export function createOutboxReportStore(sql: Sql): OutboxReportStore {
  return {
    async pending(transports, now) {
      const rows = await sql.query
        .selectFrom('outbox')
        .where('state', '<>', 'delivered')
        .groupBy('transport')
        .select((get) => ['transport', get.fn.countAll().as('pending'), get.fn.min('event_id').as('oldest')])
        .execute()
      const found = new Map(rows.map((row) => [row.transport, row]))
      const names = new Set([...transports, ...found.keys()])
      return Promise.all(
        [...names].map(async (transport) => {
          const { pending = 0, oldest = null } = found.get(transport) ?? {}
          const time = oldest === null ? null : await timeOf(oldest)
          return {
            transport,
            pending: Number(pending),
            failing: await failing(transport),
            oldest_seconds: time === null ? null : Math.max(0, Math.round((now - time) / second)),
            last_error: await lastError(transport),
          }
        }),
      )
    },

    async oldestUndelivered(transports) {
      if (transports.length === 0) return null
      const row = await sql.query
        .selectFrom('outbox')
        .innerJoin('events', 'events.id', 'outbox.event_id')
        .where('outbox.state', '<>', 'delivered')
        .where('outbox.transport', 'in', transports)
        .select((get) => get.fn.min('events.position').as('position'))
        .executeTakeFirst()
      return row?.position === null || row === undefined ? null : Number(row.position)
    },

    async prune(before, limit) {
      let gone = 0
      for await (const transport of transports()) {
        gone += await pruneOf(transport, before, limit - gone)
        if (gone === limit) break
      }
      return gone
    },
  }

  /** All transports with rows in the outbox, including those no longer configured. Each step is one lookup in the primary key. */
  async function* transports(): AsyncGenerator<string> {
    const after = (last: string) =>
      sql.query
        .selectFrom('outbox')
        .where('transport', '>', last)
        .orderBy('transport')
        .limit(1)
        .select('transport')
        .executeTakeFirst()
    for (let next = await after(''); next; next = await after(next.transport)) yield next.transport
  }

  /**
   * Events are pruned oldest first, so any event older than the oldest stored one is gone. One statement, so that both tables are read from
   * one snapshot.
   */
  async function pruneOf(transport: string, before: Instant, limit: number): Promise<number> {
    const end = `evt_${firstUid(before)}`
    const gone = await sql.query
      .deleteFrom('outbox')
      .where('transport', '=', transport)
      .where('event_id', 'in', (from) =>
        from
          .selectFrom('outbox as old')
          .where('old.transport', '=', transport)
          .where('old.event_id', '<', end)
          .where('old.event_id', '<', ({ selectFrom }) =>
            selectFrom('events').select(({ fn, val }) =>
              fn.coalesce(fn.min('events.id'), val(end)).as('oldest'),
            ),
          )
          .orderBy('old.event_id')
          .limit(limit)
          .select('old.event_id'),
      )
      .returning('event_id')
      .execute()
    return gone.length
  }

  async function timeOf(id: string): Promise<Instant | null> {
    const row = await sql.query.selectFrom('events').where('id', '=', id).select('time').executeTakeFirst()
    return row ? instant(row.time) : null
  }

  async function failing(transport: string): Promise<number> {
    const { count } = await sql.query
      .selectFrom('outbox')
      .where('transport', '=', transport)
      .where('state', '=', 'failing')
      .select((get) => get.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** The transport's current obstacle, or else the error of the event that failed last. */
  async function lastError(transport: string): Promise<string | null> {
    const known = await sql.query
      .selectFrom('outbox_transports')
      .where('transport', '=', transport)
      .select('obstacle')
      .executeTakeFirst()
    if (known?.obstacle) return known.obstacle
    const last = await sql.query
      .selectFrom('outbox')
      .where('transport', '=', transport)
      .where('state', '=', 'failing')
      .orderBy('next_at', 'desc')
      .limit(1)
      .select('last_error')
      .executeTakeFirst()
    return last?.last_error ?? null
  }
}
