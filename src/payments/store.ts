import { toIsoString } from '../kernel/clock.ts'
import type { AmountColumn } from '../platform/storage/columns.ts'
import { insertRow } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ClaimPaymentStore } from './claim.ts'
import type { CountPaymentStore } from './count-stores.ts'
import { createPaymentLeaseStore } from './lease-store.ts'
import type { PaymentLeaseStore } from './leases.ts'
import type { PaymentReasonCode } from './reason.ts'
import type { RecoverReader } from './recover.ts'
import { createRejectedPaymentStore } from './rejected-store.ts'
import {
  insertInputs,
  insertOutputs,
  loadPayments,
  type PaymentRow,
  paymentColumns,
  type ReasonColumns,
  toOpenClaim,
  toReasonColumns,
  toRow,
} from './rows.ts'
import type { SettlePaymentStore } from './settle.ts'
import type { SubmissionMatcherDependencies } from './submission-matcher.ts'
import type { SubmitReader } from './submit.ts'
import { replaceBytes, storeBytes } from './transaction-bytes-store.ts'

const selectPayments = defineStatement<{ uid: string; txid: string }, PaymentRow>((query, param) =>
  query
    .selectFrom('payments')
    .where('invoice_uid', '=', param('uid'))
    .where('status', 'in', ['sending', 'accepted'])
    .where('counted', '=', 1)
    .where(({ eb, and, or }) =>
      or([eb('via', '=', 'protocol'), and([eb('double_spent_hash', 'is', null), eb('replaced', '=', 0)])]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_transactions')
          .whereRef('payment_transactions.payment_id', '=', 'payments.id')
          .where('payment_transactions.txid', '=', param('txid'))
          .select('payment_id'),
      ),
    )
    .orderBy('id')
    .select(paymentColumns),
)

/**
 * Outputs that belong to other invoices, or to payments that count towards the same any-wallet invoice: a found payment must not count again
 * when it is submitted.
 */
const selectTaken = defineStatement<{ coin: string; txid: string; uid: string }, { vout: number }>(
  (query, param) =>
    query
      .selectFrom('payment_outputs')
      .innerJoin('payments', 'payments.id', 'payment_outputs.payment_id')
      .where('payment_outputs.coin', '=', param('coin'))
      .where('payment_outputs.txid', '=', param('txid'))
      .where('live', '=', 1)
      .where((where) =>
        where.or([
          where('payments.invoice_uid', '!=', param('uid')),
          where.and([
            where('payments.status', '=', 'accepted'),
            where('payments.value', 'is not', null),
            where('payments.counted', '=', 1),
          ]),
        ]),
      )
      .select('vout'),
)

const selectAccepted = defineStatement<{ id: string }, { id: string }>((query, param) =>
  query.selectFrom('payments').where('id', '=', param('id')).where('status', '=', 'accepted').select('id'),
)

const abandonSending = defineStatement<{ uid: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ status: 'set_aside', reason: 'paid_by_other' satisfies PaymentReasonCode, reason_detail: null })
    .where('invoice_uid', '=', param('uid'))
    .where('status', '=', 'sending'),
)

const updateStatus = defineStatement<
  ReasonColumns & {
    id: string
    from: string
    to: string
    acceptedAt: string | null
    blockHeight: number | null
    blockHash: string | null
    confirmedAt: string | null
    watched: number
    leaseUntil: string | null
  },
  { id: string }
>((query, param) =>
  query
    .updateTable('payments')
    .set((set) => ({
      status: param('to'),
      reason: param('reason'),
      reason_detail: param('detail'),
      accepted_at: set.fn.coalesce(set.val(param('acceptedAt')), 'accepted_at'),
      block_height: set.fn.coalesce(set.val(param('blockHeight')), 'block_height'),
      block_hash: set.fn.coalesce(set.val(param('blockHash')), 'block_hash'),
      confirmed_at: set.fn.coalesce(set.val(param('confirmedAt')), 'confirmed_at'),
      settled_at: set.fn.coalesce('settled_at', set.val(param('confirmedAt'))),
      watched: param('watched'),
    }))
    .where('id', '=', param('id'))
    .where('status', '=', param('from'))
    .where((where) =>
      where('lease_until', '=', where.fn.coalesce(where.val(param('leaseUntil')), 'lease_until')),
    )
    .returning('id'),
)

