import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import type { ShownSecret } from '../../webhooks/endpoints.ts'
import { answerOf, deliveriesPath, liveAttributes, lookAfter, stateOf } from '../deliveries/state-page.ts'
import { alertOf, deed, type Filled, filledIn, removal } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import { facts, momentOf, table } from '../pages/parts.ts'
import type { Host, Scene } from '../pages/scene.ts'
import { leftToRight } from '../pages/words.ts'
import {
  endpointForm,
  endpointState,
  secretCard,
  typesOf,
  verifyCard,
  webhooksPath,
} from './endpoint-parts-page.ts'
import type { Wish } from './wish.ts'

/** What can have been done before. */
export const endpointDeeds = ['created', 'changed', 'enabled', 'disabled', 'rotated'] as const
export type EndpointDeed = (typeof endpointDeeds)[number]

export interface EndpointScene {
  readonly endpoint: Endpoint
  /** What stands in the form. */
  readonly wish: Wish
  /** Newest first. */
  readonly deliveries: readonly DeliveryShown[]
  readonly filled: Filled
  /** Null while it is hidden. */
  readonly secret: ShownSecret | null
  readonly isSecretOver: boolean
  readonly done: EndpointDeed | null
  readonly now: number
}

/** One endpoint: how it stands, what it was sent, its form, its secret, and its end. */
export function endpointPage(scene: Scene, host: Host, shown: EndpointScene): string {
  const { words, prefix } = scene
  const { text } = words
  const { endpoint, wish, deliveries, filled, secret, isSecretOver: isOver, done, now } = shown
  const path = `${webhooksPath}/${endpoint.id}`
  const form = { action: `${prefix}${path}`, wish, button: text.webhooks_save }
  return dashboardPage(scene, host, {
    path,
    title: `${text.webhooks_endpoint}: ${endpoint.description ?? endpoint.url}`,
    heading: html`${endpoint.description ?? leftToRight(endpoint.url)}`,
    up: { path: webhooksPath, name: text.webhooks },
    actions: actions(scene, endpoint),
    done: done && text[`webhooks_done_${done}`],
    live: true,
    scripts: ['copy.js'],
    body: html`${alertOf(filledIn(filled, 'deeds'))}
<div class="column"${liveAttributes('endpoint', lookAfter(deliveries, now))}>
<section class="card wide"><h2>${text.webhooks_details}</h2>${facts([
      [text.webhooks_url, leftToRight(endpoint.url)],
      [text.webhooks_listens, typesOf(words, endpoint.types)],
      [text.webhooks_state, endpointState(words, endpoint, host)],
      [text.webhooks_created, momentOf(words, endpoint.createdAt, host)],
    ])}${endpoint.enabled && html`<p class="hint">${text.webhooks_test_text}</p>`}</section>
<section class="column"><h2 class="section-title">${text.webhooks_latest}</h2>${latest(scene, host, shown)}</section></div>
<section class="card wide"><h2>${text.webhooks_change}</h2>${endpointForm(scene, { ...form, filled: filledIn(filled, 'change') })}</section>
<div class="sides">${secretCard(scene, host, {
      path,
      title: text.webhooks_secret,
      explained: text.webhooks_secret_text,
      filled: filledIn(filled, 'secret'),
      secret,
      isOver,
    })}${verifyCard(scene)}</div>
${removal(`${prefix}${path}/delete`, {
  title: text.webhooks_delete_title,
  explanation: text.webhooks_delete_text,
  button: text.webhooks_delete,
})}`,
  })
}

function actions({ words, prefix }: Scene, { id, enabled }: Endpoint): Html {
  const { text } = words
  const path = `${prefix}${webhooksPath}/${id}`
  return html`<div class="buttons">${enabled && deed(`${path}/test`, text.webhooks_test)}${
    enabled ? deed(`${path}/disable`, text.webhooks_disable) : deed(`${path}/enable`, text.webhooks_enable)
  }</div>`
}

function latest(scene: Scene, host: Host, { endpoint, deliveries }: EndpointScene): Html {
  const { words, prefix } = scene
  const { text } = words
  if (deliveries.length === 0) return html`<p>${text.webhooks_never}</p>`
  const row = (delivery: DeliveryShown): Part[] => [
    html`<a href="${prefix}${deliveriesPath}/${delivery.id}">${leftToRight(delivery.event)}</a>`,
    stateOf(words, delivery, host),
    answerOf(words, delivery),
    momentOf(words, delivery.createdAt, host),
  ]
  const columns = [
    { label: text.deliveries_event },
    { label: text.deliveries_state },
    { label: text.deliveries_answer },
    { label: text.deliveries_created },
  ] as const
  return html`${table(text.webhooks_latest, columns, deliveries.map(row))}
<p><a href="${prefix}${deliveriesPath}?endpoint=${endpoint.id}">${text.webhooks_latest_all}</a></p>`
}
