import { second } from '../../kernel/clock.ts'
import { type Html, html } from '../../platform/web/html.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Attempt, Delivery } from '../../webhooks/webhook.ts'
import { badge, momentOf } from '../pages/parts.ts'
import type { Host } from '../pages/scene.ts'
import { leftToRight, type Words } from '../pages/words.ts'
import { faultOf } from './faults.ts'

export const deliveriesPath = '/dashboard/deliveries'

/** How a delivery stands, and when it is tried again. */
export function stateOf(words: Words, delivery: Delivery, host: Pick<Host, 'timeZone'>): Html {
  const { state, failed, nextAt } = delivery
  const { text } = words
  if (state === 'delivered') return badge('good', text.deliveries_is_delivered)
  if (state === 'dead') return badge('bad', text.deliveries_is_dead)
  if (!failed || nextAt === null) return badge('busy', text.deliveries_is_pending)
  return html`<div>${badge('warn', text.deliveries_is_retrying)}
<p class="hint">${words.say('deliveries_next', { time: momentOf(words, nextAt, host) })}</p></div>`
}

/** How the last attempt ended. */
export function answerOf(words: Words, { attempts }: Pick<DeliveryShown, 'attempts'>): Html {
  const last = attempts.at(-1)
  return html`<span>${last ? resultOf(words, last) : words.text.deliveries_not_tried}</span>`
}

/** How an attempt ended, in a sentence. */
export function resultOf(words: Words, attempt: Attempt): Html {
  const { status, error } = attempt
  if (error === null) {
    if (attempt.ms === null) return html`${words.text.deliveries_under_way}`
    return words.say('deliveries_fault_status', { status: leftToRight(String(status)) })
  }
  const fault = faultOf(attempt)
  // In the words that it was written down with.
  if (fault === null) return html`<span lang="en" dir="ltr">${error}</span>`
  const code = fault.code === null ? null : html` (${leftToRight(fault.code)})`
  return html`${words.say(fault.sentence, { status: leftToRight(String(status)) })}${code}`
}

const soonestLookMs = 2 * second
const latestLookMs = 60 * second

/** After how many seconds something of these deliveries may have changed that is no event of the account's; null: nothing will. */
export function lookAfter(deliveries: readonly DeliveryShown[], now: number): number | null {
  const waits = deliveries.flatMap(({ state, nextAt, attempts }) => {
    if (state !== 'pending' || nextAt === null) return []
    // What is under way has the end of its lease for its next attempt.
    return attempts.at(-1)?.ms === null ? soonestLookMs : nextAt - now + second
  })
  if (waits.length === 0) return null
  const wait = Math.min(Math.max(Math.min(...waits), soonestLookMs), latestLookMs)
  return Math.ceil(wait / second)
}

/** Of a part of a page that shows deliveries. */
export const liveAttributes = (name: string, seconds: number | null): Html =>
  html` data-live="${name}"${seconds === null ? null : html` data-look="${seconds}"`}`

/** The invoice that an event is about; null: none. */
export const invoiceOf = ({ subject }: Pick<DeliveryShown, 'subject'>): string | null =>
  subject?.startsWith('invoice/') ? subject.slice('invoice/'.length) : null
