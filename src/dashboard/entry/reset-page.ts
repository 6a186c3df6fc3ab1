import { html } from '../../platform/web/html.ts'
import { renderEmailField, renderNewPasswordField } from '../pages/fields.ts'
import { type FormState, renderForm, splitFormErrors } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { renderLink, renderSimplePage } from '../pages/simple-page.ts'

export function renderForgotPage(
  context: PageContext,
  { formState, canSendEmail }: { formState: FormState; canSendEmail: boolean },
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, { account_invalid: 'email' })
  const command = html`<code dir="ltr">account reset --email …</code>`
  const body = canSendEmail
    ? html`<p class="lead">${text.forgot_text}</p>
${renderForm(`${prefix}/forgot`, remainingState, { fields: renderEmailField(translator, remainingState, { error: getError('email') }), button: text.forgot_send })}`
    : html`<p class="lead">${translator.format('forgot_operator', { command })}</p>`
  return renderSimplePage(
    context,
    'forgot_title',
    html`${body}
<p class="aside">${renderLink(`${prefix}/login`, text.sign_in)}</p>`,
  )
}

export function renderResetPage(
  context: PageContext,
  { formState, action }: { formState: FormState; action: string },
): string {
  const { translator } = context
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, { password_invalid: 'password' })
  return renderSimplePage(
    context,
    'reset_title',
    html`<p class="lead">${text.reset_text}</p>
${renderForm(action, remainingState, { fields: renderNewPasswordField(translator, text.new_password, getError('password')), button: text.reset_save })}`,
  )
}
