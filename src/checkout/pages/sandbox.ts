import { type Html, html } from '../../platform/web/html.ts'
import type { CheckoutState } from '../checkout.ts'
import type { SandboxAction } from '../sandbox.ts'
import type { CheckoutContext } from './checkout-context.ts'

/** Test buttons that act as a wallet and as the network, with worthless coins. */
export function sandboxBox(
  { words, prefix, uid, query, hasSandbox }: CheckoutContext,
  state: CheckoutState,
): Html | null {
  if (!hasSandbox) return null
  const { text } = words
  const coin = coinOf(state)
  if (coin === null) return null
  const mayPay = 'offers' in state
  const isPaid = state.name === 'paid' || state.name === 'confirming'
  const isMined = isPaid && state.confirmations > 0
  const button = (deed: SandboxAction, isOpen: boolean): Html =>
    html`<button class="button small" name="deed" value="${deed}"${isOpen ? null : html` disabled`}>${text[`sandbox_${deed}`]}</button>`
  const kept = Object.entries({
    lang: query.language,
    embed: query.embed,
    chosen: query.coin,
    stay: query.stay && '1',
  }).flatMap(([name, value]) => (value ? html`<input type="hidden" name="${name}" value="${value}">` : []))
  return html`<form class="sandbox" method="post" action="${prefix}/checkout/${uid}/sandbox" aria-labelledby="sandbox-title">
<div><h2 id="sandbox-title">${text.sandbox} <span class="with">${words.say('sandbox_with', { coin: html`<bdi>${coin}</bdi>` })}</span></h2>
<p>${text.sandbox_text}</p></div>
<input type="hidden" name="coin" value="${coin}">${kept}
<p class="buttons">${button('exact', mayPay)}${button('little', mayPay)}${button('late', mayPay)}${button('mine', isPaid)}${button('replace', isPaid && !isMined)}${button('reorganise', isMined)}</p>
</form>`
}

/** The coin that the buttons pay in: the chosen one, or the first. */
function coinOf(state: CheckoutState): string | null {
  if ('offers' in state) return state.chosen?.currency ?? state.offers[0]?.currency ?? null
  return 'txid' in state ? state.coin : null
}
