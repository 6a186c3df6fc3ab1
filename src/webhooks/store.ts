import { type Instant, instant, iso } from '../kernel/clock.ts'
import { insertRow, type RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { AttemptErrorCode } from './attempt-error.ts'
import { createDeliveryOrderStore } from './order-store.ts'
import type { ClaimedAttempt, RecordStore } from './record.ts'
import type { ClaimStore, MessageReader } from './send.ts'
import type { SecretState } from './signature.ts'
import type { ClaimedDelivery } from './webhook.ts'

const claimedColumns = [
  'id',
  'attempts',
  'tries',
  'receiver',
  'event_id',
  'account_id',
  'endpoint_id',
  'url',
  'test',
  'subject',
] as const

type ClaimedRow = RowOf<'webhook_deliveries', typeof claimedColumns>

/**
 * Claims for one receiver. Claiming the longest-overdue deliveries of all receivers would let one dead receiver take all 256 slots. Skips rows
 * locked by another process, so that processes never wait for each other and cannot deadlock. The locking select is a CTE, which PostgreSQL runs
 * once; inside `in (…)` it might run once per row.
 */
const claimDue = statement<{ receiver: string; count: number; now: string; lease: string }, ClaimedRow>(
  (query, param) =>
    query
      .with('due', (due) =>
        due
          .selectFrom('webhook_deliveries')
          .where('state', '=', 'pending')
          .where('receiver', '=', param('receiver'))
          .where('next_at', '<=', param('now'))
          // The endpoint may have been disabled since it was found waiting.
          .where(({ or, eb, exists, selectFrom }) =>
            or([
              eb('endpoint_id', 'is', null),
              exists(
                selectFrom('webhook_endpoints')
                  .where('id', '=', param('receiver'))
                  .where('enabled', '=', 1)
                  .select('id'),
              ),
            ]),
          )
          .orderBy('next_at')
          .limit(param('count'))
          .select('id')
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('webhook_deliveries')
      .set(({ eb, fn, selectFrom }) => ({
        next_at: param('lease'),
        attempts: eb('attempts', '+', 1),
        tries: eb('tries', '+', 1),
        // The endpoint's current URL.
        url: fn.coalesce(
          selectFrom('webhook_endpoints')
            .whereRef('webhook_endpoints.id', '=', 'endpoint_id')
            .select('webhook_endpoints.url'),
          'webhook_deliveries.url',
        ),
      }))
      .where('id', 'in', (due) => due.selectFrom('due').select('due.id'))
      .returning(claimedColumns),
)

/** Marks earlier unfinished attempts as interrupted: their process died, or has not recorded the outcome yet. */
const interruptEarlier = statement<{ id: string; number: number }, never>((query, param) =>
  query
    .updateTable('webhook_attempts')
    .set({ error: 'interrupted' })
    .where('delivery_id', '=', param('id'))
    .where('number', '<', param('number'))
    .where('ms', 'is', null),
)

interface AttemptUpdate {
  id: string
  number: number
  status: number | null
  ms: number | null
  error: AttemptErrorCode | null
  detail: string | null
  answer: string | null
}

const endAttempt = statement<AttemptUpdate, never>((query, param) =>
  query
    .updateTable('webhook_attempts')
    .set({ status: param('status'), ms: param('ms'), answer: param('answer') })
    .set({ error: param('error'), error_detail: param('detail') })
    .where('delivery_id', '=', param('id'))
    .where('number', '=', param('number')),
)

const markDelivered = statement<{ id: string }, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', next_at: null, failed: 0 })
    .where('id', '=', param('id')),
)

type AttemptTime = Pick<ClaimedAttempt, 'id' | 'number'> & { readonly at: string }
type AttemptUpdateTime = Pick<ClaimedAttempt, 'tries'> & AttemptTime

const scheduleRetry = statement<AttemptUpdateTime, { id: string }>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ next_at: param('at'), failed: 1 })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('tries', '=', param('tries'))
    .where('state', '=', 'pending')
    .returning('id'),
)

const requeue = statement<AttemptUpdateTime, { id: string }>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set((set) => ({ next_at: param('at'), tries: set('tries', '-', 1) }))
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('tries', '=', param('tries'))
    .where('state', '=', 'pending')
    .returning('id'),
)

/** A newer event of the invoice, or a redelivery, changed the position in the schedule during the attempt: try again at once. */
const repeatAtOnce = statement<AttemptTime, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ next_at: param('at'), failed: 1 })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('state', '=', 'pending'),
)

