import type { Language } from '../../../platform/web/language.ts'
import { createTranslators } from '../../../platform/web/translator.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { type ConnectMessages, en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { ja } from './messages/ja.ts'
import { pt } from './messages/pt.ts'

export const messages: Readonly<Record<Language, ConnectMessages>> = { en, de, es, fr, pt, ja, ar }

export const getTranslator = createTranslators(messages)
