import { type Html, html } from '../../platform/web/html.ts'
import type { Checkout, PaidState, Shop } from '../checkout.ts'
import { type CheckoutContext, getCheckoutUrl } from './checkout-context.ts'
import { icons } from './icons.ts'
import { hasExtra, renderExtraNotice, renderPaidParts, renderReceivedBox } from './received.ts'
import { type CheckoutTranslator, renderCoinAmount, renderDateTime, renderMoneyAmount } from './translator.ts'

/** The payment has been submitted to the network. */
export function renderCheckingPanel({ translator }: CheckoutContext): Html {
  const { text } = translator
  return html`<div class="pay"><div class="outcome">
<span class="status-icon busy">${icons.wait}</span>
<h2>${text.checking_title}</h2>
<p data-slow="${text.checking_long}">${text.checking_text}</p>
</div></div>`
}

/** A payment has arrived that counts once the network has confirmed it. */
export function renderUnconfirmedPanel({ translator }: CheckoutContext, { received }: Checkout): Html {
  const { text } = translator
  return html`<div class="pay"><div class="outcome">
<span class="status-icon busy">${icons.wait}</span>
<h2>${text.state_unconfirmed}</h2>
<p>${text.unconfirmed_text}</p>
</div>${renderReceivedBox(translator, received)}</div>`
}

/** The invoice is no longer payable. */
export function renderClosedPanel(
  { translator }: CheckoutContext,
  { received, shop }: Checkout,
  name: 'cancelled' | 'expired',
): Html {
  const { text } = translator
  const contactNotice = html`
<p>${text.part_decided} ${renderContact(translator, shop)}</p>`
  return html`<div class="pay"><div class="outcome">
<span class="status-icon quiet">${name === 'cancelled' ? icons.cross : icons.clock}</span>
<h2>${text[`state_${name}`]}</h2>
<p>${text[`${name}_text`]}</p>${received && contactNotice}
</div>${renderReceivedBox(translator, received)}</div>`
}

export function renderPaidPanel(context: CheckoutContext, checkout: Checkout, state: PaidState): Html {
  return html`<div class="pay">
${state.name === 'reversed' ? renderReversedNotice(context, checkout) : renderPaidNotice(context, checkout, state)}
${state.name === 'reversed' ? renderReversedPayment(context, checkout, state) : renderReceipt(context, checkout, state)}${state.name === 'reversed' && state.hasMultiplePayments ? renderReceivedBox(context.translator, checkout.received) : null}
${state.name === 'reversed' ? null : renderReturnLink(context, checkout, state)}
</div>`
}

function renderReversedNotice({ translator }: CheckoutContext, { shop }: Checkout): Html {
  const { text } = translator
  return html`<div class="outcome">
<span class="status-icon bad">${icons.undone}</span>
<h2>${text.reversed_title}</h2>
<p>${text.reversed_text} ${renderContact(translator, shop)} ${text.reversed_wait}</p>
</div>`
}

/** How to contact the shop. We know its website at best, and the payer may have come from elsewhere. */
const renderContact = (translator: CheckoutTranslator, shop: Shop | null): Html =>
  shop
    ? translator.format('contact_host', { host: html`<bdi>${shop.host}</bdi>` })
    : html`${translator.text.contact_shop}`

function renderPaidNotice(
  { translator }: CheckoutContext,
  { shop, received }: Checkout,
  { name, isLate, confirmations, requiredConfirmations, hasMultiplePayments }: PaidState,
): Html {
  const { text } = translator
  const count = Math.min(confirmations, requiredConfirmations)
  const steps = html`<p class="steps"><span class="step-bar" aria-hidden="true">${Array.from({ length: requiredConfirmations }, (_, index) => html`<span class="${index < count ? 'step done' : 'step'}"></span>`)}</span> <span>${translator.format('confirmations', { count: translator.formatCount(count), needed: translator.formatCount(requiredConfirmations) })}</span></p>`
  return html`<div class="outcome">
<span class="status-icon good">${icons.tick}</span>
<h2>${text.thanks}</h2>
<p>${name === 'confirming' ? text.confirming_text : text.paid_text}</p>
${name === 'confirming' && !hasMultiplePayments ? steps : null}
${isLate ? html`<div class="notice warn">${icons.clock}<div><p>${text.late_text} ${renderContact(translator, shop)}</p></div></div>` : null}${renderExtraNotice(translator, received, renderContact(translator, shop))}
</div>`
}

