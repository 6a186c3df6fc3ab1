import { hasPayment } from '../../invoices/invoice.ts'
import { parseMetadata } from '../../invoices/metadata.ts'
import { formatCoins, formatDecimal } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { AccountView } from '../pages/account-view.ts'
import { badge, descriptionList, renderInstant } from '../pages/components.ts'
import { dangerSection, type FormState, postButton, renderAlert } from '../pages/form.ts'
import { icons } from '../pages/icons.ts'
import { indentJson } from '../pages/indent-json.ts'
import { dashboardPage } from '../pages/layout.ts'
import type { PageContext } from '../pages/page-context.ts'
import { renderMoney, stripDirectionMarks } from '../pages/translator.ts'
import type { InvoiceDetail } from './detail.ts'
import {
  copyableText,
  listPath,
  machineText,
  renderAmount,
  renderCoins,
  statusBadge,
} from './invoice-components-page.ts'
import { optionalEntry, paymentCards } from './payment-page.ts'
import { timeline } from './timeline-page.ts'

/** Actions that the page can confirm after a redirect. */
export const completedActions = ['cancelled', 'resent'] as const

interface InvoiceDetailPageData extends AccountView {
  readonly detail: InvoiceDetail
  readonly formState: FormState
  readonly done: (typeof completedActions)[number] | null
  readonly now: number
}

export function detailPage(context: PageContext, data: InvoiceDetailPageData): string {
  const { translator } = context
  const { text } = translator
  const { currentAccount, owner, viewed, detail, formState, done } = data
  const { invoice, entries, omittedCount } = detail
  const status = text[`invoices_status_${invoice.status}`]
  const amount = stripDirectionMarks(translator.money(formatDecimal(invoice.amount), invoice.currency))
  return dashboardPage(context, currentAccount, {
    path: `${listPath}/${invoice.uid}`,
    title: `${amount} · ${status}`,
    heading: heading(context, data),
    parent: { path: listPath, name: text.invoices },
    actions: html`<div class="buttons" data-live="actions">${actions(context, data)}</div>`,
    done: done && text[`invoices_done_${done}`],
    viewed,
    live: true,
    scripts: ['copy.js'],
    body: html`${renderAlert(formState)}
<div class="notices" data-live="notices">${notices(context, detail)}</div>
<div class="columns invoice-columns"><div class="stack" data-live="payments"${pollAttribute(data)}>${paymentCards(context, data)}${refundCard(context, detail)}</div>
<section class="card wide"><h2>${text.invoices_facts}</h2>${invoiceDetails(context, data)}</section></div>
<section class="card wide" data-live="timeline"><h2>${text.invoices_timeline}</h2>
${timeline(context, { uid: invoice.uid, owner, entries, omittedCount })}</section>
<section class="card wide"><details><summary>${text.invoices_api_response}</summary>
<pre class="command" dir="ltr" tabindex="0" data-live="json"><code>${indentJson(detail.apiResponse)}</code></pre></details></section>
<div data-live="cancel">${cancelSection(context, data)}</div>`,
  })
}

function heading({ translator }: PageContext, { detail: { invoice } }: InvoiceDetailPageData): Html {
  const { text } = translator
  const { payment } = invoice.status === 'paid' ? invoice : { payment: null }
  return html`<span class="invoice-heading" data-live="heading" data-announce="${text[`invoices_status_${invoice.status}`]}">${renderAmount(translator, invoice)} ${
    isSettling(invoice) ? badge('busy', text.invoices_processing) : statusBadge(translator, invoice.status)
  }${payment && html` <span class="heading-coin">${renderCoins(translator, formatCoins(payment.amount), payment.coin)}</span>`}</span>`
}

const isSettling = ({ status, claimedBy }: InvoiceDetail['invoice']): boolean =>
  status === 'unpaid' && claimedBy !== null

/** Viewers only get the link to the checkout page. */
function actions({ translator, prefix }: PageContext, { detail, viewed }: InvoiceDetailPageData): Part[] {
  const { text } = translator
  const { invoice, deliveries } = detail
  const path = `${prefix}${listPath}/${invoice.uid}`
  return [
    html`<a class="button small" href="${prefix}/checkout/${invoice.uid}">${text.invoices_checkout}</a>`,
    !viewed &&
      isOpen(detail) &&
      html`<a class="button small" href="${path}/share">${text.invoices_share}</a>`,
    !viewed &&
      (deliveries ?? []).some(({ canBeSent }) => canBeSent) &&
      postButton(`${path}/redeliver`, text.invoices_resend),
  ]
}

const isOpen = ({ invoice }: InvoiceDetail): boolean =>
  invoice.status === 'unpaid' && invoice.claimedBy === null

