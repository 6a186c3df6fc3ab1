import { sql as raw } from 'kysely'
import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { DeliveryFilter, DeliveryStore, DeliveryWithAttempts } from './deliveries.ts'
import { createRedeliveryStore, isSendable, selectAccountColumn } from './redelivery-store.ts'
import { type DeliveryRow, toDelivery } from './rows.ts'

const columns = [
  'webhook_deliveries.id',
  'webhook_deliveries.event_id',
  'webhook_messages.type',
  'webhook_deliveries.account_id',
  'endpoint_id',
  'webhook_deliveries.url',
  'state',
  'failed',
  'webhook_deliveries.created_at',
  'next_at',
  'events.subject',
  'webhook_endpoints.url as endpoint_url',
  'webhook_endpoints.enabled as endpoint_enabled',
] as const

/** Attempts shown per delivery: one may have been redelivered manually for years. */
const maxAttemptsPerDelivery = 50
/** As many as the automatic schedule makes. Hundreds of deliveries with their responses still fit on a page. */
const maxAttemptsByEvent = 10

/** Skips deliveries that are being requeued right now: they have not ended, so they must be kept. */
const selectEnded = defineStatement<{ before: string; limit: number }, { id: string; event_id: string }>(
  (query, param) =>
    query
      .selectFrom('webhook_deliveries')
      .where('created_at', '<', param('before'))
      .where('state', '!=', 'pending')
      .orderBy('created_at')
      .limit(param('limit'))
      .select(['id', 'event_id'])
      .forUpdate()
      .skipLocked(),
)

export function createWebhookDeliveryStore(sql: Sql): DeliveryStore {
  const { query } = sql
  return {
    ...createRedeliveryStore(sql),

    async list(filter, { before, limit }) {
      const rows = await selectMatching(filter)
        .$if(before !== null, (builder) => builder.where('webhook_deliveries.id', '<', before ?? ''))
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return loadAttempts(rows)
    },

    async find(id) {
      const rows = await selectDeliveries().where('webhook_deliveries.id', '=', id).execute()
      const [delivery] = await loadAttempts(rows, { includeResponses: true })
      return delivery ?? null
    },

    async listLatest(endpointIds) {
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
      return loadAttempts(await selectDeliveries().where('webhook_deliveries.id', 'in', newest).execute())
    },

    async findBody(id) {
      return query
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
        .where('webhook_deliveries.id', '=', id)
        .select(['body', 'payload'])
        .executeTakeFirstOrThrow()
    },

    // Filters by event only: with an account filter, SQLite would scan all of the account's deliveries.
    async listByEvents(eventIds, limit) {
      if (eventIds.length === 0) return []
      const rows = await selectDeliveries()
        .where('webhook_deliveries.event_id', 'in', eventIds)
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return loadAttempts(rows, { maxAttempts: maxAttemptsByEvent, includeResponses: true })
    },

    async prune(before, limit) {
      const ended = await sql.queryAll(selectEnded, { before: toIsoString(before), limit })
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

  function selectDeliveries() {
    return (
      query
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
        // A test has no event, and old events may have been pruned.
        .leftJoin('events', 'events.id', 'webhook_deliveries.event_id')
        .leftJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
        .select(columns)
    )
  }

  function selectMatching({ accountId, onlyFailed, state, endpointId }: DeliveryFilter) {
    return (
      selectDeliveries()
        .where(selectAccountColumn(endpointId), '=', accountId)
        .$if(onlyFailed, (builder) => builder.where('failed', '=', 1))
        .$if(state !== undefined, (builder) => builder.where('state', '=', state ?? ''))
        // Any other pending delivery counts as abandoned and is shown as such.
        .$if(state === 'pending', (builder) => builder.where(isSendable(accountId)))
        .$if(endpointId !== undefined, (builder) => builder.where('endpoint_id', '=', endpointId ?? null))
    )
  }

  /** @param includeResponses adds the response bodies, which are large and rarely needed */
  async function loadAttempts(
    rows: readonly DeliveryRow[],
    { maxAttempts = maxAttemptsPerDelivery, includeResponses = false } = {},
  ): Promise<DeliveryWithAttempts[]> {
    if (rows.length === 0) return []
    const attempts = await query
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_attempts as a', 'a.delivery_id', 'd.id')
      .where(
        'd.id',
        'in',
        rows.map(({ id }) => id),
      )
      // Attempt numbers have no gaps.
      .whereRef('a.number', '>', ({ eb }) => eb('d.attempts', '-', maxAttempts))
      .orderBy('a.number')
      .select(['a.delivery_id', 'a.number', 'a.at', 'a.status', 'a.ms', 'a.error', 'a.error_detail'])
      .select(includeResponses ? 'a.answer' : raw<null>`null`.as('answer'))
      .execute()
    const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
    return rows.map((row) => toDelivery(row, byDelivery.get(row.id) ?? []))
  }
}
