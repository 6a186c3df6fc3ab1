import type { Invoice } from '../../../invoices/invoice.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { getInvoicePath, renderAmount, renderStatusBadge } from '../../invoices/pages/components.ts'
import { emptyCell, renderEmptyState, renderInstant, renderTable } from '../../pages/components.ts'
import { getInvoiceListUrl, type OverviewContext } from './rows.ts'

/** The most recently created invoices. */
export function renderLatestInvoices(context: OverviewContext, latest: readonly Invoice[]): Html {
  const { translator, owner, prefix, grantedAccount } = context
  const { text } = translator
  if (latest.length === 0) {
    const till = html`<a href="${prefix}/dashboard/till">${text.till}</a>`
    const hint = grantedAccount
      ? text.overview_none_viewed
      : translator.format('overview_none_text', { till })
    return renderEmptyState(text.overview_none, html`<p>${hint}</p>`)
  }
  const renderRow = (invoice: Invoice) => [
    html`<a href="${prefix}${getInvoicePath(invoice.uid, grantedAccount)}">${renderAmount(translator, invoice)}</a>`,
    renderStatusBadge(translator, invoice),
    'payment' in invoice ? html`<bdi>${invoice.payment.coin}</bdi>` : emptyCell,
    invoice.externalId === null ? emptyCell : html`<bdi>${invoice.externalId}</bdi>`,
    renderInstant(translator, invoice.createdAt, owner),
  ]
  const columns = [
    text.invoices_amount,
    text.invoices_status,
    text.overview_coin,
    text.invoices_external_id,
    text.invoices_created,
  ].map((label) => ({ label }))
  return html`<div class="headline"><h2>${text.overview_latest}</h2><a href="${getInvoiceListUrl(context)}">${text.overview_all}</a></div>
${renderTable(text.overview_latest, columns, latest.map(renderRow))}`
}
