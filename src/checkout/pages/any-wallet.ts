import type { PaymentAddress } from '../../payment-requests/payment-address.ts'
import { type Html, html } from '../../platform/web/html.ts'
import type { Checkout, Offer, PayableState } from '../checkout.ts'
import type { CheckoutContext } from './checkout-context.ts'
import { icons } from './icons.ts'
import { type CheckoutTranslator, renderCoinAmount } from './translator.ts'

/** The address at which any wallet can pay the chosen coin. Null if only wallets with a payment protocol can. */
export function getPaymentAddress({ anyWallet, chosen }: PayableState): PaymentAddress | null {
  const address = anyWallet?.address ?? null
  return address?.currency === chosen?.currency ? address : null
}

/** The address and the amount, to copy into a wallet or an exchange. */
export function renderTransferFields(
  { translator }: CheckoutContext,
  { address, remaining, currency }: PaymentAddress,
  { currency_name: coin }: Offer,
): Html {
  const { text } = translator
  const renderField = (name: 'address' | 'amount', value: Html, copy: string) =>
    html`<div class="transfer-row"><dt>${text[`transfer_${name}`]}</dt><dd><span class="value">${value}</span> <button class="copy requires-js" type="button" id="copy-${name}" aria-label="${text[`copy_${name}`]}" data-copy="${copy}" data-copied="${text.copied}">${icons.copy}<span>${text.copy}</span></button></dd></div>`
  return html`
<div class="transfer"><dl>
${renderField('address', html`<bdi class="address" dir="ltr">${address}</bdi>`, address)}
${renderField('amount', renderCoinAmount(translator, remaining, currency), remaining)}
</dl>
<p class="exchange">${translator.format('exchange_hint', { coin })}</p></div>`
}

/** Explains what happens to the rest of a partly paid invoice when its quote expires. */
export function renderRemainderNotice(
  { text }: CheckoutTranslator,
  { received }: Pick<Checkout, 'received'>,
  { isLast }: Pick<PayableState, 'isLast'>,
): Html | null {
  if (!received?.isPartlyPaid) return null
  return html`
<p class="caution remaining-amount">${icons.alert}<span>${isLast ? text.rest_last : text.rest_repriced}</span></p>`
}

/** Warns about wallets that can't pay the invoice in its current state, and suggests what to do. */
export function renderWalletWarning(
  translator: CheckoutTranslator,
  { anyWallet, chosen, offers }: PayableState,
): Html {
  const { text } = translator
  const isProtocolOnly = anyWallet && chosen && !anyWallet.coins.has(chosen.currency)
  if (!isProtocolOnly)
    return html`${anyWallet && !chosen && anyWallet.coins.size > 0 ? text.choose_for_any : text.not_detected}`
  const others = offers.some(({ currency }) => anyWallet.coins.has(currency))
  return html`${translator.format('protocol_only', { coin: chosen.currency_name })}${others ? ` ${text.choose_other}` : null}`
}
