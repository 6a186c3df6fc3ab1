import { sql as raw } from 'kysely'
import { firstUid } from '../kernel/ids.ts'
import type { Whole } from '../platform/storage/columns.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Filters, InvoiceLister, ListedInvoice, Search } from './list.ts'
import {
  canBePaid,
  isByPayment,
  type Listed,
  type Listing,
  type Narrowing,
  paidPages,
  paidWithin,
} from './list-paid-store.ts'
import { type InvoiceRow, type PaidColumns, toInvoice } from './rows.ts'

/** More matches than this are dense enough to be found by walking the newest invoices. */
const denseMatches = 2_000

/** Pages by uid, which sorts by time of creation: each page is one walk down an index, however long the history. */
export function invoiceLister(sql: Sql): InvoiceLister {
  const paidPage = paidPages(sql, { narrowed, rows })
  return {
    async page(accountId, wanted, before, limit) {
      const filters = { ...wanted, hasRareCurrency: await hasRareCurrency(accountId, wanted) }
      const isPaidRange = isByPayment(filters)
      if (isPaidRange && !canBePaid(filters)) return []
      if (isPaidRange && !filters.search) return paidPage(accountId, filters, before, limit)
      const base = () => paidWithin(narrowed(accountId, filters, before), filters)
      if (!filters.search) return rows(base().orderBy('invoices.uid', 'desc').limit(limit))
      const found: ListedInvoice[] = []
      for (const branch of await branches(accountId, filters.search, base)) {
        found.push(...(await rows(branch.limit(limit))))
      }
      const unique = new Map(found.map((invoice) => [invoice.uid, invoice]))
      return [...unique.values()].sort((a, b) => (a.uid < b.uid ? 1 : -1)).slice(0, limit)
    },

    async findMany(uids) {
      if (uids.length === 0) return []
      const found = await sql.query
        .selectFrom('invoices')
        .leftJoin('payments', 'payments.id', 'invoices.payment_id')
        .where('invoices.uid', 'in', uids)
        .selectAll('invoices')
        .select([
          'payments.amount as paid_amount',
          'payments.replaceable',
          'payments.depth',
          'payments.accepted_at',
          'payments.confirmed_at',
          'payments.block_height',
        ])
        .execute()
      const txids = await txidsOf(found.flatMap(({ payment_id }) => payment_id ?? []))
      return found.map((row: InvoiceRow & Omit<PaidColumns, 'paid_txids'>) =>
        toInvoice({ ...row, paid_txids: txids.get(row.payment_id ?? '') ?? [] }),
      )
    },
  }

  async function txidsOf(paymentIds: readonly string[]): Promise<Map<string, string[]>> {
    const txids = new Map<string, string[]>()
    if (paymentIds.length === 0) return txids
    const found = await sql.query
      .selectFrom('payment_transactions')
      .where('payment_id', 'in', paymentIds)
      .where('current', '=', 1)
      .orderBy('payment_id')
      .orderBy('place')
      .select(['payment_id', 'txid'])
      .execute()
    for (const { payment_id, txid } of found) txids.set(payment_id, [...(txids.get(payment_id) ?? []), txid])
    return txids
  }

  async function rows(query: Listed): Promise<ListedInvoice[]> {
    return (await query.execute()).map(({ uid, revision }) => ({ uid, revision: Number(revision) }))
  }

  /** Whether there are many is counted in its index alone. */
  async function hasRareCurrency(accountId: number, { status, currency }: Filters): Promise<boolean> {
    if (status === undefined || currency === undefined) return false
    const some = sql.query
      .selectFrom('invoices')
      .where('account_id', '=', accountId)
      .where('currency', '=', currency)
      .limit(denseMatches)
      .select('uid')
    const { count } = await sql.query
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<Whole>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count) < denseMatches
  }

  function narrowed(accountId: number, filters: Narrowing, before: string | null): Listing {
    const { status, currency, coin, externalId, createdFrom, createdTo } = filters
    // An expression is in no index: else all that is paid might be walked for the three that are in yen.
    const statusOf = filters.hasRareCurrency ? raw<string>`coalesce(invoices.status, '')` : 'invoices.status'
    let query = sql.query
      .selectFrom('invoices')
      .where('invoices.account_id', '=', accountId)
      .select(['invoices.uid', 'invoices.revision'])
    if (status !== undefined) query = query.where(statusOf, '=', status)
    if (currency !== undefined) query = query.where('invoices.currency', '=', currency)
    if (coin !== undefined) query = query.where('invoices.paid_coin', '=', coin)
    if (externalId !== undefined) query = query.where('invoices.external_id', '=', externalId)
    if (createdFrom !== undefined) query = query.where('invoices.uid', '>=', firstUid(createdFrom))
    // One end: of two SQLite may seek the later, and walk from there to the other one for every page.
    const ends = [
      ...(createdTo === undefined ? [] : [firstUid(createdTo)]),
      ...(before === null ? [] : [before]),
    ]
    const [end] = ends.sort()
    if (end !== undefined) query = query.where('invoices.uid', '<', end)
    return query
  }

  /** Each way in which the text may be meant is a look-up of its own, by its own index. */
  async function branches(
    accountId: number,
    { text, words, amount }: Search,
    base: () => Listing,
  ): Promise<Listing[]> {
    const newestFirst = base().orderBy('invoices.uid', 'desc')
    const found = [
      newestFirst.where('invoices.uid', '=', text),
      newestFirst.where('invoices.uid', 'in', paidBy(text.toLowerCase())),
      ...(await byExternalId(accountId, text, newestFirst)),
    ]
    if (amount !== null) found.push(newestFirst.where('invoices.amount', '=', amount))
    if (words.length > 0) found.push(byWords(accountId, words, base()))
    return found
  }

  function paidBy(txid: string) {
    return sql.query
      .selectFrom('payment_transactions')
      .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
      .where('payment_transactions.txid', '=', txid)
      .select('payments.invoice_uid')
  }

  /** Walks the invoices that hold the longest word, mostly the rarest, newest first; the other words must be there too. */
  function byWords(accountId: number, words: readonly string[], query: Listing): Listing {
    const [rarest = '', ...others] = [...words].sort((a, b) => b.length - a.length)
    return others.reduce(
      (narrowing, word) =>
        narrowing.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('invoice_words as other')
              .where('other.account_id', '=', accountId)
              .where('other.word', '=', word)
              .whereRef('other.invoice_uid', '=', 'invoices.uid')
              .select('other.word'),
          ),
        ),
      query
        .innerJoin('invoice_words', 'invoice_words.invoice_uid', 'invoices.uid')
        .where('invoice_words.account_id', '=', accountId)
        .where('invoice_words.word', '=', rarest)
        .orderBy('invoice_words.invoice_uid', 'desc'),
    )
  }

  /** Few matches are looked up by the external id and sorted; among many, walking the newest finds a page at once. */
  async function byExternalId(accountId: number, prefix: string, query: Listing): Promise<Listing[]> {
    const end = `${prefix}\u{10ffff}`
    const matches = await sql.query
      .selectFrom('invoices')
      .where('account_id', '=', accountId)
      .where('external_id', '>=', prefix)
      .where('external_id', '<', end)
      .limit(denseMatches)
      .select('uid')
      .execute()
    if (matches.length === denseMatches) {
      // An expression is in no index: by that of external ids all of them would be sorted.
      const externalId = raw<string>`coalesce(invoices.external_id, '')`
      return [query.where(externalId, '>=', prefix).where(externalId, '<', end)]
    }
    // PostgreSQL takes no empty list.
    if (matches.length === 0) return []
    const uids = matches.map(({ uid }) => uid)
    return [query.where('invoices.uid', 'in', uids)]
  }
}
