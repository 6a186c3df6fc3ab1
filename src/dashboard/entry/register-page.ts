import { html } from '../../platform/web/html.ts'
import { renderEmailField, renderNewPasswordField } from '../pages/fields.ts'
import { type FormState, renderForm, renderHiddenField, splitFormErrors } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { renderLink, renderSimplePage } from '../pages/simple-page.ts'
import { isolateLeftToRight } from '../pages/translator.ts'

interface RegisterPageData {
  readonly formState: FormState
  /** The operator's invitation, and its recipient; null without one. */
  readonly invitation: { readonly secret: string; readonly email: string } | null
  readonly isRegistrationOpen: boolean
  readonly isFirstAccount: boolean
}

export function renderRegisterPage(
  context: PageContext,
  { formState, invitation, isRegistrationOpen, isFirstAccount }: RegisterPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  if (!isRegistrationOpen && !invitation)
    return renderSimplePage(
      context,
      'register_title',
      html`<p class="lead">${text.register_closed}</p>
<p class="aside">${text.have_account} ${renderLink(`${prefix}/login`, text.sign_in)}</p>`,
    )
  const { remainingState, getError } = splitFormErrors(formState, {
    password_invalid: 'password',
    ...(!invitation && { account_invalid: 'email', registration_refused: 'email' }),
  })
  const identityField = invitation
    ? renderHiddenField('invitation', invitation.secret)
    : renderEmailField(translator, remainingState, { error: getError('email') })
  return renderSimplePage(
    context,
    'register_title',
    html`${invitation ? html`<p class="lead">${translator.format('register_invited', { email: isolateLeftToRight(invitation.email) })}</p>` : null}
${isFirstAccount ? html`<p class="lead">${text.register_first}</p>` : null}
${renderForm(`${prefix}/register`, remainingState, {
  fields: [identityField, renderNewPasswordField(translator, text.password, getError('password'))],
  button: text.register,
})}
<p class="aside">${text.have_account} ${renderLink(`${prefix}/login`, text.sign_in)}</p>`,
  )
}

/** Doesn't reveal whether an email was sent. */
export const renderCheckEmailPage = (context: PageContext): string =>
  renderSimplePage(context, 'mail_title', html`<p class="lead">${context.translator.text.mail_text}</p>`)

/**
 * Shown when the confirmation link is opened in another browser than the one that registered. Someone else may have registered, and would
 * know the password entered there, so the owner of the email address chooses a new one.
 */
export function renderChoosePasswordPage(
  context: PageContext,
  { formState, email, action }: { formState: FormState; email: string; action: string },
): string {
  const { translator } = context
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, { password_invalid: 'password' })
  return renderSimplePage(
    context,
    'register_title',
    html`<p class="lead">${text.choose_text}</p>
${renderForm(action, remainingState, { fields: renderNewPasswordField(translator, text.password, getError('password')), button: text.register })}`,
    { heading: translator.format('choose_title', { email: isolateLeftToRight(email) }) },
  )
}
