import { html } from '../../platform/web/html.ts'
import { emailField, newPasswordField } from '../pages/fields.ts'
import { type FormState, form, splitFormErrors } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { link, simplePage } from '../pages/simple-page.ts'

export function forgotPage(
  context: PageContext,
  { formState, canSendEmail }: { formState: FormState; canSendEmail: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { rest, getError } = splitFormErrors(formState, { account_invalid: 'email' })
  const command = html`<code dir="ltr">account reset --email …</code>`
  const body = canSendEmail
    ? html`<p class="lead">${text.forgot_text}</p>
${form(`${prefix}/forgot`, rest, { fields: emailField(translator, rest, getError('email')), button: text.forgot_send })}`
    : html`<p class="lead">${translator.format('forgot_operator', { command })}</p>`
  return simplePage(
    context,
    'forgot_title',
    html`${body}
<p class="aside">${link(`${prefix}/login`, text.sign_in)}</p>`,
  )
}

export function resetPage(
  context: PageContext,
  { formState, action }: { formState: FormState; action: string },
): string {
  const { translator } = context
  const { text } = translator
  const { rest, getError } = splitFormErrors(formState, { password_invalid: 'password' })
  return simplePage(
    context,
    'reset_title',
    html`<p class="lead">${text.reset_text}</p>
${form(action, rest, { fields: newPasswordField(translator, text.new_password, getError('password')), button: text.reset_save })}`,
  )
}
