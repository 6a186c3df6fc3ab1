import { iso } from '../kernel/clock.ts'
import { formatDecimal } from '../kernel/money.ts'
import { insertRow } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { ExceptionWriter } from './exception.ts'

export function createExceptionStore(sql: Sql): ExceptionWriter {
  return {
    async insert(exception) {
      await insertRow(sql, 'payment_exceptions', {
        id: exception.id,
        account_id: exception.accountId,
        invoice_uid: exception.invoiceUid,
        payment_id: exception.paymentId,
        kind: exception.kind,
        coin: exception.coin,
        amount: exception.amount,
        value: formatDecimal(exception.value),
        txid: exception.txid,
        status: exception.status,
        created_at: iso(exception.createdAt),
      })
    },

    async reopen(paymentId, txid) {
      await sql.query
        .updateTable('payment_exceptions')
        .set({ status: 'open', resolved_at: null })
        .where('payment_id', '=', paymentId)
        .where('txid', '=', txid)
        .where('status', '=', 'void')
        .execute()
    },

    async closePartial(invoiceUid, at) {
      await sql.query
        .updateTable('payment_exceptions')
        .set({ status: 'void', resolved_at: iso(at) })
        .where('invoice_uid', '=', invoiceUid)
        .where('kind', '=', 'partial')
        .where('status', '=', 'open')
        .execute()
    },

    async closeReplaced(paymentId, at) {
      await sql.query
        .updateTable('payment_exceptions')
        .set({ status: 'void', resolved_at: iso(at) })
        .where('payment_id', '=', paymentId)
        .where('status', '=', 'open')
        .execute()
    },
  }
}
