import { getCoin } from '../../../coins/index.ts'
import type { UnavailableCoin } from '../../../invoices/option.ts'
import { getMinorUnits } from '../../../kernel/currencies.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import type { FormState } from '../../pages/form.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { type DashboardTranslator, renderMoney } from '../../pages/translator.ts'
import { getInvalidAmountReason } from '../typed-amount.ts'
import { getDecimalSeparator, renderCoinReason, renderDestinationsLink } from './components.ts'

/** The input of a rejected form, and what prevented the invoice. */
interface RejectedForm {
  readonly enteredAmount: string
  readonly currency: string
  /** Coins that the account offers but in which this amount can't be paid, with the reasons. */
  readonly unavailableCoins: readonly UnavailableCoin[]
  /** Whether a coin that the account offers has a destination. */
  readonly hasDestination: boolean
  /** False for staff. */
  readonly canAddDestination: boolean
}

/** Replaces the error with a more specific message about this amount, currency and coins. */
export function explainError(context: PageContext, formState: FormState, rejected: RejectedForm): FormState {
  return { ...formState, error: findMessage(context, formState, rejected) }
}

function findMessage(context: PageContext, { code, error }: FormState, rejected: RejectedForm): Html | null {
  const { text } = context.translator
  switch (code) {
    case 'amount_invalid':
      return getAmountMessage(context.translator, rejected)
    case 'body_invalid':
      return html`${text.till_error_body}`
    case 'rates_unavailable':
      return html`${text.till_error_no_rates}${renderCoinReasons(context.translator, rejected)}`
    case 'no_payment_option':
      if (!rejected.hasDestination)
        return rejected.canAddDestination
          ? html`${text.till_no_destination} ${renderDestinationsLink(context)}`
          : html`${text.till_no_destination_staff}`
      if (rejected.unavailableCoins.length === 0) return html`${text.till_error_same_amount}`
      return html`${text.till_error_no_option}${renderCoinReasons(context.translator, rejected)}`
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
const maxAmount = '1000000000000000'

function getAmountMessage(translator: DashboardTranslator, { enteredAmount, currency }: RejectedForm): Html {
  const decimals = getMinorUnits(currency) ?? 0
  const reason = getInvalidAmountReason(enteredAmount, {
    separator: getDecimalSeparator(translator),
    decimals,
  })
  if (reason === 'large')
    return translator.format('till_amount_large', { amount: renderMoney(translator, maxAmount, currency) })
  if (reason !== 'decimals') return html`${translator.text[`till_amount_${reason}`]}`
  const name = decimals === 0 ? 'till_amount_no_decimals' : 'till_amount_decimals'
  return translator.format(name, { currency, count: translator.formatCount(decimals) })
}

/** One line per coin, with the checkout page's messages. */
function renderCoinReasons(translator: DashboardTranslator, { unavailableCoins }: RejectedForm): Html {
  return html`${unavailableCoins.map(
    ({ coin, reason }) => html`<br>${renderCoinReason(translator, getCoin(coin).name, reason)}`,
  )}`
}
