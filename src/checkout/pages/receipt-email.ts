import { getCoin } from '../../coins/index.ts'
import { formatCoins, formatDecimal } from '../../kernel/money.ts'
import type { ComposeReceipt, PaidInvoice } from '../../payment-emails/receipt.ts'
import { toSafeName } from '../../platform/mail/safe-name.ts'
import { chooseLanguage } from '../../platform/web/language.ts'
import { summariseReceived } from '../received.ts'
import { type CheckoutTranslator, getTranslator } from './translator.ts'

/** Composes the receipt of a paid invoice, as plain text, with the lines of the receipt on the checkout page. */
export const createReceiptComposer =
  (linkTo: (path: string) => string): ComposeReceipt =>
  ({ invoice, shopName, language }) => {
    const translator = getTranslator(chooseLanguage(undefined, language ?? undefined))
    const { text, formatMoney, formatDateTime } = translator
    const name = toSafeName(shopName ?? '')
    const { uid, amount, currency, paidAt } = invoice
    const lines = [
      ...(name === null ? [] : [[text.paid_to, name]]),
      [text.amount, formatMoney(formatDecimal(amount), currency)],
      ...listPayments(translator, invoice),
      [text.paid_at, formatDateTime(paidAt)],
      [text.reference, uid],
    ]
    const paragraphs = [
      text.receipt_thanks,
      lines.map(([label, value]) => `${label}: ${value}`).join('\n'),
      `${text.receipt_online}\n${linkTo(`/checkout/${uid}`)}`,
      text.receipt_reason,
    ]
    return {
      subject:
        name === null ? text.receipt_subject_nameless : text.receipt_subject.replaceAll('{shop}', () => name),
      text: `${paragraphs.join('\n\n')}\n`,
    }
  }

/** Each payment with its transaction: on an invoice that accepts any wallet there may be several. */
function listPayments(translator: CheckoutTranslator, invoice: PaidInvoice): string[][] {
  const { text } = translator
  const { coin, amount, txids } = invoice.payment
  const parts = summariseReceived(invoice)?.payments.filter(({ status }) => status === 'counted')
  const payments = parts ?? [{ coin, amount: formatCoins(amount), txid: txids.at(-1) ?? '' }]
  return payments.flatMap((payment) => [
    [
      text.paid_with,
      `${getCoin(payment.coin).name}, ${translator.formatCoins(payment.amount)} ${payment.coin}`,
    ],
    [text.transaction, payment.txid],
  ])
}
