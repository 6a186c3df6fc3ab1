import { type Html, html } from '../../platform/web/html.ts'
import { chooseLanguage, type Language } from '../../platform/web/language.ts'
import { createTranslators, type Translator } from '../../platform/web/translator.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { type DashboardMessages, en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { ja } from './messages/ja.ts'
import { pt } from './messages/pt.ts'

export const messages: Readonly<Record<Language, DashboardMessages>> = { en, de, es, fr, pt, ja, ar }

export type DashboardTranslator = Translator<DashboardMessages>

export const getTranslator = createTranslators(messages)

/** The translator of an email. English if the recipient's language is unknown. */
export const getEmailTranslator = (language: string | null): DashboardTranslator =>
  getTranslator(chooseLanguage(undefined, language ?? undefined))

/** An amount, left to right. */
export const renderMoney = (translator: DashboardTranslator, amount: string, currency: string): Html =>
  html`<bdi dir="ltr">${stripDirectionMarks(translator.formatMoney(amount, currency))}</bdi>`

/** Removes direction marks. Text in a `bdi` element doesn't need them. */
export const stripDirectionMarks = (text: string): string =>
  text.replaceAll(/[\u200e\u200f\u061c\u2066\u2069]/g, '')

/** Text that runs left to right in every language: an address, a command. */
export const isolateLeftToRight = (text: string): Html => html`<bdi dir="ltr">${text}</bdi>`
