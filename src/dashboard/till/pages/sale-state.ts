import type { Checkout, PaidState, PayableState } from '../../../checkout/checkout.ts'
import { icons } from '../../../checkout/pages/icons.ts'
import { renderRejectionNotice } from '../../../checkout/pages/rejection-notice.ts'
import {
  describePartialPayment,
  getTranslator as getCheckoutTranslator,
  renderCoinAmount,
} from '../../../checkout/pages/translator.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderQrCode } from '../../../platform/web/qr.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { DashboardTranslator } from '../../pages/translator.ts'
import { getSaleState, type SaleState } from '../sales.ts'

/** Polling intervals of open sales, because a rejected payment raises no account event. */
const pollSecondsByState: Readonly<Partial<Record<SaleState, number>>> = {
  waiting: 3,
  refused: 3,
  down: 3,
  checking: 1,
}

/** Seconds between reloads without JavaScript: longer, because a full reload interrupts the user. */
const refreshAfter = 15

/** The page title. The state comes first, because a browser tab shows only the start of the title. */
export function getSaleTitle(translator: DashboardTranslator, { checkout }: { checkout: Checkout }): string {
  const icon = getSaleState(checkout) === 'paid' ? '✓ ' : ''
  const amount = translator.formatMoney(checkout.amount, checkout.currency)
  return `${icon}${getStateText(translator, checkout)} · ${amount}`
}

function getStateText({ text, language }: DashboardTranslator, checkout: Checkout): string {
  const saleState = getSaleState(checkout)
  const partialPayment = describePartialPayment(getCheckoutTranslator(language), checkout)
  return (saleState === 'waiting' && partialPayment) || text[`till_state_${saleState}`]
}

export const getRefreshSeconds = ({ checkout }: { checkout: Checkout }): number | null =>
  pollSecondsByState[getSaleState(checkout)] === undefined ? null : refreshAfter

/** The QR code, or the outcome once there is one. The section updates on the sale's events and by polling. */
export function renderSaleSection(context: PageContext, { checkout }: { checkout: Checkout }): Html {
  const { format, formatMoney } = context.translator
  const saleState = getSaleState(checkout)
  const statusText = format('till_state_amount', {
    state: getStateText(context.translator, checkout),
    amount: formatMoney(checkout.amount, checkout.currency),
  })
  const pollSeconds = pollSecondsByState[saleState]
  // The rejection notice is an alert, so screen readers announce it anyway.
  return html`<section class="card sale" data-live="sale" data-state="${saleState}"${
    saleState === 'refused' ? null : html` data-announce="${statusText}"`
  }${pollSeconds === undefined ? null : html` data-poll="${pollSeconds}"`}>
${renderOutcome(context, checkout, saleState)}
</section>`
}

function renderOutcome(context: PageContext, checkout: Checkout, saleState: SaleState): Html {
  const { text } = context.translator
  const { state } = checkout
  switch (saleState) {
    case 'waiting':
    case 'refused':
    case 'down':
      return 'offers' in state ? renderOpenSale(context, checkout, state) : html``
    case 'paid':
      return renderOutcomeCard(
        context,
        { saleState, kind: 'good', icon: icons.tick },
        'txid' in state && renderPaidWith(context, state),
      )
    case 'checking':
      return renderOutcomeCard(
        context,
        { saleState, kind: 'busy', icon: icons.wait },
        text.till_checking_text,
      )
    case 'reversed':
      return renderOutcomeCard(
        context,
        { saleState, kind: 'bad', icon: icons.undone },
        text.till_reversed_text,
      )
    case 'cancelled':
      return renderOutcomeCard(
        context,
        { saleState, kind: 'plain', icon: icons.cross },
        text.till_cancelled_text,
      )
    case 'expired':
      return renderOutcomeCard(
        context,
        { saleState, kind: 'warn', icon: icons.clock },
        text.till_expired_text,
      )
  }
}

function renderOpenSale(
  { translator }: PageContext,
  checkout: Checkout,
  { uri, rejection }: PayableState,
): Html {
  const { text, language } = translator
  const saleState = getSaleState(checkout)
  return html`<h2 class="status" data-state="${saleState}"><span class="dot" aria-hidden="true"></span><span>${getStateText(translator, checkout)}</span></h2>
${rejection && saleState === 'refused' ? renderRejectionNotice(getCheckoutTranslator(language), rejection) : null}
${saleState === 'down' ? html`<p>${text.till_down_text}</p>` : null}
<div class="qr">${renderQrCode(uri, text.till_qr)}</div>
<p class="scan">${text.till_scan}</p>`
}

interface SaleOutcome {
  readonly saleState: SaleState
  readonly kind: 'good' | 'busy' | 'bad' | 'warn' | 'plain'
  readonly icon: Html
}

const renderOutcomeCard = (
  { translator }: PageContext,
  { saleState, kind, icon }: SaleOutcome,
  details: Html | string | false,
): Html =>
  html`<div class="outcome"><span class="status-icon ${kind}">${icon}</span>
<h2>${translator.text[`till_state_${saleState}`]}</h2>
${details && html`<div class="sale-details">${details}</div>`}</div>`

/** The coin and amount of the payment, and its confirmations. */
function renderPaidWith(
  { translator }: PageContext,
  { coin, amount, confirmations, requiredConfirmations, name }: PaidState,
): Html {
  const checkoutTranslator = getCheckoutTranslator(translator.language)
  const values = {
    count: translator.formatCount(confirmations),
    needed: translator.formatCount(requiredConfirmations),
  }
  const confirmationNote =
    name === 'confirming' &&
    html`<p>${translator.text.till_confirming_text} ${checkoutTranslator.format('confirmations', values)}</p>`
  return html`<p>${translator.format('till_paid_with', { amount: renderCoinAmount(checkoutTranslator, amount, coin) })}</p>${confirmationNote}`
}
