import { type Html, html } from '../../../platform/web/html.ts'
import { facts } from '../../pages/parts.ts'
import type { Scene } from '../../pages/scene.ts'
import type { CoinOf, Payout } from '../payouts.ts'

/** A coin with its drawing. */
export const coinName = ({ prefix }: Scene, { code, name }: CoinOf): Html =>
  html`<span class="coin-name"><img src="${prefix}/coins/${code.toLowerCase()}.svg" alt="" width="28" height="28"><span>${name} <span class="code">${code}</span></span></span>`

/** Addresses to be compared, letter by letter. */
export const addressList = (addresses: readonly string[]): Html =>
  addresses.length === 1
    ? html`<code class="address" dir="ltr">${addresses[0]}</code>`
    : html`<ol class="addresses">${addresses.map((address) => html`<li><code class="address" dir="ltr">${address}</code></li>`)}</ol>`

/** An id is long, and its beginning tells keys apart; the whole stands in events and in the audit log. */
const shownOfId = 16

/** What is set for a coin, in words. */
export function payoutFacts({ words }: Scene, { destination, addresses, nextIndex }: Payout): Html | null {
  const { text } = words
  if (!destination) return null
  if (destination.kind === 'address')
    return facts([
      [text.destinations_kind, text.destinations_kind_address],
      [text.destinations_address, addressList(addresses)],
    ])
  const id = html`<code dir="ltr" title="${destination.keyId}">${destination.keyId.slice(0, shownOfId)}…</code>`
  return facts([
    [text.destinations_kind, text.destinations_kind_xpub],
    [text.destinations_key_id, id],
    nextIndex === null ? null : [text.destinations_next, words.count(nextIndex)],
    [text.destinations_first, addressList(addresses)],
  ])
}