function renderReceipt(context: CheckoutContext, checkout: Checkout, state: PaidState): Html {
  const { translator } = context
  const { text } = translator
  const { amount, currency, storefront, received } = checkout
  const parts = state.hasMultiplePayments && received
  return html`<section class="receipt" aria-label="${text.receipt}"><dl>
${storefront.name && renderRow(text.paid_to, html`<bdi>${storefront.name}</bdi>`)}
${renderRow(text.amount, renderMoneyAmount(translator, amount, currency))}
${renderRow(text.paid_with, parts ? renderPaidParts(translator, parts) : html`${state.coinName}, ${renderCoinAmount(translator, state.amount, state.coin)}`)}
${renderRow(text.paid_at, renderDateTime(translator, state.paidAt))}
${parts ? renderReference(translator, checkout) : renderReferences(translator, checkout, state)}
</dl></section>`
}

/** The details that the shop needs to find the payment, without calling it paid. */
function renderReversedPayment({ translator }: CheckoutContext, checkout: Checkout, state: PaidState): Html {
  const { text } = translator
  const { amount, currency, storefront } = checkout
  return html`<section class="receipt" aria-label="${text.reversed_payment}"><dl>
${storefront.name && renderRow(text.shop, html`<bdi>${storefront.name}</bdi>`)}
${renderRow(text.amount_due, renderMoneyAmount(translator, amount, currency))}
${renderRow(text.reversed_payment, html`${state.coinName}, ${renderCoinAmount(translator, state.amount, state.coin)}`)}
${renderReferences(translator, checkout, state)}
</dl></section>`
}

const renderRow = (name: string, value: Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const renderReference = ({ text }: CheckoutTranslator, { uid }: Checkout): Html =>
  renderRow(text.reference, html`<bdi class="reference">${uid}</bdi>`)

function renderReferences(translator: CheckoutTranslator, checkout: Checkout, { txid }: PaidState): Html {
  const { text } = translator
  const copy = html`<button class="copy requires-js" type="button" id="copy-txid" aria-label="${text.copy_transaction}" data-copy="${txid}" data-copied="${text.copied}">${icons.copy}<span></span></button>`
  return html`${renderReference(translator, checkout)}
${renderRow(text.transaction, html`<bdi class="txid" dir="ltr">${txid}</bdi> ${copy}`)}`
}

/** Delay before the redirect: long enough to read the destination and cancel. */
export const returnSeconds = 5

/** After a late payment, or when more arrived than was due, the page doesn't redirect: the payer needs its details to contact the shop. */
export const shouldRedirect = ({ state, received }: Checkout): boolean =>
  !hasExtra(received) &&
  (state.name === 'paid' || state.name === 'confirming') &&
  state.isRecent &&
  !state.isLate

/** Link back to the shop, followed automatically unless the payer cancels. The cancel link works without JavaScript too. */
function renderReturnLink(
  context: CheckoutContext,
  { shop, received }: Checkout,
  { isLate }: PaidState,
): Html {
  const { translator } = context
  const { text } = translator
  const host = shop && html`<bdi>${shop.host}</bdi>`
  const returnUrl = shop
    ? html`<a class="button primary" id="return" href="${shop.url}" rel="noreferrer" target="_top"><span>${translator.format('back_to', { host })}</span></a>`
    : null
  const seconds = html`<span data-seconds>${returnSeconds}</span>`
  const announcement = translator.format('returning_announced', {
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
      ? html`<p class="returning" id="returning" data-announcement="${announcement}"${context.redirectsToShop ? null : html` hidden`}><span>${translator.format('returning', { host, seconds })}</span> <a class="plain" id="stay" href="${getCheckoutUrl(context, { isRedirectCancelled: true })}">${text.stay}</a></p>`
      : null
  return html`<p class="buttons">${returnUrl}<button class="button requires-js" type="button" id="print" data-print>${icons.print}<span>${text.print}</span></button></p>${returning}`
}
