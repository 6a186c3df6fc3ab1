import { minute } from '../../kernel/clock.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { renderQrCode } from '../../platform/web/qr.ts'
import type { Checkout, Offer, PayableState, UnavailableOffer } from '../checkout.ts'
import { multiCoinWallets, walletsByCoin } from '../wallets.ts'
import {
  getPaymentAddress,
  renderRemainderNotice,
  renderTransferFields,
  renderWalletWarning,
} from './any-wallet.ts'
import { type CheckoutContext, getCheckoutUrl, getIconPath } from './checkout-context.ts'
import { icons } from './icons.ts'
import { renderReceivedBox } from './received.ts'
import { renderRejectionNotice } from './rejection-notice.ts'
import { type CheckoutTranslator, renderCoinAmount, renderTime } from './translator.ts'

/** An invoice that is waiting for a payment. */
export function renderPayablePanel(context: CheckoutContext, state: PayableState, checkout: Checkout): Html {
  const { translator } = context
  return html`<div class="pay">
${state.rejection && state.name !== 'over' ? renderRejectionNotice(translator, state.rejection) : null}
${state.isEnding ? renderEndingNotice(context, state) : null}${renderReceivedBox(translator, checkout.received, { isPayable: true })}
${renderCoinChoice(context, state)}
${state.name === 'over' ? renderPriceExpiredBox(context, state) : state.name === 'down' ? renderDownBox(context, state) : renderLinkBox(context, state, checkout)}
${getPaymentAddress(state) ? null : renderHelp(translator, state)}
</div>`
}

function renderCoinChoice(
  context: CheckoutContext,
  { offers, unavailable, chosen }: PayableState,
): Html | null {
  if (offers.length + unavailable.length < 2) return null
  const { translator } = context
  const renderOffered = (offer: Offer) =>
    html`<li><a class="coin" href="${getCheckoutUrl(context, { coin: offer.currency })}" data-coin="${offer.currency}" id="coin-${offer.currency}"${
      chosen?.currency === offer.currency ? html` aria-current="true"` : null
    }><img src="${getIconPath(context, offer.currency)}" alt="" width="22" height="22"><span class="name">${offer.currency_name}</span><span class="coin-amount">${
      offer.isReachable
        ? renderCoinAmount(translator, offer.amount, offer.currency)
        : translator.text.unavailable_network
    }</span></a></li>`
  const renderUnavailable = ({ coin, name, reason }: UnavailableOffer) =>
    html`<li><span class="coin unavailable"><img src="${getIconPath(context, coin)}" alt="" width="22" height="22"><span class="name">${name}</span><span class="coin-amount">${translator.text[`unavailable_${reason}`]}</span></span></li>`
  return html`<nav class="coin-choice" aria-label="${translator.text.choose_coin}"><ul>${offers.map(renderOffered)}${unavailable.map(renderUnavailable)}</ul></nav>`
}

/**
 * The payment link, as a QR code for another device and as a button for this one. It contains an address only if payments to it are found:
 * an ordinary wallet pays that directly.
 */
function renderLinkBox(context: CheckoutContext, state: PayableState, checkout: Checkout): Html {
  const { uri: anyUri, chosen, quoteExpiresAt, isLast } = state
  const address = getPaymentAddress(state)
  const { translator } = context
  const { text } = translator
  const uri = address?.uri ?? chosen?.uri ?? anyUri
  const copyLink = html`
<button class="button requires-js" type="button" id="copy-link" data-copy="${uri}" data-copied="${text.copied}">${icons.copy}<span>${text.copy_link}</span></button>`
  const plainLink = html`<p class="plain-link"><span class="label">${text.payment_link}</span> <code dir="ltr">${uri}</code></p>`
  return html`<div class="link-box">
<div class="qr">${renderQrCode(uri, text.qr_label)}</div>
<div class="pay-actions">
<h2>${text.scan}</h2>
<p class="hint">${chosen && address ? translator.format('scan_any_wallet', { coin: chosen.currency_name }) : chosen ? text.scan_coin : text.scan_any}</p>
<p class="buttons"><a class="button primary" id="open-wallet" href="${uri}">${icons.wallet}<span>${text.open_wallet}</span></a>${address ? null : copyLink}</p>
${address ? null : plainLink}
${chosen && renderRate(translator, chosen, checkout.currency)}
${renderValidUntil(context, { quoteExpiresAt, isLast })}${renderRemainderNotice(translator, checkout, state)}
</div>${chosen && address ? renderTransferFields(context, address, chosen) : null}
</div>`
}

