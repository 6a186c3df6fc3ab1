import type { CoinWithCode } from '../../../accounts/destination.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderDescriptionList } from '../../pages/components.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { PayoutWallet } from '../payout-wallets.ts'

/** A coin's icon and name. */
export const renderCoinName = ({ prefix }: PageContext, { code, name }: CoinWithCode): Html =>
  html`<span class="coin-name"><img src="${prefix}/coins/${code.toLowerCase()}.svg" alt="" width="28" height="28"><span>${name} <span class="code">${code}</span></span></span>`

/** Addresses to compare character by character. */
export const renderAddressList = (addresses: readonly string[]): Html =>
  addresses.length === 1
    ? html`<code class="address" dir="ltr">${addresses[0]}</code>`
    : html`<ol class="addresses">${addresses.map((address) => html`<li><code class="address" dir="ltr">${address}</code></li>`)}</ol>`

/** Characters shown of a key id: enough to tell keys apart. Events and the audit log contain the whole id. */
const shownKeyIdLength = 16

/** The details of a coin's payout wallet; null if none is set. */
export function renderWalletDetails(
  { translator }: PageContext,
  { destination, addresses, nextIndex }: PayoutWallet,
): Html | null {
  const { text } = translator
  if (!destination) return null
  if (destination.kind === 'address')
    return renderDescriptionList([
      [text.destinations_kind, text.destinations_kind_address],
      [text.destinations_address, renderAddressList(addresses)],
    ])
  const id = html`<code dir="ltr" title="${destination.keyId}">${destination.keyId.slice(0, shownKeyIdLength)}…</code>`
  return renderDescriptionList([
    [text.destinations_kind, text.destinations_kind_xpub],
    [text.destinations_key_id, id],
    nextIndex === null ? null : [text.destinations_next, translator.formatCount(nextIndex)],
    [text.destinations_first, renderAddressList(addresses)],
  ])
}
