import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryWithAttempts } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import { renderEmptyState, renderInstant, renderPager, renderTable } from '../pages/components.ts'
import {
  type FormState,
  renderAlert,
  renderHiddenField,
  renderPostButton,
  renderSelect,
} from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import { type DeliveriesQuery, formatDeliveriesQuery, statuses } from './filters.ts'
import {
  computeRefreshSeconds,
  deliveriesPath,
  getInvoiceUid,
  renderDeliveryState,
  renderLastAttempt,
  renderLiveAttributes,
} from './pages/delivery-state.ts'

/** Failed deliveries are counted up to this number. */
export const maxFailedCount = 1_000

interface DeliveriesPageData {
  readonly query: DeliveriesQuery
  readonly deliveries: readonly DeliveryWithAttempts[]
  readonly endpoints: readonly Endpoint[]
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null
  /** The number of filtered deliveries that failed and can be resent. */
  readonly failedCount: number
  readonly formState: FormState
  /** The number of deliveries just resent; null if none. */
  readonly resentCount: number | null
  readonly now: number
}

export function renderDeliveriesPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: DeliveriesPageData,
): string {
  const { translator, prefix } = context
  const { deliveries, query, nextCursor, resentCount, now } = data
  const path = `${prefix}${deliveriesPath}`
  const pages = renderPager(
    context,
    nextCursor && `${path}${formatDeliveriesQuery({ ...query, before: nextCursor })}`,
    query.before && `${path}${formatDeliveriesQuery({ ...query, before: null })}`,
  )
  return renderDashboardPage(context, currentAccount, {
    path: deliveriesPath,
    title: translator.text.deliveries,
    confirmation:
      resentCount === null
        ? null
        : translator.format('deliveries_done_all', { count: translator.formatCount(resentCount) }),
    live: true,
    body: html`${renderAlert(data.formState)}<p class="lead">${translator.text.deliveries_intro}</p>
${hasNothingToFilter(data) ? null : renderFilters(context, data)}
<div class="column deliveries"${renderLiveAttributes('deliveries', computeRefreshSeconds(deliveries, now))}>
${renderResendAllButton(context, data)}
${deliveries.length === 0 ? renderEmptyList(context, data) : renderDeliveryTable(context, currentAccount, data)}
${pages}</div>`,
  })
}

const hasNothingToFilter = ({ query, deliveries, endpoints }: DeliveriesPageData): boolean =>
  deliveries.length === 0 && endpoints.length === 0 && formatDeliveriesQuery(query) === ''

function renderFilters({ translator, prefix }: PageContext, { query, endpoints }: DeliveriesPageData): Html {
  const { text } = translator
  const status = renderSelect({
    name: 'status',
    label: text.deliveries_status,
    value: query.status ?? '',
    isOptional: true,
    options: [
      { value: '', text: text.deliveries_every_status },
      ...statuses.map((value) => ({ value, text: text[`deliveries_status_${value}`] })),
    ],
  })
  const endpoint = renderSelect({
    name: 'endpoint',
    label: text.deliveries_webhook,
    value: query.endpoint ?? '',
    isOptional: true,
    options: [
      { value: '', text: text.deliveries_every_endpoint },
      ...endpoints.map(({ id, url, description }) => ({
        value: id,
        text: description === null || description === '' ? url : `${description} (${url})`,
      })),
    ],
  })
  return html`<form class="filters" method="get" action="${prefix}${deliveriesPath}" role="search" aria-label="${text.deliveries_filter}">
<div class="field-row">${status}${endpoints.length > 0 ? endpoint : null}<div class="buttons"><button class="button">${text.deliveries_apply}</button></div></div></form>`
}

/** One button that resends every failed delivery. */
function renderResendAllButton(
  { translator, prefix }: PageContext,
  { failedCount, query }: DeliveriesPageData,
): Html | null {
  if (failedCount === 0 || (query.status !== null && query.status !== 'failed')) return null
  const hasMore = failedCount > maxFailedCount
  const count = translator.formatCount(hasMore ? maxFailedCount : failedCount)
  const label = translator.format(hasMore ? 'deliveries_resend_many' : 'deliveries_resend_all', { count })
  return html`<div class="buttons">${renderPostButton(`${prefix}${deliveriesPath}/redeliver`, label, [
    renderHiddenField('endpoint', query.endpoint),
    renderHiddenField('status', query.status),
  ])}</div>`
}

function renderEmptyList({ translator, prefix }: PageContext, { query }: DeliveriesPageData): Html {
  const { text } = translator
  const renderLink = (path: string, name: Part): Html => html`<a href="${prefix}${path}">${name}</a>`
  if (formatDeliveriesQuery(query) !== '')
    return renderEmptyState(
      text.deliveries_none_found,
      translator.format('deliveries_none_found_text', {
        all: renderLink(deliveriesPath, text.deliveries_show_all),
      }),
    )
  return renderEmptyState(
    text.deliveries_none,
    translator.format('deliveries_none_text', {
      webhooks: renderLink('/dashboard/settings/webhooks', text.webhooks),
    }),
  )
}

function renderDeliveryTable(
  context: PageContext,
  currentAccount: CurrentAccount,
  { deliveries }: DeliveriesPageData,
): Html {
  const { translator, prefix } = context
  const { text } = translator
  const renderRow = (delivery: DeliveryWithAttempts): Part[] => {
    const { id, event, url, createdAt, attempts, canBeSent } = delivery
    const path = `${prefix}${deliveriesPath}/${id}`
    return [
      html`<a href="${path}">${isolateLeftToRight(event)}</a>${renderInvoiceLink(context, delivery)}`,
      renderDeliveryState(translator, delivery, currentAccount),
      isolateLeftToRight(url),
      renderLastAttempt(translator, delivery),
      translator.formatCount(attempts.at(-1)?.number ?? 0),
      renderInstant(translator, createdAt, currentAccount),
      canBeSent
        ? renderPostButton(`${path}/redeliver`, renderResendLabel(text.deliveries_resend, event))
        : null,
    ]
  }
  const columns = [
    { label: text.deliveries_event },
    { label: text.deliveries_state },
    { label: text.deliveries_url },
    { label: text.deliveries_response },
    { label: text.deliveries_attempts, isNumber: true },
    { label: text.deliveries_created },
    { label: text.deliveries_actions },
  ] as const
  return renderTable(text.deliveries_caption, columns, deliveries.map(renderRow))
}

/** Names the event for screen readers, since every row has such a button. */
const renderResendLabel = (label: string, event: string): Html =>
  html`${label}<span class="visually-hidden"> ${event}</span>`

/** Links to the invoice that an event is about, with its uid shortened. */
function renderInvoiceLink({ translator, prefix }: PageContext, delivery: DeliveryWithAttempts): Html | null {
  const uid = getInvoiceUid(delivery)
  if (uid === null) return null
  return html`<p class="hint"><a href="${prefix}/dashboard/invoices/${uid}">${translator.text.deliveries_invoice} ${isolateLeftToRight(`…${uid.slice(-6)}`)}</a></p>`
}
