import { type Html, html } from '../../platform/web/html.ts'
import type { Language } from '../../platform/web/language.ts'
import { type WordsOf, wordsIn } from '../../platform/web/words.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { en, type Messages } from './messages/en.ts'

export const messages: Readonly<Record<Language, Messages>> = { en, de, ar }

export type Words = WordsOf<Messages>

export const wordsOf = wordsIn(messages)

/** A moment. */
export const timeOf = (words: Words, at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${words.dateTime(at)}</time>`

/** An amount, in the direction in which numbers are read; `bdi` makes marks of direction needless. */
export const moneyOf = (words: Words, amount: string, currency: string): Html =>
  html`<bdi dir="ltr">${words.money(amount, currency).replaceAll(/[\u200e\u200f\u061c]/g, '')}</bdi>`

/** What is written from left to right in every language: an address, a command. */
export const leftToRight = (text: string): Html => html`<bdi dir="ltr">${text}</bdi>`
