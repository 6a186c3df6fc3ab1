import { minute } from '../../kernel/clock.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { qrCode } from '../../platform/web/qr.ts'
import type { Offer, Payable, UnavailableOffer } from '../checkout.ts'
import { walletsOf, walletsOfSeveral } from '../wallets.ts'
import { addressOf, type CheckoutContext, iconOf } from './checkout-context.ts'
import { marks } from './marks.ts'
import { refusalNotice } from './rejection-notice.ts'
import { type CheckoutTranslator, coinAmount, timeOf } from './words.ts'

/** An invoice that is waiting for a payment. */
export function payable(scene: CheckoutContext, state: Payable, currency: string): Html {
  const { words } = scene
  return html`<div class="pay">
${state.refusal && state.name !== 'over' ? refusalNotice(words, state.refusal) : null}
${state.isEnding ? endingNotice(scene, state) : null}
${coinChoice(scene, state)}
${state.name === 'over' ? overBox(scene, state) : state.name === 'down' ? downBox(scene, state) : linkBox(scene, state, currency)}
${help(words, state)}
</div>`
}

function coinChoice(scene: CheckoutContext, { offers, unavailable, chosen }: Payable): Html | null {
  if (offers.length + unavailable.length < 2) return null
  const { words } = scene
  const offered = (offer: Offer) =>
    html`<li><a class="coin" href="${addressOf(scene, { coin: offer.currency })}" data-coin="${offer.currency}" id="coin-${offer.currency}"${
      chosen?.currency === offer.currency ? html` aria-current="true"` : null
    }><img src="${iconOf(scene, offer.currency)}" alt="" width="22" height="22"><span class="name">${offer.currency_name}</span><span class="sum">${
      offer.isReachable ? coinAmount(words, offer.amount, offer.currency) : words.text.because_network
    }</span></a></li>`
  const missing = ({ coin, name, because }: UnavailableOffer) =>
    html`<li><span class="coin off"><img src="${iconOf(scene, coin)}" alt="" width="22" height="22"><span class="name">${name}</span><span class="sum">${words.text[`because_${because}`]}</span></span></li>`
  return html`<nav class="coin-choice" aria-label="${words.text.choose_coin}"><ul>${offers.map(offered)}${unavailable.map(missing)}</ul></nav>`
}

/**
 * The payment link, as a QR code for another device and as a button for this one. It contains no address, because an ordinary wallet would
 * pay that directly.
 */
function linkBox(
  scene: CheckoutContext,
  { uri: anyUri, chosen, until, isLast }: Payable,
  currency: string,
): Html {
  const { words } = scene
  const { text } = words
  const uri = chosen?.uri ?? anyUri
  return html`<div class="link-box">
<div class="qr">${qrCode(uri, text.qr_label)}</div>
<div class="act">
<h2>${text.scan}</h2>
<p class="hint">${chosen ? text.scan_coin : text.scan_any}</p>
<p class="buttons"><a class="button primary" id="open-wallet" href="${uri}">${marks.wallet}<span>${text.open_wallet}</span></a>
<button class="button scripted" type="button" id="copy-link" data-copy="${uri}" data-copied="${text.copied}">${marks.copy}<span>${text.copy_link}</span></button></p>
<p class="plain-link"><span class="label">${text.payment_link}</span> <code dir="ltr">${uri}</code></p>
${chosen && rate(words, chosen, currency)}
${hold(scene, { until, isLast })}
</div>
</div>`
}

function rate(words: CheckoutTranslator, { currency: coin, rate: price }: Offer, currency: string): Html {
  const value = words.say('rate_value', { coin, price: words.price(price, currency) })
  return html`<p class="rate"><span class="label">${words.text.rate}</span> <bdi dir="ltr">${value}</bdi></p>`
}

/** When the price expires. Scripts count down by the server's clock. */
function hold(scene: CheckoutContext, { until, isLast }: Pick<Payable, 'until' | 'isLast'>): Html {
  const { words, isPart } = scene
  return html`<p class="hold"><span class="label">${isLast ? words.text.pay_by : words.text.price_valid_until}</span> ${timeOf(words, until)} <span class="left" data-left>${isPart ? null : timeLeft(scene, until)}</span></p>`
}

function timeLeft({ words, now }: CheckoutContext, until: number): Part {
  const minutes = Math.floor((until - now) / minute)
  return minutes < 1
    ? words.text.moments_left
    : words.say('time_left', { time: words.minutes(minutes, 'short') })
}

function endingNotice(scene: CheckoutContext, { until, isLast }: Payable): Html {
  const { words } = scene
  const minutes = Math.max(1, Math.ceil((until - scene.now) / minute))
  const time = html`<span data-left-long>${scene.isPart ? null : words.minutes(minutes)}</span>`
  const fresh = html`<a class="button small" id="new-price" href="${addressOf(scene)}">${words.text.get_price}</a>`
  return html`<div class="notice warn">${marks.clock}<div><p>${words.say(isLast ? 'ending_last' : 'ending_text', { time })}</p>${isLast ? null : fresh}</div></div>`
}

/** The QR code is a placeholder: the old price must not be paid any more. */
function overBox(scene: CheckoutContext, { isLast }: Payable): Html {
  const { text } = scene.words
  return html`<div class="link-box over">
<div class="qr">${qrCode('expired', text.qr_over_label)}</div>
<div class="act">
<h2>${text.over_title}</h2>
<p class="hint">${isLast ? text.expired_text : text.over_text}</p>
<p class="buttons"><a class="button primary" id="new-price" href="${addressOf(scene)}">${text.get_price}</a></p>
</div>
</div>`
}

function downBox(scene: CheckoutContext, { chosen }: Payable): Html {
  const { words } = scene
  return html`<div class="outcome" role="group">
<span class="seal warn">${marks.cut}</span>
<h2>${words.say('down_title', { coin: chosen?.currency_name })}</h2>
<p>${words.text.down_text}</p>
<p class="buttons"><a class="button" id="try-again" href="${addressOf(scene)}">${words.text.down_retry}</a></p>
</div>`
}

function help(words: CheckoutTranslator, { chosen, offers }: Payable): Html {
  const { text } = words
  const names = chosen ? walletsOf[chosen.currency] : offers.length === 1 ? [] : walletsOfSeveral
  const lead = chosen ? words.say('wallets_of', { coin: chosen.currency_name }) : text.wallets_any
  return html`<div class="help">
<p class="caution">${marks.alert}<span>${text.not_detected}</span></p>
<details id="wallets"><summary>${text.which_wallets}</summary><p>${lead}</p><ul>${names.map((name) => html`<li><bdi>${name}</bdi></li>`)}</ul></details>
</div>`
}
