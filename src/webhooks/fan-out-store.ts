import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { createDeliveryQueueStore } from './delivery-queue-store.ts'
import type { FanOutStore } from './fan-out.ts'
import { createInvoiceRecordReader } from './invoice-records-store.ts'
import type { NewDelivery } from './new-deliveries.ts'
import { blockedUntil, type DeliveryQueueKey, formatQueueName } from './order.ts'
import { endpointColumns, toEndpoint } from './rows.ts'

const reader = 'webhooks'

const selectPosition = defineStatement<Record<never, never>, { position: number }>((query) =>
  query.selectFrom('log_readers').where('name', '=', reader).select('position'),
)

const selectCompletePosition = defineStatement<Record<never, never>, { position: number | null }>((query) =>
  query
    .selectFrom(
      query
        .selectFrom('log_readers')
        .where('name', '=', reader)
        .select('position')
        .unionAll(query.selectFrom('webhook_backlogs').select('position'))
        .as('positions'),
    )
    .select(({ fn }) => fn.min<number | null>('position').as('position')),
)

const lockPosition = defineStatement<Record<never, never>, { position: number }>((query) =>
  query
    .updateTable('log_readers')
    .set(({ ref }) => ({ position: ref('position') }))
    .where('name', '=', reader)
    .returning('position'),
)

const setPosition = defineStatement<{ position: number }, never>((query, param) =>
  query
    .updateTable('log_readers')
    .set({ position: param('position') })
    .where('name', '=', reader),
)

const selectNextBacklog = defineStatement<{ after: number }, { account_id: number }>((query, param) =>
  query
    .selectFrom('webhook_backlogs')
    .where('account_id', '>', param('after'))
    .orderBy('account_id')
    .limit(1)
    .select('account_id'),
)

const selectBacklog = defineStatement<{ accountId: number }, { position: number }>((query, param) =>
  query.selectFrom('webhook_backlogs').where('account_id', '=', param('accountId')).select('position'),
)

const setBacklog = defineStatement<{ accountId: number; position: number }, never>((query, param) =>
  query
    .insertInto('webhook_backlogs')
    .values({ account_id: param('accountId'), position: param('position') })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ position: param('position') })),
)

const deleteBacklog = defineStatement<{ accountId: number }, never>((query, param) =>
  query.deleteFrom('webhook_backlogs').where('account_id', '=', param('accountId')),
)

/** Prevents new deliveries until the transaction ends. Returns the position in the log up to which the fan-out has read. */
export const lockFanOut = async (sql: Sql): Promise<number> =>
  (await sql.queryOne(lockPosition, {}))?.position ?? 0

/** Rows per statement: PostgreSQL allows at most 65 535 parameters, one per value. */
const maxRows = 200

export function createWebhookFanOutStore(sql: Sql): FanOutStore {
  const queues = createDeliveryQueueStore(sql)
  return {
    async readPosition() {
      return (await sql.queryOne(selectPosition, {}))?.position ?? 0
    },

    async readCompletePosition() {
      return (await sql.queryOne(selectCompletePosition, {}))?.position ?? 0
    },

    lockPosition: () => lockFanOut(sql),

    async setPosition(position) {
      await sql.queryAll(setPosition, { position })
    },

    async findNextBacklog(afterAccountId) {
      const next = await sql.queryOne(selectNextBacklog, { after: afterAccountId })
      return (next ?? (await sql.queryOne(selectNextBacklog, { after: 0 })))?.account_id ?? null
    },

    async findBacklog(accountId) {
      return (await sql.queryOne(selectBacklog, { accountId }))?.position ?? null
    },

    async listBacklogs(accountIds) {
      const rows = await sql.query
        .selectFrom('webhook_backlogs')
        .where('account_id', 'in', accountIds)
        .select('account_id')
        .execute()
      return rows.map(({ account_id }) => account_id)
    },

    async setBacklog(accountId, position) {
      if (position === null) await sql.queryAll(deleteBacklog, { accountId })
      else await sql.queryAll(setBacklog, { accountId, position })
    },

    async listEnabledEndpoints(accountIds) {
      if (accountIds.length === 0) return []
      const rows = await sql.query
        .selectFrom('webhook_endpoints')
        .where('enabled', '=', 1)
        .where('account_id', 'in', accountIds)
        .orderBy('id')
        .select(endpointColumns)
        .execute()
      return rows.map(toEndpoint)
    },

    findInvoiceRecords: createInvoiceRecordReader(sql),

    async insert(messages, deliveries) {
      for (const batch of toBatches(messages)) {
        const rows = batch.map(({ eventId, type, body }) => ({ event_id: eventId, type, body }))
        await sql.query
          .insertInto('webhook_messages')
          .values(rows)
          // An event of two accounts may have been fanned out for one of them.
          .onConflict((conflict) => conflict.column('event_id').doNothing())
          .execute()
      }
      for (const batch of toBatches(deliveries)) {
        const lockedQueues = await queues.lock(batch.map(toQueueKey))
        const occupied = new Set(lockedQueues.keys())
        const rows = batch.map((delivery) => {
          const queueName = formatQueueName(toQueueKey(delivery))
          const isBlocked = delivery.subject !== null && occupied.has(queueName)
          occupied.add(queueName)
          return toRow(delivery, isBlocked)
        })
        // Expediting the oldest delivery retries it, so only do it for receivers that get retries.
        const retried = batch.filter(({ hasAutomaticRedelivery = true }) => hasAutomaticRedelivery)
        const queueNames = new Set(retried.map((delivery) => formatQueueName(toQueueKey(delivery))))
        for (const [name, queue] of lockedQueues)
          if (queueNames.has(name)) await queues.expedite(queue, batch[0]?.createdAt ?? 0)
        await sql.query.insertInto('webhook_deliveries').values(rows).execute()
      }
    },
  }
}

const toQueueKey = ({ name, subject }: NewDelivery): DeliveryQueueKey => ({ receiver: name, subject })

const toRow = (delivery: NewDelivery, isBlocked: boolean) => ({
  id: delivery.id,
  event_id: delivery.eventId,
  account_id: delivery.accountId,
  endpoint_id: delivery.endpointId,
  url: delivery.url,
  receiver: delivery.name,
  state: 'pending',
  created_at: toIsoString(delivery.createdAt),
  next_at: toIsoString(isBlocked ? blockedUntil : delivery.createdAt),
  attempts: 0,
  tries: 0,
  failed: 0,
  test: delivery.isTest ? 1 : 0,
  subject: delivery.subject,
  sequence: delivery.sequence,
  payload: delivery.payload ?? null,
  part: delivery.part ?? 0,
})

function toBatches<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = []
  for (let from = 0; from < rows.length; from += maxRows) batches.push(rows.slice(from, from + maxRows))
  return batches
}
