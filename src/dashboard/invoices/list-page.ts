import type { InvoicePage, Sort } from '../../invoices/browse.ts'
import { hasPayment, type Invoice } from '../../invoices/invoice.ts'
import type { Instant } from '../../kernel/clock.ts'
import { formatCoins, formatDecimal } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { buildInvoiceCommand } from '../overview/first-steps.ts'
import type { AccountView } from '../pages/account-view.ts'
import {
  type Column,
  emptyCell,
  renderCommand,
  renderEmptyState,
  renderInstant,
  renderPager,
  renderSortLink,
  renderTable,
  type SortLink,
} from '../pages/components.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { PageContext } from '../pages/page-context.ts'
import { type DashboardTranslator, renderMoney } from '../pages/translator.ts'
import {
  filterNames,
  formatInvoiceQuery,
  formatSort,
  type InvoiceListQuery,
  listActiveFilters,
  listParamNames,
  parseSort,
} from './filters.ts'
import { getInvoicePath, listPath, renderAmount, renderCoins, renderStatusBadge } from './pages/components.ts'
import { renderActiveFilterList, renderFiltersForm } from './pages/filters.ts'
import { maxInvoicesInTotals, type Totals } from './totals.ts'

interface InvoiceListPageData extends AccountView {
  readonly query: InvoiceListQuery
  /** Null if the query is invalid, or if a search matches too many invoices to sort. */
  readonly page: InvoicePage | null
  readonly error: Html | null
  readonly baseUrl: string
  readonly currencies: readonly string[]
  /** Totals of the filtered invoices; null without a filter. */
  readonly totals: Totals | 'too_many' | null
  readonly now: Instant
}

export function renderListPage(context: PageContext, data: InvoiceListPageData): string {
  const { translator, prefix } = context
  const { currentAccount, owner, grantedAccount, query, page, error, currencies, totals, now } = data
  const { text } = translator
  const filters = { query, timeZone: owner.timeZone, error, currencies, now }
  const newInvoice = html`<a class="button primary small" href="${prefix}${listPath}/new">${text.invoices_new}</a>`
  return renderDashboardPage(context, currentAccount, {
    path: listPath,
    title: text.invoices,
    actions: grantedAccount ? null : newInvoice,
    grantedAccount,
    live: true,
    body: html`${renderFiltersForm(context, filters)}
<div class="listing" data-live="invoices">
<div class="list-header">${renderActiveFilterList(context, filters)}${page && page.invoices.length > 0 && renderExportLinks(context, query)}</div>
${totals && renderTotalsLine(translator, totals)}
${error ? null : page ? renderList(context, { ...data, page }) : renderTooManyToSort(context, query)}</div>`,
  })
}

function renderTotalsLine(translator: DashboardTranslator, totals: Totals | 'too_many'): Html | null {
  if (totals === 'too_many')
    return html`<p class="totals">${translator.format('invoices_totals_cut', { count: translator.formatCount(maxInvoicesInTotals) })}</p>`
  const { count, invoiced, paid } = totals
  if (count === 0) return null
  const renderSums = (revenues: Totals['invoiced']): Html =>
    html`${revenues.map(({ sum, currency }, index) => html`${index > 0 && ' + '}${renderMoney(translator, formatDecimal(sum), currency)}`)}`
  const values = { count: translator.formatCount(count), sum: renderSums(invoiced) }
  return html`<p class="totals">${translator.format('invoices_totals', values)}${paid.length > 0 && html` · ${translator.format('invoices_totals_paid', { sum: renderSums(paid) })}`}</p>`
}

/** Links that export all matching invoices, newest first. */
const renderExportLinks = ({ translator: { text }, prefix }: PageContext, query: InvoiceListQuery): Html =>
  html`<p class="exports">${text.invoices_export}: ${(['csv', 'jsonl'] as const).map(
    (format) =>
      html` <a class="export-link" href="${prefix}/invoices.${format}${formatInvoiceQuery(query, ['account', ...filterNames])}" download>${format === 'csv' ? 'CSV' : 'JSON Lines'}</a>`,
  )}</p>`

function renderList(context: PageContext, data: InvoiceListPageData & { page: InvoicePage }): Html {
  const { translator, prefix } = context
  const { query, page } = data
  const { text } = translator
  const first =
    typeof query.cursor === 'string'
      ? `${prefix}${listPath}${formatInvoiceQuery(query, listParamNamesWithLimit)}`
      : null
  const next =
    page.next &&
    `${prefix}${listPath}${formatInvoiceQuery(query, [...listParamNamesWithLimit, 'cursor'], { cursor: page.next })}`
  const { created, paid, amount } = createSortLinks(context, query)
  const columns = [
    { label: text.invoices_amount, sort: amount },
    { label: text.invoices_status },
    { label: text.invoices_coin },
    { label: text.invoices_external_id },
    { label: text.invoices_created, sort: created },
    { label: text.invoices_paid_at, sort: paid },
    { label: text.invoices_memo },
  ]
  const rows = page.invoices.map((invoice) => renderInvoiceRow(context, data, invoice))
  const list = html`${renderSortNavigation(translator, query, columns)}${renderTable(text.invoices, columns, rows)}`
  return html`${rows.length === 0 ? renderEmptyList(context, data) : list}${renderPager(context, next, first)}`
}

