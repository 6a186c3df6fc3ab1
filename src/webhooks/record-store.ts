import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AttemptErrorCode } from './attempt-error.ts'
import { createDeliveryQueueStore } from './delivery-queue-store.ts'
import type { AttemptResultStore, ClaimedAttempt } from './record.ts'

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

/** `at` is when the next attempt is due. */
type RescheduleParams = Pick<ClaimedAttempt, 'id' | 'number' | 'tries'> & { readonly at: string }

const scheduleRetry = defineStatement<RescheduleParams, { id: string }>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ next_at: param('at'), failed: 1 })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('tries', '=', param('tries'))
    .where('state', '=', 'pending')
    .returning('id'),
)

const requeue = defineStatement<RescheduleParams, { id: string }>((query, param) =>
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
const retryNow = defineStatement<Omit<RescheduleParams, 'tries'>, never>((query, param) =>
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

export function createAttemptResultStore(sql: Sql): AttemptResultStore {
  const queues = createDeliveryQueueStore(sql)
  return {
    async endAttempt(id, attempt) {
      const { number, status, ms, error, responseBody } = attempt
      const { code = null, detail = null } = error ?? {}
      await sql.queryAll(endAttempt, { id, number, status, ms, error: code, detail, answer: responseBody })
    },

    async markDelivered(delivery, now) {
      await queues.update([delivery], now, () => sql.queryAll(markDelivered, { id: delivery.id }))
    },

    async scheduleRetry(delivery, at, now) {
      await queues.update([delivery], now, () => reschedule(scheduleRetry, delivery, at, now))
    },

    async requeue(delivery, at, now) {
      await queues.update([delivery], now, () => reschedule(requeue, delivery, at, now))
    },

    async abandon(delivery, now) {
      const { id, number, tries } = delivery
      await queues.update([delivery], now, () => sql.queryAll(abandon, { id, number, tries }))
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
