import type { AccessToken } from '../../accounts/access-token.ts'
import { type Html, html } from '../../platform/web/html.ts'
import {
  renderBadge,
  renderEmptyState,
  renderInstant,
  renderPager,
  renderTable,
} from '../pages/components.ts'
import { renderDashboardPage } from '../pages/layout.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import type { DashboardTranslator } from '../pages/translator.ts'

export const tokensPath = '/dashboard/settings/tokens'

interface TokensPageData {
  readonly tokens: readonly AccessToken[]
  readonly now: number
  /** Whether this is the first page. */
  readonly isFirstPage: boolean
  /** The last token of this page if more follow; otherwise null. */
  readonly nextCursor: string | null
  readonly isRevoked: boolean
}

/** The account's tokens, newest first. */
export function renderTokensPage(
  context: PageContext,
  currentAccount: CurrentAccount,
  data: TokensPageData,
): string {
  const { translator, prefix } = context
  const { text } = translator
  const { tokens, now, isFirstPage, nextCursor, isRevoked } = data
  const path = `${prefix}${tokensPath}`
  const createButton = html`<a class="button primary small" href="${path}/new">${text.tokens_create}</a>`
  const columns = [
    { label: text.tokens_name },
    { label: text.tokens_permissions },
    { label: text.tokens_state },
    { label: text.tokens_created },
    { label: text.tokens_used },
    { label: text.tokens_expires },
  ]
  const renderRow = (token: AccessToken) => [
    html`<a href="${path}/${token.id}"><bdi>${token.name}</bdi></a>`,
    text[`tokens_scope_${token.scope}`],
    renderStateBadge(translator, token, now),
    renderInstant(translator, token.createdAt, currentAccount),
    renderInstantOr(translator, token.lastUsedAt, currentAccount, text.tokens_never_used),
    renderInstantOr(translator, token.expiresAt, currentAccount, text.tokens_never),
  ]
  const list =
    tokens.length === 0 && isFirstPage
      ? renderEmptyState(text.tokens_none, html`<p>${text.tokens_none_text}</p>`)
      : renderTable(text.tokens, columns, tokens.map(renderRow))
  return renderDashboardPage(context, currentAccount, {
    path: tokensPath,
    title: text.tokens,
    actions: createButton,
    confirmation: isRevoked ? text.tokens_done_revoked : null,
    body: html`<p class="lead">${text.tokens_intro}</p>
${list}
${renderPager(context, nextCursor && `${path}?before=${nextCursor}`, isFirstPage ? null : path)}`,
  })
}

export const renderInstantOr = (
  translator: DashboardTranslator,
  at: number | null,
  currentAccount: CurrentAccount,
  fallback: string,
): Html | string => (at === null ? fallback : renderInstant(translator, at, currentAccount))

/** Revoked takes precedence over expired. */
export function getTokenState(
  { revokedAt, expiresAt }: AccessToken,
  now: number,
): 'live' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live'
}

export function renderStateBadge({ text }: DashboardTranslator, token: AccessToken, now: number): Html {
  const state = getTokenState(token, now)
  return renderBadge(state === 'live' ? 'good' : 'plain', text[`tokens_state_${state}`])
}
