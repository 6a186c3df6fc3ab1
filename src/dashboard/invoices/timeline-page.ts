import { type Html, html, type Part } from '../../platform/web/html.ts'
import { isRedirect, isSuccess } from '../../webhooks/attempt-error.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Attempt } from '../../webhooks/webhook.ts'
import { resultOf } from '../deliveries/state-page.ts'
import { hidden, postButton } from '../pages/form.ts'
import type { DashboardMessages } from '../pages/messages/en.ts'
import type { PageContext, ViewedAccount } from '../pages/page-context.ts'
import { badge, momentOf, type Tone } from '../pages/parts.ts'
import { type DashboardTranslator, leftToRight } from '../pages/words.ts'
import { coinsOf, listPath, verbatim } from './shown-page.ts'
import type { TimelineEntry } from './timeline.ts'

/** The label and the tone of each event. */
const events: Readonly<Record<string, readonly [keyof DashboardMessages, Tone]>> = {
  'invoice.created': ['invoices_event_created', 'plain'],
  'invoice.paid': ['invoices_event_paid', 'good'],
  'invoice.cancelled': ['invoices_event_cancelled', 'plain'],
  'invoice.expired': ['invoices_event_expired', 'plain'],
  'invoice.reversed': ['invoices_event_reversed', 'bad'],
  'invoice.restored': ['invoices_event_restored', 'good'],
  'payment.accepted': ['invoices_event_accepted', 'good'],
  'payment.rejected': ['invoices_event_rejected', 'bad'],
  'payment.confirmed': ['invoices_event_confirmed', 'good'],
  'payment.replaced': ['invoices_event_replaced', 'warn'],
  'payment.surplus': ['invoices_event_surplus', 'warn'],
}

export interface TimelineData {
  readonly uid: string
  readonly owner: Pick<ViewedAccount, 'timeZone'>
  readonly entries: readonly TimelineEntry[]
  readonly omittedCount: number
}

export function timeline(scene: PageContext, given: TimelineData): Html {
  const { words } = scene
  const { entries, omittedCount } = given
  return html`${omittedCount > 0 && html`<p class="hint">${words.say('invoices_timeline_omitted', { count: words.count(omittedCount) })}</p>`}
<ol class="timeline">${entries.map((entry, place) => line(scene, given, { ...entry, ...omitRepeatedTxid(entries, place) }))}</ol>`
}

/** Omits a transaction id if the entry before it with an id has the same one. */
function omitRepeatedTxid(entries: readonly TimelineEntry[], place: number): { txid?: null } {
  const [own, last] = [txidOf(entries[place]), entries.slice(0, place).findLast((each) => txidOf(each))]
  return own !== null && own === txidOf(last) ? { txid: null } : {}
}

const txidOf = (entry: TimelineEntry | undefined): string | null =>
  entry && 'txid' in entry ? entry.txid : null

function line(scene: PageContext, given: TimelineData, entry: TimelineEntry): Html {
  const { tone, title, more = null, folds = null } = describeEntry(scene, given, entry)
  const what =
    folds === null
      ? html`<p>${title}</p>${more}`
      : html`<details class="folded"${folds.isOpen && html` open`}><summary>${title}</summary>${more}</details>`
  return html`<li data-tone="${tone}"><div class="what">${what}</div>${momentOf(scene.words, entry.at, given.owner)}</li>`
}

interface TimelineLine {
  readonly tone: Tone
  readonly title: Part
  readonly more?: Part
  /** Collapsed to one line until the reader opens it. */
  readonly folds?: { readonly isOpen: boolean }
}

const hash = (txid: string | null): Html | null => (txid === null ? null : html`<p>${verbatim(txid)}</p>`)

function describeEntry(scene: PageContext, given: TimelineData, entry: TimelineEntry): TimelineLine {
  const { words } = scene
  const { text } = words
  switch (entry.kind) {
    case 'event':
      return describeEvent(words, entry)
    case 'asked': {
      const more = entry.address === null ? null : html`<p>${verbatim(entry.address)}</p>`
      return { tone: 'plain', title: words.say('invoices_timeline_requested', { coin: entry.coin }), more }
    }
    case 'requoted': {
      const { count } = entry
      const title =
        count === 1
          ? text.invoices_timeline_requoted
          : words.say('invoices_timeline_requoted_times', { count: words.count(count) })
      return { tone: 'plain', title }
    }
    case 'submitted':
      return {
        tone: 'plain',
        title: words.say('invoices_timeline_submitted', { coin: entry.coin }),
        more: hash(entry.txid),
      }
    case 'refused': {
      const { coin, sentence } = entry
      const title =
        coin === null
          ? text.invoices_timeline_refused
          : words.say('invoices_timeline_refused_coin', { coin: leftToRight(coin) })
      return { tone: 'warn', title, more: html`<p lang="en" dir="ltr">${sentence}</p>` }
    }
    case 'attempt':
      return describeAttempt(scene, given, entry)
    case 'due':
      return {
        tone: 'busy',
        title: words.say('invoices_webhook_due', { event: verbatim(entry.delivery.event) }),
        more: html`<p>${verbatim(entry.delivery.url)}</p>`,
      }
  }
}

function describeEvent(
  words: DashboardTranslator,
  { type, txid, payment }: TimelineEntry & { kind: 'event' },
): TimelineLine {
  const [name, tone] = events[type] ?? [null, 'plain']
  const amount = payment && coinsOf(words, payment.amount, payment.coin)
  return {
    tone,
    title: name === null ? verbatim(type) : words.say(name, { amount: amount ?? '' }),
    more: hash(txid),
  }
}

function describeAttempt(
  scene: PageContext,
  given: TimelineData,
  { delivery, attempt }: TimelineEntry & { kind: 'attempt' },
) {
  const { words } = scene
  const { text } = words
  const { event, url } = delivery
  const { number, answer } = attempt
  const [tone, came] = outcome(words, attempt)
  const told: TimelineLine = {
    tone,
    // A failure that can be resent starts open.
    folds: { isOpen: tone === 'bad' && delivery.canBeSent && isLast(delivery, attempt) },
    title: html`${words.say('invoices_webhook', { event: verbatim(event), number: words.count(number) })} ${badge(tone, came)}`,
    more: html`<p>${verbatim(url)}</p>
${saysMore(attempt) && html`<p>${resultOf(words, attempt)}</p>`}
${answer && html`<details><summary>${text.invoices_webhook_response}</summary><pre class="command" dir="ltr" tabindex="0">${answer}</pre></details>`}
${delivery.canBeSent && isLast(delivery, attempt) && resendButton(scene, given.uid, delivery)}`,
  }
  return told
}

/** Whether there is more to say than the badge says. */
const saysMore = ({ status, error }: Attempt): boolean =>
  error !== null || (status !== null && isRedirect(status))

function outcome(words: DashboardTranslator, attempt: Attempt): readonly [Tone, Part] {
  const { text } = words
  const { status, ms, error } = attempt
  if (ms === null && error === null) return ['busy', text.invoices_webhook_in_progress]
  const tone = status !== null && isSuccess(status) ? 'good' : 'bad'
  if (status === null) return [tone, text.invoices_webhook_no_response]
  return [tone, words.say('invoices_webhook_took', { status, ms: words.count(ms ?? 0) })]
}

const isLast = ({ attempts }: DeliveryShown, { number }: Attempt): boolean =>
  attempts.at(-1)?.number === number

const resendButton = ({ words, prefix }: PageContext, uid: string, { id }: DeliveryShown): Html =>
  postButton(`${prefix}${listPath}/${uid}/redeliver`, words.text.invoices_resend_this, hidden('delivery', id))
