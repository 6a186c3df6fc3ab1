import { type Instant, instant, second } from '../kernel/clock.ts'
import { firstUid } from '../kernel/ids.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Pending } from './outbox.ts'

/** What stands in the outbox, for those who look at it and for those who clear it. */
export interface OutboxReport {
  /** Of each of these transports, and of every other for which something waits. */
  pending(transports: readonly string[], now: Instant): Promise<Pending[]>
  /** Position of the oldest event that one of these transports has not taken; null when there is none. */
  oldestUndelivered(transports: readonly string[]): Promise<number | null>
  /** Removes at most `limit` rows of events that were written before that moment and are gone. How many they were. */
  prune(before: Instant, limit: number): Promise<number>
}

export function outboxReport(sql: Sql): OutboxReport {
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

  /** Of which the outbox holds something, also those that are named no more; from one to the next in its key. */
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

  /** Events go oldest first, so what is older than all that are there is gone. Said in one statement: both are seen as of one moment. */
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

  /** Why nothing can be handed to it, else why the event that failed last was not taken. */
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
