import { type Html, html } from '../../platform/web/html.ts'
import { maxPasskeyNameLength, maxPasskeys, type Passkey } from '../../sessions/passkey.ts'
import { renderDescriptionList, renderInstant, renderTable } from '../pages/components.ts'
import { renderCurrentPasswordField } from '../pages/fields.ts'
import {
  type FormState,
  getFormState,
  renderField,
  renderForm,
  renderPasskeyForm,
  splitFormErrors,
} from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { passkeysPath, securityPath } from './security-paths.ts'
import { sessionsPath } from './sessions-page.ts'

export interface PasskeysCardData {
  readonly list: readonly Passkey[]
  /** False if browsers allow no passkeys at the base URL. */
  readonly canAdd: boolean
  readonly requiresPassword: boolean
  /** The name of the new passkey. */
  readonly name: string
}

/** The account's passkeys, and a form to add one. The page needs `passkeys.js`. */
export function renderPasskeysCard(
  context: PageContext,
  currentAccount: CurrentAccount,
  { formState, list, ...newPasskey }: PasskeysCardData & { readonly formState: FormState },
): Html | null {
  const { translator, prefix } = context
  const { text } = translator
  if (list.length === 0 && !newPasskey.canAdd) return null
  const columns = [{ label: text.tokens_name }, { label: text.tokens_created }, { label: text.tokens_used }]
  const renderRow = (passkey: Passkey) => [
    html`<a href="${prefix}${passkeysPath}/${passkey.id}"><bdi>${passkey.name}</bdi></a>`,
    renderInstant(translator, passkey.createdAt, currentAccount),
    renderLastUse(context, passkey, currentAccount),
  ]
  return html`<section class="card" id="passkeys"><h2>${text.passkeys}</h2>
<p>${text.passkeys_text}</p>
${list.length > 0 && renderTable(text.passkeys, columns, list.map(renderRow))}
${list.length >= maxPasskeys ? html`<p class="hint">${text.passkeys_full}</p>` : newPasskey.canAdd && renderAddForm(context, formState, newPasskey)}</section>`
}

function renderAddForm(
  { translator, prefix }: PageContext,
  formState: FormState,
  { requiresPassword, name }: Omit<PasskeysCardData, 'list'>,
): Html {
  const { text } = translator
  const { remainingState, getError } = splitFormErrors(formState, {
    password_wrong: 'password',
    passkey_name_invalid: 'name',
  })
  const nameField = renderField({
    name: 'name',
    error: getError('name'),
    label: text.tokens_name,
    autocomplete: 'off',
    value: [...name].slice(0, maxPasskeyNameLength).join(''),
    hint: text.passkeys_name_hint,
  })
  const fields = [
    nameField,
    requiresPassword && renderCurrentPasswordField(translator, getError('password'), 'passkey-password'),
  ]
  return html`<p class="hint" data-no-passkeys>${text.passkeys_unsupported}</p>
${renderPasskeyForm(`${prefix}${passkeysPath}`, remainingState, {
  ceremony: 'create',
  fields,
  button: text.passkeys_add,
  failure: text.passkeys_not_added,
  duplicate: text.passkeys_already,
})}`
}

interface PasskeyPageData {
  readonly passkey: Passkey
  readonly formState: FormState
  readonly requiresPassword: boolean
  readonly isRenamed: boolean
}

/** One passkey, with forms to rename and remove it. */
export function renderPasskeyPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  { passkey, formState, requiresPassword, isRenamed }: PasskeyPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const renameState = splitFormErrors(getFormState(formState, 'rename'), { passkey_name_invalid: 'name' })
  const removeState = splitFormErrors(getFormState(formState, 'remove'), { password_wrong: 'password' })
  const nameField = renderField({
    name: 'name',
    error: renameState.getError('name'),
    label: text.tokens_name,
    autocomplete: 'off',
    value: renameState.remainingState.values.name ?? passkey.name,
    hint: text.passkeys_name_hint,
  })
  const path = `${prefix}${passkeysPath}/${passkey.id}`
  const sessions = html`<a href="${prefix}${sessionsPath}">${text.sessions}</a>`
  return renderDashboardPage(context, currentAccount, {
    path: securityPath,
    title: passkey.name,
    heading: html`<bdi>${passkey.name}</bdi>`,
    parent: { path: securityPath, name: text.security },
    confirmation: isRenamed ? text.done_passkey_renamed : null,
    body: html`<section class="card">${renderDescriptionList([
      [text.tokens_created, renderInstant(translator, passkey.createdAt, currentAccount)],
      [text.tokens_used, renderLastUse(context, passkey, currentAccount)],
    ])}</section>
<section class="card"><h2>${text.passkeys_rename}</h2>
${renderForm(path, renameState.remainingState, { fields: nameField, button: text.passkeys_rename })}</section>
<section class="card"><h2>${text.passkeys_remove}</h2>
<p>${translator.format('passkeys_remove_text', { sessions })}</p>
${renderForm(`${path}/remove`, removeState.remainingState, {
  fields: requiresPassword && renderCurrentPasswordField(translator, removeState.getError('password')),
  button: text.passkeys_remove,
  isDanger: true,
})}</section>`,
  })
}

const renderLastUse = (
  { translator }: PageContext,
  { lastUsedAt }: Passkey,
  currentAccount: CurrentAccount,
): Html | string =>
  lastUsedAt === null
    ? translator.text.tokens_never_used
    : renderInstant(translator, lastUsedAt, currentAccount)