const listParamNamesWithLimit = [...listParamNames, 'limit']

/**
 * Sorting restarts at the first page. The first click sorts descending, since most users want the latest or largest first; another click
 * reverses it.
 */
function createSortLinks(
  { prefix }: PageContext,
  query: InvoiceListQuery,
): Readonly<Record<Sort['by'], SortLink>> {
  const current = parseSort(query)
  const createLink = (by: Sort['by']): SortLink => {
    const direction = current?.by === by ? current.direction : null
    const sort = formatSort({ by, direction: direction === 'desc' ? 'asc' : 'desc' })
    return {
      href: `${prefix}${listPath}${formatInvoiceQuery(query, listParamNamesWithLimit, { sort })}`,
      direction,
    }
  }
  return { created: createLink('created'), paid: createLink('paid'), amount: createLink('amount') }
}

/** The current sort order, and sort links for the card layout, which has no column headings. */
function renderSortNavigation(
  { text }: DashboardTranslator,
  query: InvoiceListQuery,
  columns: readonly Column[],
): Html {
  const links = columns.map(
    ({ label, sort }) =>
      sort && html`<li${sort.direction && html` aria-current="true"`}>${renderSortLink(label, sort)}</li>`,
  )
  const sort = parseSort(query)
  const order = sort && formatSort(sort) !== null && `invoices_sorted_${sort.by}_${sort.direction}`
  return html`<nav class="sorts" aria-label="${text.invoices_sort}"><p>${text.invoices_sort}</p><ul>${links}</ul></nav>
${order && html`<p class="sorted">${text[order as 'invoices_sorted_created_asc']}</p>`}`
}

function renderTooManyToSort({ translator: { text }, prefix }: PageContext, query: InvoiceListQuery): Html {
  const newest = `${prefix}${listPath}${formatInvoiceQuery(query, listParamNamesWithLimit, { sort: null })}`
  return renderEmptyState(
    text.invoices_unsorted_title,
    html`<p>${text.invoices_unsorted_text}</p><p><a href="${newest}">${text.invoices_unsorted_newest}</a></p>`,
  )
}

function renderInvoiceRow(
  { translator, prefix }: PageContext,
  { owner, grantedAccount }: InvoiceListPageData,
  invoice: Invoice,
): Part[] {
  const isSettled = hasPayment(invoice)
  const { payment, paidAt } = isSettled ? invoice : { payment: null, paidAt: null }
  return [
    html`<a href="${prefix}${getInvoicePath(invoice.uid, grantedAccount)}">${renderAmount(translator, invoice)}</a>`,
    renderStatusBadge(translator, invoice),
    payment ? renderCoins(translator, formatCoins(payment.amount), payment.coin) : emptyCell,
    invoice.externalId === null ? emptyCell : html`<bdi>${invoice.externalId}</bdi>`,
    renderInstant(translator, invoice.createdAt, owner),
    paidAt === null ? emptyCell : renderInstant(translator, paidAt, owner),
    invoice.memo === null ? emptyCell : html`<bdi>${truncateMemo(invoice.memo)}</bdi>`,
  ]
}

/** Characters of a memo in the list. The invoice's own page shows all of it. */
const maxMemoLength = 60
const truncateMemo = (memo: string): string =>
  memo.length > maxMemoLength ? `${[...memo].slice(0, maxMemoLength).join('')}…` : memo

/** Why the list is empty, and what to do. */
function renderEmptyList(
  context: PageContext,
  { query, baseUrl, currentAccount, grantedAccount }: InvoiceListPageData,
): Html {
  const { translator, prefix } = context
  const { text } = translator
  if (typeof query.cursor === 'string')
    return renderEmptyState(text.invoices_past_title, html`<p>${text.invoices_past_text}</p>`)
  if (listActiveFilters(query).length > 0)
    return renderEmptyState(
      text.invoices_unmatched_title,
      html`<p>${text.invoices_unmatched_text}</p>
<p><a href="${prefix}${listPath}${formatInvoiceQuery(query, ['account'])}">${text.invoices_clear}</a></p>`,
    )
  if (grantedAccount)
    return renderEmptyState(text.invoices_none_title, html`<p>${text.invoices_none_viewed}</p>`)
  return renderEmptyState(
    text.invoices_none_title,
    html`<div class="first-invoice"><p>${text.invoices_none_text}</p>
${renderCommand(buildInvoiceCommand(baseUrl, currentAccount.currency))}
<div class="buttons"><a class="button small primary" href="${prefix}${listPath}/new">${text.invoices_new}</a><a class="button small" href="${prefix}/dashboard/settings/tokens">${text.invoices_none_token}</a></div></div>`,
  )
}
