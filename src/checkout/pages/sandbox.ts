import type { PaymentAddress } from '../../payment-requests/payment-address.ts'
import { type Html, html } from '../../platform/web/html.ts'
import type { CheckoutState } from '../checkout.ts'
import type { SandboxAction } from '../sandbox.ts'
import { getPaymentAddress } from './any-wallet.ts'
import type { CheckoutContext } from './checkout-context.ts'

/** Test buttons that act as a wallet and as the network, with worthless coins. */
export function renderSandboxBox(context: CheckoutContext, state: CheckoutState): Html | null {
  const { translator, prefix, uid, query, hasSandbox } = context
  if (!hasSandbox) return null
  const { text } = translator
  const coin = getSandboxCoin(state)
  if (coin === null) return null
  const canPay = 'offers' in state
  const address = canPay && state.name !== 'over' && state.name !== 'down' ? getPaymentAddress(state) : null
  const isPaid = state.name === 'paid' || state.name === 'confirming'
  const isMined = isPaid && state.confirmations > 0
  const renderButton = (action: Exclude<SandboxAction, 'wallet'>, isEnabled: boolean): Html =>
    html`<button class="button small" name="action" value="${action}"${isEnabled ? null : html` disabled`}>${text[`sandbox_${action}`]}</button>`
  const hiddenFields = Object.entries({
    lang: query.language,
    embed: query.embed,
    chosen: query.coin,
    stay: query.isRedirectCancelled && '1',
  }).flatMap(([name, value]) => (value ? html`<input type="hidden" name="${name}" value="${value}">` : []))
  return html`<form class="sandbox" method="post" action="${prefix}/checkout/${uid}/sandbox" aria-labelledby="sandbox-title">
<div><h2 id="sandbox-title">${text.sandbox} <span class="sandbox-coin">${translator.format('sandbox_with', { coin: html`<bdi>${coin}</bdi>` })}</span></h2>
<p>${text.sandbox_text}</p></div>
<input type="hidden" name="coin" value="${coin}">${hiddenFields}
<p class="buttons">${renderButton('exact', canPay)}${renderButton('little', canPay)}${renderButton('late', canPay)}${renderButton('mine', isPaid)}${renderButton('replace', isPaid && !isMined)}${renderButton('reorganise', isMined)}</p>
</form>${address && renderWalletForm(context, address, hiddenFields)}`
}

/** A form that sends an amount without a payment protocol. It is separate, so that Enter in its field doesn't press another button. */
function renderWalletForm(
  { translator, prefix, uid }: CheckoutContext,
  { currency: coin, remaining }: PaymentAddress,
  hiddenFields: readonly Html[],
): Html {
  const label = translator.format('sandbox_amount', { coin: html`<bdi>${coin}</bdi>` })
  return html`
<form class="sandbox send" method="post" action="${prefix}/checkout/${uid}/sandbox" aria-labelledby="sandbox-title">
<div><label class="sent-label" for="sandbox-sent">${label}</label> <input class="sent-field" id="sandbox-sent" name="amount" type="text" inputmode="decimal" dir="ltr" autocomplete="off" value="${remaining}"></div>
<input type="hidden" name="coin" value="${coin}">${hiddenFields}
<p class="buttons"><button class="button small" name="action" value="wallet">${translator.text.sandbox_wallet}</button></p>
</form>`
}

/** The coin that the buttons pay in: the chosen one, or the first. */
function getSandboxCoin(state: CheckoutState): string | null {
  if ('offers' in state) return state.chosen?.currency ?? state.offers[0]?.currency ?? null
  return 'txid' in state ? state.coin : null
}
