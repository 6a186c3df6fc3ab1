import { chooseLanguage } from '../../platform/web/language.ts'
import type { Compose } from '../../sessions/letter.ts'
import { messages } from './words.ts'

/** Letters are plain text, with the words of the pages. */
export const composeLetter: Compose = (name, language, values) => {
  const words = messages[chooseLanguage(undefined, language)]
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, place: string) => values[place] ?? whole)
  return { subject: fill(words[`letter_${name}_subject`]), text: `${fill(words[`letter_${name}_text`])}\n` }
}
