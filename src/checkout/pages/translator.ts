import { type Html, html } from '../../platform/web/html.ts'
import type { Language } from '../../platform/web/language.ts'
import { createTranslators, type Translator } from '../../platform/web/translator.ts'
import type { Checkout } from '../checkout.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { type CheckoutMessages, en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { ja } from './messages/ja.ts'
import { pt } from './messages/pt.ts'

export const messages: Readonly<Record<Language, CheckoutMessages>> = { en, de, es, fr, pt, ja, ar }

export type CheckoutTranslator = Translator<CheckoutMessages>

export const getTranslator = createTranslators(messages)

/** A coin amount with its code, left to right, its decimals in groups of three. */
export function renderCoinAmount(translator: CheckoutTranslator, amount: string, code: string): Html {
  const formatted = translator.formatCoins(amount)
  const [, whole = formatted, mark = '', decimals = ''] = /^(.*?)([.,])(\d+)$/.exec(formatted) ?? []
  // Up to four decimals need no grouping.
  const groups = decimals.length <= 4 ? [decimals] : (decimals.match(/.{1,3}/g) ?? [])
  const parts = amount.includes('.')
    ? html`${whole}${mark}${groups.map((group) => html`<span class="group">${group}</span>`)}`
    : html`${formatted}`
  return html`<bdi class="coins" dir="ltr">${parts} <span class="code">${code}</span></bdi>`
}

/** An amount in the invoice's currency, left to right. */
export const renderMoneyAmount = (translator: CheckoutTranslator, amount: string, currency: string): Html =>
  html`<bdi class="money" dir="ltr">${translator.formatMoney(amount, currency).replaceAll(/[\u200e\u200f\u061c]/g, '')}</bdi>`

/** The status of a partly paid invoice, with the remaining amount, so that each partial payment is announced. Null for others. */
export const describePartialPayment = (
  { text, formatMoney }: CheckoutTranslator,
  { received, currency }: Pick<Checkout, 'received' | 'currency'>,
): string | null =>
  received?.isPartlyPaid
    ? text.state_rest.replace('{amount}', formatMoney(received.remaining, currency))
    : null

/** A time of day. Scripts convert it to the payer's time zone. */
export const renderTime = (translator: CheckoutTranslator, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}" data-local="time">${translator.formatTime(at)}</time>`

export const renderDateTime = (translator: CheckoutTranslator, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}" data-local="date">${translator.formatDateTime(at)}</time>`
