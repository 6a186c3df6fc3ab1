import { summariseReceived } from '../../checkout/received.ts'
import { hasPayment } from '../../invoices/invoice.ts'
import { parseMetadata } from '../../invoices/metadata.ts'
import { computeCountedValue, hasReceived } from '../../invoices/received.ts'
import { formatCoins, formatDecimal } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { getExceptionPath, renderExceptionSummary } from '../exceptions/exception-page.ts'
import type { AccountView } from '../pages/account-view.ts'
import { renderBadge, renderDescriptionList, renderInstant } from '../pages/components.ts'
import { type FormState, renderAlert, renderDangerSection, renderPostButton } from '../pages/form.ts'
import { icons } from '../pages/icons.ts'
import { indentJson } from '../pages/indent-json.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import { hasPermission, type PageContext } from '../pages/page-context.ts'
import { renderMoney, stripDirectionMarks } from '../pages/translator.ts'
import type { InvoiceDetail } from './detail.ts'
import {
  getStatusText,
  listPath,
  renderAmount,
  renderCoins,
  renderCopyableText,
  renderMachineText,
  renderStatusBadge,
} from './pages/components.ts'
import { createOptionalEntry, renderPaymentCards } from './pages/payments.ts'
import { renderTimeline } from './pages/timeline.ts'

/** Actions that the page can confirm after a redirect. */
export const completedActions = ['cancelled', 'resent'] as const

interface InvoiceDetailPageData extends AccountView {
  readonly detail: InvoiceDetail
  readonly formState: FormState
  readonly completedAction: (typeof completedActions)[number] | null
  readonly now: number
}

export function renderDetailPage(context: PageContext, data: InvoiceDetailPageData): string {
  const { translator } = context
  const { text } = translator
  const { currentAccount, owner, grantedAccount, detail, formState, completedAction } = data
  const { invoice, entries, omittedCount } = detail
  const status = getStatusText(translator, invoice)
  const amount = stripDirectionMarks(translator.formatMoney(formatDecimal(invoice.amount), invoice.currency))
  return renderDashboardPage(context, currentAccount, {
    path: `${listPath}/${invoice.uid}`,
    title: `${amount} · ${status}`,
    heading: renderHeading(context, data),
    parent: { path: listPath, name: text.invoices },
    actions: html`<div class="buttons" data-live="actions">${renderActions(context, data)}</div>`,
    confirmation: completedAction && text[`invoices_done_${completedAction}`],
    grantedAccount,
    live: true,
    scripts: ['copy.js'],
    body: html`${renderAlert(formState)}
<div class="notices" data-live="notices">${renderNotices(context, data)}</div>
<div class="columns invoice-columns"><div class="stack" data-live="payments"${renderPollAttribute(data)}>${renderPaymentCards(context, data)}${renderRefundCard(context, detail)}</div>
<section class="card wide"><h2>${text.invoices_facts}</h2>${renderInvoiceDetails(context, data)}</section></div>
<section class="card wide" data-live="timeline"><h2>${text.invoices_timeline}</h2>
${renderTimeline(context, { uid: invoice.uid, owner, entries, omittedCount })}</section>
<section class="card wide"><details><summary>${text.invoices_api_response}</summary>
<pre class="command" dir="ltr" tabindex="0" data-live="json"><code>${indentJson(detail.apiResponse)}</code></pre></details></section>
<div data-live="cancel">${renderCancelSection(context, data)}</div>`,
  })
}

function renderHeading({ translator }: PageContext, { detail: { invoice } }: InvoiceDetailPageData): Html {
  const { text } = translator
  const { payment } = invoice.status === 'paid' ? invoice : { payment: null }
  return html`<span class="invoice-heading" data-live="heading" data-announce="${getStatusText(translator, invoice)}">${renderAmount(translator, invoice)} ${
    isSettling(invoice)
      ? renderBadge('busy', text.invoices_processing)
      : renderStatusBadge(translator, invoice)
  }${payment && html` <span class="heading-coin">${renderCoins(translator, formatCoins(payment.amount), payment.coin)}</span>`}</span>`
}

const isSettling = ({ status, claimedBy }: InvoiceDetail['invoice']): boolean =>
  status === 'unpaid' && claimedBy !== null

/** Viewers only get the link to the checkout page. */
function renderActions(
  { translator, prefix }: PageContext,
  { detail, grantedAccount }: InvoiceDetailPageData,
): Part[] {
  const { text } = translator
  const { invoice, deliveries } = detail
  const path = `${prefix}${listPath}/${invoice.uid}`
  return [
    html`<a class="button small" href="${prefix}/checkout/${invoice.uid}">${text.invoices_checkout}</a>`,
    !grantedAccount &&
      isOpen(detail) &&
      html`<a class="button small" href="${path}/share">${text.invoices_share}</a>`,
    !grantedAccount &&
      (deliveries ?? []).some(({ canBeSent }) => canBeSent) &&
      renderPostButton(`${path}/redeliver`, text.invoices_resend),
  ]
}

const isOpen = ({ invoice }: InvoiceDetail): boolean =>
  invoice.status === 'unpaid' && invoice.claimedBy === null

