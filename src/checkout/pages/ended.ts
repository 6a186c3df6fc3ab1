import { type Html, html } from '../../platform/web/html.ts'
import type { Checkout, Paid } from '../checkout.ts'
import { marks } from './marks.ts'
import type { Scene } from './scene.ts'
import { coinAmount, dateTimeOf, moneyAmount } from './words.ts'

/** A payment is with the network. */
export function checking({ words }: Scene): Html {
  const { text } = words
  return html`<div class="pay"><div class="outcome">
<span class="seal busy">${marks.wait}</span>
<h2>${text.checking_title}</h2>
<p data-patience="${text.checking_long}">${text.checking_text}</p>
</div></div>`
}

/** It is not to be paid any more. */
export function closed({ words }: Scene, name: 'cancelled' | 'expired'): Html {
  const { text } = words
  return html`<div class="pay"><div class="outcome">
<span class="seal quiet">${name === 'cancelled' ? marks.cross : marks.clock}</span>
<h2>${text[`state_${name}`]}</h2>
<p>${text[`${name}_text`]}</p>
</div></div>`
}

export function paid(scene: Scene, checkout: Checkout, state: Paid): Html {
  return html`<div class="pay">
${state.name === 'reversed' ? undone(scene) : arrived(scene, state)}
${receipt(scene, checkout, state)}
${state.name === 'reversed' ? null : leave(scene, checkout)}
</div>`
}

function undone({ words }: Scene): Html {
  const { text } = words
  return html`<div class="outcome">
<span class="seal bad">${marks.undone}</span>
<h2>${text.reversed_title}</h2>
<p>${text.reversed_text}</p>
</div>`
}

function arrived({ words }: Scene, { name, isLate, confirmations, depth }: Paid): Html {
  const { text } = words
  const count = Math.min(confirmations, depth)
  const steps = html`<p class="steps"><span class="step-bar" aria-hidden="true">${Array.from({ length: depth }, (_, at) => html`<span class="${at < count ? 'step done' : 'step'}"></span>`)}</span> <span>${words.say('confirmations', { count: words.count(count), needed: words.count(depth) })}</span></p>`
  return html`<div class="outcome">
<span class="seal good">${marks.tick}</span>
<h2>${text.thanks}</h2>
<p>${name === 'confirming' ? text.confirming_text : text.paid_text}</p>
${name === 'confirming' ? steps : null}
${isLate ? html`<div class="notice warn">${marks.clock}<div><p>${text.late_text}</p></div></div>` : null}
</div>`
}

function receipt(scene: Scene, { uid, amount, currency, storefront }: Checkout, state: Paid): Html {
  const { words } = scene
  const { text } = words
  const row = (name: string, value: Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<section class="receipt" aria-label="${text.receipt}"><dl>
${storefront.name && row(text.paid_to, html`<bdi>${storefront.name}</bdi>`)}
${row(text.amount, moneyAmount(words, amount, currency))}
${row(text.paid_with, html`${state.coinName}, ${coinAmount(words, state.amount, state.coin)}`)}
${row(text.paid_at, dateTimeOf(words, state.paidAt))}
${row(text.reference, html`<bdi class="reference">${uid}</bdi>`)}
${row(
  text.transaction,
  html`<bdi class="txid" dir="ltr">${state.txid}</bdi> <button class="copy scripted" type="button" id="copy-txid" aria-label="${text.copy_transaction}" data-copy="${state.txid}" data-copied="${text.copied}">${marks.copy}<span></span></button>`,
)}
</dl></section>`
}

/** The way back, which scripts take after a while when they have seen the payment come, unless they are told not to. */
function leave(scene: Scene, { shop }: Checkout): Html {
  const { words } = scene
  const { text } = words
  const host = shop && html`<bdi>${shop.host}</bdi>`
  const back = shop
    ? html`<a class="button primary" id="return" href="${shop.url}" rel="noreferrer" target="_top"><span>${words.say('back_to', { host })}</span></a>`
    : null
  const returning =
    shop && scene.asked.embed === null
      ? html`<p class="returning" id="returning" hidden><span>${words.say('returning', { host, seconds: html`<span data-seconds>5</span>` })}</span> <button class="plain" type="button" id="stay">${text.stay}</button></p>`
      : null
  return html`<p class="buttons leave">${back}<button class="button scripted" type="button" id="print" data-print>${marks.print}<span>${text.print}</span></button></p>${returning}`
}
