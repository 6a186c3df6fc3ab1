import { type Html, type Part, say } from './html.ts'
import { type Formats, formatsOf, type Language } from './language.ts'

/** How pages speak: the words of one language, and how it writes amounts and times. */
export interface WordsOf<Messages> extends Formats {
  readonly language: Language
  readonly text: Messages
  /** A sentence with its places filled in. */
  say(name: keyof Messages, values?: Readonly<Record<string, Part>>): Html
}

/** The words of pages whose message files these are. */
export function wordsIn<Messages extends Readonly<Record<keyof Messages, string>>>(
  messages: Readonly<Record<Language, Messages>>,
): (language: Language) => WordsOf<Messages> {
  return (language) => {
    const text = messages[language]
    return { ...formatsOf(language), language, text, say: (name, values) => say(text[name], values) }
  }
}
