import { type Html, html } from '../../platform/web/html.ts'
import type { OpenInvitation } from '../../staff/accept.ts'
import { invitationPath } from '../../staff/staff.ts'
import { formatNextQuery } from '../entry/next.ts'
import { renderNewPasswordField } from '../pages/fields.ts'
import { type FormState, renderAlert, renderForm, renderPostButton, splitFormErrors } from '../pages/form.ts'
import type { PageContext } from '../pages/page-context.ts'
import { renderLink, renderSimplePage } from '../pages/simple-page.ts'
import { isolateLeftToRight } from '../pages/translator.ts'

interface InvitationPageData {
  readonly formState: FormState
  readonly secret: string
  readonly invitation: OpenInvitation
  /** Email address of the signed-in user; null if nobody is signed in. */
  readonly signedInEmail: string | null
}

/** A staff invitation. It doesn't reveal whether the invited person has an account. */
export function renderInvitationPage(context: PageContext, data: InvitationPageData): string {
  const { translator } = context
  const { text } = translator
  const { accountId, name, email, role } = data.invitation
  return renderSimplePage(
    context,
    'invitation_title',
    html`<p class="lead">${translator.format('invitation_text', {
      name: html`<strong><bdi>${name}</bdi></strong>`,
      number: isolateLeftToRight(String(accountId)),
      email: isolateLeftToRight(email),
      role: html`<strong>${text[`role_${role}`]}</strong>`,
    })}</p>
<p>${text[`invitation_${role}`]}</p>
${renderAcceptance(context, data)}`,
  )
}

function renderAcceptance(context: PageContext, data: InvitationPageData): Html {
  const { translator, prefix } = context
  const { text } = translator
  const { formState, secret, invitation, signedInEmail } = data
  const path = `${prefix}${invitationPath}/${secret}`
  if (signedInEmail === invitation.email)
    return renderForm(`${path}/accept`, formState, { fields: null, button: text.invitation_accept })
  if (signedInEmail !== null)
    return html`${renderAlert(formState)}<p>${translator.format('invitation_other', { email: isolateLeftToRight(signedInEmail) })}</p>
${renderPostButton(`${prefix}/logout`, text.sign_out)}`
  const signIn = renderLink(`${prefix}/login${formatNextQuery(`${invitationPath}/${secret}`)}`, text.sign_in)
  if (!invitation.canRegister)
    return html`${renderAlert(formState)}<p>${text.invitation_no_account}</p><p class="aside">${signIn}</p>`
  const { remainingState, getError } = splitFormErrors(formState, { password_invalid: 'password' })
  return html`${renderForm(path, remainingState, {
    fields: renderNewPasswordField(translator, text.password, getError('password')),
    button: text.invitation_register,
  })}
<p class="aside">${text.have_account} ${signIn}</p>`
}
