import { html } from '../../platform/web/html.ts'
import { emailField, newPasswordField } from '../pages/fields.ts'
import { errorsByField, type FormState, form } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { link, sheet } from '../pages/sheet.ts'

export function forgotPage(
  scene: PageContext,
  { filled, sendsLetters }: { filled: FormState; sendsLetters: boolean },
): string {
  const { words, prefix } = scene
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, { account_invalid: 'email' })
  const command = html`<code dir="ltr">account reset --email …</code>`
  const body = sendsLetters
    ? html`<p class="lead">${text.forgot_text}</p>
${form(`${prefix}/forgot`, rest, { fields: emailField(words, rest, errorOf('email')), button: text.forgot_send })}`
    : html`<p class="lead">${words.say('forgot_operator', { command })}</p>`
  return sheet(
    scene,
    text.forgot_title,
    html`${body}
<p class="aside">${link(`${prefix}/login`, text.sign_in)}</p>`,
    'forgot_title',
  )
}

export function resetPage(
  scene: PageContext,
  { filled, action }: { filled: FormState; action: string },
): string {
  const { words } = scene
  const { text } = words
  const { rest, errorOf } = errorsByField(filled, { password_invalid: 'password' })
  return sheet(
    scene,
    text.reset_title,
    html`<p class="lead">${text.reset_text}</p>
${form(action, rest, { fields: newPasswordField(words, text.new_password, errorOf('password')), button: text.reset_save })}`,
    'reset_title',
  )
}
