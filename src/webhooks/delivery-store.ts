import { instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { DeliveryFilter, DeliveryShown, DeliveryStore } from './deliveries.ts'
import type { Attempt, DeliveryState } from './webhook.ts'

type Whole = bigint | number

interface DeliveryRow {
  id: string
  event_id: string
  type: string
  account_id: Whole
  endpoint_id: string | null
  url: string
  state: string
  failed: Whole
  created_at: string
  next_at: string | null
}

interface AttemptRow {
  delivery_id: string
  number: Whole
  at: string
  status: Whole | null
  ms: Whole | null
  error: string | null
  answer: string | null
}

const columns = [
  'id',
  'webhook_deliveries.event_id',
  'type',
  'account_id',
  'endpoint_id',
  'url',
  'state',
  'failed',
  'created_at',
  'next_at',
] as const

export function webhookDeliveryStore({ query }: Sql): DeliveryStore {
  return {
    async list(filter, { before, limit }) {
      const rows = await matching(filter)
        .$if(before !== null, (some) => some.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return withAttempts(rows)
    },

    async find(id) {
      const [found] = await withAttempts(await deliveries().where('id', '=', id).execute())
      return found ?? null
    },

    async canBeSent({ endpointId }) {
      if (endpointId === null) return true
      const row = await query
        .selectFrom('webhook_endpoints')
        .where('id', '=', endpointId)
        .where('enabled', '=', 1)
        .select('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async sendAgain(id, now) {
      await query
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', next_at: iso(now), tries: 0 })
        .where('id', '=', id)
        .execute()
    },

    async sendFailedAgain({ accountId, endpointId }, now) {
      const rows = await query
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', next_at: iso(now), tries: 0 })
        .where('account_id', '=', accountId)
        .where('failed', '=', 1)
        .$if(endpointId !== undefined, (some) => some.where('endpoint_id', '=', endpointId ?? null))
        .where((either) =>
          either.or([
            either('endpoint_id', 'is', null),
            either(
              'endpoint_id',
              'in',
              either.selectFrom('webhook_endpoints').where('enabled', '=', 1).select('webhook_endpoints.id'),
            ),
          ]),
        )
        .returning('id')
        .execute()
      return rows.map(({ id }) => id).sort()
    },

    async prune(before, limit) {
      const ended = await query
        .selectFrom('webhook_deliveries')
        .where('created_at', '<', iso(before))
        .where('state', '!=', 'pending')
        .orderBy('created_at')
        .limit(limit)
        .select(['id', 'event_id'])
        .execute()
      const ids = ended.map(({ id }) => id)
      if (ids.length === 0) return 0
      await query.deleteFrom('webhook_attempts').where('delivery_id', 'in', ids).execute()
      await query.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
      await query
        .deleteFrom('webhook_messages')
        .where(
          'event_id',
          'in',
          ended.map(({ event_id }) => event_id),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_deliveries')
                .whereRef('webhook_deliveries.event_id', '=', 'webhook_messages.event_id')
                .select('id'),
            ),
          ),
        )
        .execute()
      return ids.length
    },
  }

  function deliveries() {
    return query
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
      .select(columns)
  }

  function matching({ accountId, failed, endpointId }: DeliveryFilter) {
    return deliveries()
      .where('account_id', '=', accountId)
      .$if(failed, (some) => some.where('failed', '=', 1))
      .$if(endpointId !== undefined, (some) => some.where('endpoint_id', '=', endpointId ?? null))
  }

  async function withAttempts(rows: readonly DeliveryRow[]): Promise<DeliveryShown[]> {
    if (rows.length === 0) return []
    const attempts = await query
      .selectFrom('webhook_attempts')
      .where(
        'delivery_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('number')
      .selectAll()
      .execute()
    const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
    return rows.map((row) => toDelivery(row, byDelivery.get(row.id) ?? []))
  }
}

const toDelivery = (row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryShown => ({
  id: row.id,
  eventId: row.event_id,
  event: row.type,
  accountId: Number(row.account_id),
  endpointId: row.endpoint_id,
  url: row.url,
  state: row.state as DeliveryState,
  failed: Number(row.failed) === 1,
  createdAt: instant(row.created_at),
  nextAt: row.next_at === null ? null : instant(row.next_at),
  attempts: attempts.map(toAttempt),
})

const toAttempt = ({ number, at, status, ms, error, answer }: AttemptRow): Attempt => ({
  number: Number(number),
  at: instant(at),
  status: status === null ? null : Number(status),
  ms: ms === null ? null : Number(ms),
  error,
  answer,
})
