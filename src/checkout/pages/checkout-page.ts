import { tagOf } from '../../platform/web/answers.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { brand, languageLinks, wholePage } from '../../platform/web/page.ts'
import type { Checkout, CheckoutState } from '../checkout.ts'
import { bill, tail } from './bill.ts'
import { checking, closed, paid } from './ended.ts'
import { marks } from './marks.ts'
import { payable } from './payable.ts'
import { sandboxBox } from './sandbox.ts'
import { addressOf, type Scene } from './scene.ts'
import { timeOf, type Words } from './words.ts'

/** How often the open page looks again, by state; what is over is not looked at any more. */
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

/** What the script is made of: asked for at once, not one after the other. */
const parts = ['page.js', 'countdown.js', 'deeds.js'] as const

/** Where no scripts run, the whole page is read again, and whoever reads it needs time to do so. */
const slowest = 15

/** The checkout page of an invoice, whole. */
export function checkoutPage(scene: Scene, checkout: Checkout): string {
  const tag = tagOf(panel({ ...scene, isPart: true }, checkout).text)
  const { words, assets, uid, hasSocket, asked, prefix, now } = scene
  const { text } = words
  const { state } = checkout
  const looks = lookEverySeconds[state.name]
  const body = html`<main id="checkout" data-uid="${uid}" data-now="${now}" data-panel="${addressOf(scene, { part: 'panel' })}" data-tag="${tag}"${
    hasSocket ? html` data-socket="${prefix}/ws"` : null
  }${asked.embed ? html` data-embed="${asked.embed}"` : null} data-minutes="${text.minutes_announced}" data-seconds="${text.seconds_announced}" data-time-left="${text.time_left}" data-moments="${text.moments_left}">
<header class="top">${brand(assets)}${statusLine(words, state)}</header>
<div class="banner" id="offline" role="status" hidden>${marks.alert}<span>${words.say('offline', { time: timeOf(words, now) })}</span></div>
${panel(scene, checkout)}
<p class="unseen" id="announce" role="status"></p>
</main>
${foot(scene)}`
  return wholePage(assets, {
    language: words.language,
    kind: asked.embed ? 'checkout embedded' : 'checkout',
    title: titleOf(words, checkout),
    body,
    script: html`<script src="${assets.url('checkout.js')}" type="module"></script>${parts.map((name) => html`<link rel="modulepreload" href="${assets.url(name)}">`)}`,
    refreshAfter: looks === 0 ? null : Math.max(looks, slowest),
  })
}

/** What changes while the page is open, in one piece. */
export function panel(scene: Scene, checkout: Checkout): Html {
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

function main(scene: Scene, checkout: Checkout): Html {
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

/** Every change of state is said here, to those who see the page and to those who hear it. */
const statusLine = ({ text }: Words, { name }: CheckoutState): Html =>
  html`<p class="status" id="status" role="status" data-state="${name}"><span class="dot" aria-hidden="true"></span><span id="status-text">${text[`state_${name}`]}</span></p>`

/** The state comes first: a tab shows little more. */
function titleOf(words: Words, { state, amount, currency, storefront }: Checkout): string {
  const mark = state.name === 'paid' || state.name === 'confirming' ? '✓ ' : ''
  const facts = [words.text[`state_${state.name}`], words.money(amount, currency), storefront.name]
  return mark + facts.filter((fact) => fact !== null).join(' · ')
}

const foot = (scene: Scene): Html =>
  html`<footer class="foot">${languageLinks(scene.words.language, scene.words.text.languages, (language) => addressOf(scene, { language }))}</footer>`
