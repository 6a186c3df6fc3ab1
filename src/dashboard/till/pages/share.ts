import { icons } from '../../../checkout/pages/icons.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderDescriptionList, renderInstant } from '../../pages/components.ts'
import { renderDashboardPage } from '../../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../../pages/page-context.ts'
import { renderMoney } from '../../pages/translator.ts'
import type { TillSale } from '../sales.ts'
import { renderCoinReason } from './components.ts'
import { newInvoicePath } from './new-invoice.ts'
import { getRefreshSeconds, getSaleTitle, renderSaleSection } from './sale-state.ts'

export const getSharePath = (uid: string): string => `/dashboard/invoices/${uid}/share`

/** Page for sharing an invoice: its links, its QR code and its state. */
export function renderSharePage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { sale, links, isNew }: { sale: TillSale; links: { checkout: string; pay: string }; isNew: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { invoice, checkout } = sale
  const amount = renderMoney(translator, checkout.amount, checkout.currency)
  return renderDashboardPage(context, currentAccount, {
    path: '/dashboard/invoices',
    title: getSaleTitle(translator, sale),
    heading: translator.format('till_share_title', { amount }),
    actions: html`<div class="buttons"><a class="button small compact" href="${prefix}/dashboard/invoices/${invoice.uid}">${text.till_open_invoice}</a>
<a class="button small compact" href="${prefix}${newInvoicePath}">${text.till_new_title}</a></div>`,
    confirmation: isNew ? text.till_share_done : null,
    live: true,
    scripts: ['copy.js'],
    refreshAfter: getRefreshSeconds(sale),
    body: html`<div class="columns">${renderSaleSection(context, sale)}
<section class="card">
${renderLink(context, { id: 'checkout-link', name: 'checkout', address: links.checkout })}
${renderLink(context, { id: 'pay-link', name: 'pay', address: links.pay })}
${renderDescriptionList([
  invoice.memo === null ? null : [text.till_new_memo, html`<bdi>${invoice.memo}</bdi>`],
  invoice.externalId === null ? null : [text.till_new_external_id, html`<bdi>${invoice.externalId}</bdi>`],
  [text.till_share_until, renderInstant(translator, invoice.expiresAt, currentAccount)],
  ...renderCoinDetails(context, sale),
])}
</section></div>`,
  })
}

/** A link in a read-only field, for copying without JavaScript. */
function renderLink(
  { translator: { text } }: PageContext,
  { id, name, address }: { id: string; name: 'checkout' | 'pay'; address: string },
): Html {
  return html`<div class="field link-field"><label for="${id}">${text[`till_share_${name}`]}</label>
<div class="with-unit"><input id="${id}" type="text" readonly dir="ltr" value="${address}" aria-describedby="${id}-hint">
<button class="copy requires-js" type="button" data-copy="${address}" data-copied="${text.till_copied}">${icons.copy}<span aria-live="polite">${text.till_copy}</span></button></div>
<p class="hint" id="${id}-hint">${text[`till_share_${name}_hint`]}</p></div>`
}

/** The coins in which the invoice can be paid, and the unavailable ones with the reasons. */
function renderCoinDetails(
  { translator }: PageContext,
  { checkout: { state } }: TillSale,
): (readonly [string, Html])[] {
  if (!('offers' in state)) return []
  const { text } = translator
  const names = state.offers.map(({ currency_name: name }) => name).join(', ')
  const unavailableCoins = state.unavailable.map(
    ({ name, reason }) => html`<div>${renderCoinReason(translator, name, reason)}</div>`,
  )
  return [
    ...(names === '' ? [] : [[text.till_share_coins, html`${names}`] as const]),
    ...(unavailableCoins.length === 0
      ? []
      : [[text.till_share_unavailable, html`${unavailableCoins}`] as const]),
  ]
}
