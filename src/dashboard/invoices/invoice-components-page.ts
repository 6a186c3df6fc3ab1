import type { Invoice } from '../../invoices/invoice.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { badge, type Tone } from '../pages/components.ts'
import type { ViewedAccount } from '../pages/page-context.ts'
import type { DashboardTranslator } from '../pages/translator.ts'

// Components that show an invoice's data on every page.

export const listPath = '/dashboard/invoices'

/** `viewed`: the invoice's account, if it isn't the reader's own. */
export const getInvoicePath = (uid: string, viewed: ViewedAccount | null): string =>
  `${listPath}/${uid}${viewed ? `?account=${viewed.accountId}` : ''}`

const tones: Readonly<Record<Invoice['status'], Tone>> = {
  unpaid: 'busy',
  paid: 'good',
  cancelled: 'plain',
  expired: 'plain',
  reversed: 'bad',
}

export const statusBadge = ({ text }: DashboardTranslator, status: Invoice['status']): Html =>
  badge(tones[status], text[`invoices_status_${status}`])

/** The invoice's amount, left to right. */
export const renderAmount = (
  translator: DashboardTranslator,
  { amount, currency }: Pick<Invoice, 'amount' | 'currency'>,
): Html => money(translator, formatDecimal(amount), currency)

export const money = (translator: DashboardTranslator, amount: string, currency: string): Html =>
  html`<bdi dir="ltr">${plainText(translator.money(amount, currency))}</bdi>`

/** Example: `1 LTC = $100.00` */
export const price = (
  translator: DashboardTranslator,
  coin: string,
  { value, currency }: { value: string; currency: string },
): Html => html`<bdi dir="ltr">1 ${coin} = ${plainText(translator.price(value, currency))}</bdi>`

export const renderCoins = (translator: DashboardTranslator, amount: string, code: string): Html =>
  html`<bdi dir="ltr">${translator.coins(amount)} ${code}</bdi>`

/** Strips direction marks, which `bdi` makes unnecessary. */
export const plainText = (text: string): string => text.replaceAll(/[\u200e\u200f\u061c\u2066\u2069]/g, '')

/** Machine-readable text. */
export const verbatim = (text: string): Html => html`<code class="verbatim" dir="ltr">${text}</code>`

/** Machine-readable text with a copy button. `name`: what the button copies. */
export const copyable = ({ text: messages }: DashboardTranslator, text: string, name: string): Html =>
  html`<span class="copyable">${verbatim(text)} <button type="button" class="copy" data-copy="${text}" data-copied="${messages.invoices_copied}"><span>${messages.invoices_copy}</span> <span class="unseen">${name}</span></button></span>`
