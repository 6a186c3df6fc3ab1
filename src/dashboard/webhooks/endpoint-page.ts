import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import type { ShownSecret } from '../../webhooks/endpoints.ts'
import {
  answerOf,
  deliveriesPath,
  liveAttributes,
  refreshSeconds,
  stateOf,
} from '../deliveries/state-page.ts'
import { alertOf, type FormState, filledIn, postButton, removal } from '../pages/form.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { facts, momentOf, table } from '../pages/parts.ts'
import { leftToRight } from '../pages/words.ts'
import type { EndpointFormValues } from './endpoint-form.ts'
import {
  endpointForm,
  endpointState,
  secretCard,
  typesOf,
  verifyCard,
  webhooksPath,
} from './endpoint-parts-page.ts'

/** Actions that the page can confirm after a redirect. */
export const endpointActions = ['created', 'changed', 'enabled', 'disabled', 'rotated'] as const
export type EndpointAction = (typeof endpointActions)[number]

export interface EndpointPageData {
  readonly endpoint: Endpoint
  /** Values in the form. */
  readonly formValues: EndpointFormValues
  /** Newest first. */
  readonly deliveries: readonly DeliveryShown[]
  readonly filled: FormState
  /** Null while it is hidden. */
  readonly secret: ShownSecret | null
  readonly isSecretOver: boolean
  readonly done: EndpointAction | null
  readonly now: number
}

/** One endpoint: its state, its deliveries, its form, its secret and deleting it. */
export function endpointPage(scene: PageContext, host: CurrentAccount, shown: EndpointPageData): string {
  const { words, prefix } = scene
  const { text } = words
  const { endpoint, formValues, deliveries, filled, secret, isSecretOver: isOver, done, now } = shown
  const path = `${webhooksPath}/${endpoint.id}`
  const form = { action: `${prefix}${path}`, wish: formValues, button: text.webhooks_save }
  return dashboardPage(scene, host, {
    path,
    title: `${text.webhooks_webhook}: ${endpoint.description ?? endpoint.url}`,
    heading: html`${endpoint.description ?? leftToRight(endpoint.url)}`,
    up: { path: webhooksPath, name: text.webhooks },
    actions: actions(scene, endpoint),
    done: done && text[`webhooks_done_${done}`],
    live: true,
    scripts: ['copy.js'],
    body: html`${alertOf(filledIn(filled, 'deeds'))}
<div class="column"${liveAttributes('endpoint', refreshSeconds(deliveries, now))}>
<section class="card wide"><h2>${text.webhooks_details}</h2>${facts([
      [text.webhooks_url, leftToRight(endpoint.url)],
      [text.webhooks_events, typesOf(words, endpoint.types)],
      [text.webhooks_state, endpointState(words, endpoint, host)],
      [text.webhooks_created, momentOf(words, endpoint.createdAt, host)],
    ])}${endpoint.enabled && html`<p class="hint">${text.webhooks_test_text}</p>`}</section>
<section class="column"><h2 class="section-title">${text.webhooks_recent_deliveries}</h2>${latest(scene, host, shown)}</section></div>
<section class="card wide"><h2>${text.webhooks_settings}</h2>${endpointForm(scene, { ...form, filled: filledIn(filled, 'change') })}</section>
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

function actions({ words, prefix }: PageContext, { id, enabled }: Endpoint): Html {
  const { text } = words
  const path = `${prefix}${webhooksPath}/${id}`
  return html`<div class="buttons">${enabled && postButton(`${path}/test`, text.webhooks_test)}${
    enabled
      ? postButton(`${path}/disable`, text.webhooks_disable)
      : postButton(`${path}/enable`, text.webhooks_enable)
  }</div>`
}

function latest(scene: PageContext, host: CurrentAccount, { endpoint, deliveries }: EndpointPageData): Html {
  const { words, prefix } = scene
  const { text } = words
  if (deliveries.length === 0) return html`<p>${text.webhooks_no_deliveries}</p>`
  const row = (delivery: DeliveryShown): Part[] => [
    html`<a href="${prefix}${deliveriesPath}/${delivery.id}">${leftToRight(delivery.event)}</a>`,
    stateOf(words, delivery, host),
    answerOf(words, delivery),
    momentOf(words, delivery.createdAt, host),
  ]
  const columns = [
    { label: text.deliveries_event },
    { label: text.deliveries_state },
    { label: text.deliveries_response },
    { label: text.deliveries_created },
  ] as const
  return html`${table(text.webhooks_recent_deliveries, columns, deliveries.map(row))}
<p><a href="${prefix}${deliveriesPath}?endpoint=${endpoint.id}">${text.webhooks_all_deliveries}</a></p>`
}
