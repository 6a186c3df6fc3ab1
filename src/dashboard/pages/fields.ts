import { maxEmailLength } from '../../accounts/account.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { type FormState, renderField } from './form.ts'
import type { DashboardTranslator } from './translator.ts'

// Fields that several forms share, with the names and autocomplete values that browsers and password managers recognise.

export const renderEmailField = (
  { text }: DashboardTranslator,
  { values }: FormState,
  { error = null, offersPasskeys = false }: { error?: Html | null; offersPasskeys?: boolean } = {},
): Html =>
  renderField({
    error,
    name: 'email',
    label: text.email,
    type: 'email',
    autocomplete: offersPasskeys ? 'username webauthn' : 'username',
    inputmode: 'email',
    // An address that is too long is shown again, but not in full.
    value: (values.email ?? '').slice(0, maxEmailLength),
  })

export const renderNewPasswordField = (
  { text }: DashboardTranslator,
  label: string,
  error: Html | null,
): Html =>
  renderField({
    error,
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: text.password_hint,
  })

/** Asks for the current password, before any change that moves money, shows secrets or weakens the account. Submitted as `password`. */
export const renderCurrentPasswordField = (
  { text }: DashboardTranslator,
  error: Html | null,
  id = 'password',
): Html =>
  renderField({
    id,
    name: 'password',
    error,
    label: text.password,
    type: 'password',
    autocomplete: 'current-password',
    hint: text.password_again,
  })

export const renderCodeField = ({ text }: DashboardTranslator, error: Html | null): Html =>
  renderField({ name: 'code', error, label: text.code, autocomplete: 'one-time-code', isVerbatim: true })

/** Tells password managers which account a password belongs to. */
export const renderUsernameField = (email: string): Html =>
  html`<input type="hidden" name="username" autocomplete="username" value="${email}">`

/** A read-only value with a button that copies it. The page needs `copy.js`. */
export const renderCopyField = (
  { text }: DashboardTranslator,
  id: string,
  label: string,
  value: string,
): Html =>
  html`<div class="field"><label for="${id}">${label}</label>
<div class="copy-field"><input id="${id}" type="text" readonly dir="ltr" value="${value}" autocomplete="off" autocapitalize="none" spellcheck="false">
<button class="button requires-js" type="button" data-copy="${value}" data-copied="${text.tokens_copied}"><span aria-live="polite">${text.tokens_copy}</span></button></div></div>`
