import { commandLineActor } from '../../audit/entry.ts'
import { toSafeName } from '../../platform/mail/safe-name.ts'
import { chooseLanguage } from '../../platform/web/language.ts'
import type { ComposeEmail } from '../../sessions/email.ts'
import { messages } from './translator.ts'

/**
 * Composes plain-text emails from the pages' messages. The text is followed by the origin of the action, if known, and, in the last email
 * before a pause, by a note about the pause. `name` is another account's display name. It is omitted if it contains an address other than
 * that account's email address, `ownerEmail`.
 */
export const composeEmail: ComposeEmail = (emailName, language, values) => {
  const texts = messages[chooseLanguage(undefined, language)]
  const name = values.name === values.ownerEmail ? (values.ownerEmail ?? null) : toSafeName(values.name ?? '')
  const account = createTemplateFiller({ ...values, name: name ?? '' })(
    name === null ? texts.email_nameless : texts.email_named,
  )
  const from = values.from === commandLineActor ? texts.email_from_command_line : (values.from ?? '')
  const role = values.role === 'cashier' || values.role === 'bookkeeper' ? texts[`role_${values.role}`] : ''
  const fill = createTemplateFiller({ ...values, from, account, role })
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

const createTemplateFiller =
  (values: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
