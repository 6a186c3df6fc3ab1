import { tokenScopes } from '../../accounts/scope.ts'
import { html } from '../../platform/web/html.ts'
import { renderCurrentPasswordField } from '../pages/fields.ts'
import { type FormState, renderField, renderForm, renderSelect, splitFormErrors } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { tokensPath } from './tokens-page.ts'

/** Token lifetimes in days. A token may also have no expiry. */
export const tokenLifetimeDays = [7, 30, 90, 365] as const

/** The form that creates a token. */
export function renderNewTokenPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  formState: FormState,
): string {
  const { translator, prefix } = context
  const { text } = translator
  // Defaults: enough permission to sell, and an expiry date.
  const { name, scope = 'invoices', expires = '365' } = formState.values
  const { remainingState, getError } = splitFormErrors(formState, {
    token_invalid: formState.reason ?? 'name',
    password_wrong: 'password',
  })
  const scopes = tokenScopes.map((value) => ({ value, text: text[`tokens_permissions_${value}`] }))
  const expiryOptions = [
    { value: 'never', text: text.tokens_never },
    ...tokenLifetimeDays.map((days) => ({ value: String(days), text: text[`tokens_days_${days}`] })),
  ]
  return renderDashboardPage(context, currentAccount, {
    path: tokensPath,
    title: text.tokens_new,
    parent: { path: tokensPath, name: text.tokens },
    body: html`<section class="card"><p>${text.tokens_new_text}</p>
${renderForm(`${prefix}${tokensPath}`, remainingState, {
  fields: [
    renderField({
      name: 'name',
      error: getError('name'),
      label: text.tokens_name,
      autocomplete: 'off',
      value: name,
      hint: text.tokens_name_hint,
    }),
    renderSelect({
      name: 'scope',
      error: getError('scope'),
      label: text.tokens_permissions,
      options: scopes,
      value: scope,
      hint: text.tokens_permissions_hint,
    }),
    renderSelect({
      name: 'expires',
      error: getError('expires'),
      label: text.tokens_expires,
      options: expiryOptions,
      value: expires,
    }),
    renderCurrentPasswordField(translator, getError('password')),
  ],
  button: text.tokens_create,
})}</section>`,
  })
}
