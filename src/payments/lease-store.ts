import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { maxLeaseMs } from './payment.ts'
import type { RecoverReader } from './recover.ts'
import { loadPayments, type PaymentRow, paymentColumns, type ReasonColumns, toReasonColumns } from './rows.ts'
import type { SettlePaymentStore } from './settle.ts'

/** The time, and the latest end that a lease can have. */
interface LeaseTimes {
  now: string
  max: string
}

const toLeaseTimes = (now: Instant): LeaseTimes => ({
  now: toIsoString(now),
  max: toIsoString(now + maxLeaseMs),
})

const selectDue = defineStatement<LeaseTimes & { limit: number }, PaymentRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('status', '=', 'sending')
    .where(({ or, eb }) => or([eb('lease_until', '<=', param('now')), eb('lease_until', '>', param('max'))]))
    .orderBy('lease_until')
    .orderBy('id')
    .limit(param('limit'))
    .select(paymentColumns),
)

const takeLease = defineStatement<LeaseTimes & { id: string; until: string }, { id: string }>(
  (query, param) =>
    query
      .updateTable('payments')
      .set({ lease_until: param('until') })
      .where('id', '=', param('id'))
      .where('status', '=', 'sending')
      .where(({ or, eb }) =>
        or([eb('lease_until', '<=', param('now')), eb('lease_until', '>', param('max'))]),
      )
      .returning('id'),
)

const extendLease = defineStatement<{ id: string; until: string }, { id: string }>((query, param) =>
  query
    .updateTable('payments')
    .set({ lease_until: param('until') })
    .where('id', '=', param('id'))
    .where('status', '=', 'sending')
    .returning('id'),
)

const setReason = defineStatement<ReasonColumns & { id: string; until: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ reason: param('reason'), reason_detail: param('detail'), lease_until: param('until') })
    .where('id', '=', param('id'))
    .where('status', '=', 'sending'),
)

/** Leases, which decide which of several processes settles a payment. */
export function createPaymentLeaseStore(
  sql: Sql,
): Pick<RecoverReader, 'findDue' | 'takeLease'> & Pick<SettlePaymentStore, 'renewLease' | 'scheduleRetry'> {
  return {
    async findDue(now, limit) {
      return loadPayments(sql, await sql.queryAll(selectDue, { ...toLeaseTimes(now), limit }))
    },

    async takeLease(id, now, until) {
      const values = { id, ...toLeaseTimes(now), until: toIsoString(until) }
      return (await sql.queryOne(takeLease, values)) !== undefined
    },

    async renewLease(id, leaseUntil) {
      return (await sql.queryOne(extendLease, { id, until: toIsoString(leaseUntil) })) !== undefined
    },

    async scheduleRetry(id, reason, leaseUntil) {
      await sql.queryAll(setReason, { id, ...toReasonColumns(reason), until: toIsoString(leaseUntil) })
    },
  }
}
