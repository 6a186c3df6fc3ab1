import { type Html, html, type Part } from '../../../platform/web/html.ts'
import { isRedirect, isSuccess } from '../../../webhooks/attempt-error.ts'
import type { DeliveryWithAttempts } from '../../../webhooks/deliveries.ts'
import type { Attempt } from '../../../webhooks/webhook.ts'
import { renderAttemptResult } from '../../deliveries/pages/delivery-state.ts'
import { renderBadge, renderInstant, type Tone } from '../../pages/components.ts'
import { renderHiddenField, renderPostButton } from '../../pages/form.ts'
import type { DashboardMessages } from '../../pages/messages/en.ts'
import type { PageContext, ViewedAccount } from '../../pages/page-context.ts'
import { type DashboardTranslator, isolateLeftToRight } from '../../pages/translator.ts'
import type { TimelineEntry } from '../timeline.ts'
import { listPath, renderCoins, renderMachineText } from './components.ts'

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
  'payment.received': ['invoices_event_received', 'good'],
  'payment.exception': ['invoices_event_exception', 'warn'],
}

const voidException = ['invoices_event_exception_void', 'plain'] as const

interface TimelineData {
  readonly uid: string
  readonly owner: Pick<ViewedAccount, 'timeZone'>
  readonly entries: readonly TimelineEntry[]
  readonly omittedCount: number
}

export function renderTimeline(context: PageContext, data: TimelineData): Html {
  const { translator } = context
  const { entries, omittedCount } = data
  return html`${omittedCount > 0 && html`<p class="hint">${translator.format('invoices_timeline_omitted', { count: translator.formatCount(omittedCount) })}</p>`}
<ol class="timeline">${entries.map((entry, index) => renderEntry(context, data, { ...entry, ...omitRepeatedTxid(entries, index) }))}</ol>`
}

/** Omits a transaction id if the entry before it with an id has the same one. */
function omitRepeatedTxid(entries: readonly TimelineEntry[], index: number): { txid?: null } {
  const [txid, previousEntry] = [
    getTxid(entries[index]),
    entries.slice(0, index).findLast((each) => getTxid(each)),
  ]
  return txid !== null && txid === getTxid(previousEntry) ? { txid: null } : {}
}

const getTxid = (entry: TimelineEntry | undefined): string | null =>
  entry && 'txid' in entry ? entry.txid : null

function renderEntry(context: PageContext, data: TimelineData, entry: TimelineEntry): Html {
  const { tone, title, details = null, collapsible = null } = describeEntry(context, data, entry)
  const content =
    collapsible === null
      ? html`<p>${title}</p>${details}`
      : html`<details class="collapsible"${collapsible.isOpen && html` open`}><summary>${title}</summary>${details}</details>`
  return html`<li data-tone="${tone}"><div class="timeline-entry">${content}</div>${renderInstant(context.translator, entry.at, data.owner)}</li>`
}

interface TimelineLine {
  readonly tone: Tone
  readonly title: Part
  readonly details?: Part
  /** Shows only the title until it is opened. */
  readonly collapsible?: { readonly isOpen: boolean }
}

const renderTxidLine = (txid: string | null): Html | null =>
  txid === null ? null : html`<p>${renderMachineText(txid)}</p>`

function describeEntry(context: PageContext, data: TimelineData, entry: TimelineEntry): TimelineLine {
  const { translator } = context
  const { text } = translator
  switch (entry.kind) {
    case 'event':
      return describeEvent(translator, entry)
    case 'requested': {
      const details = entry.address === null ? null : html`<p>${renderMachineText(entry.address)}</p>`
      return {
        tone: 'plain',
        title: translator.format('invoices_timeline_requested', { coin: entry.coin }),
        details,
      }
    }
    case 'requoted': {
      const { count } = entry
      const title =
        count === 1
          ? text.invoices_timeline_requoted
          : translator.format('invoices_timeline_requoted_times', { count: translator.formatCount(count) })
      return { tone: 'plain', title }
    }
    case 'submitted':
      return {
        tone: 'plain',
        title: translator.format('invoices_timeline_submitted', { coin: entry.coin }),
        details: renderTxidLine(entry.txid),
      }
    case 'rejected': {
      const { coin, message } = entry
      const title =
        coin === null
          ? text.invoices_timeline_rejected
          : translator.format('invoices_timeline_rejected_coin', { coin: isolateLeftToRight(coin) })
      return { tone: 'warn', title, details: html`<p lang="en" dir="ltr">${message}</p>` }
    }
    case 'attempt':
      return describeAttempt(context, data, entry)
    case 'due':
      return {
        tone: 'busy',
        title: translator.format('invoices_webhook_due', { event: renderMachineText(entry.delivery.event) }),
        details: html`<p>${renderMachineText(entry.delivery.url)}</p>`,
      }
  }
}

function describeEvent(
  translator: DashboardTranslator,
  { type, txid, payment, isVoid }: TimelineEntry & { kind: 'event' },
): TimelineLine {
  const [name, tone] = isVoid ? voidException : (events[type] ?? [null, 'plain'])
  const amount = payment && renderCoins(translator, payment.amount, payment.coin)
  return {
    tone,
    title: name === null ? renderMachineText(type) : translator.format(name, { amount: amount ?? '' }),
    details: renderTxidLine(txid),
  }
}

function describeAttempt(
  context: PageContext,
  data: TimelineData,
  { delivery, attempt }: TimelineEntry & { kind: 'attempt' },
): TimelineLine {
  const { translator } = context
  const { text } = translator
  const { event, url } = delivery
  const { number, responseBody } = attempt
  const [tone, label] = describeOutcome(translator, attempt)
  return {
    tone,
    // A failure that can be resent starts open.
    collapsible: { isOpen: tone === 'bad' && delivery.canBeSent && isLast(delivery, attempt) },
    title: html`${translator.format('invoices_webhook', { event: renderMachineText(event), number: translator.formatCount(number) })} ${renderBadge(tone, label)}`,
    details: html`<p>${renderMachineText(url)}</p>
${hasDetails(attempt) && html`<p>${renderAttemptResult(translator, attempt)}</p>`}
${responseBody && html`<details><summary>${text.invoices_webhook_response}</summary><pre class="command" dir="ltr" tabindex="0">${responseBody}</pre></details>`}
${delivery.canBeSent && isLast(delivery, attempt) && renderResendButton(context, data.uid, delivery)}`,
  }
}

/** Whether there is more to show than the badge. */
const hasDetails = ({ status, error }: Attempt): boolean =>
  error !== null || (status !== null && isRedirect(status))

function describeOutcome(translator: DashboardTranslator, attempt: Attempt): readonly [Tone, Part] {
  const { text } = translator
  const { status, ms, error } = attempt
  if (ms === null && error === null) return ['busy', text.invoices_webhook_in_progress]
  const tone = status !== null && isSuccess(status) ? 'good' : 'bad'
  if (status === null) return [tone, text.invoices_webhook_no_response]
  return [tone, translator.format('invoices_webhook_took', { status, ms: translator.formatCount(ms ?? 0) })]
}

const isLast = ({ attempts }: DeliveryWithAttempts, { number }: Attempt): boolean =>
  attempts.at(-1)?.number === number

const renderResendButton = (
  { translator, prefix }: PageContext,
  uid: string,
  { id }: DeliveryWithAttempts,
): Html =>
  renderPostButton(
    `${prefix}${listPath}/${uid}/redeliver`,
    translator.text.invoices_resend_this,
    renderHiddenField('delivery', id),
  )
