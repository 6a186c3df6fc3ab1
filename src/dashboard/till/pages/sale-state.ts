import type { Checkout, Paid } from '../../../checkout/checkout.ts'
import { marks } from '../../../checkout/pages/marks.ts'
import { refusalNotice } from '../../../checkout/pages/rejection-notice.ts'
import { coinAmount, getTranslator as payerWordsOf } from '../../../checkout/pages/words.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { qrCode } from '../../../platform/web/qr.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { DashboardTranslator } from '../../pages/words.ts'
import { type SaleState, saleStateOf } from '../sales.ts'

/** Polling intervals of open sales, because a rejected payment raises no account event. */
const lookEverySeconds: Readonly<Partial<Record<SaleState, number>>> = {
  waiting: 3,
  refused: 3,
  down: 3,
  checking: 1,
}

/** Seconds between reloads without scripts: a full reload interrupts the reader. */
const refreshAfter = 15

/** The page title. The state comes first, since a tab shows little more. */
export function titleOf({ text, money }: DashboardTranslator, { checkout }: { checkout: Checkout }): string {
  const standing = saleStateOf(checkout)
  const mark = standing === 'paid' ? '✓ ' : ''
  return `${mark}${text[`till_state_${standing}`]} · ${money(checkout.amount, checkout.currency)}`
}

export const refreshAfterOf = ({ checkout }: { checkout: Checkout }): number | null =>
  lookEverySeconds[saleStateOf(checkout)] === undefined ? null : refreshAfter

/** The QR code, or the outcome once there is one. A live section, kept in sync with the server. */
export function standingPiece(scene: PageContext, { checkout }: { checkout: Checkout }): Html {
  const { text, say, money } = scene.words
  const standing = saleStateOf(checkout)
  const state = text[`till_state_${standing}`]
  const said = say('till_state_amount', { state, amount: money(checkout.amount, checkout.currency) })
  const looks = lookEverySeconds[standing]
  // The rejection notice is an alert, so screen readers announce it anyway.
  return html`<section class="card sale" data-live="sale" data-state="${standing}"${
    standing === 'refused' ? null : html` data-say="${said}"`
  }${looks === undefined ? null : html` data-look="${looks}"`}>
${drawn(scene, checkout, standing)}
</section>`
}

function drawn(scene: PageContext, checkout: Checkout, standing: SaleState): Html {
  const { text } = scene.words
  const { state } = checkout
  switch (standing) {
    case 'waiting':
    case 'refused':
    case 'down':
      return 'offers' in state ? open(scene, state, standing) : html``
    case 'paid':
      return outcome(
        scene,
        { standing, kind: 'good', mark: marks.tick },
        'txid' in state && paidWith(scene, state),
      )
    case 'checking':
      return outcome(scene, { standing, kind: 'busy', mark: marks.wait }, text.till_checking_text)
    case 'reversed':
      return outcome(scene, { standing, kind: 'bad', mark: marks.undone }, text.till_reversed_text)
    case 'cancelled':
      return outcome(scene, { standing, kind: 'plain', mark: marks.cross }, text.till_cancelled_text)
    case 'expired':
      return outcome(scene, { standing, kind: 'warn', mark: marks.clock }, text.till_expired_text)
  }
}

function open(
  { words }: PageContext,
  { uri, refusal }: Extract<Checkout['state'], { offers: unknown }>,
  standing: SaleState,
): Html {
  const { text, language } = words
  return html`<h2 class="status" data-state="${standing}"><span class="dot" aria-hidden="true"></span><span>${text[`till_state_${standing}`]}</span></h2>
${refusal && standing === 'refused' ? refusalNotice(payerWordsOf(language), refusal) : null}
${standing === 'down' ? html`<p>${text.till_down_text}</p>` : null}
<div class="qr">${qrCode(uri, text.till_qr)}</div>
<p class="scan">${text.till_scan}</p>`
}

interface SaleOutcome {
  readonly standing: SaleState
  readonly kind: 'good' | 'busy' | 'bad' | 'warn' | 'plain'
  readonly mark: Html
}

const outcome = (
  { words }: PageContext,
  { standing, kind, mark }: SaleOutcome,
  more: Html | string | false,
): Html =>
  html`<div class="outcome" data-standing="${standing}"><span class="seal ${kind}">${mark}</span>
<h2>${words.text[`till_state_${standing}`]}</h2>
${more && html`<div class="sale-more">${more}</div>`}</div>`

/** The coin and amount of the payment, and its confirmations. */
function paidWith(
  { words }: PageContext,
  { coin, amount, confirmations, requiredConfirmations, name }: Paid,
): Html {
  const payer = payerWordsOf(words.language)
  const values = { count: words.count(confirmations), needed: words.count(requiredConfirmations) }
  const confirming =
    name === 'confirming' &&
    html`<p>${words.text.till_confirming_text} ${payer.say('confirmations', values)}</p>`
  return html`<p>${words.say('till_paid_with', { amount: coinAmount(payer, amount, coin) })}</p>${confirming}`
}
