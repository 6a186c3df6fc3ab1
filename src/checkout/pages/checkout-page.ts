import { type Html, html } from '../../platform/web/html.ts'
import { brand, languageLinks, renderPage } from '../../platform/web/page.ts'
import { computeEtag } from '../../platform/web/send.ts'
import type { Checkout, CheckoutState } from '../checkout.ts'
import { bill, tail } from './bill.ts'
import { type CheckoutContext, checkoutUrl } from './checkout-context.ts'
import { checkingPanel, closedPanel, paidPanel, unconfirmedPanel } from './ended.ts'
import { marks } from './marks.ts'
import { payablePanel } from './payable.ts'
import { sandboxBox } from './sandbox.ts'
import { type CheckoutTranslator, renderTime } from './words.ts'

/** Polling interval of the open page, by state; 0 for final states. */
const pollSecondsByState: Readonly<Record<CheckoutState['name'], number>> = {
  waiting: 3,
  ending: 3,
  over: 5,
  refused: 3,
  down: 3,
  checking: 1,
  unconfirmed: 5,
  confirming: 5,
  paid: 15,
  reversed: 15,
  cancelled: 0,
  expired: 0,
}

/** Modules that `checkout.js` imports: preloaded in parallel rather than one after the other. */
const preloadedModules = ['page.js', 'countdown.js', 'copy-button.js', 'actions.js'] as const

/** Minimum interval in seconds between reloads without JavaScript: a full reload interrupts the reader. */
const minReloadSeconds = 15

/** The whole checkout page of an invoice. */
export function checkoutPage(context: CheckoutContext, checkout: Checkout): string {
  const tag = computeEtag(panel({ ...context, isFragment: true, redirectsToShop: false }, checkout).text)
  const { words, assets, uid, hasSocket, query, prefix, now } = context
  const { text } = words
  const { state } = checkout
  const pollInterval = pollSecondsByState[state.name]
  const body = html`<main id="checkout" data-uid="${uid}" data-now="${now}" data-panel="${checkoutUrl(context, { part: 'panel' })}" data-tag="${tag}"${
    hasSocket ? html` data-socket="${prefix}/ws"` : null
  }${query.embed ? html` data-embed="${query.embed}"` : null}${context.redirectsToShop ? html` data-returns` : null} data-minutes="${text.minutes_announced}" data-seconds="${text.seconds_announced}" data-time-left="${text.time_left}" data-moments="${text.moments_left}">
<header class="top">${brand(assets)}${statusLine(words, checkout)}</header>
<div class="banner" id="offline" role="status" hidden>${marks.alert}<span>${words.say('offline', { time: renderTime(words, now) })}</span></div>
${panel(context, checkout)}
<p class="unseen" id="announce" role="status"></p>
</main>
${foot(context)}`
  return renderPage(assets, {
    language: words.language,
    kind: query.embed ? 'checkout embedded' : 'checkout',
    title: titleOf(words, checkout),
    body,
    script: html`<script src="${assets.url('checkout.js')}" type="module"></script>${preloadedModules.map((name) => html`<link rel="modulepreload" href="${assets.url(name)}">`)}`,
    // A page that redirects must not reload before it does.
    refreshAfter:
      pollInterval === 0 || context.redirectsToShop ? null : Math.max(pollInterval, minReloadSeconds),
  })
}

/** Everything that changes while the page is open, as one fragment. */
export function panel(context: CheckoutContext, checkout: Checkout): Html {
  const { words } = context
  const { state } = checkout
  const until = 'until' in state ? html` data-until="${state.until}"` : null
  return html`<section class="sheet" id="panel" data-state="${state.name}" data-poll="${pollSecondsByState[state.name]}" data-title="${titleOf(words, checkout)}" data-status="${statusText(words, checkout)}"${until}>
${bill(context, checkout)}
${mainPart(context, checkout)}
${tail(context, checkout)}
${sandboxBox(context, state)}
</section>`
}

function mainPart(context: CheckoutContext, checkout: Checkout): Html {
  const { state } = checkout
  switch (state.name) {
    case 'checking':
      return checkingPanel(context)
    case 'unconfirmed':
      return unconfirmedPanel(context, checkout)
    case 'cancelled':
    case 'expired':
      return closedPanel(context, checkout, state.name)
    case 'paid':
    case 'confirming':
    case 'reversed':
      return paidPanel(context, checkout, state)
    default:
      return payablePanel(context, state, checkout)
  }
}

/** Announces every change of state, on screen and to screen readers. */
const statusLine = (words: CheckoutTranslator, checkout: Checkout): Html =>
  html`<p class="status" id="status" role="status" data-state="${checkout.state.name}"><span class="dot" aria-hidden="true"></span><span id="status-text">${statusText(words, checkout)}</span></p>`

/** Changes with each part of the amount that arrives, so that it is announced. */
function statusText({ text, money }: CheckoutTranslator, { state, received, currency }: Checkout): string {
  if (state.name !== 'waiting' || !received?.isPartlyPaid) return text[`state_${state.name}`]
  return text.state_rest.replace('{amount}', money(received.remaining, currency))
}

/** The state comes first, since a tab shows little more. */
function titleOf(words: CheckoutTranslator, checkout: Checkout): string {
  const { state, amount, currency, storefront } = checkout
  const mark = state.name === 'paid' || state.name === 'confirming' ? '✓ ' : ''
  const facts = [statusText(words, checkout), words.money(amount, currency), storefront.name]
  return mark + facts.filter((fact) => fact !== null).join(' · ')
}

const foot = (context: CheckoutContext): Html =>
  html`<footer class="foot">${languageLinks(context.words.language, context.words.text.languages, (language) => checkoutUrl(context, { language }))}</footer>`
