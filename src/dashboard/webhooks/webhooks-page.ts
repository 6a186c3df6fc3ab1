import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryWithAttempts } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import type { SecretPair } from '../../webhooks/endpoint-secrets.ts'
import { computeRefreshSeconds, renderLiveAttributes } from '../deliveries/pages/delivery-state.ts'
import { renderEmptyState, renderPager, renderTable } from '../pages/components.ts'
import { type FormState, getFormState } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import type { EndpointFormValues } from './endpoint-form.ts'
import {
  renderEndpointForm,
  renderEndpointState,
  renderEventTypes,
  renderLastDelivery,
  renderSecretCard,
  renderVerifyCard,
  webhooksPath,
} from './pages/endpoint-components.ts'

/** Actions that the page can confirm after a redirect. */
export const webhookListActions = ['deleted', 'rotated'] as const
type WebhookListAction = (typeof webhookListActions)[number]

interface WebhooksPageData {
  readonly endpoints: readonly Endpoint[]
  /** The last endpoint of this page if more follow; otherwise null. */
  readonly nextCursor: string | null
  readonly isFirstPage: boolean
  /** The newest delivery of each endpoint that has any. */
  readonly lastDeliveries: ReadonlyMap<string | null, DeliveryWithAttempts>
  readonly formState: FormState
  /** The account's secret; null while it is hidden. */
  readonly secret: SecretPair | null
  readonly isSecretAlreadyShown: boolean
  readonly completedAction: WebhookListAction | null
  readonly now: number
}

/** The endpoints, and the secret that signs requests to invoices' webhook URLs. */
export function renderWebhooksPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: WebhooksPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const {
    endpoints,
    nextCursor,
    isFirstPage,
    lastDeliveries,
    formState,
    secret,
    isSecretAlreadyShown,
    completedAction,
    now,
  } = data
  const refreshAfter = computeRefreshSeconds([...lastDeliveries.values()], now)
  const path = `${prefix}${webhooksPath}`
  return renderDashboardPage(context, currentAccount, {
    path: webhooksPath,
    title: text.webhooks,
    actions: html`<a class="button primary small" href="${path}/new">${text.webhooks_add}</a>`,
    confirmation: completedAction && text[`webhooks_done_${completedAction}`],
    live: true,
    scripts: ['copy.js'],
    body: html`<p class="lead">${text.webhooks_intro}</p>
<div class="column"${renderLiveAttributes('endpoints', refreshAfter)}>
${endpoints.length === 0 ? renderEmptyState(text.webhooks_none, text.webhooks_none_text) : renderEndpointTable(context, currentAccount, data)}
${renderPager(context, nextCursor && `${path}?after=${nextCursor}`, isFirstPage ? null : path)}</div>
<div class="columns">${renderSecretCard(context, currentAccount, {
      path: webhooksPath,
      title: text.webhooks_secret_account,
      explanation: text.webhooks_secret_account_text,
      formState: getFormState(formState, 'secret'),
      secret,
      isSecretAlreadyShown,
    })}${renderVerifyCard(context)}</div>`,
  })
}

function renderEndpointTable(
  context: PageContext,
  currentAccount: CurrentAccount,
  { endpoints, lastDeliveries }: WebhooksPageData,
): Html {
  const { translator, prefix } = context
  const { text } = translator
  const renderRow = (endpoint: Endpoint): Part[] => {
    const { id, url, description, types } = endpoint
    return [
      html`<a href="${prefix}${webhooksPath}/${id}">${isolateLeftToRight(url)}</a>${description && html`<p class="hint">${description}</p>`}`,
      renderEventTypes(translator, types),
      renderEndpointState(translator, endpoint, currentAccount),
      renderLastDelivery(context, currentAccount, lastDeliveries.get(id)),
    ]
  }
  const columns = [
    { label: text.webhooks_webhook },
    { label: text.webhooks_events },
    { label: text.webhooks_state },
    { label: text.webhooks_last_delivery },
  ] as const
  return renderTable(text.webhooks_caption, columns, endpoints.map(renderRow))
}

/** The form for a new endpoint. */
export function renderNewEndpointPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { formValues, formState }: { formValues: EndpointFormValues; formState: FormState },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const form = { action: `${prefix}${webhooksPath}`, formValues, formState, button: text.webhooks_add }
  return renderDashboardPage(context, currentAccount, {
    path: `${webhooksPath}/new`,
    title: text.webhooks_add,
    body: html`<section class="card wide">${renderEndpointForm(context, form)}</section>`,
  })
}
