import type { InvoicePage, Sort } from '../../invoices/browse.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { Instant } from '../../kernel/clock.ts'
import { formatCoins, formatDecimal } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { AccountView } from '../pages/account-view.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { PageContext } from '../pages/page-context.ts'
import {
  type Column,
  command,
  emptyState,
  momentOf,
  pager,
  type SortLink,
  sortLink,
  table,
} from '../pages/parts.ts'
import type { DashboardTranslator } from '../pages/words.ts'
import {
  activeFilters,
  filterNames,
  type InvoiceListQuery,
  listNames,
  queryOf,
  sortOf,
  sortText,
} from './filters.ts'
import { activeList, filtersForm } from './filters-page.ts'
import { amountOf, coinsOf, listPath, money, pathOf, statusBadge } from './shown-page.ts'
import { maxTotalled, type Totals } from './totals.ts'

export interface InvoiceListPageData extends AccountView {
  readonly asked: InvoiceListQuery
  /** Null if the query is invalid, or if a search matches too many invoices to sort. */
  readonly page: InvoicePage | null
  readonly error: Html | null
  readonly baseUrl: string
  readonly currencies: readonly string[]
  /** Totals of the filtered invoices; null without a filter. */
  readonly totals: Totals | 'cut' | null
  readonly now: Instant
}

export function listPage(scene: PageContext, given: InvoiceListPageData): string {
  const { words, prefix } = scene
  const { currentAccount, owner, viewed, asked, page, error, currencies, totals, now } = given
  const { text } = words
  const filters = { asked, timeZone: owner.timeZone, error, currencies, now }
  const newInvoice = html`<a class="button primary small" href="${prefix}${listPath}/new">${text.invoices_new}</a>`
  return dashboardPage(scene, currentAccount, {
    path: listPath,
    title: text.invoices,
    actions: viewed ? null : newInvoice,
    viewed,
    live: true,
    body: html`${filtersForm(scene, filters)}
<div class="listing" data-live="invoices">
<div class="list-head">${activeList(scene, filters)}${page && page.invoices.length > 0 && exports(scene, asked)}</div>
${totals && totalsLine(words, totals)}
${error ? null : page ? listed(scene, { ...given, page }) : unsorted(scene, asked)}</div>`,
  })
}

function totalsLine(words: DashboardTranslator, totals: Totals | 'cut'): Html | null {
  if (totals === 'cut')
    return html`<p class="totals">${words.say('invoices_totals_cut', { count: words.count(maxTotalled) })}</p>`
  const { count, asked, paid } = totals
  if (count === 0) return null
  const sums = (all: Totals['asked']): Html =>
    html`${all.map(({ sum, currency }, place) => html`${place > 0 && ' + '}${money(words, formatDecimal(sum), currency)}`)}`
  const values = { count: words.count(count), sum: sums(asked) }
  return html`<p class="totals">${words.say('invoices_totals', values)}${paid.length > 0 && html` · ${words.say('invoices_totals_paid', { sum: sums(paid) })}`}</p>`
}

/** Exports what the filters on the page match: every page of it, newest first. */
const exports = ({ words: { text }, prefix }: PageContext, asked: InvoiceListQuery): Html =>
  html`<p class="exports">${text.invoices_export}: ${(['csv', 'jsonl'] as const).map(
    (form) =>
      html` <a class="export-link" href="${prefix}/invoices.${form}${queryOf(asked, ['account', ...filterNames])}" download>${form === 'csv' ? 'CSV' : 'JSON Lines'}</a>`,
  )}</p>`

function listed(scene: PageContext, given: InvoiceListPageData & { page: InvoicePage }): Html {
  const { words, prefix } = scene
  const { asked, page } = given
  const { text } = words
  const first = typeof asked.cursor === 'string' ? `${prefix}${listPath}${queryOf(asked, withLimit)}` : null
  const next =
    page.next && `${prefix}${listPath}${queryOf(asked, [...withLimit, 'cursor'], { cursor: page.next })}`
  const { created, paid, amount } = sortLinks(scene, asked)
  const columns = [
    { label: text.invoices_amount, sort: amount },
    { label: text.invoices_status },
    { label: text.invoices_coin },
    { label: text.invoices_external_id },
    { label: text.invoices_created, sort: created },
    { label: text.invoices_paid_at, sort: paid },
    { label: text.invoices_memo },
  ]
  const rows = page.invoices.map((invoice) => row(scene, given, invoice))
  const list = html`${sorting(words, asked, columns)}${table(text.invoices, columns, rows)}`
  return html`${rows.length === 0 ? nothing(scene, given) : list}${pager(scene, next, first)}`
}

