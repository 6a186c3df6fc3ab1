import { type Instant, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { PaymentLeaseStore } from './leases.ts'
import { type LeasedPayment, maxLeaseMs } from './payment.ts'
import type { RecoverReader } from './recover.ts'
import {
  loadPayments,
  type PaymentRow,
  paymentColumns,
  type ReasonColumns,
  toReason,
  toReasonColumns,
} from './rows.ts'
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

const selectDue = defineStatement<LeaseTimes & { coin: string; limit: number }, PaymentRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('status', '=', 'sending')
    .where('coin', '=', param('coin'))
    .where(({ or, eb }) => or([eb('lease_until', '<=', param('now')), eb('lease_until', '>', param('max'))]))
    .orderBy('lease_until')
    .orderBy('id')
    .limit(param('limit'))
    .select(paymentColumns),
)

/** Changes the lease only if no process has changed it since it was read. */
interface LeaseChange {
  id: string
  held: string
  until: string
}

const selectReason = defineStatement<{ id: string }, { reason: string | null; reason_detail: string | null }>(
  (query, param) =>
    query
      .selectFrom('payments')
      .where('id', '=', param('id'))
      .select(['reason', 'reason_detail'])
      .forUpdate(),
)

/** A payment without a reason is being sent until its lease ends: after a takeover, a rejection would no longer be final. */
const takeLease = defineStatement<LeaseChange & LeaseTimes, { id: string }>((query, param) =>
  query
    .updateTable('payments')
    .set({ lease_until: param('until'), reason: null, reason_detail: null })
    .where('id', '=', param('id'))
    .where('status', '=', 'sending')
    .where('lease_until', '=', param('held'))
    .where(({ or, eb }) =>
      or([
        eb('reason', 'is not', null),
        eb('lease_until', '<=', param('now')),
        eb('lease_until', '>', param('max')),
      ]),
    )
    .returning('id'),
)

const renewLease = defineStatement<LeaseChange, { id: string }>((query, param) =>
  query
    .updateTable('payments')
    .set({ lease_until: param('until') })
    .where('id', '=', param('id'))
    .where('status', '=', 'sending')
    .where('lease_until', '=', param('held'))
    .returning('id'),
)

const setReason = defineStatement<LeaseChange & ReasonColumns, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ reason: param('reason'), reason_detail: param('detail'), lease_until: param('until') })
    .where('id', '=', param('id'))
    .where('status', '=', 'sending')
    .where('lease_until', '=', param('held')),
)

const toLeaseChange = ({ id, leaseUntil }: LeasedPayment, until: Instant): LeaseChange => ({
  id,
  held: toIsoString(leaseUntil),
  until: toIsoString(until),
})

/** Leases, which decide which of several processes settles a payment. */
export function createPaymentLeaseStore(
  sql: Sql,
): PaymentLeaseStore & Pick<RecoverReader, 'findDue'> & Pick<SettlePaymentStore, 'scheduleRetry'> {
  return {
    async findDue(coin, now, limit) {
      return loadPayments(sql, await sql.queryAll(selectDue, { ...toLeaseTimes(now), coin, limit }))
    },

    async takeLease(payment, now, until) {
      const values = { ...toLeaseChange(payment, until), ...toLeaseTimes(now) }
      const row = await sql.queryOne(selectReason, payment)
      return row && (await sql.queryOne(takeLease, values)) ? { reason: toReason(row) } : null
    },

    async renewLease(payment, until) {
      return (await sql.queryOne(renewLease, toLeaseChange(payment, until))) !== undefined
    },

    async scheduleRetry(payment, reason, until) {
      await sql.queryAll(setReason, { ...toLeaseChange(payment, until), ...toReasonColumns(reason) })
    },
  }
}
