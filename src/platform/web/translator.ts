import { fillPlaceholders, type Html, type Part } from './html.ts'
import { type Formats, getFormats, type Language } from './language.ts'

/** One language's messages, and its formats for amounts and times. */
export interface Translator<Messages> extends Formats {
  readonly language: Language
  readonly text: Messages
  /** A message with its placeholders filled in. */
  format(name: keyof Messages, values?: Readonly<Record<string, Part>>): Html
}

/** Creates translators for a set of message files. */
export function createTranslators<Messages extends Readonly<Record<keyof Messages, string>>>(
  messages: Readonly<Record<Language, Messages>>,
): (language: Language) => Translator<Messages> {
  return (language) => {
    const text = messages[language]
    return {
      ...getFormats(language),
      language,
      text,
      format: (name, values) => fillPlaceholders(text[name], values),
    }
  }
}
