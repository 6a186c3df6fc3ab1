import { type Html, html } from '../../platform/web/html.ts'
import type { ReceivedSummary, ShownPayment, ShownPaymentStatus } from '../received.ts'
import { icons } from './icons.ts'
import { type CheckoutTranslator, renderCoinAmount } from './translator.ts'

const iconsByStatus: Readonly<Record<ShownPaymentStatus, Html>> = {
  counted: icons.tick,
  waiting: icons.clock,
  reversed: icons.undone,
  extra: icons.alert,
}

/** A list of the payments received so far. */
export function renderReceivedBox(
  translator: CheckoutTranslator,
  received: ReceivedSummary | null,
  { isPayable = false }: { readonly isPayable?: boolean } = {},
): Html | null {
  if (!received) return null
  const { text } = translator
  const renderItem = ({ coin, amount, txid, status }: ShownPayment) =>
    html`<li class="${status}">${iconsByStatus[status]}<span class="received-amount">${renderCoinAmount(translator, amount, coin)}</span> <span class="payment-status">${text[`received_${status}`]}</span> <bdi class="txid" dir="ltr" title="${txid}">${shortenTxid(txid)}</bdi></li>`
  const hasWaiting = isPayable && received.payments.some(({ status }) => status === 'waiting')
  return html`
<section class="received" aria-labelledby="received-title"><h2 id="received-title">${text.received}</h2>
<ul>${received.payments.map(renderItem)}</ul>${hasWaiting && html`<p class="hint">${text.waiting_note}</p>`}</section>`
}

/** The payments that together paid the invoice, each with its transaction. */
export function renderPaidParts(translator: CheckoutTranslator, { payments }: ReceivedSummary): Html {
  const counted = payments.filter(({ status }) => status === 'counted')
  return html`<ul class="parts">${counted.map(
    ({ coin, coinName, amount, txid }) =>
      html`<li>${coinName}, ${renderCoinAmount(translator, amount, coin)} <bdi class="txid" dir="ltr">${txid}</bdi></li>`,
  )}</ul>`
}

/** Whether more arrived than was due. */
export const hasExtra = (received: ReceivedSummary | null): boolean =>
  received !== null &&
  (received.excess !== null || received.payments.some(({ status }) => status === 'extra'))

/** Money that arrived beyond what was due: the shop decides what to do with it. */
export function renderExtraNotice(
  translator: CheckoutTranslator,
  received: ReceivedSummary | null,
  contact: Html,
): Html | null {
  const formatAmount = ({ amount, coin }: Pick<ShownPayment, 'coin' | 'amount'>) => ({
    amount: renderCoinAmount(translator, amount, coin),
  })
  if (!received || !hasExtra(received)) return null
  const extras = received.payments.filter(({ status }) => status === 'extra')
  return html`
<div class="notice warn" id="extra">${icons.alert}<div>${received.excess && html`<p>${translator.format('excess_text', formatAmount(received.excess))}</p>`}${extras.map((payment) => html`<p>${translator.format('extra_text', formatAmount(payment))}</p>`)}<p>${translator.text.extra_decided} ${contact}</p></div></div>`
}

/** Enough to recognise it in a wallet or a block explorer. */
const shortenTxid = (txid: string): string => `${txid.slice(0, 8)}…${txid.slice(-8)}`
