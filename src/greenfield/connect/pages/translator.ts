import type { Language } from '../../../platform/web/language.ts'
import { createTranslators } from '../../../platform/web/translator.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { type ConnectMessages, en } from './messages/en.ts'

export const messages: Readonly<Record<Language, ConnectMessages>> = { en, de, ar }

export const getTranslator = createTranslators(messages)
