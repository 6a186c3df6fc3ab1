import type { CoinCode } from '../coins/index.ts'
import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import { createDecimal, formatDecimal, parseDecimal, toBaseUnits } from '../kernel/money.ts'
import { insertRow, type RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { ExceptionKind, ExceptionStatus, ExceptionWriter, PaymentException } from './exception.ts'

export const exceptionColumns = [
  'id',
  'account_id',
  'invoice_uid',
  'payment_id',
  'kind',
  'coin',
  'amount',
  'value',
  'txid',
  'status',
  'created_at',
] as const

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
        created_at: toIsoString(exception.createdAt),
      })
    },

    async listByInvoice(invoiceUid) {
      const rows = await sql.query
        .selectFrom('payment_exceptions')
        .where('invoice_uid', '=', invoiceUid)
        .orderBy('id')
        .select(exceptionColumns)
        .execute()
      return rows.map(toException)
    },

    async setStatus(id, status, at) {
      await sql.query
        .updateTable('payment_exceptions')
        .set({ status, resolved_at: status === 'void' ? toIsoString(at) : null })
        .where('id', '=', id)
        .execute()
    },

    async moveExcess(paymentId) {
      await sql.query
        .updateTable('payment_exceptions')
        .set({ kind: 'surplus' satisfies ExceptionKind })
        .where('payment_id', '=', paymentId)
        .where('kind', '=', 'excess')
        .where('status', 'in', ['refunded', 'kept'])
        .execute()
    },

    async closePartial(invoiceUid, at) {
      const rows = await sql.query
        .updateTable('payment_exceptions')
        .set({ status: 'void', resolved_at: toIsoString(at) })
        .where('invoice_uid', '=', invoiceUid)
        .where('kind', '=', 'partial')
        .where('status', '=', 'open')
        .returning(exceptionColumns)
        .execute()
      return rows.map(toException).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    },

    async closeReplaced(paymentId, at) {
      const rows = await sql.query
        .updateTable('payment_exceptions')
        .set({ status: 'void', resolved_at: toIsoString(at) })
        .where('payment_id', '=', paymentId)
        .where('status', '=', 'open')
        .where('kind', '!=', 'excess')
        .returning(exceptionColumns)
        .execute()
      return rows.map(toException)
    },
  }
}

const zero = createDecimal(0n, 0)

export const toException = (row: RowOf<'payment_exceptions', typeof exceptionColumns>): PaymentException => ({
  id: row.id,
  accountId: row.account_id,
  invoiceUid: row.invoice_uid,
  paymentId: row.payment_id,
  kind: row.kind as ExceptionKind,
  coin: row.coin as CoinCode,
  amount: toBaseUnits(BigInt(row.amount)),
  value: parseDecimal(row.value) ?? zero,
  txid: row.txid,
  status: row.status as ExceptionStatus,
  createdAt: parseIsoString(row.created_at),
})
