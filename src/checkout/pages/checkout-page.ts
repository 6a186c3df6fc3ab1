import { type Html, html } from '../../platform/web/html.ts'
import { renderBrand, renderLanguageLinks, renderPage } from '../../platform/web/page.ts'
import { computeEtag } from '../../platform/web/send.ts'
import { endingMs } from '../build-checkout.ts'
import type { Checkout, CheckoutState } from '../checkout.ts'
import { type CheckoutContext, getCheckoutUrl } from './checkout-context.ts'
import { icons } from './icons.ts'
import { renderInvoiceFooter, renderInvoiceSummary } from './invoice-summary.ts'
import {
  renderCheckingPanel,
  renderClosedPanel,
  renderPaidPanel,
  renderUnconfirmedPanel,
} from './outcome-panels.ts'
import { renderPayablePanel } from './payable.ts'
import { renderSandboxBox } from './sandbox.ts'
import { type CheckoutTranslator, describePartialPayment, renderTime } from './translator.ts'

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

/** Minimum interval in seconds between reloads without JavaScript: a full reload interrupts the user. */
const minReloadSeconds = 15

/** The whole checkout page of an invoice. */
export function renderCheckoutPage(context: CheckoutContext, checkout: Checkout): string {
  const tag = computeEtag(
    renderPanel({ ...context, isFragment: true, redirectsToShop: false }, checkout).text,
  )
  const { translator, assets, uid, hasSocket, query, prefix, now } = context
  const { text } = translator
  const { state } = checkout
  const pollInterval = pollSecondsByState[state.name]
  const body = html`<main id="checkout" data-uid="${uid}" data-now="${now}" data-panel="${getCheckoutUrl(context, { part: 'panel' })}" data-etag="${tag}"${
    hasSocket ? html` data-socket="${prefix}/ws"` : null
  }${query.embed ? html` data-embed="${query.embed}"` : null}${context.redirectsToShop ? html` data-returns` : null} data-ending-ms="${endingMs}" data-minutes-message="${text.minutes_announced}" data-seconds-message="${text.seconds_announced}" data-time-left="${text.time_left}">
<header class="top">${renderBrand(assets)}${renderStatusLine(translator, checkout)}</header>
<div class="banner" id="offline" role="status" hidden>${icons.alert}<span>${translator.format('offline', { time: renderTime(translator, now) })}</span></div>
${renderPanel(context, checkout)}
<p class="visually-hidden" id="announce" role="status"></p>
</main>
${renderPageFooter(context)}`
  return renderPage(assets, {
    language: translator.language,
    kind: query.embed ? 'checkout embedded' : 'checkout',
    title: getPageTitle(translator, checkout),
    body,
    script: html`<script src="${assets.getUrl('checkout.js')}" type="module"></script>${preloadedModules.map((name) => html`<link rel="modulepreload" href="${assets.getUrl(name)}">`)}`,
    // A page that redirects must not reload before it does.
    refreshAfter:
      pollInterval === 0 || context.redirectsToShop ? null : Math.max(pollInterval, minReloadSeconds),
  })
}

/** Everything that changes while the page is open, as one fragment. */
export function renderPanel(context: CheckoutContext, checkout: Checkout): Html {
  const { translator } = context
  const { state } = checkout
  const until = 'quoteExpiresAt' in state ? html` data-until="${state.quoteExpiresAt}"` : null
  return html`<section class="sheet" id="panel" data-state="${state.name}" data-poll="${pollSecondsByState[state.name]}" data-title="${getPageTitle(translator, checkout)}" data-status="${getStatusText(translator, checkout)}"${until}>
${renderInvoiceSummary(context, checkout)}
${renderMainContent(context, checkout)}
${renderInvoiceFooter(context, checkout)}
${renderSandboxBox(context, state)}
</section>`
}

function renderMainContent(context: CheckoutContext, checkout: Checkout): Html {
  const { state } = checkout
  switch (state.name) {
    case 'checking':
      return renderCheckingPanel(context)
    case 'unconfirmed':
      return renderUnconfirmedPanel(context, checkout)
    case 'cancelled':
    case 'expired':
      return renderClosedPanel(context, checkout, state.name)
    case 'paid':
    case 'confirming':
    case 'reversed':
      return renderPaidPanel(context, checkout, state)
    default:
      return renderPayablePanel(context, state, checkout)
  }
}

/** Announces every change of state, on screen and to screen readers. */
const renderStatusLine = (translator: CheckoutTranslator, checkout: Checkout): Html =>
  html`<p class="status" id="status" role="status" data-state="${checkout.state.name}"><span class="dot" aria-hidden="true"></span><span id="status-text">${getStatusText(translator, checkout)}</span></p>`

function getStatusText(translator: CheckoutTranslator, checkout: Checkout): string {
  const { text } = translator
  const { name } = checkout.state
  if (name === 'over') return text.state_price_expired
  return (name === 'waiting' && describePartialPayment(translator, checkout)) || text[`state_${name}`]
}

/** The state comes first, because a browser tab shows only the start of the title. */
function getPageTitle(translator: CheckoutTranslator, checkout: Checkout): string {
  const { state, amount, currency, storefront } = checkout
  const mark = state.name === 'paid' || state.name === 'confirming' ? '✓ ' : ''
  const facts = [
    getStatusText(translator, checkout),
    translator.formatMoney(amount, currency),
    storefront.name,
  ]
  return mark + facts.filter((fact) => fact !== null).join(' · ')
}

const renderPageFooter = (context: CheckoutContext): Html =>
  html`<footer class="page-footer">${renderLanguageLinks(context.translator.language, context.translator.text.languages, (language) => getCheckoutUrl(context, { language }))}</footer>`
