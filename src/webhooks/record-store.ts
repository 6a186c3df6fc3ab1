import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AttemptErrorCode } from './attempt-error.ts'
import { createDeliveryOrderStore } from './order-store.ts'
import type { ClaimedAttempt, RecordStore } from './record.ts'

interface AttemptUpdate {
  id: string
  number: number
  status: number | null
  ms: number | null
  error: AttemptErrorCode | null
  detail: string | null
  answer: string | null
}

const endAttempt = defineStatement<AttemptUpdate, never>((query, param) =>
  query
    .updateTable('webhook_attempts')
    .set({ status: param('status'), ms: param('ms'), answer: param('answer') })
    .set({ error: param('error'), error_detail: param('detail') })
    .where('delivery_id', '=', param('id'))
    .where('number', '=', param('number')),
)

const markDelivered = defineStatement<{ id: string }, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', next_at: null, failed: 0 })
    .where('id', '=', param('id')),
)

type AttemptTime = Pick<ClaimedAttempt, 'id' | 'number'> & { readonly at: string }
type AttemptUpdateTime = Pick<ClaimedAttempt, 'tries'> & AttemptTime

const scheduleRetry = defineStatement<AttemptUpdateTime, { id: string }>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ next_at: param('at'), failed: 1 })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('tries', '=', param('tries'))
    .where('state', '=', 'pending')
    .returning('id'),
)

const requeue = defineStatement<AttemptUpdateTime, { id: string }>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set((set) => ({ next_at: param('at'), tries: set('tries', '-', 1) }))
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('tries', '=', param('tries'))
    .where('state', '=', 'pending')
    .returning('id'),
)

/** A newer event of the invoice, or a redelivery, changed the position in the schedule during the attempt: retry immediately. */
const retryNow = defineStatement<AttemptTime, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ next_at: param('at'), failed: 1 })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('state', '=', 'pending'),
)

const abandon = defineStatement<Pick<ClaimedAttempt, 'id' | 'number' | 'tries'>, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ state: 'dead', next_at: null, failed: 1 })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('tries', '=', param('tries'))
    .where('state', '=', 'pending'),
)

export function createWebhookRecordStore(sql: Sql): RecordStore {
  const order = createDeliveryOrderStore(sql)
  return {
    async endAttempt(id, attempt) {
      const { number, status, ms, error, responseBody } = attempt
      const { code = null, detail = null } = error ?? {}
      await sql.queryAll(endAttempt, { id, number, status, ms, error: code, detail, answer: responseBody })
    },

    async markDelivered(delivery, now) {
      await order.change([delivery], now, () => sql.queryAll(markDelivered, { id: delivery.id }))
    },

    async scheduleRetry(delivery, at, now) {
      await order.change([delivery], now, () => reschedule(scheduleRetry, delivery, at, now))
    },

    async requeue(delivery, at, now) {
      await order.change([delivery], now, () => reschedule(requeue, delivery, at, now))
    },

    async abandon(delivery, now) {
      const { id, number, tries } = delivery
      await order.change([delivery], now, () => sql.queryAll(abandon, { id, number, tries }))
    },
  }

  async function reschedule(
    update: typeof scheduleRetry,
    { id, number, tries }: ClaimedAttempt,
    at: Instant,
    now: Instant,
  ): Promise<void> {
    if (await sql.queryOne(update, { id, number, tries, at: toIsoString(at) })) return
    await sql.queryAll(retryNow, { id, number, at: toIsoString(now) })
  }
}
