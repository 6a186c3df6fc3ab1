import { type Instant, parseIsoString, second } from '../kernel/clock.ts'
import { getMinUid } from '../kernel/ids.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { TransportBacklog } from './outbox.ts'

/** Reports on the outbox and prunes it. */
interface OutboxReportStore {
  /** Backlogs of these transports, and of any other with pending events. */
  listBacklogs(transports: readonly string[], now: Instant): Promise<TransportBacklog[]>
  /** Position of the oldest event not yet delivered to one of these transports; null if there is none. */
  findOldestUndelivered(transports: readonly string[]): Promise<number | null>
  /** Deletes up to `limit` rows whose events were written before `before` and have been pruned. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>
}

/** Caps the counts: SQLite blocks everything else while counting. */
const maxCounted = 20_000

export function createOutboxReportStore(sql: Sql): OutboxReportStore {
  return {
    async listBacklogs(transports, now) {
      const names = new Set(transports)
      for await (const name of listStoredTransports()) names.add(name)
      const reports = await Promise.all([...names].map((transport) => report(transport, now)))
      return reports.filter(({ transport, pending }) => pending > 0 || transports.includes(transport))
    },

    async findOldestUndelivered(transports) {
      if (transports.length === 0) return null
      const row = await sql.query
        .selectFrom('outbox')
        .innerJoin('events', 'events.id', 'outbox.event_id')
        .where('outbox.state', '<>', 'delivered')
        .where('outbox.transport', 'in', transports)
        .select((eb) => eb.fn.min('events.position').as('position'))
        .executeTakeFirst()
      return row?.position ?? null
    },

    async prune(before, limit) {
      let deleted = 0
      for await (const transport of listStoredTransports()) {
        deleted += await pruneTransport(transport, before, limit - deleted)
        if (deleted === limit) break
      }
      return deleted
    },
  }

  /** All transports with rows in the outbox, including those no longer configured. Each step is one lookup in the primary key. */
  async function* listStoredTransports(): AsyncGenerator<string> {
    const findNext = (last: string) =>
      sql.query
        .selectFrom('outbox')
        .where('transport', '>', last)
        .orderBy('transport')
        .limit(1)
        .select('transport')
        .executeTakeFirst()
    for (let next = await findNext(''); next; next = await findNext(next.transport)) yield next.transport
  }

  /**
   * Events are pruned oldest first, so any event older than the oldest stored one is gone. One statement, so that both tables are read from
   * one snapshot.
   */
  async function pruneTransport(transport: string, before: Instant, limit: number): Promise<number> {
    const end = `evt_${getMinUid(before)}`
    const deleted = await sql.query
      .deleteFrom('outbox')
      .where('transport', '=', transport)
      .where('event_id', 'in', (eb) =>
        eb
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
    return deleted.length
  }

  async function findEventTime(id: string): Promise<Instant | null> {
    const row = await sql.query.selectFrom('events').where('id', '=', id).select('time').executeTakeFirst()
    return row ? parseIsoString(row.time) : null
  }

  async function report(transport: string, now: Instant): Promise<TransportBacklog> {
    const selectRows = (state: 'pending' | 'failing') =>
      sql.query
        .selectFrom('outbox')
        .where('transport', '=', transport)
        .$if(state === 'pending', (rows) => rows.where('state', '<>', 'delivered'))
        .$if(state === 'failing', (rows) => rows.where('state', '=', 'failing'))
        .limit(maxCounted)
        .select('event_id')
        .as('counted')
    const count = async (state: 'pending' | 'failing') => {
      const { fn } = sql.query
      const row = await sql.query
        .selectFrom(selectRows(state))
        .select([fn.countAll<number>().as('count'), fn.min('event_id').as('oldest')])
        .executeTakeFirstOrThrow()
      return { count: row.count, oldest: row.oldest }
    }
    const [pending, failing, queued] = [
      await count('pending'),
      await count('failing'),
      await findOldestQueued(transport),
    ]
    const [oldest] = [pending.oldest, failing.oldest, queued].filter((id) => id !== null).sort()
    const time = oldest === undefined ? null : await findEventTime(oldest)
    return {
      transport,
      pending: pending.count,
      failing: failing.count,
      oldest_seconds: time === null ? null : Math.max(0, Math.round((now - time) / second)),
      last_error: await findLastError(transport),
    }
  }

  async function findOldestQueued(transport: string): Promise<string | null> {
    const row = await sql.query
      .selectFrom('outbox')
      .where('transport', '=', transport)
      .where('state', '=', 'queued')
      .orderBy('event_id')
      .limit(1)
      .select('event_id')
      .executeTakeFirst()
    return row?.event_id ?? null
  }

  /** The transport's current error, or else the error of the last failed event. */
  async function findLastError(transport: string): Promise<string | null> {
    const transportRow = await sql.query
      .selectFrom('outbox_transports')
      .where('transport', '=', transport)
      .select('obstacle')
      .executeTakeFirst()
    if (transportRow?.obstacle) return transportRow.obstacle
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
