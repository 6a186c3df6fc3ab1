import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { DeliveryShown } from '../../webhooks/deliveries.ts'
import type { Attempt } from '../../webhooks/webhook.ts'
import { deed, hidden } from '../pages/form.ts'
import type { Messages } from '../pages/messages/en.ts'
import { badge, momentOf, type Tone } from '../pages/parts.ts'
import type { Scene, Viewed } from '../pages/scene.ts'
import { leftToRight, type Words } from '../pages/words.ts'
import { coinsOf, listPath, verbatim } from './shown-page.ts'
import type { Entry } from './timeline.ts'

/** What an event is called here, and how good the news is. */
const events: Readonly<Record<string, readonly [keyof Messages, Tone]>> = {
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

export interface TimelineScene {
  readonly uid: string
  readonly of: Pick<Viewed, 'timeZone'>
  readonly entries: readonly Entry[]
  readonly leftOut: number
}

export function timeline(scene: Scene, given: TimelineScene): Html {
  const { words } = scene
  const { entries, leftOut } = given
  return html`${leftOut > 0 && html`<p class="hint">${words.say('invoices_left_out', { count: words.count(leftOut) })}</p>`}
<ol class="timeline">${entries.map((entry, place) => line(scene, given, { ...entry, ...toldBefore(entries, place) }))}</ol>`
}

/** A transaction that the lines before are about already is not named again. */
function toldBefore(entries: readonly Entry[], place: number): { txid?: null } {
  const [own, last] = [txidOf(entries[place]), entries.slice(0, place).findLast((each) => txidOf(each))]
  return own !== null && own === txidOf(last) ? { txid: null } : {}
}

const txidOf = (entry: Entry | undefined): string | null => (entry && 'txid' in entry ? entry.txid : null)

function line(scene: Scene, given: TimelineScene, entry: Entry): Html {
  const { tone, title, more = null } = told(scene, given, entry)
  return html`<li data-tone="${tone}"><div class="what"><p>${title}</p>${more}</div>${momentOf(scene.words, entry.at, given.of)}</li>`
}

interface Told {
  readonly tone: Tone
  readonly title: Part
  readonly more?: Part
}

const hash = (txid: string | null): Html | null => (txid === null ? null : html`<p>${verbatim(txid)}</p>`)

function told(scene: Scene, given: TimelineScene, entry: Entry): Told {
  const { words } = scene
  const { text } = words
  switch (entry.kind) {
    case 'event':
      return toldEvent(words, entry)
    case 'asked': {
      const more = entry.address === null ? null : html`<p>${verbatim(entry.address)}</p>`
      return { tone: 'plain', title: words.say('invoices_happened_asked', { coin: entry.coin }), more }
    }
    case 'requoted': {
      const { count } = entry
      const title =
        count === 1
          ? text.invoices_happened_requoted
          : words.say('invoices_happened_requoted_again', { count: words.count(count) })
      return { tone: 'plain', title }
    }
    case 'submitted':
      return {
        tone: 'plain',
        title: words.say('invoices_happened_submitted', { coin: entry.coin }),
        more: hash(entry.txid),
      }
    case 'refused': {
      const { coin, sentence } = entry
      const title =
        coin === null
          ? text.invoices_happened_refused
          : words.say('invoices_happened_refused_coin', { coin: leftToRight(coin) })
      return { tone: 'warn', title, more: html`<p lang="en" dir="ltr">${sentence}</p>` }
    }
    case 'attempt':
      return toldAttempt(scene, given, entry)
    case 'due':
      return {
        tone: 'busy',
        title: words.say('invoices_webhook_due', { event: verbatim(entry.delivery.event) }),
        more: html`<p>${verbatim(entry.delivery.url)}</p>`,
      }
  }
}

function toldEvent(words: Words, { type, txid, payment }: Entry & { kind: 'event' }): Told {
  const [name, tone] = events[type] ?? [null, 'plain']
  const amount = payment && coinsOf(words, payment.amount, payment.coin)
  return {
    tone,
    title: name === null ? verbatim(type) : words.say(name, { amount: amount ?? '' }),
    more: hash(txid),
  }
}

function toldAttempt(scene: Scene, given: TimelineScene, { delivery, attempt }: Entry & { kind: 'attempt' }) {
  const { words } = scene
  const { text } = words
  const { event, url } = delivery
  const { number, answer, error } = attempt
  const [tone, came] = outcome(words, attempt)
  const told: Told = {
    tone,
    title: html`${words.say('invoices_webhook', { event: verbatim(event), number: words.count(number) })} ${badge(tone, came)}`,
    more: html`<p>${verbatim(url)}</p>
${error && error !== errorOfStatus(attempt) && html`<p lang="en" dir="ltr">${error}</p>`}
${answer && html`<details><summary>${text.invoices_webhook_answer}</summary><pre class="command" dir="ltr" tabindex="0">${answer}</pre></details>`}
${isLast(delivery, attempt) && again(scene, given.uid, delivery)}`,
  }
  return told
}

/** What the badge says already. */
const errorOfStatus = ({ status }: Attempt): string => `it answered ${status}`

function outcome(words: Words, { status, ms, error }: Attempt): readonly [Tone, Part] {
  const { text } = words
  if (ms === null) return ['busy', text.invoices_webhook_under_way]
  const tone = error === null ? 'good' : 'bad'
  if (status === null) return [tone, text.invoices_webhook_silent]
  return [tone, words.say('invoices_webhook_took', { status, ms: words.count(ms) })]
}

const isLast = ({ attempts }: DeliveryShown, { number }: Attempt): boolean =>
  attempts.at(-1)?.number === number

const again = ({ words, prefix }: Scene, uid: string, { id }: DeliveryShown): Html =>
  deed(`${prefix}${listPath}/${uid}/redeliver`, words.text.invoices_resend_this, hidden('delivery', id))
