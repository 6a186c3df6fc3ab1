import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import { choice, hidden, postButton } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { emptyState, momentOf, pager, table } from '../pages/parts.ts'
import { leftToRight } from '../pages/words.ts'
import { type DeliveriesQuery, queryOf, statuses } from './filters.ts'
import { answerOf, deliveriesPath, invoiceOf, liveAttributes, refreshSeconds, stateOf } from './state-page.ts'

/** Failed deliveries are counted up to this number. */
export const maxCounted = 1_000

export interface DeliveriesPageData {
  readonly query: DeliveriesQuery
  readonly deliveries: readonly DeliveryShown[]
  readonly endpoints: readonly Endpoint[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
  /** How many of the filtered deliveries failed and can be resent. */
  readonly failed: number
  /** How many were just resent; null if the reader resent none. */
  readonly sentAgain: number | null
  readonly now: number
}

export function deliveriesPage(scene: PageContext, host: CurrentAccount, shown: DeliveriesPageData): string {
  const { words, prefix } = scene
  const { deliveries, query, next, sentAgain, now } = shown
  const path = `${prefix}${deliveriesPath}`
  const pages = pager(
    scene,
    next && `${path}${queryOf({ ...query, before: next })}`,
    query.before && `${path}${queryOf({ ...query, before: null })}`,
  )
  return dashboardPage(scene, host, {
    path: deliveriesPath,
    title: words.text.deliveries,
    done: sentAgain === null ? null : words.say('deliveries_done_all', { count: words.count(sentAgain) }),
    live: true,
    body: html`<p class="lead">${words.text.deliveries_intro}</p>
${isBare(shown) ? null : filters(scene, shown)}
<div class="column deliveries"${liveAttributes('deliveries', refreshSeconds(deliveries, now))}>
${sendAll(scene, shown)}
${deliveries.length === 0 ? nothing(scene, shown) : deliveryTable(scene, host, shown)}
${pages}</div>`,
  })
}

const isBare = ({ query, deliveries, endpoints }: DeliveriesPageData): boolean =>
  deliveries.length === 0 && endpoints.length === 0 && queryOf(query) === ''

function filters({ words, prefix }: PageContext, { query, endpoints }: DeliveriesPageData): Html {
  const { text } = words
  const status = choice({
    name: 'status',
    label: text.deliveries_status,
    value: query.status ?? '',
    optional: true,
    options: [
      { value: '', text: text.deliveries_every_status },
      ...statuses.map((value) => ({ value, text: text[`deliveries_status_${value}`] })),
    ],
  })
  const endpoint = choice({
    name: 'endpoint',
    label: text.deliveries_webhook,
    value: query.endpoint ?? '',
    optional: true,
    options: [
      { value: '', text: text.deliveries_every_endpoint },
      ...endpoints.map(({ id, url, description }) => ({
        value: id,
        text: description === null || description === '' ? url : `${description} (${url})`,
      })),
    ],
  })
  return html`<form class="filters" method="get" action="${prefix}${deliveriesPath}" role="search" aria-label="${text.deliveries_filter}">
<div class="row-of-fields">${status}${endpoints.length > 0 ? endpoint : null}<div class="buttons"><button class="button">${text.deliveries_apply}</button></div></div></form>`
}

/** One button that resends every failed delivery. */
function sendAll({ words, prefix }: PageContext, { failed, query }: DeliveriesPageData): Html | null {
  if (failed === 0 || (query.status !== null && query.status !== 'failed')) return null
  const isMore = failed > maxCounted
  const count = words.count(isMore ? maxCounted : failed)
  const label = words.say(isMore ? 'deliveries_resend_many' : 'deliveries_resend_all', { count })
  return html`<div class="buttons">${postButton(`${prefix}${deliveriesPath}/redeliver`, label, [
    hidden('endpoint', query.endpoint),
    hidden('status', query.status),
  ])}</div>`
}

function nothing({ words, prefix }: PageContext, { query }: DeliveriesPageData): Html {
  const { text } = words
  const link = (path: string, name: Part): Html => html`<a href="${prefix}${path}">${name}</a>`
  if (queryOf(query) !== '')
    return emptyState(
      text.deliveries_none_found,
      words.say('deliveries_none_found_text', { all: link(deliveriesPath, text.deliveries_show_all) }),
    )
  return emptyState(
    text.deliveries_none,
    words.say('deliveries_none_text', { webhooks: link('/dashboard/settings/webhooks', text.webhooks) }),
  )
}

function deliveryTable(scene: PageContext, host: CurrentAccount, { deliveries }: DeliveriesPageData): Html {
  const { words, prefix } = scene
  const { text } = words
  const row = (delivery: DeliveryShown): Part[] => {
    const { id, event, url, createdAt, attempts, canBeSent } = delivery
    const path = `${prefix}${deliveriesPath}/${id}`
    return [
      html`<a href="${path}">${leftToRight(event)}</a>${invoiceLink(scene, delivery)}`,
      stateOf(words, delivery, host),
      leftToRight(url),
      answerOf(words, delivery),
      words.count(attempts.at(-1)?.number ?? 0),
      momentOf(words, createdAt, host),
      canBeSent ? postButton(`${path}/redeliver`, named(text.deliveries_resend, event)) : null,
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
  return table(text.deliveries_caption, columns, deliveries.map(row))
}

/** Names the event for screen readers, since every row has such a button. */
const named = (label: string, event: string): Html => html`${label}<span class="unseen"> ${event}</span>`

/** Links to the invoice that an event is about, with its uid shortened. */
function invoiceLink({ words, prefix }: PageContext, delivery: DeliveryShown): Html | null {
  const uid = invoiceOf(delivery)
  if (uid === null) return null
  return html`<p class="hint"><a href="${prefix}/dashboard/invoices/${uid}">${words.text.deliveries_invoice} ${leftToRight(`…${uid.slice(-6)}`)}</a></p>`
}
