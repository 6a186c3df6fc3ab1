import { toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { RecoverReader } from './recover.ts'
import { loadPayments, type PaymentRow, paymentColumns, type ReasonColumns, toReasonColumns } from './rows.ts'
import type { SettlePaymentStore } from './settle.ts'

const selectDue = defineStatement<{ now: string; limit: number }, PaymentRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('status', '=', 'sending')
    .where('lease_until', '<=', param('now'))
    .orderBy('lease_until')
    .orderBy('id')
    .limit(param('limit'))
    .select(paymentColumns),
)

const takeLease = defineStatement<{ id: string; now: string; until: string }, { id: string }>(
  (query, param) =>
    query
      .updateTable('payments')
      .set({ lease_until: param('until') })
      .where('id', '=', param('id'))
      .where('status', '=', 'sending')
      .where('lease_until', '<=', param('now'))
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
      return loadPayments(sql, await sql.queryAll(selectDue, { now: toIsoString(now), limit }))
    },

    async takeLease(id, now, until) {
      return (
        (await sql.queryOne(takeLease, { id, now: toIsoString(now), until: toIsoString(until) })) !==
        undefined
      )
    },

    async renewLease(id, leaseUntil) {
      return (await sql.queryOne(extendLease, { id, until: toIsoString(leaseUntil) })) !== undefined
    },

    async scheduleRetry(id, reason, leaseUntil) {
      await sql.queryAll(setReason, { id, ...toReasonColumns(reason), until: toIsoString(leaseUntil) })
    },
  }
}
