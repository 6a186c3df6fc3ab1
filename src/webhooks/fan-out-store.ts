import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { FanOutStore, NewDelivery } from './fan-out.ts'
import { createInvoiceRecordReader } from './invoice-records-store.ts'
import { blockedUntil, type DeliveryQueueKey, formatQueueName } from './order.ts'
import { createDeliveryOrderStore } from './order-store.ts'
import { endpointColumns, toEndpoint } from './rows.ts'

const selectPosition = statement<Record<never, never>, { position: number }>((query) =>
  query.selectFrom('log_readers').where('name', '=', 'webhooks').select('position'),
)

const setPosition = statement<{ from: number; to: number }, { name: string }>((query, param) =>
  query
    .updateTable('log_readers')
    .set({ position: param('to') })
    .where('name', '=', 'webhooks')
    .where('position', '=', param('from'))
    .returning('name'),
)

/** Rows per statement: PostgreSQL allows at most 65 535 parameters, one per value. */
const maxRows = 200

export function createWebhookFanOutStore(sql: Sql): FanOutStore {
  const order = createDeliveryOrderStore(sql)
  return {
    async position() {
      return (await sql.queryOne(selectPosition, {}))?.position ?? 0
    },

    async advancePosition(from, to) {
      return (await sql.queryOne(setPosition, { from, to })) !== undefined
    },

    async listEnabledEndpoints(accountIds) {
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
        await sql.query.insertInto('webhook_messages').values(rows).execute()
      }
      for (const batch of toBatches(deliveries)) {
        const queues = await order.lockQueues(batch.map(toQueueKey))
        const occupied = new Set(queues.keys())
        const rows = batch.map((delivery) => {
          const queueName = formatQueueName(toQueueKey(delivery))
          const isBlocked = delivery.subject !== null && occupied.has(queueName)
          occupied.add(queueName)
          return toRow(delivery, isBlocked)
        })
        // Expediting the oldest delivery retries it, so only do it for receivers that get retries.
        const retried = batch.filter(({ isRetried = true }) => isRetried)
        const queueNames = new Set(retried.map((delivery) => formatQueueName(toQueueKey(delivery))))
        for (const [name, queue] of queues)
          if (queueNames.has(name)) await order.expedite(queue, batch[0]?.createdAt ?? 0)
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
