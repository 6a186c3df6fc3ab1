import { type Html, html } from '../../platform/web/html.ts'
import { renderCurrentPasswordField, renderUsernameField } from '../pages/fields.ts'
import { type FormState, getFormState, renderField, renderForm, splitFormErrors } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { type PasskeysCardData, renderPasskeysCard } from './passkeys-page.ts'
import { securityPath } from './security-paths.ts'

/** Actions that the page can confirm after a redirect. */
export const securityActions = [
  'password',
  'codes_on',
  'codes_off',
  'passkey_added',
  'passkey_removed',
] as const
type SecurityAction = (typeof securityActions)[number]

export function renderSecurityPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  {
    formState,
    hasTwoFactor,
    passkeys,
    completedAction,
  }: {
    formState: FormState
    hasTwoFactor: boolean
    passkeys: PasskeysCardData
    completedAction: SecurityAction | null
  },
): string {
  const { translator } = context
  const { text } = translator
  return renderDashboardPage(context, currentAccount, {
    path: securityPath,
    title: text.security,
    confirmation:
      completedAction === 'password'
        ? renderPasswordChanged(context)
        : completedAction && text[`done_${completedAction}`],
    body: html`${renderPasswordCard(context, getFormState(formState, 'password'), currentAccount)}
${hasTwoFactor ? renderTwoFactorOnCard(context, getFormState(formState, 'codes')) : renderTwoFactorOffCard(context)}
${renderPasskeysCard(context, currentAccount, { ...passkeys, formState: getFormState(formState, 'passkey') })}`,
    scripts: ['passkeys.js'],
  })
}

function renderPasswordCard(
  { translator, prefix }: PageContext,
  formState: FormState,
  { email }: CurrentAccount,
): Html {
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    password_wrong: 'old_password',
    password_invalid: 'new_password',
  })
  const currentPassword = renderField({
    name: 'old_password',
    error: getError('old_password'),
    label: text.old_password,
    type: 'password',
    autocomplete: 'current-password',
  })
  const newPassword = renderField({
    name: 'new_password',
    error: getError('new_password'),
    label: text.new_password,
    type: 'password',
    autocomplete: 'new-password',
    hint: text.password_hint,
  })
  return html`<section class="card"><h2>${text.change_password}</h2>
<p>${text.change_password_text}</p>
${renderForm(`${prefix}${securityPath}/password`, remainingState, { fields: [renderUsernameField(email), currentPassword, newPassword], button: text.change_password })}</section>`
}

const renderTwoFactorOffCard = ({ translator: { text }, prefix }: PageContext): Html =>
  html`<section class="card"><h2>${text.codes}</h2>
<p>${text.codes_off_text}</p>
<div class="buttons"><a class="button" href="${prefix}${securityPath}/codes">${text.codes_set_up}</a></div></section>`

function renderTwoFactorOnCard({ translator, prefix }: PageContext, formState: FormState): Html {
  const { remainingState, getError } = splitFormErrors(formState, { password_wrong: 'password' })
  return html`<section class="card"><h2>${translator.text.codes}</h2>
<p>${translator.text.codes_on_text}</p>
${renderForm(`${prefix}${securityPath}/codes/off`, remainingState, { fields: renderCurrentPasswordField(translator, getError('password')), button: translator.text.codes_turn_off })}</section>`
}

/** Links to everything that an intruder may have set up. A password change only ends the other sessions. */
function renderPasswordChanged({ translator, prefix }: PageContext): Html {
  const { text } = translator
  const renderLink = (path: string, name: 'people' | 'webhooks' | 'preferences' | 'tokens'): Html =>
    html`<a href="${prefix}/dashboard/${path}">${text[name]}</a>`
  return translator.format('done_password', {
    passkeys: html`<a href="#passkeys">${text.passkeys}</a>`,
    people: renderLink('people', 'people'),
    webhooks: renderLink('settings/webhooks', 'webhooks'),
    preferences: renderLink('settings/preferences', 'preferences'),
    tokens: renderLink('settings/tokens', 'tokens'),
  })
}
