import type { Checkout, Paid } from '../../../checkout/checkout.ts'
import { marks } from '../../../checkout/pages/marks.ts'
import { refusalNotice } from '../../../checkout/pages/refusal.ts'
import { coinAmount, wordsOf as payerWordsOf } from '../../../checkout/pages/words.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { qrCode } from '../../../platform/web/qr.ts'
import type { Scene } from '../../pages/scene.ts'
import type { Words } from '../../pages/words.ts'
import { type Standing, standingOf } from '../sales.ts'

/** A refused payment is no event of the account: a page that waits looks for it. */
const lookEverySeconds: Readonly<Partial<Record<Standing, number>>> = {
  waiting: 3,
  refused: 3,
  down: 3,
  checking: 1,
}

/** Where no scripts run, whoever reads the page needs time to do so. */
const refreshAfter = 15

/** What stands in the title, how a sale stands first: a tab shows little more. */
export function titleOf({ text, money }: Words, { checkout }: { checkout: Checkout }): string {
  const standing = standingOf(checkout)
  const mark = standing === 'paid' ? '✓ ' : ''
  return `${mark}${text[`till_state_${standing}`]} · ${money(checkout.amount, checkout.currency)}`
}

export const refreshAfterOf = ({ checkout }: { checkout: Checkout }): number | null =>
  lookEverySeconds[standingOf(checkout)] === undefined ? null : refreshAfter

/** The code to be scanned, until there is something better to say. It is kept as it is on the server. */
export function standingPiece(scene: Scene, { checkout }: { checkout: Checkout }): Html {
  const { text, say, money } = scene.words
  const standing = standingOf(checkout)
  const state = text[`till_state_${standing}`]
  const said = say('till_said', { state, amount: money(checkout.amount, checkout.currency) })
  const looks = lookEverySeconds[standing]
  // A refusal is an alert, and so is read out by itself.
  return html`<section class="card sale" data-live="sale" data-state="${standing}"${
    standing === 'refused' ? null : html` data-say="${said}"`
  }${looks === undefined ? null : html` data-look="${looks}"`}>
${drawn(scene, checkout, standing)}
</section>`
}

function drawn(scene: Scene, checkout: Checkout, standing: Standing): Html {
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
  { words }: Scene,
  { uri, refusal }: Extract<Checkout['state'], { offers: unknown }>,
  standing: Standing,
): Html {
  const { text, language } = words
  return html`<h2 class="status" data-state="${standing}"><span class="dot" aria-hidden="true"></span><span>${text[`till_state_${standing}`]}</span></h2>
${refusal && standing === 'refused' ? refusalNotice(payerWordsOf(language), refusal) : null}
${standing === 'down' ? html`<p>${text.till_down_text}</p>` : null}
<div class="qr">${qrCode(uri, text.till_qr)}</div>
<p class="scan">${text.till_scan}</p>`
}

interface Shown {
  readonly standing: Standing
  readonly kind: 'good' | 'busy' | 'bad' | 'warn' | 'plain'
  readonly mark: Html
}

const outcome = ({ words }: Scene, { standing, kind, mark }: Shown, more: Html | string | false): Html =>
  html`<div class="outcome" data-standing="${standing}"><span class="seal ${kind}">${mark}</span>
<h2>${words.text[`till_state_${standing}`]}</h2>
${more && html`<div class="sale-more">${more}</div>`}</div>`

/** In which coin, and how deep it is confirmed. */
function paidWith({ words }: Scene, { coin, amount, confirmations, depth, name }: Paid): Html {
  const payer = payerWordsOf(words.language)
  const values = { count: words.count(confirmations), needed: words.count(depth) }
  const confirming =
    name === 'confirming' &&
    html`<p>${words.text.till_confirming_text} ${payer.say('confirmations', values)}</p>`
  return html`<p>${words.say('till_paid_with', { amount: coinAmount(payer, amount, coin) })}</p>${confirming}`
}
