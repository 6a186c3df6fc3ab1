import { commandLineActor } from '../../audit/entry.ts'
import { chooseLanguage } from '../../platform/web/language.ts'
import type { ComposeEmail } from '../../sessions/email.ts'
import { messages } from './translator.ts'

/**
 * Composes plain-text emails from the pages' messages. The text is followed by the origin of the action, if known, and, in the last email
 * before a pause, by a note about the pause. `name` is another account's display name. It is omitted if it contains an address other than
 * that account's `own` email address.
 */
export const composeEmail: ComposeEmail = (emailName, language, values) => {
  const texts = messages[chooseLanguage(undefined, language)]
  const name = values.name === values.own ? (values.own ?? null) : toSafeName(values.name ?? '')
  const account = createFiller({ ...values, name: name ?? '' })(
    name === null ? texts.email_nameless : texts.email_named,
  )
  const from = values.from === commandLineActor ? texts.email_from_command_line : (values.from ?? '')
  const fill = createFiller({ ...values, from, account })
  const paragraphs = [
    texts[`email_${emailName}_text`],
    ...('from' in values ? [texts.email_origin] : []),
    ...('log' in values ? [texts.email_pause] : []),
  ]
  return {
    subject: fill(texts[`email_${emailName}_subject`]),
    text: `${paragraphs.map(fill).join('\n\n')}\n`,
  }
}

const createFiller =
  (values: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)

/** Longer names are truncated. */
const maxNameLength = 80
/** Matches text that email clients turn into a link: a scheme, an email address, `www.`, or a host such as evil.example or 192.0.2.1. */
const addressPattern = /:\/\/|@|www\.|[\p{L}\p{M}\p{N}_-][.。](\p{L}[\p{L}\p{M}\p{N}-]|\d+\.\d)/iu

/**
 * An account's display name, on one line, for an email to a stranger. Null if it is empty or contains a web or email address: users choose
 * their own names, and our emails must not link to an address that someone else chose.
 */
function toSafeName(text: string): string | null {
  const name = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  // NFKC also covers other forms of the same characters, such as full-width ones.
  return name === '' || addressPattern.test(name.normalize('NFKC')) ? null : name.slice(0, maxNameLength)
}
