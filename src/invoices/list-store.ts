import { sql as raw } from 'kysely'
import type { Instant } from '../kernel/clock.ts'
import { getMinUid } from '../kernel/ids.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Invoice } from './invoice.ts'
import type { Direction, InvoiceFilters, InvoiceLister, ListedInvoice } from './list.ts'
import { createAmountLister } from './list-amounts-store.ts'
import {
  canBePaid,
  compareUids,
  createPaidPager,
  type ExecutableQuery,
  filterByPaidRange,
  hasPaidRange,
  type IndexedFilters,
  type InvoiceListSelect,
} from './list-paid-store.ts'
import { createSearchBranches, denseMatches } from './list-search-store.ts'
import { createSortedPager } from './list-sort-store.ts'
import { findReceived } from './received-store.ts'
import { type InvoiceRow, invoiceColumns, type PaidColumns, paidColumns, toInvoice } from './rows.ts'

/** Pages by uid, which sorts by creation time: each page is one index walk, however long the history. */
export function createInvoiceLister(sql: Sql): InvoiceLister {
  const listPaidPage = createPaidPager(sql, { selectFiltered, listRows })
  const listSearchBranches = createSearchBranches(sql)
  return {
    listPage,
    findMany,
    listAmounts: createAmountLister(sql, { listPage }),
    listSorted: createSortedPager(sql, { listPage, filterUids }),
  }

  async function listPage(
    accountId: number,
    requestedFilters: InvoiceFilters,
    after: string | null,
    limit: number,
    direction: Direction = 'desc',
  ): Promise<ListedInvoice[]> {
    const filters = {
      ...requestedFilters,
      direction,
      hasRareCurrency: await hasRareCurrency(accountId, requestedFilters),
    }
    const isPaidRange = hasPaidRange(filters)
    if (isPaidRange && !canBePaid(filters)) return []
    if (isPaidRange && !filters.search) return listPaidPage(accountId, filters, after, limit)
    const selectBase = (start = after) =>
      filterByPaidRange(selectFiltered(accountId, filters, start), filters)
    if (!filters.search) return listRows(selectBase().orderBy('invoices.uid', direction).limit(limit))
    const invoices: ListedInvoice[] = []
    const searched = { accountId, search: filters.search, selectBase, direction, after }
    for (const branch of await listSearchBranches(searched, limit)) invoices.push(...(await listRows(branch)))
    const unique = new Map(invoices.map((invoice) => [invoice.uid, invoice]))
    return [...unique.values()].sort(compareUids(direction)).slice(0, limit)
  }

  async function findMany(uids: readonly string[]): Promise<Invoice[]> {
    if (uids.length === 0) return []
    const rows = await sql.query
      .selectFrom('invoices')
      .leftJoin('payments', 'payments.id', 'invoices.payment_id')
      .where('invoices.uid', 'in', uids)
      .select(invoiceColumns)
      .select(paidColumns)
      .execute()
    const txids = await findTxids(rows.flatMap(({ payment_id }) => payment_id ?? []))
    const received = await findReceived(sql, rows)
    return rows.map((row: InvoiceRow & Omit<PaidColumns, 'paid_txids'>) =>
      toInvoice({ ...row, paid_txids: txids.get(row.payment_id ?? '') ?? [] }, received.get(row.uid)),
    )
  }

  async function filterUids(
    accountId: number,
    filters: InvoiceFilters,
    uids: readonly string[],
  ): Promise<Set<string>> {
    // PostgreSQL rejects an empty list.
    if (uids.length === 0) return new Set()
    const matchingQuery = filterByPaidRange(
      selectFiltered(accountId, { ...filters, direction: 'asc' }, null),
      filters,
    )
    return new Set((await listRows(matchingQuery.where('invoices.uid', 'in', uids))).map(({ uid }) => uid))
  }

  async function findTxids(paymentIds: readonly string[]): Promise<Map<string, string[]>> {
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

  async function listRows(query: ExecutableQuery): Promise<ListedInvoice[]> {
    return (await query.execute()).map(({ uid, revision }) => ({ uid, revision }))
  }

  /** Counts in the currency's index alone. */
  async function hasRareCurrency(accountId: number, { status, currency }: InvoiceFilters): Promise<boolean> {
    if (status === undefined || currency === undefined) return false
    const counted = sql.query
      .selectFrom('invoices')
      .where('account_id', '=', accountId)
      .where('currency', '=', currency)
      .limit(denseMatches)
      .select('uid')
    const { count } = await sql.query
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count < denseMatches
  }

  function selectFiltered(
    accountId: number,
    filters: IndexedFilters,
    after: string | null,
  ): InvoiceListSelect {
    const { status, currency, coin, externalId, createdFrom, createdTo, direction } = filters
    // An expression matches no index: otherwise all paid invoices might be walked to find three in yen.
    const statusColumn = filters.hasRareCurrency
      ? raw<string>`coalesce(invoices.status, '')`
      : 'invoices.status'
    let query = sql.query
      .selectFrom('invoices')
      .where('invoices.account_id', '=', accountId)
      .select(['invoices.uid', 'invoices.revision'])
    if (status !== undefined) query = query.where(statusColumn, '=', status)
    if (currency !== undefined) query = query.where('invoices.currency', '=', currency)
    if (coin !== undefined) query = query.where('invoices.paid_coin', '=', coin)
    if (externalId !== undefined) query = query.where('invoices.external_id', '=', externalId)
    // One bound per side: given two, SQLite may seek to the outer one and walk to the inner one on every page. Every uid is longer than
    // any result of `getMinUid`, so both bounds can be exclusive.
    const listBounds = (at: Instant | undefined, appliesCursor: boolean): string[] => [
      ...(at === undefined ? [] : [getMinUid(at)]),
      ...(after !== null && appliesCursor ? [after] : []),
    ]
    const lower = listBounds(createdFrom, direction === 'asc')
      .sort()
      .at(-1)
    const upper = listBounds(createdTo, direction === 'desc').sort()[0]
    if (lower !== undefined) query = query.where('invoices.uid', '>', lower)
    return upper === undefined ? query : query.where('invoices.uid', '<', upper)
  }
}
