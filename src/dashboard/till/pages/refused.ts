import { wordsOf as payerWordsOf } from '../../../checkout/pages/words.ts'
import { coins } from '../../../coins/index.ts'
import type { LeftOut } from '../../../invoices/option.ts'
import { minorUnits } from '../../../kernel/currencies.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import type { Filled } from '../../pages/form.ts'
import type { Scene } from '../../pages/scene.ts'
import { moneyOf, type Words } from '../../pages/words.ts'
import { faultOf } from '../typed-amount.ts'
import { destinationsLink, signOf } from './pieces.ts'

/** What a form asked for, and what stood in its way. */
export interface Hindered {
  readonly typed: string
  readonly currency: string
  /** The coins that the account offers and that cannot take it, with the reasons. */
  readonly leftOut: readonly LeftOut[]
  /** Is there a destination? */
  readonly isReady: boolean
}

/** The same sentence with what is known of this amount, this currency and these coins. */
export function explained(scene: Scene, filled: Filled, hindered: Hindered): Filled {
  return { ...filled, error: sentence(scene, filled, hindered) }
}

function sentence(scene: Scene, { code, error }: Filled, hindered: Hindered): Html | null {
  const { text } = scene.words
  switch (code) {
    case 'amount_invalid':
      return amountSentence(scene.words, hindered)
    case 'body_invalid':
      return html`${text.till_error_body}`
    case 'rates_unavailable':
      return html`${text.till_error_no_rates}${reasons(scene.words, hindered)}`
    case 'no_payment_option':
      if (!hindered.isReady) return html`${text.till_no_destination} ${destinationsLink(scene)}`
      if (hindered.leftOut.length === 0) return html`${text.till_error_same_amount}`
      return html`${text.till_error_no_option}${reasons(scene.words, hindered)}`
    case 'currency_invalid':
      return html`${text.till_error_currency}`
    case 'redirect_url_invalid':
      return html`${text.till_error_redirect_url}`
    case 'webhook_url_invalid':
      return html`${text.till_error_webhook_url}`
    case 'idempotency_mismatch':
      return html`${text.till_error_used}`
    case 'idempotency_conflict':
      return html`${text.till_error_running}`
    default:
      return error
  }
}

/** From the registry's limit: 1e15. */
const largest = '1000000000000000'

function amountSentence(words: Words, { typed, currency }: Hindered): Html {
  const decimals = minorUnits(currency) ?? 0
  const fault = faultOf(typed, { sign: signOf(words), decimals })
  if (fault === 'large') return words.say('till_amount_large', { amount: moneyOf(words, largest, currency) })
  if (fault !== 'decimals') return html`${words.text[`till_amount_${fault}`]}`
  const name = decimals === 0 ? 'till_amount_no_decimals' : 'till_amount_decimals'
  return words.say(name, { currency, count: words.count(decimals) })
}

/** Coin by coin, in the words of the payer's page. */
function reasons({ language }: Words, { leftOut }: Hindered): Html {
  const { text } = payerWordsOf(language)
  return html`${leftOut.map(
    ({ coin, because }) =>
      html`<br><bdi>${coins.get(coin)?.name ?? coin}</bdi>: ${text[`because_${because}`]}.`,
  )}`
}
