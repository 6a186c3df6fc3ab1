import { coins, findCoin } from '../../coins/index.ts'
import { compareDecimals, formatDecimal, parseDecimal, subtractDecimals } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import type { PaymentRejection } from '../payment-rejections.ts'
import { icons } from './icons.ts'
import type { CheckoutMessages } from './messages/en.ts'
import { type CheckoutTranslator, renderCoinAmount, renderTime } from './translator.ts'

type Cause =
  Extract<keyof CheckoutMessages, `rejected_${string}_do`> extends `${infer Name}_do` ? Name : never

/** Message for the payer, by the error code that the wallet received. */
const causes: Readonly<Record<string, Cause>> = {
  tx_output_missing: 'rejected_output',
  quote_expired: 'rejected_late',
  tx_fee_too_low: 'rejected_fee',
  tx_inputs_spent: 'rejected_spent',
  tx_inputs_unknown: 'rejected_spent',
  tx_outputs_exceed_inputs: 'rejected_funds',
  tx_not_final: 'rejected_final',
  tx_replaceable: 'rejected_replaceable',
  tx_too_old: 'rejected_old',
  tx_signature_invalid: 'rejected_signature',
  tx_chain_too_long: 'rejected_chain',
  tx_rejected: 'rejected_network',
  tx_unrelated: 'rejected_network',
  tx_unparseable: 'rejected_unreadable',
  tx_too_large: 'rejected_unreadable',
  tx_count: 'rejected_unreadable',
  body_invalid: 'rejected_unreadable',
  body_too_large: 'rejected_unreadable',
  currency_mismatch: 'rejected_coin',
  coin_not_offered: 'rejected_coin',
  network_unavailable: 'rejected_unreachable',
}

/** Why the last payment was rejected, and what to do. */
export function renderRejectionNotice(translator: CheckoutTranslator, rejection: PaymentRejection): Html {
  const { cause, values } = explain(translator, rejection)
  return html`<div class="notice bad" role="alert" id="rejection" data-at="${rejection.at}">
${icons.alert}
<div>
<h2>${translator.text.rejected_title}</h2>
<p>${translator.format(cause, values)} ${translator.format(`${cause}_do`)}</p>
<p class="timestamp">${translator.format('rejected_at', { time: renderTime(translator, rejection.at) })}</p>
</div>
</div>`
}

function explain(
  translator: CheckoutTranslator,
  { code, members, coin }: PaymentRejection,
): { cause: Cause; values: Record<string, Part> } {
  const coinCode = coin === null ? undefined : findCoin(coin)?.code
  if (code === 'tx_amount_mismatch') return explainMismatch(translator, members, coinCode ?? '')
  // Where nodes relay full RBF, a wallet can't opt out of replacement.
  if (code === 'tx_replaceable' && coin !== null && findCoin(coin)?.replacement === 'full')
    return { cause: 'rejected_unconfirmed', values: {} }
  const cause = causes[code] ?? 'rejected_other'
  const { actual, required } = members
  if (cause === 'rejected_fee' && (actual === undefined || required === undefined))
    return { cause: 'rejected_network', values: {} }
  return { cause, values: { actual, required } }
}

function explainMismatch(
  translator: CheckoutTranslator,
  { expected = '', received = '' }: PaymentRejection['members'],
  code: string,
) {
  const [due, paid] = [parseDecimal(expected), parseDecimal(received)]
  if (!due || !paid || !coins.has(code as never)) return { cause: 'rejected_other', values: {} } as const
  const isShort = compareDecimals(paid, due) < 0
  const difference = isShort ? subtractDecimals(due, paid) : subtractDecimals(paid, due)
  const renderAmount = (text: string): Html => renderCoinAmount(translator, text, code)
  const values = {
    expected: renderAmount(expected),
    received: renderAmount(received),
    difference: renderAmount(formatDecimal(difference)),
  }
  return { cause: isShort ? 'rejected_short' : 'rejected_overpaid', values } as const
}
