import type { Invoice } from '../../invoices/invoice.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { badge, type Tone } from '../pages/parts.ts'
import type { Viewed } from '../pages/scene.ts'
import type { Words } from '../pages/words.ts'

// How an invoice is written, wherever it is.

export const listPath = '/dashboard/invoices'

/** Of an invoice; `viewed`: whose, when it is not the reader's own. */
export const pathOf = (uid: string, viewed: Viewed | null): string =>
  `${listPath}/${uid}${viewed ? `?account=${viewed.accountId}` : ''}`

const tones: Readonly<Record<Invoice['status'], Tone>> = {
  unpaid: 'busy',
  paid: 'good',
  cancelled: 'plain',
  expired: 'plain',
  reversed: 'bad',
}

export const statusBadge = ({ text }: Words, status: Invoice['status']): Html =>
  badge(tones[status], text[`invoices_status_${status}`])

/** What it is for, in the direction in which numbers are read. */
export const amountOf = (words: Words, { amount, currency }: Pick<Invoice, 'amount' | 'currency'>): Html =>
  money(words, formatDecimal(amount), currency)

export const money = (words: Words, amount: string, currency: string): Html =>
  html`<bdi dir="ltr">${plainText(words.money(amount, currency))}</bdi>`

/** `1 LTC = $100.00` */
export const price = (
  words: Words,
  coin: string,
  { value, currency }: { value: string; currency: string },
): Html => html`<bdi dir="ltr">1 ${coin} = ${plainText(words.price(value, currency))}</bdi>`

export const coinsOf = (words: Words, amount: string, code: string): Html =>
  html`<bdi dir="ltr">${words.coins(amount)} ${code}</bdi>`

/** Marks of direction, which `bdi` makes needless. */
export const plainText = (text: string): string => text.replaceAll(/[\u200e\u200f\u061c\u2066\u2069]/g, '')

/** Text as a program reads it. */
export const verbatim = (text: string): Html => html`<code class="verbatim" dir="ltr">${text}</code>`

/** The same with a button that copies it. `name`: of what. */
export const copyable = ({ text: words }: Words, text: string, name: string): Html =>
  html`<span class="copyable">${verbatim(text)} <button type="button" class="copy" data-copy="${text}" data-copied="${words.invoices_copied}"><span>${words.invoices_copy}</span> <span class="unseen">${name}</span></button></span>`
