import { type Html, html } from '../../platform/web/html.ts'
import { brand, languageLinks, wholePage } from '../../platform/web/page.ts'
import { tagOf } from '../../platform/web/send.ts'
import type { Checkout, CheckoutState } from '../checkout.ts'
import { bill, tail } from './bill.ts'
import { addressOf, type CheckoutContext } from './checkout-context.ts'
import { checking, closed, paid } from './ended.ts'
import { marks } from './marks.ts'
import { payable } from './payable.ts'
import { sandboxBox } from './sandbox.ts'
import { type CheckoutTranslator, timeOf } from './words.ts'

/** Polling interval of the open page, by state; 0 for final states. */
const lookEverySeconds: Readonly<Record<CheckoutState['name'], number>> = {
  waiting: 3,
  ending: 3,
  over: 5,
  refused: 3,
  down: 3,
  checking: 1,
  confirming: 5,
  paid: 15,
  reversed: 15,
  cancelled: 0,
  expired: 0,
}

/** Modules that `checkout.js` imports: preloaded in parallel rather than one after the other. */
const parts = ['page.js', 'countdown.js', 'copy-button.js', 'deeds.js'] as const

/** Minimum interval in seconds between reloads without scripts: a full reload interrupts the reader. */
const slowest = 15

/** The whole checkout page of an invoice. */
export function checkoutPage(scene: CheckoutContext, checkout: Checkout): string {
  const tag = tagOf(panel({ ...scene, isPart: true, returns: false }, checkout).text)
  const { words, assets, uid, hasSocket, query, prefix, now } = scene
  const { text } = words
  const { state } = checkout
  const looks = lookEverySeconds[state.name]
  const body = html`<main id="checkout" data-uid="${uid}" data-now="${now}" data-panel="${addressOf(scene, { part: 'panel' })}" data-tag="${tag}"${
    hasSocket ? html` data-socket="${prefix}/ws"` : null
  }${query.embed ? html` data-embed="${query.embed}"` : null}${scene.returns ? html` data-returns` : null} data-minutes="${text.minutes_announced}" data-seconds="${text.seconds_announced}" data-time-left="${text.time_left}" data-moments="${text.moments_left}">
<header class="top">${brand(assets)}${statusLine(words, state)}</header>
<div class="banner" id="offline" role="status" hidden>${marks.alert}<span>${words.say('offline', { time: timeOf(words, now) })}</span></div>
${panel(scene, checkout)}
<p class="unseen" id="announce" role="status"></p>
</main>
${foot(scene)}`
  return wholePage(assets, {
    language: words.language,
    kind: query.embed ? 'checkout embedded' : 'checkout',
    title: titleOf(words, checkout),
    body,
    script: html`<script src="${assets.url('checkout.js')}" type="module"></script>${parts.map((name) => html`<link rel="modulepreload" href="${assets.url(name)}">`)}`,
    // A page that redirects must not reload before it does.
    refreshAfter: looks === 0 || scene.returns ? null : Math.max(looks, slowest),
  })
}

/** Everything that changes while the page is open, as one fragment. */
export function panel(scene: CheckoutContext, checkout: Checkout): Html {
  const { words } = scene
  const { state } = checkout
  const until = 'until' in state ? html` data-until="${state.until}"` : null
  return html`<section class="sheet" id="panel" data-state="${state.name}" data-look="${lookEverySeconds[state.name]}" data-title="${titleOf(words, checkout)}" data-status="${words.text[`state_${state.name}`]}"${until}>
${bill(scene, checkout)}
${main(scene, checkout)}
${tail(scene, checkout)}
${sandboxBox(scene, state)}
</section>`
}

function main(scene: CheckoutContext, checkout: Checkout): Html {
  const { state } = checkout
  switch (state.name) {
    case 'checking':
      return checking(scene)
    case 'cancelled':
    case 'expired':
      return closed(scene, state.name)
    case 'paid':
    case 'confirming':
    case 'reversed':
      return paid(scene, checkout, state)
    default:
      return payable(scene, state, checkout.currency)
  }
}

/** Announces every change of state, on screen and to screen readers. */
const statusLine = ({ text }: CheckoutTranslator, { name }: CheckoutState): Html =>
  html`<p class="status" id="status" role="status" data-state="${name}"><span class="dot" aria-hidden="true"></span><span id="status-text">${text[`state_${name}`]}</span></p>`

/** The state comes first, since a tab shows little more. */
function titleOf(words: CheckoutTranslator, { state, amount, currency, storefront }: Checkout): string {
  const mark = state.name === 'paid' || state.name === 'confirming' ? '✓ ' : ''
  const facts = [words.text[`state_${state.name}`], words.money(amount, currency), storefront.name]
  return mark + facts.filter((fact) => fact !== null).join(' · ')
}

const foot = (scene: CheckoutContext): Html =>
  html`<footer class="foot">${languageLinks(scene.words.language, scene.words.text.languages, (language) => addressOf(scene, { language }))}</footer>`
