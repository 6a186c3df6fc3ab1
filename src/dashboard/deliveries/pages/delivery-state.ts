import { second } from '../../../kernel/clock.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { isRedirect } from '../../../webhooks/attempt-error.ts'
import type { DeliveryWithAttempts } from '../../../webhooks/deliveries.ts'
import type { Attempt, Delivery } from '../../../webhooks/webhook.ts'
import { renderBadge, renderInstant } from '../../pages/components.ts'
import type { CurrentAccount } from '../../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'

export const deliveriesPath = '/dashboard/deliveries'

/** A delivery's state, and the time of its next attempt. */
export function renderDeliveryState(
  translator: DashboardTranslator,
  delivery: Delivery,
  currentAccount: Pick<CurrentAccount, 'timeZone'>,
): Html {
  const { state, hasFailed, nextAt } = delivery
  const { text } = translator
  if (state === 'delivered') return renderBadge('good', text.deliveries_is_delivered)
  if (state === 'dead') return renderBadge('bad', text.deliveries_is_dead)
  if (!hasFailed || nextAt === null) return renderBadge('busy', text.deliveries_is_pending)
  return html`<div>${renderBadge('warn', text.deliveries_is_retrying)}
<p class="hint">${translator.format('deliveries_next', { time: renderInstant(translator, nextAt, currentAccount) })}</p></div>`
}

/** Outcome of the last attempt. */
export function renderLastAttempt(
  translator: DashboardTranslator,
  { attempts }: Pick<DeliveryWithAttempts, 'attempts'>,
): Html {
  const last = attempts.at(-1)
  return html`<span>${last ? renderAttemptResult(translator, last) : translator.text.deliveries_no_attempts}</span>`
}

/** Outcome of an attempt. */
export function renderAttemptResult(translator: DashboardTranslator, { status, ms, error }: Attempt): Html {
  if (error !== null) {
    const text = translator.text[`deliveries_error_${error.code}`]
    return error.detail === null ? html`${text}` : html`${text} (${isolateLeftToRight(error.detail)})`
  }
  if (status === null || ms === null) return html`${translator.text.deliveries_in_progress}`
  const message = isRedirect(status) ? 'deliveries_http_redirect' : 'deliveries_http_status'
  return translator.format(message, { status: isolateLeftToRight(String(status)) })
}

const minRefreshMs = 2 * second
const maxRefreshMs = 60 * second

/** Seconds after which these deliveries may change without an account event; null if they won't. */
export function computeRefreshSeconds(
  deliveries: readonly DeliveryWithAttempts[],
  now: number,
): number | null {
  const waits = deliveries.flatMap(({ state, nextAt, attempts }) => {
    if (state !== 'pending' || nextAt === null) return []
    // For an attempt in progress, `nextAt` is the end of its lease.
    return attempts.at(-1)?.ms === null ? minRefreshMs : nextAt - now + second
  })
  if (waits.length === 0) return null
  const wait = Math.min(Math.max(Math.min(...waits), minRefreshMs), maxRefreshMs)
  return Math.ceil(wait / second)
}

/** Attributes of a page section that shows deliveries. */
export const renderLiveAttributes = (name: string, seconds: number | null): Html =>
  html` data-live="${name}"${seconds === null ? null : html` data-poll="${seconds}"`}`

/** Uid of the invoice that an event is about; null if it isn't about one. */
export const getInvoiceUid = ({ subject }: Pick<DeliveryWithAttempts, 'subject'>): string | null =>
  subject?.startsWith('invoice/') ? subject.slice('invoice/'.length) : null
