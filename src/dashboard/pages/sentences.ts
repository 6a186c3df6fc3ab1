import { minute, second } from '../../kernel/clock.ts'
import type { RefusalCode, Refused } from '../../kernel/refused.ts'
import { type Html, html } from '../../platform/web/html.ts'
import type { Messages } from './messages/en.ts'
import { leftToRight, type Words } from './words.ts'

/** Refusals that pages tell in words of their own. */
const told: Partial<Readonly<Record<RefusalCode, keyof Messages>>> = {
  account_invalid: 'error_account_invalid',
  password_invalid: 'error_password_invalid',
  sign_in_wrong: 'error_sign_in_wrong',
  password_wrong: 'error_password_wrong',
  code_wrong: 'error_code_wrong',
  registration_refused: 'error_registration_refused',
  registration_closed: 'register_closed',
  ticket_over: 'over_text',
  not_found: 'error_missing',
  session_not_found: 'error_missing',
  account_not_visible: 'error_missing',
  view_only: 'error_view_only',
  unavailable: 'error_unavailable',
}

/** Why something was refused, in the reader's language. */
export function sentenceOf(words: Words, { code, retryAfter }: Refused, baseUrl: string): Html {
  if (code === 'cross_site') return words.say('error_cross_site', { address: leftToRight(baseUrl) })
  if (code === 'too_many_guesses' || code === 'too_many_requests') {
    const minutes = Math.max(1, Math.ceil(((retryAfter ?? 0) * second) / minute))
    return words.say('error_too_many', { minutes: words.minutes(minutes) })
  }
  return html`${words.text[told[code] ?? 'error_other']}`
}