const cancelSection = (
  { translator: { text }, prefix }: PageContext,
  { detail, viewed }: InvoiceDetailPageData,
): Html | null =>
  viewed || !isOpen(detail)
    ? null
    : dangerSection(`${prefix}${listPath}/${detail.invoice.uid}/cancel`, {
        title: text.invoices_cancel,
        explanation: text.invoices_cancel_text,
        button: text.invoices_cancel_confirm,
      })

function notices({ translator }: PageContext, { invoice, payments }: InvoiceDetail): Html[] {
  const { text } = translator
  const notice = (tone: 'warn' | 'bad', message: Part): Html =>
    html`<div class="notice ${tone}">${icons.alert}<div><p>${message}</p></div></div>`
  const surplus = payments
    .filter(({ status }) => status === 'surplus')
    .map(({ amount, coin }) =>
      notice(
        'warn',
        translator.format('invoices_surplus_note', {
          amount: renderCoins(translator, formatCoins(amount), coin),
        }),
      ),
    )
  return [
    ...(invoice.status === 'reversed' ? [notice('bad', text.invoices_reversed_note)] : []),
    ...(isSettling(invoice) ? [notice('warn', text.invoices_processing_note)] : []),
    ...surplus,
  ]
}

/** Shown if there is money to refund. The merchant does not keep the coins of a reversed payment. */
const refundCard = (
  { translator: { text } }: PageContext,
  { invoice, payments }: InvoiceDetail,
): Html | null =>
  payments.some(({ status }) => status === 'surplus' || (status === 'accepted' && invoice.status === 'paid'))
    ? html`<section class="card wide"><h2>${text.invoices_refund}</h2><p>${text.invoices_refund_text}</p></section>`
    : null

/** New blocks and webhook responses raise no event. If one is due soon, the page polls. */
function pollAttribute({ detail, now }: InvoiceDetailPageData): Html | null {
  const { deliveries, entries, payments } = detail
  const isNear = (at: number): boolean => Math.abs(now - at) < nearMs
  const isSending = (deliveries ?? []).some(
    ({ attempts, nextAt }) =>
      (nextAt !== null && isNear(nextAt)) || attempts.some(({ ms, at }) => ms === null && isNear(at)),
  )
  const isNotifying = deliveries !== null && entries.some(({ kind, at }) => kind === 'event' && isNear(at))
  if (isSending || isNotifying) return html` data-poll="2"`
  return payments.some(({ confirmedAt, status }) => confirmedAt === null && status === 'accepted')
    ? html` data-poll="15"`
    : null
}

const nearMs = 10_000

function invoiceDetails(
  { translator }: PageContext,
  { detail: { invoice }, owner }: InvoiceDetailPageData,
): Html {
  const { text } = translator
  const { uid, externalId, businessId, locationId, registerId, metadata } = invoice
  const bdi = (value: string | null): Html | null => (value === null ? null : html`<bdi>${value}</bdi>`)
  const settled = hasPayment(invoice)
  const [redirect, webhook] = [invoice.redirectUrl, invoice.webhookUrl]
  return descriptionList([
    [text.invoices_uid, copyableText(translator, uid, text.invoices_uid)],
    [text.invoices_amount, renderMoney(translator, formatDecimal(invoice.amount), invoice.currency)],
    [text.invoices_created, renderInstant(translator, invoice.createdAt, owner)],
    settled ? null : [text.invoices_expires, renderInstant(translator, invoice.expiresAt, owner)],
    settled
      ? [
          invoice.status === 'paid' ? text.invoices_paid_at : text.invoices_was_paid_at,
          renderInstant(translator, invoice.paidAt, owner),
        ]
      : null,
    optionalEntry(text.invoices_external_id, bdi(externalId)),
    optionalEntry(text.invoices_memo, bdi(invoice.memo)),
    optionalEntry(text.invoices_business_id, bdi(businessId)),
    optionalEntry(text.invoices_location_id, bdi(locationId)),
    optionalEntry(text.invoices_register_id, bdi(registerId)),
    optionalEntry(text.invoices_metadata, metadata === null ? null : metadataList(metadata)),
    optionalEntry(text.invoices_redirect_url, redirect && machineText(redirect)),
    optionalEntry(text.invoices_webhook_url, webhook && machineText(webhook)),
  ])
}

const metadataList = (metadata: string): Html | null => {
  const entries = Object.entries(parseMetadata(metadata))
  return entries.length === 0
    ? null
    : html`<ul class="metadata">${entries.map(([name, value]) => html`<li><bdi class="metadata-name">${name}</bdi>: <bdi>${typeof value === 'string' ? value : JSON.stringify(value)}</bdi></li>`)}</ul>`
}
