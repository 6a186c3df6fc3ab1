import { chooseLanguage } from '../../platform/web/language.ts'
import type { ComposeEmail } from '../../sessions/email.ts'
import { messages } from './words.ts'

/**
 * Composes plain-text emails from the pages' messages. The last paragraphs state where the action came from, if known, and that further
 * emails pause, in the last email before a pause. `name` is another account's display name. It is left out if it contains an address,
 * unless it equals the account's `own` email address.
 */
export const composeLetter: ComposeEmail = (letter, language, values) => {
  const words = messages[chooseLanguage(undefined, language)]
  const name = values.name === values.own ? (values.own ?? null) : nameIn(values.name ?? '')
  const account = fillWith({ ...values, name: name ?? '' })(
    name === null ? words.email_nameless : words.email_named,
  )
  const fill = fillWith({ ...values, account })
  const paragraphs = [
    words[`email_${letter}_text`],
    ...('from' in values ? [words.email_origin] : []),
    ...('log' in values ? [words.email_pause] : []),
  ]
  return {
    subject: fill(words[`email_${letter}_subject`]),
    text: `${paragraphs.map(fill).join('\n\n')}\n`,
  }
}

const fillWith =
  (values: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, place: string) => values[place] ?? whole)

/** Longer names are cut. */
const maxNameLength = 80
/** Matches text that email clients turn into a link: a scheme, an email address, `www.`, or a host such as evil.example or 192.0.2.1. */
const address = /:\/\/|@|www\.|[\p{L}\p{M}\p{N}_-][.。](\p{L}[\p{L}\p{M}\p{N}-]|\d+\.\d)/iu

/**
 * An account's display name, on one line, for an email to a stranger. Null if it is empty or contains a web or email address: users choose
 * their own names, and our emails must not link to an address that somebody else chose.
 */
function nameIn(text: string): string | null {
  const name = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  // NFKC also covers other forms of the same characters, such as full-width ones.
  return name === '' || address.test(name.normalize('NFKC')) ? null : name.slice(0, maxNameLength)
}