const selectPaidScript = defineStatement<{ id: string }, { script: string }>((query, param) =>
  query
    .selectFrom('payment_outputs')
    .where('payment_id', '=', param('id'))
    .where('live', '=', 1)
    .select('script'),
)

const clearExcess = defineStatement<{ uid: string }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ excess: null })
    .where('invoice_uid', '=', param('uid'))
    .where('excess', 'is not', null),
)

const setExcess = defineStatement<{ id: string; amount: AmountColumn }, never>((query, param) =>
  query
    .updateTable('payments')
    .set({ excess: param('amount') })
    .where('id', '=', param('id')),
)

type PaymentStore = Omit<ClaimPaymentStore, 'lockBlock'> &
  Omit<SettlePaymentStore, 'lockBlock' | 'clearBlock'> &
  RecoverReader &
  PaymentLeaseStore &
  Pick<CountPaymentStore, 'setExcess' | 'findPaidScript'> &
  Pick<SubmitReader, 'findPayments'> &
  Pick<SubmissionMatcherDependencies['reader'], 'findTakenOutputs'>

export function createPaymentStore(sql: Sql): PaymentStore {
  const rejected = createRejectedPaymentStore(sql)
  return {
    ...createPaymentLeaseStore(sql),
    listRejectedClaims: rejected.listRejectedClaims,
    supersede: rejected.supersede,

    async insert(payment, inputs, outputs) {
      const { id: paymentId, coin } = payment
      await insertRow(sql, 'payments', toRow(payment))
      for (const [place, transaction] of payment.transactions.entries()) {
        const { txid } = transaction
        const bytesId = await storeBytes(sql, coin, transaction)
        const row = { payment_id: paymentId, place, coin, txid, bytes_id: bytesId }
        await insertRow(sql, 'payment_transactions', row)
      }
      await insertInputs(sql, coin, paymentId, inputs)
      return insertOutputs(sql, coin, paymentId, outputs)
    },

    async findPayments(uid, txid) {
      return loadPayments(sql, await sql.queryAll(selectPayments, { uid, txid }))
    },

    async findTakenOutputs(coin, txid, uid) {
      return (await sql.queryAll(selectTaken, { coin, txid, uid })).map(({ vout }) => vout)
    },

    async findOpenClaims() {
      const rows = await sql.query
        .selectFrom('payments')
        .where('status', '=', 'sending')
        .orderBy('id')
        .select(['id', 'invoice_uid', 'coin', 'txid', 'claimed_at', 'reason', 'reason_detail'])
        .execute()
      return rows.map(toOpenClaim)
    },

    async isAccepted(id) {
      return (await sql.queryOne(selectAccepted, { id })) !== undefined
    },

    async abandonOthers(uid) {
      await sql.queryAll(abandonSending, { uid })
    },

    async findPaidScript(id) {
      return (await sql.queryOne(selectPaidScript, { id }))?.script ?? null
    },

    async setExcess(uid, excess) {
      await sql.queryAll(clearExcess, { uid })
      if (excess) await sql.queryAll(setExcess, excess)
    },

    replaceBytes: (payment, transactions) => replaceBytes(sql, payment, transactions),

    async transition(id, from, to, { reason, acceptedAt, block, confirmedAt, leaseUntil }) {
      const values = {
        id,
        to,
        ...toReasonColumns(reason),
        acceptedAt: acceptedAt === undefined ? null : toIsoString(acceptedAt),
        blockHeight: block?.height ?? null,
        blockHash: block?.hash ?? null,
        confirmedAt: confirmedAt === undefined ? null : toIsoString(confirmedAt),
        watched: to === 'rejected' ? 0 : 1,
        leaseUntil: leaseUntil === undefined ? null : toIsoString(leaseUntil),
      }
      for (const status of from) {
        if (!(await sql.queryOne(updateStatus, { ...values, from: status }))) continue
        if (to === 'rejected') await rejected.dropTransactions(id)
        return true
      }
      return false
    },
  }
}
