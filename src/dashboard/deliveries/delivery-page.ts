import { type Html, html, type Part } from '../../platform/web/html.ts'
import { isSuccess } from '../../webhooks/attempt-error.ts'
import type { DeliveryWithAttempts } from '../../webhooks/deliveries.ts'
import type { Endpoint } from '../../webhooks/endpoint.ts'
import type { Attempt } from '../../webhooks/webhook.ts'
import { emptyCell, renderDescriptionList, renderInstant, renderTable } from '../pages/components.ts'
import { type FormState, renderAlert, renderPostButton } from '../pages/form.ts'
import { indentJson } from '../pages/indent-json.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { isolateLeftToRight } from '../pages/translator.ts'
import {
  computeRefreshSeconds,
  deliveriesPath,
  getInvoiceUid,
  renderAttemptResult,
  renderDeliveryState,
  renderLiveAttributes,
} from './pages/delivery-state.ts'

/** Actions that the page can confirm after a redirect. */
export const deliveryActions = ['again', 'test'] as const
type DeliveryAction = (typeof deliveryActions)[number]

interface DeliveryPageData {
  readonly delivery: DeliveryWithAttempts
  /** Null if the delivery goes to an invoice's own webhook URL, or if its endpoint was deleted. */
  readonly endpoint: Endpoint | null
  /** The payload, as JSON text. */
  readonly body: string
  readonly formState: FormState
  readonly completedAction: DeliveryAction | null
  readonly now: number
}

/** One delivery: its URL, every attempt with the response, and the payload. */
export function renderDeliveryPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: DeliveryPageData,
): string {
  const { translator } = context
  const { text } = translator
  const { delivery, body, formState, completedAction, now } = data
  const refreshAfter = computeRefreshSeconds([delivery], now)
  return renderDashboardPage(context, currentAccount, {
    path: `${deliveriesPath}/${delivery.id}`,
    title: String(translator.format('deliveries_title', { event: delivery.event }).text),
    heading: translator.format('deliveries_title', { event: isolateLeftToRight(delivery.event) }),
    parent: { path: deliveriesPath, name: translator.text.deliveries },
    actions: renderResendButton(context, data),
    confirmation: completedAction && text[`deliveries_done_${completedAction}`],
    live: true,
    refreshAfter,
    body: html`${renderAlert(formState)}
<div class="column"${renderLiveAttributes('delivery', refreshAfter)}>
<section class="card wide"><h2>${text.deliveries_details}</h2>${renderDescriptionList(listDetails(context, currentAccount, data))}</section>
<section class="column attempts"><h2 class="section-title">${text.deliveries_attempts}</h2>${renderAttemptsTable(context, currentAccount, delivery)}</section>
</div>
<section class="card wide"><h2>${text.deliveries_payload}</h2><p>${text.deliveries_payload_text}</p>
<pre class="command json" dir="ltr" tabindex="0"><code>${indentJson(body)}</code></pre></section>`,
  })
}

function renderResendButton({ translator, prefix }: PageContext, { delivery }: DeliveryPageData): Html {
  const { text } = translator
  const { id, canBeSent } = delivery
  if (!canBeSent) return html`<p class="hint">${text.deliveries_not_resendable}</p>`
  return renderPostButton(`${prefix}${deliveriesPath}/${id}/redeliver`, text.deliveries_resend)
}

type Entry = readonly [string, Part] | null

function listDetails(
  { translator, prefix }: PageContext,
  currentAccount: CurrentAccount,
  { delivery, endpoint }: DeliveryPageData,
): Entry[] {
  const { text } = translator
  const { endpointId, eventId, url, createdAt } = delivery
  const uid = getInvoiceUid(delivery)
  const path = `${prefix}/dashboard/settings/webhooks/${endpointId}`
  const receiver =
    endpointId === null
      ? text.deliveries_of_invoice
      : endpoint === null
        ? text.deliveries_webhook_deleted
        : html`<a href="${path}">${endpoint.description || isolateLeftToRight(endpoint.url)}</a>`
  return [
    [text.deliveries_state, renderDeliveryState(translator, delivery, currentAccount)],
    [text.deliveries_url, isolateLeftToRight(url)],
    [text.deliveries_webhook, receiver],
    uid === null
      ? null
      : [
          text.deliveries_invoice,
          html`<a href="${prefix}/dashboard/invoices/${uid}">${isolateLeftToRight(uid)}</a>`,
        ],
    [text.deliveries_id, html`<code dir="ltr">${eventId}</code>`],
    [text.deliveries_created, renderInstant(translator, createdAt, currentAccount)],
  ]
}

function renderAttemptsTable(
  { translator }: PageContext,
  currentAccount: CurrentAccount,
  { attempts }: DeliveryWithAttempts,
): Html {
  const { text } = translator
  if (attempts.length === 0) return html`<p>${text.deliveries_no_attempts}</p>`
  const renderRow = (attempt: Attempt): Part[] => [
    translator.formatCount(attempt.number),
    renderInstant(translator, attempt.at, currentAccount),
    attempt.status ?? emptyCell,
    attempt.ms === null
      ? emptyCell
      : html`<span>${translator.format('deliveries_milliseconds', { count: translator.formatCount(attempt.ms) })}</span>`,
    html`<div><p>${wasDelivered(attempt) ? text.deliveries_arrived : renderAttemptResult(translator, attempt)}</p>${renderResponseDetails(text.deliveries_body, attempt)}</div>`,
  ]
  const columns = [
    { label: text.deliveries_number },
    { label: text.deliveries_time },
    { label: text.deliveries_status_code },
    { label: text.deliveries_duration, isNumber: true },
    { label: text.deliveries_result },
  ] as const
  const [{ number: oldest } = { number: 1 }] = attempts
  const attemptsNote = translator.format('deliveries_attempts_newest', {
    count: translator.formatCount(attempts.length),
  })
  return html`${renderTable(text.deliveries_attempts_caption, columns, attempts.toReversed().map(renderRow))}
${oldest > 1 ? html`<p class="hint">${attemptsNote}</p>` : null}`
}

const wasDelivered = ({ status }: Attempt): boolean => status !== null && isSuccess(status)

/** The response of a server that isn't ours: collapsed, and escaped as text. */
const renderResponseDetails = (label: string, { responseBody }: Attempt): Html | null =>
  responseBody === null || responseBody === ''
    ? null
    : html`<details class="response-body"><summary>${label}</summary><pre class="command" dir="auto" tabindex="0"><code>${responseBody}</code></pre></details>`
