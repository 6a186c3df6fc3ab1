import { formatCoins } from '../../kernel/money.ts'
import type { ComposeExceptionsEmail } from '../../payment-emails/exceptions-email.ts'
import { getEmailTranslator } from '../pages/translator.ts'
import { preferencesPath } from '../preferences/preferences-page.ts'
import { exceptionsPath } from './exception-page.ts'

/** Composes the email about payments that need attention, as plain text. */
export const createExceptionsComposer =
  (linkTo: (path: string) => string): ComposeExceptionsEmail =>
  ({ email, language, newest, hasMore }) => {
    const { text, formatCoins: format } = getEmailTranslator(language)
    const items = newest.map(
      ({ id, kind, amount, coin }) =>
        `${format(formatCoins(amount))} ${coin}: ${text[`exceptions_kind_${kind}`]}\n${linkTo(`${exceptionsPath}/${id}`)}`,
    )
    const paragraphs = [
      text.email_exceptions_text.replaceAll('{email}', () => email),
      ...items,
      ...(hasMore ? [text.email_exceptions_more] : []),
      `${text.email_exceptions_decide}\n${linkTo('/dashboard')}`,
      `${text.email_exceptions_frequency}\n${linkTo(preferencesPath)}`,
    ]
    return { subject: text.email_exceptions_subject, text: `${paragraphs.join('\n\n')}\n` }
  }
