import type { Invoice } from '../../../invoices/invoice.ts'
import { hasReceived } from '../../../invoices/received.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { renderBadge, type Tone } from '../../pages/components.ts'
import type { ViewedAccount } from '../../pages/page-context.ts'
import { type DashboardTranslator, renderMoney, stripDirectionMarks } from '../../pages/translator.ts'

// Components that show an invoice's data on every page.

export const listPath = '/dashboard/invoices'

/** @param grantedAccount the invoice's account, if it isn't the user's own */
export const getInvoicePath = (uid: string, grantedAccount: ViewedAccount | null): string =>
  `${listPath}/${uid}${grantedAccount ? `?account=${grantedAccount.accountId}` : ''}`

/** A status as the pages show it. `partly_paid` is an unpaid invoice that has received part of its amount. */
type ShownStatus = Invoice['status'] | 'partly_paid'

const tones: Readonly<Record<ShownStatus, Tone>> = {
  unpaid: 'busy',
  partly_paid: 'busy',
  paid: 'good',
  cancelled: 'plain',
  expired: 'plain',
  reversed: 'bad',
}

const getShownStatus = (invoice: Invoice): ShownStatus =>
  invoice.status === 'unpaid' && hasReceived(invoice) ? 'partly_paid' : invoice.status

export const getStatusText = ({ text }: DashboardTranslator, invoice: Invoice): string =>
  text[`invoices_status_${getShownStatus(invoice)}`]

export const renderStatusBadge = (translator: DashboardTranslator, invoice: Invoice): Html =>
  renderBadge(tones[getShownStatus(invoice)], getStatusText(translator, invoice))

/** The invoice's amount, left to right. */
export const renderAmount = (
  translator: DashboardTranslator,
  { amount, currency }: Pick<Invoice, 'amount' | 'currency'>,
): Html => renderMoney(translator, formatDecimal(amount), currency)

/** Example: `1 LTC = $100.00` */
export const renderPrice = (
  translator: DashboardTranslator,
  coin: string,
  { value, currency }: { value: string; currency: string },
): Html =>
  html`<bdi dir="ltr">1 ${coin} = ${stripDirectionMarks(translator.formatPrice(value, currency))}</bdi>`

export const renderCoins = (translator: DashboardTranslator, amount: string, code: string): Html =>
  html`<bdi dir="ltr">${translator.formatCoins(amount)} ${code}</bdi>`

/** Machine-readable text. */
export const renderMachineText = (text: string): Html =>
  html`<code class="machine-text" dir="ltr">${text}</code>`

/**
 * Machine-readable text with a copy button.
 * @param name what the button copies
 */
export const renderCopyableText = (
  { text: messages }: DashboardTranslator,
  text: string,
  name: string,
): Html =>
  html`<span class="copyable">${renderMachineText(text)} <button type="button" class="copy" data-copy="${text}" data-copied="${messages.invoices_copied}"><span>${messages.invoices_copy}</span> <span class="visually-hidden">${name}</span></button></span>`
