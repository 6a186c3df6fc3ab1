import { hasPayment, isReplaceable } from '../../../invoices/invoice.ts'
import { formatCoins } from '../../../kernel/money.ts'
import { type Html, html, type Part } from '../../../platform/web/html.ts'
import {
  renderBadge,
  renderDescriptionList,
  renderInstant,
  renderTable,
  type Tone,
} from '../../pages/components.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { DashboardTranslator } from '../../pages/translator.ts'
import type { DisplayedPayment, InvoiceDetail } from '../detail.ts'
import { renderCoins, renderCopyableText, renderPrice } from './components.ts'

interface PaymentCardsData {
  readonly owner: { readonly timeZone: string }
  readonly detail: InvoiceDetail
  readonly now: number
}

/** One card for each payment, after the payment options of an unpaid invoice. */
export function renderPaymentCards(context: PageContext, data: PaymentCardsData): Html {
  const { payments, invoice } = data.detail
  const cards = payments.map((payment) => renderPaymentCard(context, data, payment))
  return html`${invoice.status === 'unpaid' && renderOptionsCard(context, data)}${cards}`
}

function renderOptionsCard({ translator }: PageContext, { owner, detail, now }: PaymentCardsData): Html {
  const { text } = translator
  const { options, invoice } = detail
  const { quote, currency } = invoice
  const columns = [
    { label: text.invoices_coin },
    { label: text.invoices_amount },
    { label: text.invoices_rate },
    { label: text.invoices_sources },
  ]
  const rows = options.map(({ currency: code, amount, price: rate }): Part[] => [
    code,
    renderCoins(translator, amount, code),
    rate && renderPrice(translator, code, { value: rate.value, currency }),
    rate && html`<bdi>${rate.sources.join(', ')}</bdi>`,
  ])
  const until = quote.expiresAt > now ? 'invoices_options_until' : 'invoices_options_expired'
  return html`<section class="card wide"><h2>${text.invoices_options}</h2>
${
  options.length === 0
    ? html`<p>${text.invoices_options_none}</p>`
    : html`<p>${translator.format(until, { time: renderInstant(translator, quote.expiresAt, owner) })}</p>${renderTable(text.invoices_options, columns, rows)}`
}</section>`
}

function renderPaymentCard(
  { translator }: PageContext,
  { owner, detail }: PaymentCardsData,
  payment: DisplayedPayment,
): Html {
  const { text } = translator
  const { coin, amount, networkFee, confirmedAt, transactions } = payment
  const { currency } = detail.invoice
  const renderTxids = (areCurrent: boolean): Html[] | null => {
    const txids = transactions.filter(({ isCurrent }) => isCurrent === areCurrent).map(({ txid }) => txid)
    if (txids.length === 0) return null
    return txids.map((txid) => html`<p>${renderCopyableText(translator, txid, text.invoices_txid)}</p>`)
  }
  return html`<section class="card wide"><h2>${text[getTitleKey(detail, payment)]}</h2>
${renderDescriptionList([
  [text.invoices_payment_state, renderState(translator, detail, payment)],
  [
    isReversed(detail, payment) ? text.invoices_paid_with_reversed : text.invoices_paid_with,
    renderCoins(translator, formatCoins(amount), coin),
  ],
  createOptionalEntry(
    text.invoices_rate,
    payment.price && renderPrice(translator, coin, { value: payment.price.value, currency }),
  ),
  createOptionalEntry(
    text.invoices_sources,
    payment.price && html`<bdi>${payment.price.sources.join(', ')}</bdi>`,
  ),
  createOptionalEntry(
    text.invoices_fee,
    networkFee && renderCoins(translator, formatCoins(networkFee), coin),
  ),
  createOptionalEntry(text.invoices_txid, renderTxids(true)),
  createOptionalEntry(text.invoices_replaced, renderTxids(false)),
  [
    text.invoices_confirmations,
    renderConfirmations(
      { translator },
      payment,
      confirmedAt && renderInstant(translator, confirmedAt, owner),
    ),
  ],
])}</section>`
}

/** Null if there is no value, so that the row is omitted. */
export const createOptionalEntry = (term: string, value: Part): readonly [string, Part] | null =>
  value === null || value === '' ? null : [term, value]

function getTitleKey({ invoice }: InvoiceDetail, { id, status }: DisplayedPayment) {
  if (status === 'surplus') return 'invoices_payment_surplus'
  const isSettled = hasPayment(invoice)
  const isCurrent = status === 'sending' || (isSettled && invoice.payment.id === id)
  if (isCurrent) return 'invoices_payment'
  const isPart = invoice.anyWallet?.received.some(({ paymentId, isCounted }) => paymentId === id && isCounted)
  return isPart ? 'invoices_payment_part' : 'invoices_payment_other'
}

const tones: Readonly<Record<DisplayedPayment['status'], Tone>> = {
  sending: 'busy',
  accepted: 'good',
  rejected: 'bad',
  set_aside: 'warn',
  surplus: 'warn',
}

const isReversed = ({ invoice }: InvoiceDetail, { id }: DisplayedPayment): boolean =>
  invoice.status === 'reversed' && invoice.payment.id === id

function renderState({ text }: DashboardTranslator, detail: InvoiceDetail, payment: DisplayedPayment): Html {
  const { status } = payment
  if (isReversed(detail, payment)) return renderBadge('bad', text.invoices_payment_reversed)
  const name = status === 'surplus' ? 'invoices_payment_unexpected' : (`invoices_payment_${status}` as const)
  return renderBadge(tones[status], text[name])
}

function renderConfirmations(
  { translator }: Pick<PageContext, 'translator'>,
  payment: DisplayedPayment,
  at: Part,
): Html {
  return html`${translator.formatCount(payment.confirmations)}${at && html` · ${at}`}${isReplaceable(payment) && html` · ${translator.text.invoices_replaceable}`}`
}
