import { chooseLanguage } from '../../platform/web/language.ts'
import type { Compose } from '../../sessions/letter.ts'
import { messages } from './words.ts'

/**
 * Letters are plain text, with the words of the pages. Below what they say stands from where it was done, where that is known, and that
 * such letters pause, where it is the last of many. `name`: what another account calls itself, which is left out where it is more than a name, but for its `own` e-mail address.
 */
export const composeLetter: Compose = (letter, language, values) => {
  const words = messages[chooseLanguage(undefined, language)]
  const name = values.name === values.own ? (values.own ?? null) : nameIn(values.name ?? '')
  const account = fillWith({ ...values, name: name ?? '' })(
    name === null ? words.letter_nameless : words.letter_named,
  )
  const fill = fillWith({ ...values, account })
  const paragraphs = [
    words[`letter_${letter}_text`],
    ...('from' in values ? [words.letter_origin] : []),
    ...('log' in values ? [words.letter_pause] : []),
  ]
  return {
    subject: fill(words[`letter_${letter}_subject`]),
    text: `${paragraphs.map(fill).join('\n\n')}\n`,
  }
}

const fillWith =
  (values: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, place: string) => values[place] ?? whole)

/** Longer ones are cut. */
const longestName = 80
/** What mail programs make a link of: a scheme, a mail address, `www.`, a host such as evil.example or 192.0.2.1. */
const address = /:\/\/|@|www\.|[\p{L}\p{M}\p{N}_-][.。](\p{L}[\p{L}\p{M}\p{N}-]|\d+\.\d)/iu

/**
 * What somebody calls itself, in one line of a letter to a stranger. Null: nothing, or a web or mail address stands in it. A name is chosen
 * by who has it, and our letters lead nowhere that somebody else has chosen.
 */
function nameIn(text: string): string | null {
  const name = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  // Other forms of the same characters, such as those of full width, count as these.
  return name === '' || address.test(name.normalize('NFKC')) ? null : name.slice(0, longestName)
}
