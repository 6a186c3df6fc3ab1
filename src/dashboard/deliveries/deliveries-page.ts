import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import { choice, deed, hidden } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import { emptyState, momentOf, pager, table } from '../pages/parts.ts'
import type { Host, Scene } from '../pages/scene.ts'
import { leftToRight } from '../pages/words.ts'
import { type Asked, queryOf, statuses } from './filters.ts'
import { answerOf, deliveriesPath, invoiceOf, liveAttributes, lookAfter, stateOf } from './state-page.ts'

/** So many failed ones are counted at most. */
export const mostCounted = 1_000

export interface DeliveriesShown {
  readonly asked: Asked
  readonly deliveries: readonly DeliveryShown[]
  readonly endpoints: readonly Endpoint[]
  /** Of the next page; null: there is none. */
  readonly next: string | null
  /** How many can be sent again because they failed, among what the filter lets through. */
  readonly failed: number
  /** How many have just been sent again; null: nothing was done. */
  readonly sentAgain: number | null
  readonly now: number
}

export function deliveriesPage(scene: Scene, host: Host, shown: DeliveriesShown): string {
  const { words, prefix } = scene
  const { deliveries, asked, next, sentAgain, now } = shown
  const path = `${prefix}${deliveriesPath}`
  const pages = pager(
    scene,
    next && `${path}${queryOf({ ...asked, before: next })}`,
    asked.before && `${path}${queryOf({ ...asked, before: null })}`,
  )
  return dashboardPage(scene, host, {
    path: deliveriesPath,
    title: words.text.deliveries,
    done: sentAgain === null ? null : words.say('deliveries_done_all', { count: words.count(sentAgain) }),
    live: true,
    body: html`<p class="lead">${words.text.deliveries_intro}</p>
${isBare(shown) ? null : filters(scene, shown)}
<div class="column deliveries"${liveAttributes('deliveries', lookAfter(deliveries, now))}>
${sendAll(scene, shown)}
${deliveries.length === 0 ? nothing(scene, shown) : deliveryTable(scene, host, shown)}
${pages}</div>`,
  })
}

const isBare = ({ asked, deliveries, endpoints }: DeliveriesShown): boolean =>
  deliveries.length === 0 && endpoints.length === 0 && queryOf(asked) === ''

function filters({ words, prefix }: Scene, { asked, endpoints }: DeliveriesShown): Html {
  const { text } = words
  const status = choice({
    name: 'status',
    label: text.deliveries_status,
    value: asked.status ?? '',
    optional: true,
    options: [
      { value: '', text: text.deliveries_every_status },
      ...statuses.map((value) => ({ value, text: text[`deliveries_status_${value}`] })),
    ],
  })
  const endpoint = choice({
    name: 'endpoint',
    label: text.deliveries_receiver,
    value: asked.endpoint ?? '',
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
<div class="row-of-fields">${status}${endpoints.length > 0 ? endpoint : null}<div class="buttons"><button class="button">${text.deliveries_show}</button></div></div></form>`
}

/** Everything that failed, in one press. */
function sendAll({ words, prefix }: Scene, { failed, asked }: DeliveriesShown): Html | null {
  if (failed === 0 || (asked.status !== null && asked.status !== 'failed')) return null
  const isMore = failed > mostCounted
  const count = words.count(isMore ? mostCounted : failed)
  const label = words.say(isMore ? 'deliveries_many_again' : 'deliveries_all_again', { count })
  return html`<div class="buttons">${deed(`${prefix}${deliveriesPath}/redeliver`, label, [
    hidden('endpoint', asked.endpoint),
    hidden('status', asked.status),
  ])}</div>`
}

function nothing({ words, prefix }: Scene, { asked }: DeliveriesShown): Html {
  const { text } = words
  const link = (path: string, name: Part): Html => html`<a href="${prefix}${path}">${name}</a>`
  if (queryOf(asked) !== '')
    return emptyState(
      text.deliveries_none_found,
      words.say('deliveries_none_found_text', { all: link(deliveriesPath, text.deliveries_show_all) }),
    )
  return emptyState(
    text.deliveries_none,
    words.say('deliveries_none_text', { webhooks: link('/dashboard/settings/webhooks', text.webhooks) }),
  )
}

function deliveryTable(scene: Scene, host: Host, { deliveries, endpoints }: DeliveriesShown): Html {
  const { words, prefix } = scene
  const { text } = words
  const enabled = new Set(endpoints.flatMap(({ id, enabled }) => (enabled ? [id] : [])))
  const row = (delivery: DeliveryShown): Part[] => {
    const { id, event, url, createdAt, attempts, endpointId } = delivery
    const canBeSent = endpointId === null || enabled.has(endpointId)
    const path = `${prefix}${deliveriesPath}/${id}`
    return [
      html`<a href="${path}">${leftToRight(event)}</a>${invoiceLink(scene, delivery)}`,
      stateOf(words, delivery, host),
      leftToRight(url),
      answerOf(words, delivery),
      words.count(attempts.at(-1)?.number ?? 0),
      momentOf(words, createdAt, host),
      canBeSent ? deed(`${path}/redeliver`, named(text.deliveries_again, event)) : null,
    ]
  }
  const columns = [
    { label: text.deliveries_event },
    { label: text.deliveries_state },
    { label: text.deliveries_to },
    { label: text.deliveries_answer },
    { label: text.deliveries_attempts, isNumber: true },
    { label: text.deliveries_created },
    { label: text.deliveries_deed },
  ] as const
  return table(text.deliveries_caption, columns, deliveries.map(row))
}

/** Every row has such a button: who hears it alone hears of which event. */
const named = (label: string, event: string): Html => html`${label}<span class="unseen"> ${event}</span>`

/** To the invoice that an event is about; its uid is shortened, as nobody reads all of it. */
function invoiceLink({ words, prefix }: Scene, delivery: DeliveryShown): Html | null {
  const uid = invoiceOf(delivery)
  if (uid === null) return null
  return html`<p class="hint"><a href="${prefix}/dashboard/invoices/${uid}">${words.text.deliveries_invoice} ${leftToRight(`…${uid.slice(-6)}`)}</a></p>`
}
