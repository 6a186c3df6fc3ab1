import { type Html, html } from '../../platform/web/html.ts'
import type { Checkout, CheckoutState } from '../checkout.ts'
import { marks } from './marks.ts'
import { iconOf, type Scene } from './scene.ts'
import { coinAmount, moneyAmount } from './words.ts'

/** What the figure is, as things stand. */
const amountNames: Readonly<Record<CheckoutState['name'], 'amount_due' | 'amount_paid' | 'amount'>> = {
  waiting: 'amount_due',
  ending: 'amount_due',
  over: 'amount_due',
  refused: 'amount_due',
  down: 'amount_due',
  checking: 'amount',
  paid: 'amount_paid',
  confirming: 'amount_paid',
  reversed: 'amount',
  cancelled: 'amount',
  expired: 'amount',
}

/** From so many characters on it may scroll: then the keyboard reaches it. */
const longMemo = 200
/** An amount of more digits is written smaller, so that it stays in one line of a telephone. */
const longAmount = 9

/** What is owed, to whom, and what for: the stub of the sheet, whatever becomes of the rest. */
export function bill(scene: Scene, checkout: Checkout): Html {
  const { words } = scene
  const { text } = words
  const { storefront, amount, currency, memo, state } = checkout
  return html`<div class="bill"><img class="rosette" src="${scene.assets.url('rosette.svg')}" alt="" width="320" height="320">
<div class="owed">
${storefront.name && html`<p class="payee"><bdi>${storefront.name}</bdi></p>`}
<h1><span class="label">${text[amountNames[state.name]]}</span> <span class="fiat${amount.length > longAmount && ' long'}">${moneyAmount(words, amount, currency)}</span></h1>
${coinsOwed(scene, checkout)}
</div>
${memo && html`<p class="memo" dir="auto"${memo.length > longMemo && html` tabindex="0"`}>${memo}</p>`}
</div>`
}

/** What the payer may need elsewhere: the invoice's name, and the way back. A receipt holds both. */
export function tail(scene: Scene, { uid, shop, state }: Checkout): Html | null {
  const { words } = scene
  const hasReceipt = 'txid' in state
  if (hasReceipt && (state.name !== 'reversed' || !shop)) return null
  const back =
    shop &&
    html`<p class="away"><a href="${shop.url}" rel="noreferrer" target="_top">${marks.back}<span>${words.say('back_to', { host: html`<bdi>${shop.host}</bdi>` })}</span></a></p>`
  return html`<div class="tail">
${hasReceipt ? null : html`<dl><dt>${words.text.reference}</dt><dd><bdi class="reference">${uid}</bdi></dd></dl>`}
${back}
</div>`
}

/** The amount in the coin that was chosen, or that was paid. */
function coinsOwed(scene: Scene, { state }: Checkout): Html | null {
  const { words } = scene
  const owed =
    'offers' in state
      ? state.chosen && { code: state.chosen.currency, amount: state.chosen.amount }
      : 'txid' in state
        ? { code: state.coin, amount: state.amount }
        : null
  if (!owed) return null
  return html`<p class="coins-owed"><img src="${iconOf(scene, owed.code)}" alt="" width="22" height="22">${coinAmount(words, owed.amount, owed.code)}</p>`
}
