import type { AccessToken } from '../../accounts/access-token.ts'
import type { TokenScope } from '../../accounts/scope.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { renderCommand, renderDescriptionList, renderInstant } from '../pages/components.ts'
import { renderCopyField, renderCurrentPasswordField } from '../pages/fields.ts'
import { type FormState, renderForm, splitFormErrors } from '../pages/form.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { getTokenState, renderInstantOr, renderStateBadge, tokensPath } from './tokens-page.ts'

interface TokenPageData {
  readonly token: AccessToken
  /** The page shows it once; null otherwise. */
  readonly secret: string | null
  readonly now: number
  readonly baseUrl: string
  readonly formState: FormState
}

/** One token: its details, its secret once, and a form that revokes it. */
export function renderTokenPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: TokenPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { token, secret, now, baseUrl, formState } = data
  const { name, scope, createdAt, lastUsedAt, expiresAt, revokedAt } = token
  const { remainingState, getError } = splitFormErrors(formState, { password_wrong: 'password' })
  const revokeCard = html`<section class="card"><h2>${text.tokens_revoke_title}</h2>
<p>${text.tokens_revoke_text}</p>
${renderForm(`${prefix}${tokensPath}/${token.id}/revoke`, remainingState, { fields: renderCurrentPasswordField(translator, getError('password')), button: text.tokens_revoke, isDanger: true })}</section>`
  return renderDashboardPage(context, currentAccount, {
    path: tokensPath,
    title: name,
    heading: html`<bdi>${name}</bdi>`,
    parent: { path: tokensPath, name: text.tokens },
    scripts: secret === null ? [] : ['copy.js'],
    body: html`${secret && renderSecretCard(context, secret, scope, baseUrl)}
<section class="card">${renderDescriptionList([
      [text.tokens_state, renderStateBadge(translator, token, now)],
      [text.tokens_permissions, text[`tokens_permissions_${scope}`]],
      [text.tokens_id, html`<code dir="ltr">${token.id}</code>`],
      [text.tokens_created, renderInstant(translator, createdAt, currentAccount)],
      [text.tokens_used, renderInstantOr(translator, lastUsedAt, currentAccount, text.tokens_never_used)],
      [text.tokens_expires, renderInstantOr(translator, expiresAt, currentAccount, text.tokens_never)],
      revokedAt === null ? null : [text.tokens_revoked, renderInstant(translator, revokedAt, currentAccount)],
    ])}</section>
${getTokenState(token, now) === 'live' ? revokeCard : null}`,
  })
}

function renderSecretCard(
  { translator }: PageContext,
  secret: string,
  scope: TokenScope,
  baseUrl: string,
): Html {
  const { text } = translator
  const example = buildExampleCommand(secret, scope, baseUrl)
  return html`<section class="card new-token"><h2>${text.tokens_secret_title}</h2>
<p>${text.tokens_secret_text}</p>
${renderCopyField(translator, 'secret', text.tokens_secret, secret)}
<p>${scope === 'read' ? text.tokens_try_read : text.tokens_try}</p>
${renderCommand(example)}
<div class="buttons requires-js"><button class="button small" type="button" data-copy="${example}" data-copied="${text.tokens_copied}"><span aria-live="polite">${text.tokens_copy_command}</span></button></div></section>`
}

/** A command with this token, ready to run. */
const buildExampleCommand = (secret: string, scope: TokenScope, baseUrl: string): string =>
  scope === 'read'
    ? `curl -s -u ${secret}: '${baseUrl}/invoices?limit=5'`
    : `curl -s -u ${secret}: ${baseUrl}/invoices -H 'Content-Type: application/json' -d '{"amount": 12.5, "currency": "USD"}'`
