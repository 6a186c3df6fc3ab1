import { sql as raw } from 'kysely'
import { iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { DeliveryFilter, DeliveryShown, DeliveryStore } from './deliveries.ts'
import { type DeliveryRow, toDelivery } from './rows.ts'

type Whole = bigint | number

const columns = [
  'webhook_deliveries.id',
  'webhook_deliveries.event_id',
  'webhook_messages.type',
  'webhook_deliveries.account_id',
  'endpoint_id',
  'url',
  'state',
  'failed',
  'created_at',
  'next_at',
  'events.subject',
] as const

/** Beside an endpoint SQLite would rather walk all deliveries of the account: for a term it has no index, and takes the endpoint's. */
const accountBeside = (endpointId: string | undefined) => {
  const account = raw.ref<Whole>('webhook_deliveries.account_id')
  return endpointId === undefined ? account : raw<Whole>`+${account}`
}

export function webhookDeliveryStore({ query }: Sql): DeliveryStore {
  return {
    async list(filter, { before, limit }) {
      const rows = await matching(filter)
        .$if(before !== null, (some) => some.where('webhook_deliveries.id', '<', before ?? ''))
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return withAttempts(rows)
    },

    async find(id) {
      const [found] = await withAttempts(await deliveries().where('webhook_deliveries.id', '=', id).execute())
      return found ?? null
    },

    async latest(endpointIds) {
      if (endpointIds.length === 0) return []
      const newest = query
        .selectFrom('webhook_endpoints as e')
        .where('e.id', 'in', endpointIds)
        .select(({ selectFrom }) =>
          selectFrom('webhook_deliveries as d')
            .whereRef('d.endpoint_id', '=', 'e.id')
            .select(({ fn }) => fn.max('d.id').as('id'))
            .as('id'),
        )
      return withAttempts(await deliveries().where('webhook_deliveries.id', 'in', newest).execute())
    },

    async body(eventId) {
      const row = await query
        .selectFrom('webhook_messages')
        .where('event_id', '=', eventId)
        .select('body')
        .executeTakeFirst()
      return row?.body ?? ''
    },

    async countFailed(filter, limit) {
      const row = await query
        .selectFrom(failedToSend(filter).select('id').limit(limit).as('some'))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    // By the events alone: beside an account SQLite would rather walk all deliveries of that.
    async ofEvents(eventIds, limit) {
      if (eventIds.length === 0) return []
      const rows = await deliveries()
        .where('webhook_deliveries.event_id', 'in', eventIds)
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return withAttempts(rows)
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

    async sendFailedAgain(filter, { after, limit }, now) {
      const some = failedToSend(filter)
        .$if(after !== null, (rest) => rest.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .select('id')
      const rows = await query
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', next_at: iso(now), tries: 0 })
        .where('id', 'in', some)
        // What has arrived meanwhile stays.
        .where('failed', '=', 1)
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
    return (
      query
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
        // A test is of no event, and old events may have been pruned.
        .leftJoin('events', 'events.id', 'webhook_deliveries.event_id')
        .select(columns)
    )
  }

  function matching({ accountId, failed, state, endpointId }: DeliveryFilter) {
    return deliveries()
      .where(accountBeside(endpointId), '=', accountId)
      .$if(failed, (some) => some.where('failed', '=', 1))
      .$if(state !== undefined, (some) => some.where('state', '=', state ?? ''))
      .$if(endpointId !== undefined, (some) => some.where('endpoint_id', '=', endpointId ?? null))
  }

  /** But for those of endpoints that are disabled or gone. */
  function failedToSend({ accountId, endpointId }: Omit<DeliveryFilter, 'failed' | 'state'>) {
    return query
      .selectFrom('webhook_deliveries')
      .where(accountBeside(endpointId), '=', accountId)
      .where('failed', '=', 1)
      .$if(endpointId !== undefined, (some) => some.where('endpoint_id', '=', endpointId ?? null))
      .where((either) =>
        either.or([
          either('endpoint_id', 'is', null),
          either(
            'endpoint_id',
            'in',
            either
              .selectFrom('webhook_endpoints')
              .where('webhook_endpoints.account_id', '=', accountId)
              .where('enabled', '=', 1)
              .select('webhook_endpoints.id'),
          ),
        ]),
      )
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
