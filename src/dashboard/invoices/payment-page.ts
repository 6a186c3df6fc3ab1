import { isReplaceable } from '../../invoices/invoice.ts'
import { formatCoins } from '../../kernel/money.ts'
import { type Html, html, type Part } from '../../platform/web/html.ts'
import { badge, facts, renderInstant, type Tone, table } from '../pages/components.ts'
import type { PageContext } from '../pages/page-context.ts'
import type { DashboardTranslator } from '../pages/translator.ts'
import type { InvoiceDetail, PaymentShown } from './detail.ts'
import { copyable, price, renderCoins } from './invoice-components-page.ts'

interface PaymentCardsData {
  readonly owner: { readonly timeZone: string }
  readonly detail: InvoiceDetail
  readonly now: number
}

/** One card for each payment, after the payment options of an unpaid invoice. */
export function paymentCards(context: PageContext, data: PaymentCardsData): Html {
  const { payments, invoice } = data.detail
  const cards = payments.map((payment) => paymentCard(context, data, payment))
  return html`${invoice.status === 'unpaid' && optionsCard(context, data)}${cards}`
}

function optionsCard({ translator }: PageContext, { owner, detail, now }: PaymentCardsData): Html {
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
    rate && price(translator, code, { value: rate.value, currency }),
    rate && html`<bdi>${rate.sources.join(', ')}</bdi>`,
  ])
  const until = quote.expiresAt > now ? 'invoices_options_until' : 'invoices_options_over'
  return html`<section class="card wide"><h2>${text.invoices_options}</h2>
${
  options.length === 0
    ? html`<p>${text.invoices_options_none}</p>`
    : html`<p>${translator.say(until, { time: renderInstant(translator, quote.expiresAt, owner) })}</p>${table(text.invoices_options, columns, rows)}`
}</section>`
}

function paymentCard(
  { translator }: PageContext,
  { owner, detail }: PaymentCardsData,
  payment: PaymentShown,
): Html {
  const { text } = translator
  const { coin, amount, networkFee, confirmedAt, transactions } = payment
  const { currency } = detail.invoice
  const [current, replaced] = [true, false].map((is) => transactions.filter(({ current }) => current === is))
  const ids = (those: typeof transactions = []): Html[] | null =>
    those.length === 0
      ? null
      : those.map(({ txid }) => html`<p>${copyable(translator, txid, text.invoices_txid)}</p>`)
  return html`<section class="card wide"><h2>${text[titleOf(detail, payment)]}</h2>
${facts([
  [text.invoices_payment_state, stateOf(translator, detail, payment)],
  [
    isReversed(detail, payment) ? text.invoices_paid_with_reversed : text.invoices_paid_with,
    renderCoins(translator, formatCoins(amount), coin),
  ],
  fact(
    text.invoices_rate,
    payment.price && price(translator, coin, { value: payment.price.value, currency }),
  ),
  fact(text.invoices_sources, payment.price && html`<bdi>${payment.price.sources.join(', ')}</bdi>`),
  fact(text.invoices_fee, networkFee && renderCoins(translator, formatCoins(networkFee), coin)),
  fact(text.invoices_txid, ids(current)),
  fact(text.invoices_replaced, ids(replaced)),
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
export const fact = (term: string, what: Part): readonly [string, Part] | null =>
  what === null || what === '' ? null : [term, what]

function titleOf({ invoice }: InvoiceDetail, { id, status }: PaymentShown) {
  if (status === 'surplus') return 'invoices_payment_surplus'
  const settled = invoice.status === 'paid' || invoice.status === 'reversed'
  const isCurrent = status === 'sending' || (settled && invoice.payment.id === id)
  return isCurrent ? 'invoices_payment' : 'invoices_payment_other'
}

const tones: Readonly<Record<PaymentShown['status'], Tone>> = {
  sending: 'busy',
  accepted: 'good',
  rejected: 'bad',
  set_aside: 'warn',
  surplus: 'warn',
}

const isReversed = ({ invoice }: InvoiceDetail, { id }: PaymentShown): boolean =>
  invoice.status === 'reversed' && invoice.payment.id === id

function stateOf({ text }: DashboardTranslator, detail: InvoiceDetail, payment: PaymentShown): Html {
  const { status } = payment
  if (isReversed(detail, payment)) return badge('bad', text.invoices_payment_reversed)
  const name = status === 'surplus' ? 'invoices_payment_unexpected' : (`invoices_payment_${status}` as const)
  return badge(tones[status], text[name])
}

function renderConfirmations(
  { translator }: Pick<PageContext, 'translator'>,
  payment: PaymentShown,
  at: Part,
): Html {
  return html`${translator.count(payment.confirmations)}${at && html` · ${at}`}${isReplaceable(payment) && html` · ${translator.text.invoices_replaceable}`}`
}
