import type { AccessToken } from '../../accounts/access-token.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { dashboardPage } from '../pages/frame.ts'
import type { CurrentAccount, PageContext } from '../pages/page-context.ts'
import { badge, emptyState, momentOf, pager, table } from '../pages/parts.ts'
import type { DashboardTranslator } from '../pages/words.ts'

export const tokensPath = '/dashboard/settings/tokens'

interface TokensScene {
  readonly tokens: readonly AccessToken[]
  readonly now: number
  /** Whether this is the first page. */
  readonly isFirst: boolean
  /** The last token of this page if more follow. */
  readonly next: string | null
  readonly isRevoked: boolean
}

/** The account's tokens, newest first. */
export function tokensPage(scene: PageContext, host: CurrentAccount, shown: TokensScene): string {
  const { words, prefix } = scene
  const { text } = words
  const { tokens, now, isFirst, next, isRevoked } = shown
  const path = `${prefix}${tokensPath}`
  const make = html`<a class="button primary small" href="${path}/new">${text.tokens_create}</a>`
  const columns = [
    { label: text.tokens_name },
    { label: text.tokens_permissions },
    { label: text.tokens_state },
    { label: text.tokens_created },
    { label: text.tokens_used },
    { label: text.tokens_expires },
  ]
  const row = (token: AccessToken) => [
    html`<a href="${path}/${token.id}"><bdi>${token.name}</bdi></a>`,
    text[`tokens_scope_${token.scope}`],
    stateBadge(words, token, now),
    momentOf(words, token.createdAt, host),
    momentOr(words, token.lastUsedAt, host, text.tokens_never_used),
    momentOr(words, token.expiresAt, host, text.tokens_never),
  ]
  const list =
    tokens.length === 0 && isFirst
      ? emptyState(text.tokens_none, html`<p>${text.tokens_none_text}</p>`)
      : table(text.tokens, columns, tokens.map(row))
  return dashboardPage(scene, host, {
    path: tokensPath,
    title: text.tokens,
    actions: make,
    done: isRevoked ? text.tokens_done_revoked : null,
    body: html`<p class="lead">${text.tokens_intro}</p>
${list}
${pager(scene, next && `${path}?before=${next}`, isFirst ? null : path)}`,
  })
}

export const momentOr = (
  words: DashboardTranslator,
  at: number | null,
  host: CurrentAccount,
  otherwise: string,
): Html | string => (at === null ? otherwise : momentOf(words, at, host))

/** Whether the token is still valid. */
export function tokenState(
  { revokedAt, expiresAt }: AccessToken,
  now: number,
): 'live' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live'
}

export function stateBadge({ text }: DashboardTranslator, token: AccessToken, now: number): Html {
  const state = tokenState(token, now)
  return badge(state === 'live' ? 'good' : 'plain', text[`tokens_state_${state}`])
}
