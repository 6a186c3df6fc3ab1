import { type Html, html } from '../../platform/web/html.ts'
import type { ReceivedSummary, ShownPayment, ShownPaymentStatus } from '../received.ts'
import { marks } from './marks.ts'
import { type CheckoutTranslator, coinAmount } from './words.ts'

const marksByStatus: Readonly<Record<ShownPaymentStatus, Html>> = {
  counted: marks.tick,
  waiting: marks.clock,
  reversed: marks.undone,
  extra: marks.alert,
}

/** A list of the payments received so far. */
export function receivedBox(
  words: CheckoutTranslator,
  received: ReceivedSummary | null,
  { isPayable = false }: { readonly isPayable?: boolean } = {},
): Html | null {
  if (!received) return null
  const { text } = words
  const item = ({ coin, amount, txid, status }: ShownPayment) =>
    html`<li class="${status}">${marksByStatus[status]}<span class="what">${coinAmount(words, amount, coin)}</span> <span class="how">${text[`received_${status}`]}</span> <bdi class="txid" dir="ltr" title="${txid}">${shorten(txid)}</bdi></li>`
  const hasWaiting = isPayable && received.payments.some(({ status }) => status === 'waiting')
  return html`
<section class="received" aria-labelledby="received-title"><h2 id="received-title">${text.received}</h2>
<ul>${received.payments.map(item)}</ul>${hasWaiting && html`<p class="hint">${text.waiting_note}</p>`}</section>`
}

/** The payments that together paid the invoice, each with its transaction. */
export function paidParts(words: CheckoutTranslator, { payments }: ReceivedSummary): Html {
  const counted = payments.filter(({ status }) => status === 'counted')
  return html`<ul class="parts">${counted.map(
    ({ coin, coinName, amount, txid }) =>
      html`<li>${coinName}, ${coinAmount(words, amount, coin)} <bdi class="txid" dir="ltr">${txid}</bdi></li>`,
  )}</ul>`
}

/** Whether more arrived than was due. */
export const hasExtra = (received: ReceivedSummary | null): boolean =>
  received !== null &&
  (received.excess !== null || received.payments.some(({ status }) => status === 'extra'))

/** Money that arrived beyond what was due: the shop decides what to do with it. */
export function extraNotice(
  words: CheckoutTranslator,
  received: ReceivedSummary | null,
  contact: Html,
): Html | null {
  const amountOf = ({ amount, coin }: Pick<ShownPayment, 'coin' | 'amount'>) => ({
    amount: coinAmount(words, amount, coin),
  })
  if (!received || !hasExtra(received)) return null
  const extras = received.payments.filter(({ status }) => status === 'extra')
  return html`
<div class="notice warn" id="extra">${marks.alert}<div>${received.excess && html`<p>${words.say('excess_text', amountOf(received.excess))}</p>`}${extras.map((each) => html`<p>${words.say('extra_text', amountOf(each))}</p>`)}<p>${words.text.extra_decided} ${contact}</p></div></div>`
}

/** Enough to recognise it in a wallet or a block explorer. */
const shorten = (txid: string): string => `${txid.slice(0, 8)}…${txid.slice(-8)}`
