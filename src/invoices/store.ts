import { iso } from '../kernel/clock.ts'
import { formatDecimal } from '../kernel/money.ts'
import type { SqlInteger } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { InvoiceEndStore } from './cancel.ts'
import type { NewInvoiceStore } from './create.ts'
import { externalIdParts } from './external-id.ts'
import type { Invoice } from './invoice.ts'
import { writeCoins } from './quote.ts'
import { type InvoiceRow, invoiceColumns, type PaidColumns, toInvoice } from './rows.ts'
import type { InvoiceReader } from './show.ts'

const insertInvoice = statement<
  Omit<InvoiceRow, 'paid_at' | 'claimed_by' | 'event_sequence' | 'revision'>,
  never
>((query, param) =>
  query.insertInto('invoices').values({
    uid: param('uid'),
    account_id: param('account_id'),
    status: param('status'),
    amount: param('amount'),
    currency: param('currency'),
    memo: param('memo'),
    redirect_url: param('redirect_url'),
    webhook_url: param('webhook_url'),
    external_id: param('external_id'),
    business_id: param('business_id'),
    location_id: param('location_id'),
    register_id: param('register_id'),
    metadata: param('metadata'),
    created_at: param('created_at'),
    expires_at: param('expires_at'),
    snapshot_id: param('snapshot_id'),
    quoted_at: param('quoted_at'),
    quote_expires_at: param('quote_expires_at'),
    coins: param('coins'),
    event_sequence: 1,
    revision: 1,
  }),
)

const insertWord = statement<{ accountId: SqlInteger; word: string; uid: string }, never>((query, param) =>
  query
    .insertInto('invoice_words')
    .values({ account_id: param('accountId'), word: param('word'), invoice_uid: param('uid') }),
)

const insertExternalIdPart = statement<{ accountId: SqlInteger; part: string; uid: string }, never>(
  (query, param) =>
    query
      .insertInto('invoice_external_id_parts')
      .values({ account_id: param('accountId'), part: param('part'), invoice_uid: param('uid') }),
)

const selectRevision = statement<{ uid: string }, { revision: SqlInteger }>((query, param) =>
  query.selectFrom('invoices').where('uid', '=', param('uid')).select('revision'),
)

type FoundRow = InvoiceRow & Omit<PaidColumns, 'paid_txids'>

const selectInvoice = statement<{ uid: string }, FoundRow>((query, param) =>
  query
    .selectFrom('invoices')
    .leftJoin('payments', 'payments.id', 'invoices.payment_id')
    .where('invoices.uid', '=', param('uid'))
    .select(invoiceColumns)
    .select([
      'payments.amount as paid_amount',
      'payments.replaceable',
      'payments.depth',
      'payments.accepted_at',
      'payments.confirmed_at',
      'payments.block_height',
    ]),
)

const selectTxids = statement<{ paymentId: string }, { txid: string }>((query, param) =>
  query
    .selectFrom('payment_transactions')
    .where('payment_id', '=', param('paymentId'))
    .where('current', '=', 1)
    .orderBy('place')
    .select('txid'),
)

const endInvoice = statement<{ uid: string; status: string }, InvoiceRow>((query, param) =>
  query
    .updateTable('invoices')
    .set((set) => ({
      status: param('status'),
      event_sequence: set('event_sequence', '+', 1),
      revision: set('revision', '+', 1),
    }))
    .where('uid', '=', param('uid'))
    .where('status', '=', 'unpaid')
    .where('claimed_by', 'is', null)
    .returning(invoiceColumns),
)

const deleteReservations = statement<{ uid: string }, never>((query, param) =>
  query.deleteFrom('reserved_amounts').where('invoice_uid', '=', param('uid')),
)

const selectOverdue = statement<{ before: string; limit: number }, { uid: string }>((query, param) =>
  query
    .selectFrom('invoices')
    .where('status', '=', 'unpaid')
    .where('claimed_by', 'is', null)
    .where('expires_at', '<=', param('before'))
    .orderBy('expires_at')
    .limit(param('limit'))
    .select('uid'),
)

interface OverdueReader {
  overdue(before: number, limit: number): Promise<string[]>
}

export type InvoiceStore = NewInvoiceStore & InvoiceReader & InvoiceEndStore & OverdueReader

export function createInvoiceStore(sql: Sql): InvoiceStore {
  const find = async (uid: string): Promise<Invoice | null> => {
    const row = await sql.queryOne(selectInvoice, { uid })
    if (!row) return null
    const paymentId = row.payment_id
    if (paymentId === null) return toInvoice(row)
    const paid_txids = (await sql.queryAll(selectTxids, { paymentId })).map(({ txid }) => txid)
    return toInvoice({ ...row, paid_txids })
  }
  return {
    find,

    async insert(invoice, words) {
      await sql.queryAll(insertInvoice, toRow(invoice))
      for (const word of words)
        await sql.queryAll(insertWord, { accountId: invoice.accountId, word, uid: invoice.uid })
      for (const part of externalIdParts(invoice.externalId ?? ''))
        await sql.queryAll(insertExternalIdPart, { accountId: invoice.accountId, part, uid: invoice.uid })
    },

    async revision(uid) {
      const row = await sql.queryOne(selectRevision, { uid })
      return row ? Number(row.revision) : null
    },

    async end(uid, status) {
      const row = await sql.queryOne(endInvoice, { uid, status })
      if (!row) return null
      await sql.queryAll(deleteReservations, { uid })
      return toInvoice(row)
    },

    async overdue(before, limit) {
      return (await sql.queryAll(selectOverdue, { before: iso(before), limit })).map(({ uid }) => uid)
    },
  }
}

function toRow(invoice: Invoice) {
  return {
    uid: invoice.uid,
    account_id: invoice.accountId,
    status: invoice.status,
    amount: formatDecimal(invoice.amount),
    currency: invoice.currency,
    memo: invoice.memo,
    redirect_url: invoice.redirectUrl,
    webhook_url: invoice.webhookUrl,
    external_id: invoice.externalId,
    business_id: invoice.businessId,
    location_id: invoice.locationId,
    register_id: invoice.registerId,
    metadata: invoice.metadata === null ? null : JSON.stringify(invoice.metadata),
    created_at: iso(invoice.createdAt),
    expires_at: iso(invoice.expiresAt),
    snapshot_id: invoice.quote.snapshotId,
    quoted_at: iso(invoice.quote.quotedAt),
    quote_expires_at: iso(invoice.quote.expiresAt),
    coins: writeCoins(invoice.quote.coins),
  }
}
