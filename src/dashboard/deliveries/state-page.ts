import { second } from '../../kernel/clock.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { isRedirect } from '../../webhooks/attempt-error.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Attempt, Delivery } from '../../webhooks/webhook.ts'
import type { CurrentAccount } from '../pages/page-context.ts'
import { badge, momentOf } from '../pages/parts.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'

export const deliveriesPath = '/dashboard/deliveries'

/** A delivery's state, and the time of its next attempt. */
export function stateOf(
  words: DashboardTranslator,
  delivery: Delivery,
  host: Pick<CurrentAccount, 'timeZone'>,
): Html {
  const { state, failed, nextAt } = delivery
  const { text } = words
  if (state === 'delivered') return badge('good', text.deliveries_is_delivered)
  if (state === 'dead') return badge('bad', text.deliveries_is_dead)
  if (!failed || nextAt === null) return badge('busy', text.deliveries_is_pending)
  return html`<div>${badge('warn', text.deliveries_is_retrying)}
<p class="hint">${words.say('deliveries_next', { time: momentOf(words, nextAt, host) })}</p></div>`
}

/** Outcome of the last attempt. */
export function answerOf(words: DashboardTranslator, { attempts }: Pick<DeliveryShown, 'attempts'>): Html {
  const last = attempts.at(-1)
  return html`<span>${last ? resultOf(words, last) : words.text.deliveries_no_attempts}</span>`
}

/** Outcome of an attempt, as a sentence. */
export function resultOf(words: DashboardTranslator, { status, ms, error }: Attempt): Html {
  if (error !== null) {
    const text = words.text[`deliveries_error_${error.code}`]
    return error.detail === null ? html`${text}` : html`${text} (${leftToRight(error.detail)})`
  }
  if (status === null || ms === null) return html`${words.text.deliveries_in_progress}`
  const message = isRedirect(status) ? 'deliveries_http_redirect' : 'deliveries_http_status'
  return words.say(message, { status: leftToRight(String(status)) })
}

const soonestLookMs = 2 * second
const latestLookMs = 60 * second

/** Seconds after which these deliveries may change without an account event; null if they won't. */
export function refreshSeconds(deliveries: readonly DeliveryShown[], now: number): number | null {
  const waits = deliveries.flatMap(({ state, nextAt, attempts }) => {
    if (state !== 'pending' || nextAt === null) return []
    // For an attempt in progress, `nextAt` is the end of its lease.
    return attempts.at(-1)?.ms === null ? soonestLookMs : nextAt - now + second
  })
  if (waits.length === 0) return null
  const wait = Math.min(Math.max(Math.min(...waits), soonestLookMs), latestLookMs)
  return Math.ceil(wait / second)
}

/** Attributes of a page section that shows deliveries. */
export const liveAttributes = (name: string, seconds: number | null): Html =>
  html` data-live="${name}"${seconds === null ? null : html` data-look="${seconds}"`}`

/** Uid of the invoice that an event is about; null if it isn't about one. */
export const invoiceOf = ({ subject }: Pick<DeliveryShown, 'subject'>): string | null =>
  subject?.startsWith('invoice/') ? subject.slice('invoice/'.length) : null
