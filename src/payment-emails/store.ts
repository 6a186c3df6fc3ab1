import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { ClaimedEmail, PaymentEmailKey, PaymentEmailKind, PaymentEmailStore } from './payment-email.ts'

const readerName = 'payment-emails'
const subjectPrefix = 'invoice/'
/** The key of `metadata` with which shop plug-ins send the buyer's address. */
const metadataPattern = '%"buyerEmail"%'

const columns = [
  'account_id',
  'kind',
  'invoice_uid',
  'requested_at',
  'due_at',
  'attempts',
  'sent_at',
] as const

type Row = RowOf<'payment_emails', typeof columns>

const selectPosition = defineStatement<Record<never, never>, { position: number }>((query) =>
  query.selectFrom('log_readers').where('name', '=', readerName).select('position'),
)

const selectDue = defineStatement<{ now: string }, Pick<Row, 'account_id' | 'kind' | 'invoice_uid'>>(
  (query, param) =>
    query
      .selectFrom('payment_emails')
      .where('due_at', 'is not', null)
      .where('due_at', '<=', param('now'))
      .orderBy('due_at')
      .limit(1)
      .select(['account_id', 'kind', 'invoice_uid']),
)

export function createPaymentEmailStore(sql: Sql): PaymentEmailStore {
  const { query } = sql
  return {
    async readPosition() {
      const row = await sql.queryOne(selectPosition, {})
      if (!row) throw new Error(`the position of ${readerName} is missing in log_readers`)
      return row.position
    },

    async lockPosition() {
      const row = await query
        .updateTable('log_readers')
        .set(({ ref }) => ({ position: ref('position') }))
        .where('name', '=', readerName)
        .returning('position')
        .executeTakeFirstOrThrow()
      return row.position
    },

    async setPosition(position) {
      await query.updateTable('log_readers').set({ position }).where('name', '=', readerName).execute()
    },

    async listAccountsWithExceptions({ after, upTo, since }) {
      const rows = await query
        .selectFrom('events')
        .innerJoin('accounts', 'accounts.id', 'events.account_id')
        .where('position', '>', after)
        .where('position', '<=', upTo)
        .where('type', '=', 'payment.exception')
        .where('time', '>=', toIsoString(since))
        .where('email_exceptions', '=', 1)
        .distinct()
        .select('accounts.id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async listInvoicesForReceipt({ after, upTo, since }) {
      const rows = await query
        .selectFrom('events')
        .innerJoin('accounts', 'accounts.id', 'events.account_id')
        .innerJoin('invoices', (join) =>
          join.on(({ fn, val, eb, ref }) =>
            eb(ref('invoices.uid'), '=', fn<string>('substr', ['subject', val(subjectPrefix.length + 1)])),
          ),
        )
        .where('position', '>', after)
        .where('position', '<=', upTo)
        .where('type', '=', 'invoice.paid')
        .where('time', '>=', toIsoString(since))
        .where('email_receipts', '=', 1)
        .where('metadata', 'like', metadataPattern)
        .orderBy('position')
        .select(['invoices.account_id', 'invoices.uid'])
        .execute()
      return rows.map(({ account_id, uid }) => ({ accountId: account_id, invoiceUid: uid }))
    },

    async request(key, { requestedAt, dueAt }) {
      await query
        .insertInto('payment_emails')
        .values({ ...toColumns(key), requested_at: toIsoString(requestedAt), due_at: toIsoString(dueAt) })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'kind', 'invoice_uid']).doUpdateSet(({ fn, ref }) => ({
            requested_at: ref('excluded.requested_at'),
            due_at: fn.coalesce('payment_emails.due_at', 'excluded.due_at'),
          })),
        )
        .execute()
    },

    async requestOnce(key, { requestedAt, dueAt }) {
      await query
        .insertInto('payment_emails')
        .values({ ...toColumns(key), requested_at: toIsoString(requestedAt), due_at: toIsoString(dueAt) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async hasDue(now) {
      return (await sql.queryOne(selectDue, { now: toIsoString(now) })) !== undefined
    },

    async claimDue(now, leaseUntil) {
      const due = await sql.queryOne(selectDue, { now: toIsoString(now) })
      if (!due) return null
      const row = await query
        .updateTable('payment_emails')
        .set(({ eb }) => ({ due_at: toIsoString(leaseUntil), attempts: eb('attempts', '+', 1) }))
        .where('account_id', '=', due.account_id)
        .where('kind', '=', due.kind)
        .where('invoice_uid', '=', due.invoice_uid)
        // Another process may have claimed it since.
        .where('due_at', '<=', toIsoString(now))
        .returning(columns)
        .executeTakeFirst()
      return row ? toClaimedEmail(row) : null
    },

    async settle(email, { dueAt, attempts, sentAt }) {
      const sent = sentAt === null ? null : toIsoString(sentAt)
      const settled = await updateClaimed(email)
        .set({ due_at: dueAt === null ? null : toIsoString(dueAt), attempts, sent_at: sent })
        .where('requested_at', '=', toIsoString(email.requestedAt))
        .returning('kind')
        .executeTakeFirst()
      if (!settled) await updateClaimed(email).set({ attempts: 0, sent_at: sent }).execute()
    },

    async prune(before, limit) {
      const rows = await query
        .deleteFrom('payment_emails')
        .where(({ refTuple, selectFrom, eb }) =>
          eb(
            refTuple('account_id', 'kind', 'invoice_uid'),
            'in',
            selectFrom('payment_emails')
              .where('due_at', 'is', null)
              .where('requested_at', '<', toIsoString(before))
              .limit(limit)
              .select(['account_id', 'kind', 'invoice_uid'])
              .$asTuple('account_id', 'kind', 'invoice_uid'),
          ),
        )
        .returning('kind')
        .execute()
      return rows.length
    },
  }

  /** An update of the row, unless its lease has ended and another process has claimed it. */
  function updateClaimed({ leaseUntil, ...key }: ClaimedEmail) {
    const { account_id, kind, invoice_uid } = toColumns(key)
    return query
      .updateTable('payment_emails')
      .where('account_id', '=', account_id)
      .where('kind', '=', kind)
      .where('invoice_uid', '=', invoice_uid)
      .where('due_at', '=', toIsoString(leaseUntil))
  }
}

const toColumns = ({ accountId, kind, invoiceUid }: PaymentEmailKey) => ({
  account_id: accountId,
  kind,
  invoice_uid: invoiceUid,
})

const toClaimedEmail = (row: Row): ClaimedEmail => ({
  accountId: row.account_id,
  kind: row.kind as PaymentEmailKind,
  invoiceUid: row.invoice_uid,
  requestedAt: parseIsoString(row.requested_at),
  attempts: row.attempts,
  sentAt: row.sent_at === null ? null : parseIsoString(row.sent_at),
  leaseUntil: parseIsoString(row.due_at ?? ''),
})
