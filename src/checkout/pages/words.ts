import { type Html, html } from '../../platform/web/html.ts'
import type { Language } from '../../platform/web/language.ts'
import { type WordsOf, wordsIn } from '../../platform/web/words.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { en, type Messages } from './messages/en.ts'

export const messages: Readonly<Record<Language, Messages>> = { en, de, ar }

export type Words = WordsOf<Messages>

export const wordsOf = wordsIn(messages)

/** An amount of coins with its code, in the direction in which numbers are read, its decimals in thin groups of three. */
export function coinAmount(words: Words, amount: string, code: string): Html {
  const written = words.coins(amount)
  const [, whole = written, mark = '', decimals = ''] = /^(.*?)([.,])(\d+)$/.exec(written) ?? []
  // Few decimals need no groups.
  const groups = decimals.length <= 4 ? [decimals] : (decimals.match(/.{1,3}/g) ?? [])
  const parts = amount.includes('.')
    ? html`${whole}${mark}${groups.map((group) => html`<span class="group">${group}</span>`)}`
    : html`${written}`
  return html`<bdi class="coins" dir="ltr">${parts} <span class="code">${code}</span></bdi>`
}

/** An amount of the invoice's currency, in the direction in which numbers are read. */
export const moneyAmount = (words: Words, amount: string, currency: string): Html =>
  html`<bdi class="money" dir="ltr">${words.money(amount, currency).replaceAll(/[\u200e\u200f\u061c]/g, '')}</bdi>`

/** A moment. Scripts write it in the reader's own time zone. */
export const timeOf = (words: Words, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}" data-local="time">${words.time(at)}</time>`

export const dateTimeOf = (words: Words, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}" data-local="date">${words.dateTime(at)}</time>`
