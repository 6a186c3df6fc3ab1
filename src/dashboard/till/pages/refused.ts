import { getTranslator as payerWordsOf } from '../../../checkout/pages/words.ts'
import { coins } from '../../../coins/index.ts'
import type { UnavailableCoin } from '../../../invoices/option.ts'
import { minorUnits } from '../../../kernel/currencies.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import type { FormState } from '../../pages/form.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { type DashboardTranslator, moneyOf } from '../../pages/words.ts'
import { faultOf } from '../typed-amount.ts'
import { destinationsLink, signOf } from './pieces.ts'

/** The input of a rejected form, and what prevented the invoice. */
export interface RejectedForm {
  readonly typed: string
  readonly currency: string
  /** Coins that the account offers but that can't be paid in this amount, with the reasons. */
  readonly unavailableCoins: readonly UnavailableCoin[]
  /** Whether a coin that the account offers has a destination. */
  readonly isReady: boolean
}

/** Replaces the error with a more specific message about this amount, currency and coins. */
export function explainError(scene: PageContext, filled: FormState, hindered: RejectedForm): FormState {
  return { ...filled, error: sentence(scene, filled, hindered) }
}

function sentence(scene: PageContext, { code, error }: FormState, hindered: RejectedForm): Html | null {
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
      if (hindered.unavailableCoins.length === 0) return html`${text.till_error_same_amount}`
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

/** The maximum amount of an invoice: 1e15. */
const largest = '1000000000000000'

function amountSentence(words: DashboardTranslator, { typed, currency }: RejectedForm): Html {
  const decimals = minorUnits(currency) ?? 0
  const fault = faultOf(typed, { sign: signOf(words), decimals })
  if (fault === 'large') return words.say('till_amount_large', { amount: moneyOf(words, largest, currency) })
  if (fault !== 'decimals') return html`${words.text[`till_amount_${fault}`]}`
  const name = decimals === 0 ? 'till_amount_no_decimals' : 'till_amount_decimals'
  return words.say(name, { currency, count: words.count(decimals) })
}

/** One line per coin, in the words of the checkout page. */
function reasons({ language }: DashboardTranslator, { unavailableCoins }: RejectedForm): Html {
  const { text } = payerWordsOf(language)
  return html`${unavailableCoins.map(
    ({ coin, reason }) =>
      html`<br><bdi>${coins.get(coin)?.name ?? coin}</bdi>: ${text[`because_${reason}`]}.`,
  )}`
}