const withLimit = [...listNames, 'limit']

/**
 * Sorting restarts at the first page. The first click sorts descending, since most readers want the latest or largest first; another click
 * reverses it.
 */
function sortLinks({ prefix }: PageContext, asked: InvoiceListQuery): Readonly<Record<Sort['by'], SortLink>> {
  const current = sortOf(asked)
  const link = (by: Sort['by']): SortLink => {
    const direction = current?.by === by ? current.direction : null
    const sort = sortText({ by, direction: direction === 'desc' ? 'asc' : 'desc' })
    return { href: `${prefix}${listPath}${queryOf(asked, withLimit, { sort })}`, direction }
  }
  return { created: link('created'), paid: link('paid'), amount: link('amount') }
}

/** The sort order in words, and sort links for the card layout, which has no column headings. */
function sorting({ text }: DashboardTranslator, asked: InvoiceListQuery, columns: readonly Column[]): Html {
  const links = columns.map(
    ({ label, sort }) =>
      sort && html`<li${sort.direction && html` aria-current="true"`}>${sortLink(label, sort)}</li>`,
  )
  const sort = sortOf(asked)
  const order = sort && sortText(sort) !== null && `invoices_sorted_${sort.by}_${sort.direction}`
  return html`<nav class="sorts" aria-label="${text.invoices_sort}"><p>${text.invoices_sort}</p><ul>${links}</ul></nav>
${order && html`<p class="sorted">${text[order as 'invoices_sorted_created_asc']}</p>`}`
}

function unsorted({ words: { text }, prefix }: PageContext, asked: InvoiceListQuery): Html {
  const newest = `${prefix}${listPath}${queryOf(asked, withLimit, { sort: null })}`
  return emptyState(
    text.invoices_unsorted_title,
    html`<p>${text.invoices_unsorted_text}</p><p><a href="${newest}">${text.invoices_unsorted_newest}</a></p>`,
  )
}

const none = html`<span class="none">–</span>`

function row(
  { words, prefix }: PageContext,
  { owner, viewed }: InvoiceListPageData,
  invoice: Invoice,
): Part[] {
  const settled = invoice.status === 'paid' || invoice.status === 'reversed'
  const { payment, paidAt } = settled ? invoice : { payment: null, paidAt: null }
  return [
    html`<a href="${prefix}${pathOf(invoice.uid, viewed)}">${amountOf(words, invoice)}</a>`,
    statusBadge(words, invoice.status),
    payment ? coinsOf(words, formatCoins(payment.amount), payment.coin) : none,
    invoice.externalId === null ? none : html`<bdi>${invoice.externalId}</bdi>`,
    momentOf(words, invoice.createdAt, owner),
    paidAt === null ? none : momentOf(words, paidAt, owner),
    invoice.memo === null ? none : html`<bdi>${shortened(invoice.memo)}</bdi>`,
  ]
}

/** Characters of a memo in the list. The invoice's own page shows all of it. */
const memoShown = 60
const shortened = (memo: string): string =>
  memo.length > memoShown ? `${[...memo].slice(0, memoShown).join('')}…` : memo

/** Why the list is empty, and what to do. */
function nothing(scene: PageContext, { asked, baseUrl, currentAccount, viewed }: InvoiceListPageData): Html {
  const { words, prefix } = scene
  const { text } = words
  if (typeof asked.cursor === 'string')
    return emptyState(text.invoices_past_title, html`<p>${text.invoices_past_text}</p>`)
  if (activeFilters(asked).length > 0)
    return emptyState(
      text.invoices_unmatched_title,
      html`<p>${text.invoices_unmatched_text}</p>
<p><a href="${prefix}${listPath}${queryOf(asked, ['account'])}">${text.invoices_clear}</a></p>`,
    )
  if (viewed) return emptyState(text.invoices_none_title, html`<p>${text.invoices_none_viewed}</p>`)
  return emptyState(
    text.invoices_none_title,
    html`<div class="first-invoice"><p>${text.invoices_none_text}</p>
${command(firstInvoice(baseUrl, currentAccount.currency))}
<div class="buttons"><a class="button small primary" href="${prefix}${listPath}/new">${text.invoices_new}</a><a class="button small" href="${prefix}/dashboard/settings/tokens">${text.invoices_none_token}</a></div></div>`,
  )
}

/** The amount is an integer, because not every currency has decimals. */
const firstInvoice = (baseUrl: string, currency: string): string =>
  `curl -u "$ACCESS_TOKEN:" ${baseUrl}/invoices \\
  -H "Content-Type: application/json" \\
  -d '{"amount": 12, "currency": "${currency}", "external_id": "order 1"}'`
