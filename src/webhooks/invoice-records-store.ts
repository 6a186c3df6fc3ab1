import { parseIsoString } from '../kernel/clock.ts'
import { formatCoins, toBaseUnits } from '../kernel/money.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { EventData, InvoiceRecords, ReportedPayment } from './greenfield-events.ts'
import type { ReceiverStore } from './new-deliveries.ts'

/** Reads the invoice data that messages to shop plug-ins need in addition to the events. */
export const createInvoiceRecordReader =
  ({ query }: Sql): ReceiverStore['findInvoiceRecords'] =>
  async (uids, uidsWithReports) => {
    if (uids.length === 0) return new Map()
    const expiries = await query
      .selectFrom('events')
      .where(
        'subject',
        'in',
        uids.map((uid) => `invoice/${uid}`),
      )
      .where('type', '=', 'invoice.expired')
      .select(['subject', 'sequence'])
      .execute()
    const outputs = await query
      .selectFrom('payments')
      .innerJoin('payment_outputs', 'payment_outputs.payment_id', 'payments.id')
      .leftJoin('invoice_addresses', (join) =>
        join
          .onRef('invoice_addresses.invoice_uid', '=', 'payments.invoice_uid')
          .onRef('invoice_addresses.coin', '=', 'payments.coin'),
      )
      .where('payments.invoice_uid', 'in', uids)
      .orderBy('payments.id')
      .orderBy('payment_outputs.vout')
      .select([
        'payments.id',
        'payments.invoice_uid',
        'payments.coin',
        'payments.claimed_at',
        'payment_outputs.txid',
        'payment_outputs.vout',
        'payment_outputs.amount',
        'payment_outputs.live',
        'invoice_addresses.address',
      ])
      .execute()
    const exceptions = await query
      .selectFrom('payment_exceptions')
      .where('invoice_uid', 'in', uids)
      .select(['id', 'payment_id'])
      .execute()
    const reports = new Map<string, ReportedPayment[]>()
    for (const uid of uidsWithReports) reports.set(uid, await listReportedPayments(query, uid))
    const exceptionsByPayment = Map.groupBy(exceptions, ({ payment_id }) => payment_id)
    const marked = await query
      .selectFrom('invoices')
      .where('uid', 'in', uids)
      .where('accepted_value', 'is not', null)
      .select('uid')
      .execute()
    const markedUids = new Set(marked.map(({ uid }) => uid))
    const expirySequences = new Map(expiries.map(({ subject, sequence }) => [subject, sequence]))
    const outputsByInvoice = Map.groupBy(outputs, ({ invoice_uid }) => invoice_uid)
    return new Map(
      uids.map((uid): [string, InvoiceRecords] => [
        uid,
        {
          expirySequence: expirySequences.get(`invoice/${uid}`) ?? null,
          isMarked: markedUids.has(uid),
          reportedPayments: reports.get(uid) ?? [],
          outputs: (outputsByInvoice.get(uid) ?? []).map((row) => ({
            coin: row.coin,
            txid: row.txid,
            vout: row.vout,
            amount: formatCoins(toBaseUnits(BigInt(row.amount))),
            isCurrent: row.live === 1,
            exceptionIds: (exceptionsByPayment.get(row.id) ?? []).map(({ id }) => id),
            receivedAt: parseIsoString(row.claimed_at),
            address: row.address ?? '',
          })),
        },
      ]),
    )
  }

/** Of one invoice. An event has some kilobytes, and an invoice rarely has more than a few payments. */
const maxReports = 100

async function listReportedPayments(query: Sql['query'], uid: string): Promise<ReportedPayment[]> {
  const events = await query
    .selectFrom('events')
    .where('subject', '=', `invoice/${uid}`)
    .where('type', 'in', ['payment.received', 'payment.exception'])
    .orderBy('sequence')
    .limit(maxReports)
    .select(['sequence', 'data'])
    .execute()
  return events.flatMap(({ sequence, data }) => {
    const { payment, exception } = JSON.parse(data) as EventData
    const isReport = exception === undefined || (exception.kind === 'late' && exception.status === undefined)
    if (!payment || !isReport || sequence === null) return []
    return [{ sequence, txid: payment.txid, amount: payment.amount, exceptionId: exception?.id ?? null }]
  })
}
