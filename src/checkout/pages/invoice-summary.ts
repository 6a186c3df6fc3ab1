import { type Html, html } from '../../platform/web/html.ts'
import type { Checkout, CheckoutState } from '../checkout.ts'
import { type CheckoutContext, getIconPath } from './checkout-context.ts'
import { icons } from './icons.ts'
import { renderCoinAmount, renderMoneyAmount } from './translator.ts'

/** Label of the amount, by state. */
const amountNames: Readonly<Record<CheckoutState['name'], 'amount_due' | 'amount_paid' | 'amount'>> = {
  waiting: 'amount_due',
  ending: 'amount_due',
  over: 'amount_due',
  refused: 'amount_due',
  down: 'amount_due',
  checking: 'amount',
  unconfirmed: 'amount',
  paid: 'amount_paid',
  confirming: 'amount_paid',
  reversed: 'amount',
  cancelled: 'amount',
  expired: 'amount',
}

/** A memo of more characters than this may scroll, so the keyboard must be able to focus it. */
const longMemoLength = 200
/** An amount of more characters than this gets a smaller font, so that it fits on one line of a phone. */
const longAmountLength = 9

/** The amount, the payee and the memo: the top part of the page, the same in every state. */
export function renderInvoiceSummary(context: CheckoutContext, checkout: Checkout): Html {
  const { translator } = context
  const { text } = translator
  const { storefront, memo } = checkout
  const { name, amount, total } = describeAmount(context, checkout)
  return html`<div class="bill"><img class="rosette" src="${context.assets.getUrl('rosette.svg')}" alt="" width="320" height="320">
<div>
${storefront.name && html`<p class="payee"><bdi>${storefront.name}</bdi></p>`}
<h1><span class="label">${text[name]}</span> <span class="fiat${amount.length > longAmountLength && ' long'}">${renderMoneyAmount(translator, amount, checkout.currency)}</span></h1>${total}
${renderCoinsOwed(context, checkout)}
</div>
${memo && html`<p class="memo" dir="auto"${memo.length > longMemoLength && html` tabindex="0"`}>${memo}</p>`}
</div>`
}

/** The amount, or what is still due on a partly paid invoice. */
function describeAmount({ translator }: CheckoutContext, { state, amount, currency, received }: Checkout) {
  if (!('offers' in state) || !received?.isPartlyPaid)
    return { name: amountNames[state.name], amount, total: null } as const
  const total = translator.format('amount_total', { amount: renderMoneyAmount(translator, amount, currency) })
  return {
    name: 'amount_remaining',
    amount: received.remaining,
    total: html`<p class="total">${total}</p>`,
  } as const
}

/** Reference and link back to the shop. Receipts already contain both. */
export function renderInvoiceFooter(context: CheckoutContext, { uid, shop, state }: Checkout): Html | null {
  const { translator } = context
  const hasReceipt = 'txid' in state
  if (hasReceipt && (state.name !== 'reversed' || !shop)) return null
  const returnLink =
    shop &&
    html`<p class="back-link"><a href="${shop.url}" rel="noreferrer" target="_top">${icons.back}<span>${translator.format('back_to', { host: html`<bdi>${shop.host}</bdi>` })}</span></a></p>`
  return html`<div class="bill-footer">
${hasReceipt ? null : html`<dl><dt>${translator.text.reference}</dt><dd><bdi class="reference">${uid}</bdi></dd></dl>`}
${returnLink}
</div>`
}

/** The amount in the chosen or paid coin. */
function renderCoinsOwed(context: CheckoutContext, { state }: Checkout): Html | null {
  const { translator } = context
  const owed =
    'offers' in state
      ? state.chosen && { code: state.chosen.currency, amount: state.chosen.amount }
      : 'txid' in state && state.name !== 'reversed' && !state.hasMultiplePayments
        ? { code: state.coin, amount: state.amount }
        : null
  if (!owed) return null
  return html`<p class="coins-owed"><img src="${getIconPath(context, owed.code)}" alt="" width="22" height="22">${renderCoinAmount(translator, owed.amount, owed.code)}</p>`
}
