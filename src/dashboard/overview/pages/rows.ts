import { toIsoString } from '../../../kernel/clock.ts'
import { type Html, html, type Part } from '../../../platform/web/html.ts'
import type { Span } from '../../days.ts'
import type { PageContext, ViewedAccount } from '../../pages/page-context.ts'
import type { Revenue } from '../figures.ts'

/** Rendering context of an overview. */
export interface OverviewContext extends PageContext {
  readonly owner: ViewedAccount
  /** The other account that the user is viewing; null on the user's own pages. */
  readonly grantedAccount: ViewedAccount | null
}

interface InvoiceFilters {
  readonly currency: string
  readonly coin?: string
  readonly span: Span
}

/** Links a figure to exactly the invoices that it counts. */
export function linkToInvoices(
  context: OverviewContext,
  { count }: Revenue,
  filters: InvoiceFilters,
  figure: Part,
): Part {
  if (count === 0) return figure
  const { currency, coin, span } = filters
  const query = {
    status: 'paid',
    currency,
    ...(coin !== undefined && { coin }),
    paid_from: toIsoString(span.from),
    paid_to: toIsoString(span.to),
  }
  return html`<a class="figure-link" href="${getInvoiceListUrl(context, query)}">${figure}</a>`
}

/** URL of the invoice list with these filters. */
export function getInvoiceListUrl(
  { prefix, grantedAccount }: OverviewContext,
  query: Readonly<Record<string, string>> = {},
): string {
  const accountQuery = grantedAccount ? { account: String(grantedAccount.accountId) } : {}
  const search = new URLSearchParams({ ...query, ...accountQuery }).toString()
  return `${prefix}/dashboard/invoices${search && `?${search}`}`
}

interface TableColumn {
  readonly label: string
  readonly isNumber?: true
}

/** A small table that stays a table on narrow screens. The first cell of a row is its header. */
export function renderTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Part[])[],
): Html {
  const renderKind = (column: number): Html | null =>
    columns[column]?.isNumber ? html` class="number"` : null
  const renderCell = (part: Part, column: number): Html =>
    column === 0 ? html`<th scope="row">${part}</th>` : html`<td${renderKind(column)}>${part}</td>`
  return html`<table class="summary-table"><caption class="visually-hidden">${caption}</caption>
<thead><tr>${columns.map(({ label }, column) => html`<th scope="col"${renderKind(column)}>${label}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(renderCell)}</tr>`)}</tbody></table>`
}
