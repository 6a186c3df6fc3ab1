import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryWithAttempts } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import type { SecretPair } from '../../webhooks/endpoint-secrets.ts'
import {
  computeRefreshSeconds,
  deliveriesPath,
  renderDeliveryState,
  renderLastAttempt,
  renderLiveAttributes,
} from '../deliveries/pages/delivery-state.ts'
import { renderDescriptionList, renderInstant, renderTable } from '../pages/components.ts'
import {
  type FormState,
  getFormState,
  renderAlert,
  renderDangerSection,
  renderPostButton,
} from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import type { EndpointFormValues } from './endpoint-form.ts'
import {
  renderEndpointForm,
  renderEndpointState,
  renderEventTypes,
  renderSecretCard,
  renderVerifyCard,
  webhooksPath,
} from './pages/endpoint-components.ts'

/** Actions that the page can confirm after a redirect. */
export const endpointActions = ['created', 'changed', 'enabled', 'disabled', 'rotated'] as const
type EndpointAction = (typeof endpointActions)[number]

interface EndpointPageData {
  readonly endpoint: Endpoint
  /** Values in the form. */
  readonly formValues: EndpointFormValues
  /** Newest first. */
  readonly deliveries: readonly DeliveryWithAttempts[]
  readonly formState: FormState
  /** Null while it is hidden. */
  readonly secret: SecretPair | null
  readonly isSecretAlreadyShown: boolean
  readonly completedAction: EndpointAction | null
  readonly now: number
}

/** One endpoint: its state, its deliveries, its form, its secret and deleting it. */
export function renderEndpointPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: EndpointPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { endpoint, formValues, deliveries, formState, secret, isSecretAlreadyShown, completedAction, now } =
    data
  const path = `${webhooksPath}/${endpoint.id}`
  const form = { action: `${prefix}${path}`, formValues, button: text.webhooks_save }
  return renderDashboardPage(context, currentAccount, {
    path,
    title: `${text.webhooks_webhook}: ${endpoint.description ?? endpoint.url}`,
    heading: html`${endpoint.description ?? isolateLeftToRight(endpoint.url)}`,
    parent: { path: webhooksPath, name: text.webhooks },
    actions: renderActions(context, endpoint),
    confirmation: completedAction && text[`webhooks_done_${completedAction}`],
    live: true,
    scripts: ['copy.js'],
    body: html`${renderAlert(getFormState(formState, 'actions'))}
<div class="column"${renderLiveAttributes('endpoint', computeRefreshSeconds(deliveries, now))}>
<section class="card wide"><h2>${text.webhooks_details}</h2>${renderDescriptionList([
      [text.webhooks_url, isolateLeftToRight(endpoint.url)],
      [text.webhooks_events, renderEventTypes(translator, endpoint.types)],
      [text.webhooks_state, renderEndpointState(translator, endpoint, currentAccount)],
      [text.webhooks_created, renderInstant(translator, endpoint.createdAt, currentAccount)],
    ])}${endpoint.enabled && html`<p class="hint">${text.webhooks_test_text}</p>`}</section>
<section class="column"><h2 class="section-title">${text.webhooks_recent_deliveries}</h2>${renderLatestDeliveries(context, currentAccount, data)}</section></div>
<section class="card wide"><h2>${text.webhooks_settings}</h2>${renderEndpointForm(context, { ...form, formState: getFormState(formState, 'change') })}</section>
<div class="columns">${renderSecretCard(context, currentAccount, {
      path,
      title: text.webhooks_secret,
      explanation: text.webhooks_secret_text,
      formState: getFormState(formState, 'secret'),
      secret,
      isSecretAlreadyShown,
    })}${renderVerifyCard(context)}</div>
${renderDangerSection(`${prefix}${path}/delete`, {
  title: text.webhooks_delete_title,
  explanation: text.webhooks_delete_text,
  button: text.webhooks_delete,
})}`,
  })
}

function renderActions({ translator, prefix }: PageContext, { id, enabled }: Endpoint): Html {
  const { text } = translator
  const path = `${prefix}${webhooksPath}/${id}`
  return html`<div class="buttons">${enabled && renderPostButton(`${path}/test`, text.webhooks_test)}${
    enabled
      ? renderPostButton(`${path}/disable`, text.webhooks_disable)
      : renderPostButton(`${path}/enable`, text.webhooks_enable)
  }</div>`
}

function renderLatestDeliveries(
  context: PageContext,
  currentAccount: CurrentAccount,
  { endpoint, deliveries }: EndpointPageData,
): Html {
  const { translator, prefix } = context
  const { text } = translator
  if (deliveries.length === 0) return html`<p>${text.webhooks_no_deliveries}</p>`
  const renderRow = (delivery: DeliveryWithAttempts): Part[] => [
    html`<a href="${prefix}${deliveriesPath}/${delivery.id}">${isolateLeftToRight(delivery.event)}</a>`,
    renderDeliveryState(translator, delivery, currentAccount),
    renderLastAttempt(translator, delivery),
    renderInstant(translator, delivery.createdAt, currentAccount),
  ]
  const columns = [
    { label: text.deliveries_event },
    { label: text.deliveries_state },
    { label: text.deliveries_response },
    { label: text.deliveries_created },
  ] as const
  return html`${renderTable(text.webhooks_recent_deliveries, columns, deliveries.map(renderRow))}
<p><a href="${prefix}${deliveriesPath}?endpoint=${endpoint.id}">${text.webhooks_all_deliveries}</a></p>`
}
