import { type Html, html } from '../../platform/web/html.ts'
import type { Checkout, Paid, Shop } from '../checkout.ts'
import { type CheckoutContext, checkoutUrl } from './checkout-context.ts'
import { marks } from './marks.ts'
import { extraNotice, hasExtra, paidParts, receivedBox } from './received.ts'
import { type CheckoutTranslator, coinAmount, moneyAmount, renderDateTime } from './words.ts'

/** The payment has been submitted to the network. */
export function checkingPanel({ words }: CheckoutContext): Html {
  const { text } = words
  return html`<div class="pay"><div class="outcome">
<span class="status-icon busy">${marks.wait}</span>
<h2>${text.checking_title}</h2>
<p data-slow="${text.checking_long}">${text.checking_text}</p>
</div></div>`
}

/** A payment has arrived that counts once the network has confirmed it. */
export function unconfirmedPanel({ words }: CheckoutContext, { received }: Checkout): Html {
  const { text } = words
  return html`<div class="pay"><div class="outcome">
<span class="status-icon busy">${marks.wait}</span>
<h2>${text.state_unconfirmed}</h2>
<p>${text.unconfirmed_text}</p>
</div>${receivedBox(words, received)}</div>`
}

/** The invoice is no longer payable. */
export function closedPanel(
  { words }: CheckoutContext,
  { received, shop }: Checkout,
  name: 'cancelled' | 'expired',
): Html {
  const { text } = words
  const decided = html`
<p>${text.part_decided} ${contact(words, shop)}</p>`
  return html`<div class="pay"><div class="outcome">
<span class="status-icon quiet">${name === 'cancelled' ? marks.cross : marks.clock}</span>
<h2>${text[`state_${name}`]}</h2>
<p>${text[`${name}_text`]}</p>${received && decided}
</div>${receivedBox(words, received)}</div>`
}

export function paidPanel(context: CheckoutContext, checkout: Checkout, state: Paid): Html {
  return html`<div class="pay">
${state.name === 'reversed' ? reversedNotice(context, checkout) : paidNotice(context, checkout, state)}
${state.name === 'reversed' ? reversedPayment(context, checkout, state) : receipt(context, checkout, state)}${state.name === 'reversed' && state.hasMultiplePayments ? receivedBox(context.words, checkout.received) : null}
${state.name === 'reversed' ? null : returnLink(context, checkout, state)}
</div>`
}

function reversedNotice({ words }: CheckoutContext, { shop }: Checkout): Html {
  const { text } = words
  return html`<div class="outcome">
<span class="status-icon bad">${marks.undone}</span>
<h2>${text.reversed_title}</h2>
<p>${text.reversed_text} ${contact(words, shop)} ${text.reversed_wait}</p>
</div>`
}

/** How to contact the shop. We know its website at best, and the reader may have come from elsewhere. */
const contact = (words: CheckoutTranslator, shop: Shop | null): Html =>
  shop ? words.say('contact_host', { host: html`<bdi>${shop.host}</bdi>` }) : html`${words.text.contact_shop}`

function paidNotice(
  { words }: CheckoutContext,
  { shop, received }: Checkout,
  { name, isLate, confirmations, requiredConfirmations, hasMultiplePayments }: Paid,
): Html {
  const { text } = words
  const count = Math.min(confirmations, requiredConfirmations)
  const steps = html`<p class="steps"><span class="step-bar" aria-hidden="true">${Array.from({ length: requiredConfirmations }, (_, at) => html`<span class="${at < count ? 'step done' : 'step'}"></span>`)}</span> <span>${words.say('confirmations', { count: words.count(count), needed: words.count(requiredConfirmations) })}</span></p>`
  return html`<div class="outcome">
<span class="status-icon good">${marks.tick}</span>
<h2>${text.thanks}</h2>
<p>${name === 'confirming' ? text.confirming_text : text.paid_text}</p>
${name === 'confirming' && !hasMultiplePayments ? steps : null}
${isLate ? html`<div class="notice warn">${marks.clock}<div><p>${text.late_text} ${contact(words, shop)}</p></div></div>` : null}${extraNotice(words, received, contact(words, shop))}
</div>`
}