const abandon = statement<Pick<ClaimedAttempt, 'id' | 'number' | 'tries'>, never>((query, param) =>
  query
    .updateTable('webhook_deliveries')
    .set({ state: 'dead', next_at: null, failed: 1 })
    .where('id', '=', param('id'))
    .where('attempts', '=', param('number'))
    .where('tries', '=', param('tries'))
    .where('state', '=', 'pending'),
)

interface MessageRow {
  body: string
  payload: string | null
  account_version: number
  account_rotated_at: string | null
  endpoint_version: number | null
  endpoint_rotated_at: string | null
  own_secret: string | null
  own_secret_version: number | null
}

const selectMessage = statement<{ id: string }, MessageRow>((query, param) =>
  query
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
    .innerJoin('accounts', 'accounts.id', 'webhook_deliveries.account_id')
    .leftJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .where('webhook_deliveries.id', '=', param('id'))
    .select([
      'body',
      'payload',
      'webhook_secret_version as account_version',
      'webhook_secret_rotated_at as account_rotated_at',
      'secret_version as endpoint_version',
      'secret_rotated_at as endpoint_rotated_at',
      'own_secret',
      'own_secret_version',
    ]),
)

export function createWebhookStore(sql: Sql): MessageReader & ClaimStore & RecordStore {
  const order = createDeliveryOrderStore(sql)
  return {
    async claim(allocation, now, leaseUntil) {
      const claimed: ClaimedDelivery[] = []
      for (const [receiver, count] of allocation) {
        const params = { receiver, count, now: iso(now), lease: iso(leaseUntil) }
        for (const row of await sql.queryAll(claimDue, params)) {
          const { id, attempts: number } = row
          if (number > 1) await sql.queryAll(interruptEarlier, { id, number })
          await insertRow(sql, 'webhook_attempts', { delivery_id: id, number, at: iso(now) })
          claimed.push(toClaimed(row, now))
        }
      }
      return claimed
    },

    async message({ id, accountId, endpointId }) {
      const row = await sql.queryOne(selectMessage, { id })
      if (!row) return null
      const { body, payload, account_version, account_rotated_at, endpoint_version, endpoint_rotated_at } =
        row
      if (endpointId === null) {
        const secret = secretState(account_version, account_rotated_at)
        return { body, payload, owner: { kind: 'account', id: accountId }, secret }
      }
      if (endpoint_version === null) return null
      const { own_secret, own_secret_version } = row
      const secret = secretState(endpoint_version, endpoint_rotated_at, own_secret, own_secret_version)
      return { body, payload, owner: { kind: 'endpoint', id: endpointId }, secret }
    },

    async endAttempt(id, attempt) {
      const { number, status, ms, error, answer } = attempt
      const { code = null, detail = null } = error ?? {}
      await sql.queryAll(endAttempt, { id, number, status, ms, error: code, detail, answer })
    },

    async markDelivered(delivery, now) {
      await order.change([delivery], now, () => sql.queryAll(markDelivered, { id: delivery.id }))
    },

    async scheduleRetry(delivery, at, now) {
      await order.change([delivery], now, () => retry(scheduleRetry, delivery, at, now))
    },

    async requeue(delivery, at, now) {
      await order.change([delivery], now, () => retry(requeue, delivery, at, now))
    },

    async abandon(delivery, now) {
      const { id, number, tries } = delivery
      await order.change([delivery], now, () => sql.queryAll(abandon, { id, number, tries }))
    },
  }

  async function retry(
    update: typeof scheduleRetry,
    { id, number, tries }: ClaimedAttempt,
    at: Instant,
    now: Instant,
  ): Promise<void> {
    if (await sql.queryOne(update, { id, number, tries, at: iso(at) })) return
    await sql.queryAll(repeatAtOnce, { id, number, at: iso(now) })
  }
}

export const secretState = (
  version: number,
  rotatedAt: string | null,
  ownSecret: string | null = null,
  ownVersion: number | null = null,
): SecretState => ({
  version,
  rotatedAt: instant(rotatedAt),
  own: ownSecret === null || ownVersion === null ? null : { version: ownVersion, encrypted: ownSecret },
})

const toClaimed = (row: ClaimedRow, at: number): ClaimedDelivery => ({
  id: row.id,
  number: row.attempts,
  tries: row.tries,
  at,
  receiver: row.receiver,
  eventId: row.event_id,
  accountId: row.account_id,
  endpointId: row.endpoint_id,
  url: row.url,
  isTest: row.test === 1,
  subject: row.subject,
})
