import { sql as raw } from 'kysely'
import { toIsoString } from '../kernel/clock.ts'
import { formatDecimal } from '../kernel/money.ts'
import { insertRow, insertRows } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { InvoiceCloseStore } from './cancel.ts'
import { writeCheckoutOptions } from './checkout-options.ts'
import type { NewInvoiceStore } from './create.ts'
import { listExternalIdParts } from './external-id.ts'
import type { Invoice } from './invoice.ts'
import { serialiseQuotedCoins } from './quote.ts'
import { findReceived } from './received-store.ts'
import type { RevisionsReader } from './revisions.ts'
import { type InvoiceRow, invoiceColumns, type PaidColumns, paidColumns, toInvoice } from './rows.ts'
import type { InvoiceReader } from './show.ts'

const selectRevision = defineStatement<{ uid: string }, { revision: number }>((query, param) =>
  query.selectFrom('invoices').where('uid', '=', param('uid')).select('revision'),
)

/** PostgreSQL only. Uids contain no commas. */
const selectRevisions = defineStatement<{ uids: string }, { uid: string; revision: number }>((query, param) =>
  query
    .selectFrom('invoices')
    .where('uid', '=', raw<string>`any(string_to_array(${param('uids')}, ','))`)
    .select(['uid', 'revision']),
)

type FoundRow = InvoiceRow & Omit<PaidColumns, 'paid_txids'>

const selectInvoice = defineStatement<{ uid: string }, FoundRow>((query, param) =>
  query
    .selectFrom('invoices')
    .leftJoin('payments', 'payments.id', 'invoices.payment_id')
    .where('invoices.uid', '=', param('uid'))
    .select(invoiceColumns)
    .select(paidColumns),
)

const selectTxids = defineStatement<{ paymentId: string }, { txid: string }>((query, param) =>
  query
    .selectFrom('payment_transactions')
    .where('payment_id', '=', param('paymentId'))
    .where('current', '=', 1)
    .orderBy('place')
    .select('txid'),
)

const closeInvoice = defineStatement<{ uid: string; status: string }, InvoiceRow>((query, param) =>
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

const deleteReservations = defineStatement<{ uid: string }, never>((query, param) =>
  query.deleteFrom('reserved_amounts').where('invoice_uid', '=', param('uid')),
)

type InvoiceStore = NewInvoiceStore & RevisionsReader & InvoiceReader & InvoiceCloseStore

export function createInvoiceStore(sql: Sql): InvoiceStore {
  const find = async (uid: string): Promise<Invoice | null> => {
    const row = await sql.queryOne(selectInvoice, { uid })
    if (!row) return null
    const received = (await findReceived(sql, [row])).get(uid)
    const paymentId = row.payment_id
    if (paymentId === null) return toInvoice(row, received)
    const paid_txids = (await sql.queryAll(selectTxids, { paymentId })).map(({ txid }) => txid)
    return toInvoice({ ...row, paid_txids }, received)
  }
  const findRevision = async (uid: string): Promise<number | null> =>
    (await sql.queryOne(selectRevision, { uid }))?.revision ?? null
  const withRevision = async (uid: string) => [uid, await findRevision(uid)] as const
  return {
    find,

    async insert(invoice, words) {
      const ids = { account_id: invoice.accountId, invoice_uid: invoice.uid }
      await insertRow(sql, 'invoices', toRow(invoice))
      await insertRows(sql, 'invoice_words', ids, ['word', words])
      const parts = listExternalIdParts(invoice.externalId ?? '')
      await insertRows(sql, 'invoice_external_id_parts', ids, ['part', parts])
    },

    findRevision,

    async listRevisions(uids) {
      if (sql.kind === 'sqlite') return new Map(await Promise.all(uids.map(withRevision)))
      const rows = await sql.queryAll(selectRevisions, { uids: uids.join(',') })
      return new Map(rows.map(({ uid, revision }) => [uid, revision]))
    },

    async close(uid, status) {
      const row = await sql.queryOne(closeInvoice, { uid, status })
      if (!row) return null
      await sql.queryAll(deleteReservations, { uid })
      return toInvoice(row, (await findReceived(sql, [row])).get(uid))
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
    metadata: invoice.metadata,
    created_at: toIsoString(invoice.createdAt),
    expires_at: toIsoString(invoice.expiresAt),
    snapshot_id: invoice.quote.snapshotId,
    quoted_at: toIsoString(invoice.quote.quotedAt),
    quote_expires_at: toIsoString(invoice.quote.expiresAt),
    coins: serialiseQuotedCoins(invoice.quote.coins),
    event_sequence: 1,
    revision: 1,
    any_wallet: invoice.anyWallet ? 1 : 0,
    underpaid_percent: invoice.anyWallet ? formatDecimal(invoice.anyWallet.underpaidPercent) : '0',
    accepted_coins: invoice.coins?.join(' ') ?? null,
    confirmations: invoice.confirmations,
    checkout_options: invoice.checkout && writeCheckoutOptions(invoice.checkout),
  }
}
