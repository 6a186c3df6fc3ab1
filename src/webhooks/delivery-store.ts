import { sql as raw } from 'kysely'
import { type Instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { DeliveryFilter, DeliveryStore, DeliveryWithAttempts } from './deliveries.ts'
import { createDeliveryOrderStore } from './order-store.ts'
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

/**
 * When filtering by endpoint, the unary plus keeps SQLite off the account index, which would scan all of the account's deliveries. SQLite
 * then uses the endpoint's index.
 */
const accountColumn = (endpointId: string | undefined) => {
  const account = raw.ref<number>('webhook_deliveries.account_id')
  return endpointId === undefined ? account : raw<number>`+${account}`
}

/**
 * Deliveries to the account's enabled endpoints or to an invoice's `webhook_url`. The subquery reads the endpoints once, not once per
 * delivery.
 */
const isSendable = (accountId: number) =>
  raw<boolean>`(endpoint_id is null or endpoint_id in (
    select own.id from webhook_endpoints as own where own.account_id = ${accountId} and own.enabled = 1
  ))`

/** Attempts shown per delivery: one may have been redelivered manually for years. */
const maxAttemptsPerDelivery = 50
/** As many as the automatic schedule makes. Hundreds of deliveries with their responses still fit on a page. */
const maxAttemptsByEvent = 10

/** Skips deliveries that are being requeued right now: they have not ended, so they must be kept. */
const selectEnded = statement<{ before: string; limit: number }, { id: string; event_id: string }>(
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
  const order = createDeliveryOrderStore(sql)
  return {
    async list(filter, { before, limit }) {
      const rows = await selectMatching(filter)
        .$if(before !== null, (builder) => builder.where('webhook_deliveries.id', '<', before ?? ''))
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return withAttempts(rows)
    },

    async find(id) {
      const rows = await deliveries().where('webhook_deliveries.id', '=', id).execute()
      const [delivery] = await withAttempts(rows, { includeAnswers: true })
      return delivery ?? null
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

    async storedBody(id) {
      return query
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
        .where('webhook_deliveries.id', '=', id)
        .select(['body', 'payload'])
        .executeTakeFirstOrThrow()
    },

    async countFailed(filter, limit) {
      const row = await query
        .selectFrom(selectFailed(filter).select('id').limit(limit).as('some'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return row?.count ?? 0
    },

    // Filters by event only: with an account filter, SQLite would scan all of the account's deliveries.
    async listByEvents(eventIds, limit) {
      if (eventIds.length === 0) return []
      const rows = await deliveries()
        .where('webhook_deliveries.event_id', 'in', eventIds)
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(limit)
        .execute()
      return withAttempts(rows, { maxAttempts: maxAttemptsByEvent, includeAnswers: true })
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

    async resend(id, now) {
      await stopFanOut()
      const keys = await query
        .selectFrom('webhook_deliveries')
        .where('id', '=', id)
        .select(['receiver', 'subject'])
        .execute()
      await order.change(keys, now, () => restart(now).where('id', '=', id).execute())
    },

    async resendFailed(filter, { after, limit }, now) {
      const batch = selectFailed(filter)
        .$if(after !== null, (builder) => builder.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .select(['id', 'receiver', 'subject'])
      await stopFanOut()
      const failed = await batch.execute()
      const ids = failed.map(({ id }) => id)
      if (ids.length === 0) return []
      let restarted: readonly { readonly id: string }[] = []
      await order.change(failed, now, async () => {
        // Skip those delivered in the meantime.
        restarted = await restart(now)
          .where('id', 'in', ids)
          .where('failed', '=', 1)
          .returning('id')
          .execute()
      })
      return restarted.map(({ id }) => id).sort()
    },

    async prune(before, limit) {
      const ended = await sql.queryAll(selectEnded, { before: iso(before), limit })
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

  /** A newer delivery of the same invoice must not be created meanwhile: it would not wait for the one that is sent again. */
  async function stopFanOut(): Promise<void> {
    await query
      .updateTable('log_readers')
      .set(({ ref }) => ({ position: ref('position') }))
      .where('name', '=', 'webhooks')
      .execute()
  }

  /** Sends deliveries again, from the beginning of the schedule. An attempt in progress is not sent again before it ends. */
  function restart(now: Instant) {
    return query.updateTable('webhook_deliveries').set({
      state: 'pending',
      tries: 0,
      next_at: raw<string>`case when state = 'pending' and exists (
        select 1 from webhook_attempts as newest where newest.delivery_id = webhook_deliveries.id
          and newest.number = webhook_deliveries.attempts and newest.ms is null
      ) then next_at else ${iso(now)} end`,
    })
  }

  function deliveries() {
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

  function selectMatching({ accountId, failed, state, endpointId }: DeliveryFilter) {
    return (
      deliveries()
        .where(accountColumn(endpointId), '=', accountId)
        .$if(failed, (builder) => builder.where('failed', '=', 1))
        .$if(state !== undefined, (builder) => builder.where('state', '=', state ?? ''))
        // Any other pending delivery counts as abandoned and is shown as such.
        .$if(state === 'pending', (builder) => builder.where(isSendable(accountId)))
        .$if(endpointId !== undefined, (builder) => builder.where('endpoint_id', '=', endpointId ?? null))
    )
  }

  /** Excludes deliveries to disabled or deleted endpoints. */
  function selectFailed({ accountId, endpointId }: Omit<DeliveryFilter, 'failed' | 'state'>) {
    return query
      .selectFrom('webhook_deliveries')
      .where(accountColumn(endpointId), '=', accountId)
      .where('failed', '=', 1)
      .$if(endpointId !== undefined, (builder) => builder.where('endpoint_id', '=', endpointId ?? null))
      .where(isSendable(accountId))
  }

  /** @param answers includes the response bodies, which are large and rarely needed */
  async function withAttempts(
    rows: readonly DeliveryRow[],
    { maxAttempts = maxAttemptsPerDelivery, includeAnswers = false } = {},
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
      .select(includeAnswers ? 'a.answer' : raw<null>`null`.as('answer'))
      .execute()
    const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
    return rows.map((row) => toDelivery(row, byDelivery.get(row.id) ?? []))
  }
}
