import { toIsoString } from '../kernel/clock.ts'
import type { ExceptionStatus, PaymentException } from '../payments/exception.ts'
import { exceptionColumns, toException } from '../payments/exception-store.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { ExceptionReader, ExceptionResolutionStore } from './resolve.ts'

interface ExceptionPage {
  /** The id of the last exception on the previous page, or null. */
  readonly before: string | null
  readonly limit: number
}

interface ExceptionListReader {
  /** An account's exceptions, newest first. With `status` null, in any status. */
  list(accountId: number, status: ExceptionStatus | null, page: ExceptionPage): Promise<PaymentException[]>
}

export function createExceptionResolutionStore({
  query,
}: Sql): ExceptionReader & ExceptionResolutionStore & ExceptionListReader {
  return {
    async find(id) {
      const row = await query
        .selectFrom('payment_exceptions')
        .where('id', '=', id)
        .select(exceptionColumns)
        .executeTakeFirst()
      return row ? toException(row) : null
    },

    async list(accountId, status, { before, limit }) {
      const rows = await query
        .selectFrom('payment_exceptions')
        .where('account_id', '=', accountId)
        .$if(status !== null, (builder) => builder.where('status', '=', status ?? ''))
        .$if(before !== null, (builder) => builder.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .select(exceptionColumns)
        .execute()
      return rows.map(toException)
    },

    async listOpenPartials(uid) {
      const rows = await query
        .selectFrom('payment_exceptions')
        .where('invoice_uid', '=', uid)
        .where('kind', '=', 'partial')
        .where('status', '=', 'open')
        .orderBy('id')
        .select('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async close(id, { status, at, refundTxid, note }) {
      await query
        .updateTable('payment_exceptions')
        .set({ status, resolved_at: toIsoString(at), refund_txid: refundTxid ?? null, note: note ?? null })
        .where('id', '=', id)
        .where('status', '=', 'open')
        .execute()
    },

    async isRefund(coin, txid) {
      const row = await query
        .selectFrom('payment_exceptions')
        .where('coin', '=', coin)
        .where('refund_txid', '=', txid)
        .select('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async isPayment(coin, txid) {
      const row = await query
        .selectFrom('payment_transactions')
        .where('txid', '=', txid)
        .where('coin', '=', coin)
        .limit(1)
        .select('payment_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
