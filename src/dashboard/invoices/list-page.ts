import type { Invoice } from '../../invoices/invoice.ts'
import type { InvoicePage } from '../../invoices/list.ts'
import { formatCoins } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { dashboardPage } from '../pages/frame.ts'
import { command, emptyState, momentOf, pager, table } from '../pages/parts.ts'
import type { Scene } from '../pages/scene.ts'
import type { Looking } from '../pages/viewing.ts'
import { type Asked, activeFilters, filterNames, queryOf } from './filters.ts'
import { activeList, filtersForm } from './filters-page.ts'
import { amountOf, coinsOf, listPath, pathOf, statusBadge } from './shown-page.ts'

export interface ListScene extends Looking {
  readonly asked: Asked
  /** Null: the address was not understood. */
  readonly page: InvoicePage | null
  readonly error: Html | null
  readonly baseUrl: string
}

const kept = ['account', ...filterNames]

export function listPage(scene: Scene, given: ListScene): string {
  const { words, prefix } = scene
  const { host, of, viewed, asked, page, error } = given
  const { text } = words
  const filters = { asked, timeZone: of.timeZone, error }
  const newInvoice = html`<a class="button primary small" href="${prefix}${listPath}/new">${text.invoices_new}</a>`
  return dashboardPage(scene, host, {
    path: listPath,
    title: text.invoices,
    actions: viewed ? null : newInvoice,
    viewed,
    live: true,
    body: html`${filtersForm(scene, filters)}
<div class="listing" data-live="invoices">
<div class="list-head">${activeList(scene, filters)}${page && page.invoices.length > 0 && exports(scene, asked)}</div>
${page && listed(scene, { ...given, page })}</div>`,
  })
}

/** Of exactly what is on the screen, and all of it. */
const exports = ({ words: { text }, prefix }: Scene, asked: Asked): Html =>
  html`<p class="exports">${text.invoices_export}: ${(['csv', 'jsonl'] as const).map(
    (form) =>
      html` <a class="export-link" href="${prefix}/invoices.${form}${queryOf(asked, kept)}" download>${form === 'csv' ? 'CSV' : 'JSON Lines'}</a>`,
  )}</p>`

function listed(scene: Scene, given: ListScene & { page: InvoicePage }): Html {
  const { words, prefix } = scene
  const { asked, page } = given
  const { text } = words
  const first = typeof asked.cursor === 'string' ? `${prefix}${listPath}${queryOf(asked, withLimit)}` : null
  const next =
    page.next && `${prefix}${listPath}${queryOf(asked, [...withLimit, 'cursor'], { cursor: page.next })}`
  const columns = [
    { label: text.invoices_amount },
    { label: text.invoices_status },
    { label: text.invoices_coin },
    { label: text.invoices_external_id },
    { label: text.invoices_created },
  ]
  const rows = page.invoices.map((invoice) => row(scene, given, invoice))
  return html`${rows.length === 0 ? nothing(scene, given) : table(text.invoices, columns, rows)}${pager(scene, next, first)}`
}

const withLimit = [...kept, 'limit']

const none = html`<span class="none">–</span>`

function row({ words, prefix }: Scene, { of, viewed }: ListScene, invoice: Invoice): Part[] {
  const settled = invoice.status === 'paid' || invoice.status === 'reversed'
  const { payment } = settled ? invoice : { payment: null }
  return [
    html`<a href="${prefix}${pathOf(invoice.uid, viewed)}">${amountOf(words, invoice)}</a>`,
    statusBadge(words, invoice.status),
    payment ? coinsOf(words, formatCoins(payment.amount), payment.coin) : none,
    invoice.externalId === null ? none : html`<bdi>${invoice.externalId}</bdi>`,
    momentOf(words, invoice.createdAt, of),
  ]
}

/** Why nothing is listed, and what helps. */
function nothing(scene: Scene, { asked, baseUrl, host, viewed }: ListScene): Html {
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
${command(firstInvoice(baseUrl, host.currency))}
<div class="buttons"><a class="button small primary" href="${prefix}${listPath}/new">${text.invoices_new}</a><a class="button small" href="${prefix}/dashboard/settings/tokens">${text.invoices_none_token}</a></div></div>`,
  )
}

/** A whole number: not every currency has decimals. */
const firstInvoice = (baseUrl: string, currency: string): string =>
  `curl -u "$ACCESS_TOKEN:" ${baseUrl}/invoices \\
  -H "Content-Type: application/json" \\
  -d '{"amount": 12, "currency": "${currency}", "external_id": "order 1"}'`
