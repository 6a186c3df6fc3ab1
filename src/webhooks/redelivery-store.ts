import { sql as raw } from 'kysely'
import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { FailedDeliveryFilter, RedeliveryStore } from './deliveries.ts'
import { createDeliveryQueueStore } from './delivery-queue-store.ts'
import { lockFanOut } from './fan-out-store.ts'

/**
 * When filtering by endpoint, the unary plus keeps SQLite off the account index, which would scan all of the account's deliveries. SQLite
 * then uses the endpoint's index.
 */
export const selectAccountColumn = (endpointId: string | undefined) => {
  const account = raw.ref<number>('webhook_deliveries.account_id')
  return endpointId === undefined ? account : raw<number>`+${account}`
}

/**
 * Deliveries to the account's enabled endpoints or to an invoice's `webhook_url`. The subquery reads the endpoints once, not once per
 * delivery.
 */
export const isSendable = (accountId: number) =>
  raw<boolean>`(endpoint_id is null or endpoint_id in (
    select own.id from webhook_endpoints as own where own.account_id = ${accountId} and own.enabled = 1
  ))`

export function createRedeliveryStore(sql: Sql): RedeliveryStore {
  const { query } = sql
  const queues = createDeliveryQueueStore(sql)
  return {
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

    async countFailed(filter, limit) {
      const row = await query
        .selectFrom(selectFailed(filter).select('id').limit(limit).as('some'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
      return row?.count ?? 0
    },

    async resend(id, now) {
      // A newer delivery of the same invoice wouldn't wait for the one that is resent.
      await lockFanOut(sql)
      const keys = await query
        .selectFrom('webhook_deliveries')
        .where('id', '=', id)
        .select(['receiver', 'subject'])
        .execute()
      await queues.update(keys, now, () => restart(now).where('id', '=', id).execute())
    },

    async resendFailed(filter, { after, limit }, now) {
      const batch = selectFailed(filter)
        .$if(after !== null, (builder) => builder.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .select(['id', 'receiver', 'subject'])
      await lockFanOut(sql)
      const failed = await batch.execute()
      const ids = failed.map(({ id }) => id)
      if (ids.length === 0) return []
      let restarted: readonly { readonly id: string }[] = []
      await queues.update(failed, now, async () => {
        // Skips those delivered in the meantime.
        restarted = await restart(now)
          .where('id', 'in', ids)
          .where('failed', '=', 1)
          .returning('id')
          .execute()
      })
      return restarted.map(({ id }) => id).sort()
    },
  }

  /** Resends deliveries, from the beginning of the schedule. An attempt in progress isn't repeated before it ends. */
  function restart(now: Instant) {
    return query.updateTable('webhook_deliveries').set({
      state: 'pending',
      tries: 0,
      next_at: raw<string>`case when state = 'pending' and exists (
        select 1 from webhook_attempts as newest where newest.delivery_id = webhook_deliveries.id
          and newest.number = webhook_deliveries.attempts and newest.ms is null
      ) then next_at else ${toIsoString(now)} end`,
    })
  }

  /** Excludes deliveries to disabled or deleted endpoints. */
  function selectFailed({ accountId, endpointId }: FailedDeliveryFilter) {
    return query
      .selectFrom('webhook_deliveries')
      .where(selectAccountColumn(endpointId), '=', accountId)
      .where('failed', '=', 1)
      .$if(endpointId !== undefined, (builder) => builder.where('endpoint_id', '=', endpointId ?? null))
      .where(isSendable(accountId))
  }
}
