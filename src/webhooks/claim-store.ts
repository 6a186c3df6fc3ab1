import { toIsoString } from '../kernel/clock.ts'
import { insertRow, type RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ClaimStore } from './send.ts'
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
 * Claims due deliveries of one receiver. Claiming the longest-overdue deliveries of all receivers would let one dead receiver take every slot.
 * Skips rows locked by another process, so that processes never wait for each other and can't deadlock. The locking select is a CTE, which
 * PostgreSQL runs once; inside `in (…)` it might run once per row.
 */
const claimDue = defineStatement<{ receiver: string; count: number; now: string; lease: string }, ClaimedRow>(
  (query, param) =>
    query
      .with('due', (due) =>
        due
          .selectFrom('webhook_deliveries')
          .where('state', '=', 'pending')
          .where('receiver', '=', param('receiver'))
          .where('next_at', '<=', param('now'))
          // The endpoint may have been disabled since `listDueReceivers`.
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
const interruptEarlier = defineStatement<{ id: string; number: number }, never>((query, param) =>
  query
    .updateTable('webhook_attempts')
    .set({ error: 'interrupted' })
    .where('delivery_id', '=', param('id'))
    .where('number', '<', param('number'))
    .where('ms', 'is', null),
)

export const createWebhookClaimStore = (sql: Sql): ClaimStore => ({
  async claim(allocation, now, leaseUntil) {
    const claimedDeliveries: ClaimedDelivery[] = []
    for (const [receiver, count] of allocation) {
      const params = { receiver, count, now: toIsoString(now), lease: toIsoString(leaseUntil) }
      for (const row of await sql.queryAll(claimDue, params)) {
        const { id, attempts: number } = row
        if (number > 1) await sql.queryAll(interruptEarlier, { id, number })
        await insertRow(sql, 'webhook_attempts', { delivery_id: id, number, at: toIsoString(now) })
        claimedDeliveries.push(toClaimed(row, now))
      }
    }
    return claimedDeliveries
  },
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