function renderRate(
  translator: CheckoutTranslator,
  { currency: coin, rate: price }: Offer,
  currency: string,
): Html {
  const value = translator.format('rate_value', { coin, price: translator.formatPrice(price, currency) })
  return html`<p class="rate"><span class="label">${translator.text.rate}</span> <bdi dir="ltr">${value}</bdi></p>`
}

/** When the quote expires. Scripts count down by the server's clock. */
function renderValidUntil(
  context: CheckoutContext,
  { quoteExpiresAt, isLast }: Pick<PayableState, 'quoteExpiresAt' | 'isLast'>,
): Html {
  const { translator, isFragment } = context
  return html`<p class="quote-expiry"><span class="label">${isLast ? translator.text.pay_by : translator.text.price_valid_until}</span> ${renderTime(translator, quoteExpiresAt)} <span class="left" data-left>${isFragment ? null : renderTimeLeft(context, quoteExpiresAt)}</span></p>`
}

function renderTimeLeft({ translator, now }: CheckoutContext, until: number): Part {
  const minutes = Math.floor((until - now) / minute)
  return minutes < 1
    ? translator.text.under_a_minute_left
    : translator.format('time_left', { time: translator.formatMinutes(minutes, 'short') })
}

function renderEndingNotice(context: CheckoutContext, { quoteExpiresAt, isLast }: PayableState): Html {
  const { translator } = context
  const minutes = Math.max(1, Math.ceil((quoteExpiresAt - context.now) / minute))
  const time = html`<span data-left-long>${context.isFragment ? null : translator.formatMinutes(minutes)}</span>`
  const newPriceLink = html`<a class="button small" id="new-price" href="${getCheckoutUrl(context)}">${translator.text.get_price}</a>`
  return html`<div class="notice warn">${icons.clock}<div><p>${translator.format(isLast ? 'ending_last' : 'ending_text', { time })}</p>${isLast ? null : newPriceLink}</div></div>`
}

/** The QR code is a placeholder: the expired quote must not be paid. */
function renderPriceExpiredBox(context: CheckoutContext, { isLast }: PayableState): Html {
  const { text } = context.translator
  return html`<div class="link-box quote-expired">
<div class="qr">${renderQrCode('expired', text.qr_price_expired_label)}</div>
<div class="pay-actions">
<h2>${text.price_expired_title}</h2>
<p class="hint">${isLast ? text.expired_text : text.price_expired_text}</p>
<p class="buttons"><a class="button primary" id="new-price" href="${getCheckoutUrl(context)}">${text.get_price}</a></p>
</div>
</div>`
}

function renderDownBox(context: CheckoutContext, { chosen }: PayableState): Html {
  const { translator } = context
  return html`<div class="outcome" role="group">
<span class="status-icon warn">${icons.cut}</span>
<h2>${translator.format('down_title', { coin: chosen?.currency_name })}</h2>
<p>${translator.text.down_text}</p>
<p class="buttons"><a class="button" id="try-again" href="${getCheckoutUrl(context)}">${translator.text.down_retry}</a></p>
</div>`
}

function renderHelp(translator: CheckoutTranslator, state: PayableState): Html {
  const { chosen, offers } = state
  const { text } = translator
  const names = chosen ? walletsByCoin[chosen.currency] : offers.length === 1 ? [] : multiCoinWallets
  const lead = chosen ? translator.format('wallets_of', { coin: chosen.currency_name }) : text.wallets_any
  return html`<div class="help">
<p class="caution">${icons.alert}<span>${renderWalletWarning(translator, state)}</span></p>
<details id="wallets"><summary>${text.which_wallets}</summary><p>${lead}</p><ul>${names.map((name) => html`<li><bdi>${name}</bdi></li>`)}</ul></details>
</div>`
}