const renderCancelSection = (
  { translator: { text }, prefix }: PageContext,
  { detail, grantedAccount }: InvoiceDetailPageData,
): Html | null =>
  grantedAccount || !isOpen(detail)
    ? null
    : renderDangerSection(`${prefix}${listPath}/${detail.invoice.uid}/cancel`, {
        title: text.invoices_cancel,
        explanation: text.invoices_cancel_text,
        button: text.invoices_cancel_confirm,
      })

function renderNotices(
  { translator, prefix }: PageContext,
  { detail: { invoice, payments, exceptions }, grantedAccount }: InvoiceDetailPageData,
): Html[] {
  const { text } = translator
  const renderNotice = (tone: 'warn' | 'bad', message: Part, action: Html | null = null): Html =>
    html`<div class="notice ${tone}">${icons.alert}<div><p>${message}</p>${action}</div></div>`
  const openExceptions = exceptions
    .filter(({ status }) => status === 'open' && hasPermission(grantedAccount, 'exceptions.read'))
    .map((exception) =>
      renderNotice(
        'warn',
        renderExceptionSummary(translator, exception),
        html`<a class="button small" href="${prefix}${getExceptionPath(exception.id, grantedAccount)}">${text.exceptions_open}</a>`,
      ),
    )
  const surplus = payments
    .filter(({ id, status }) => status === 'surplus' && !exceptions.some(({ paymentId }) => paymentId === id))
    .map(({ amount, coin }) =>
      renderNotice(
        'warn',
        translator.format('invoices_surplus_note', {
          amount: renderCoins(translator, formatCoins(amount), coin),
        }),
      ),
    )
  return [
    ...(invoice.status === 'reversed' ? [renderNotice('bad', text.invoices_reversed_note)] : []),
    ...(isSettling(invoice) ? [renderNotice('warn', text.invoices_processing_note)] : []),
    ...openExceptions,
    ...surplus,
  ]
}

/** Shown if there is money to refund. After a reversal there is none: the merchant no longer has the coins. */
const renderRefundCard = (
  { translator: { text } }: PageContext,
  { invoice, payments }: InvoiceDetail,
): Html | null =>
  payments.some(({ status }) => status === 'surplus' || (status === 'accepted' && invoice.status === 'paid'))
    ? html`<section class="card wide"><h2>${text.invoices_refund}</h2><p>${text.invoices_refund_text}</p></section>`
    : null

/** New blocks and webhook responses raise no event. If one is due soon, the page polls. */
function renderPollAttribute({ detail, now }: InvoiceDetailPageData): Html | null {
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

function renderInvoiceDetails({ translator }: PageContext, { detail, owner }: InvoiceDetailPageData): Html {
  const { text } = translator
  const { invoice } = detail
  const { uid, currency, externalId, businessId, locationId, registerId, metadata, anyWallet } = invoice
  const renderBdi = (value: string | null): Html | null => (value === null ? null : html`<bdi>${value}</bdi>`)
  const isSettled = hasPayment(invoice)
  const isPart = !isSettled && hasReceived(invoice)
  const received = isPart && anyWallet ? formatDecimal(computeCountedValue(anyWallet.received)) : null
  const remaining = (isOpen(detail) && isPart && summariseReceived(invoice)?.remaining) || null
  const [redirect, webhook] = [invoice.redirectUrl, invoice.webhookUrl]
  return renderDescriptionList([
    [text.invoices_uid, renderCopyableText(translator, uid, text.invoices_uid)],
    [text.invoices_amount, renderMoney(translator, formatDecimal(invoice.amount), currency)],
    createOptionalEntry(text.invoices_received, received && renderMoney(translator, received, currency)),
    createOptionalEntry(text.invoices_remaining, remaining && renderMoney(translator, remaining, currency)),
    [text.invoices_created, renderInstant(translator, invoice.createdAt, owner)],
    isSettled ? null : [text.invoices_expires, renderInstant(translator, invoice.expiresAt, owner)],
    isSettled
      ? [
          invoice.status === 'paid' ? text.invoices_paid_at : text.invoices_was_paid_at,
          renderInstant(translator, invoice.paidAt, owner),
        ]
      : null,
    createOptionalEntry(text.invoices_external_id, renderBdi(externalId)),
    createOptionalEntry(text.invoices_memo, renderBdi(invoice.memo)),
    createOptionalEntry(text.invoices_business_id, renderBdi(businessId)),
    createOptionalEntry(text.invoices_location_id, renderBdi(locationId)),
    createOptionalEntry(text.invoices_register_id, renderBdi(registerId)),
    createOptionalEntry(text.invoices_metadata, metadata === null ? null : renderMetadataList(metadata)),
    createOptionalEntry(text.invoices_redirect_url, redirect && renderMachineText(redirect)),
    createOptionalEntry(text.invoices_webhook_url, webhook && renderMachineText(webhook)),
  ])
}

const renderMetadataList = (metadata: string): Html | null => {
  const entries = Object.entries(parseMetadata(metadata))
  return entries.length === 0
    ? null
    : html`<ul class="metadata">${entries.map(([name, value]) => html`<li><bdi class="metadata-name">${name}</bdi>: <bdi>${typeof value === 'string' ? value : JSON.stringify(value)}</bdi></li>`)}</ul>`
}