function receipt(context: CheckoutContext, checkout: Checkout, state: Paid): Html {
  const { words } = context
  const { text } = words
  const { amount, currency, storefront, received } = checkout
  const parts = state.hasMultiplePayments && received
  return html`<section class="receipt" aria-label="${text.receipt}"><dl>
${storefront.name && row(text.paid_to, html`<bdi>${storefront.name}</bdi>`)}
${row(text.amount, moneyAmount(words, amount, currency))}
${row(text.paid_with, parts ? paidParts(words, parts) : html`${state.coinName}, ${coinAmount(words, state.amount, state.coin)}`)}
${row(text.paid_at, renderDateTime(words, state.paidAt))}
${parts ? reference(words, checkout) : references(words, checkout, state)}
</dl></section>`
}

/** The details that the shop needs to find the payment, without calling it paid. */
function reversedPayment({ words }: CheckoutContext, checkout: Checkout, state: Paid): Html {
  const { text } = words
  const { amount, currency, storefront } = checkout
  return html`<section class="receipt" aria-label="${text.reversed_payment}"><dl>
${storefront.name && row(text.shop, html`<bdi>${storefront.name}</bdi>`)}
${row(text.amount_due, moneyAmount(words, amount, currency))}
${row(text.reversed_payment, html`${state.coinName}, ${coinAmount(words, state.amount, state.coin)}`)}
${references(words, checkout, state)}
</dl></section>`
}

const row = (name: string, value: Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const reference = ({ text }: CheckoutTranslator, { uid }: Checkout): Html =>
  row(text.reference, html`<bdi class="reference">${uid}</bdi>`)

function references(words: CheckoutTranslator, checkout: Checkout, { txid }: Paid): Html {
  const { text } = words
  const copy = html`<button class="copy scripted" type="button" id="copy-txid" aria-label="${text.copy_transaction}" data-copy="${txid}" data-copied="${text.copied}">${marks.copy}<span></span></button>`
  return html`${reference(words, checkout)}
${row(text.transaction, html`<bdi class="txid" dir="ltr">${txid}</bdi> ${copy}`)}`
}

/** Long enough to read the destination and to cancel. */
export const returnSeconds = 5

/** After a late payment, or when more arrived than was due, the page doesn't redirect: the payer needs it to tell the shop about it. */
export const shouldRedirect = ({ state, received }: Checkout): boolean =>
  !hasExtra(received) &&
  (state.name === 'paid' || state.name === 'confirming') &&
  state.isRecent &&
  !state.isLate

/** Link back to the shop, followed automatically unless the reader cancels. The cancel link works without JavaScript too. */
function returnLink(context: CheckoutContext, { shop, received }: Checkout, { isLate }: Paid): Html {
  const { words } = context
  const { text } = words
  const host = shop && html`<bdi>${shop.host}</bdi>`
  const returnUrl = shop
    ? html`<a class="button primary" id="return" href="${shop.url}" rel="noreferrer" target="_top"><span>${words.say('back_to', { host })}</span></a>`
    : null
  const seconds = html`<span data-seconds>${returnSeconds}</span>`
  const announcement = words.say('returning_announced', {
    host: shop?.host,
    seconds: returnSeconds,
    stay: text.stay,
  })
  const returning =
    shop?.returnsAutomatically &&
    context.query.embed === null &&
    !context.query.isRedirectCancelled &&
    !isLate &&
    !hasExtra(received)
      ? html`<p class="returning" id="returning" data-announcement="${announcement}"${context.redirectsToShop ? null : html` hidden`}><span>${words.say('returning', { host, seconds })}</span> <a class="plain" id="stay" href="${checkoutUrl(context, { isRedirectCancelled: true })}">${text.stay}</a></p>`
      : null
  return html`<p class="buttons">${returnUrl}<button class="button scripted" type="button" id="print" data-print>${marks.print}<span>${text.print}</span></button></p>${returning}`
}
