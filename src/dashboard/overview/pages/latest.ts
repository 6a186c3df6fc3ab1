import type { Invoice } from '../../../invoices/invoice.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { badge, emptyState, renderInstant, type Tone, table } from '../../pages/components.ts'
import { renderMoney } from '../../pages/translator.ts'
import { invoiceListUrl, type OverviewContext } from './rows.ts'

const tones: Readonly<Record<Invoice['status'], Tone>> = {
  unpaid: 'busy',
  paid: 'good',
  cancelled: 'plain',
  expired: 'plain',
  reversed: 'bad',
}

/** The most recently created invoices. */
export function latestInvoices(context: OverviewContext, latest: readonly Invoice[]): Html {
  const { translator, owner, prefix, viewed } = context
  const { text } = translator
  if (latest.length === 0) {
    const till = html`<a href="${prefix}/dashboard/till">${text.till}</a>`
    const hint = viewed ? text.overview_none_viewed : translator.say('overview_none_text', { till })
    return emptyState(text.overview_none, html`<p>${hint}</p>`)
  }
  const accountQuery = viewed ? `?account=${viewed.accountId}` : ''
  const row = (invoice: Invoice) => [
    html`<a href="${prefix}/dashboard/invoices/${invoice.uid}${accountQuery}">${renderMoney(translator, formatDecimal(invoice.amount), invoice.currency)}</a>`,
    badge(tones[invoice.status], text[`overview_${invoice.status}`]),
    'payment' in invoice ? html`<bdi>${invoice.payment.coin}</bdi>` : '–',
    invoice.externalId === null ? '–' : html`<bdi>${invoice.externalId}</bdi>`,
    renderInstant(translator, invoice.createdAt, owner),
  ]
  const columns = [
    text.overview_amount,
    text.overview_status,
    text.overview_coin,
    text.overview_external,
    text.overview_created,
  ].map((label) => ({ label }))
  return html`<div class="headline"><h2>${text.overview_latest}</h2><a href="${invoiceListUrl(context)}">${text.overview_all}</a></div>
${table(text.overview_latest, columns, latest.map(row))}`
}
