import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AccessToken, Caller } from './access-token.ts'
import type { TokenStore } from './access-tokens.ts'
import type { CallerStore } from './authenticate.ts'
import { type TokenScope, tokenScopes } from './scope.ts'

type TokenRow = RowOf<'access_tokens'>

/** An unknown scope (e.g. from a newer release) is treated as `read`, the narrowest. */
const toScope = (text: string): TokenScope =>
  [...tokenScopes, 'greenfield' as const].find((scope) => scope === text) ?? 'read'

const toToken = (row: TokenRow): AccessToken => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  scope: toScope(row.scope),
  permissions: toPermissions(row.permissions),
  createdAt: parseIsoString(row.created_at),
  expiresAt: parseIsoString(row.expires_at),
  lastUsedAt: parseIsoString(row.last_used_at),
  revokedAt: parseIsoString(row.revoked_at),
})

const toPermissions = (text: string | null): string[] => (text ? text.split(',') : [])

interface CallerRow {
  token_id: string
  account_id: number
  scope: string
  permissions: string | null
  currency: string
}

const selectCaller = defineStatement<{ digest: string; now: string }, CallerRow>((query, param) =>
  query
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
    .where('digest', '=', param('digest'))
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', param('now'))]))
    .select(['access_tokens.id as token_id', 'account_id', 'scope', 'permissions', 'currency']),
)

export function createTokenStore(sql: Sql): Omit<TokenStore, 'findByEmail'> & CallerStore {
  return {
    async insertToken({
      id,
      accountId,
      name,
      scope,
      permissions,
      connectedApp,
      digest,
      createdAt,
      expiresAt,
    }) {
      await sql.query
        .insertInto('access_tokens')
        .values({
          id,
          account_id: accountId,
          name,
          scope,
          permissions: permissions.length === 0 ? null : permissions.join(','),
          application: connectedApp?.application ?? null,
          application_host: connectedApp?.host ?? null,
          digest,
          created_at: toIsoString(createdAt),
          expires_at: toIsoString(expiresAt),
          last_used_at: null,
          revoked_at: null,
        })
        .execute()
    },

    async listTokens(accountId) {
      const rows = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
      return rows.map(toToken)
    },

    /** Leaves an already revoked token unchanged. */
    async revokeToken(id, at) {
      const revokedRow = await sql.query
        .updateTable('access_tokens')
        .set({ revoked_at: toIsoString(at) })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (revokedRow) return { token: toToken(revokedRow), wasAlreadyRevoked: false }
      const row = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? { token: toToken(row), wasAlreadyRevoked: true } : null
    },

    async listTokenPage(accountId, { before, limit }) {
      const rows = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toToken)
    },

    async findToken(accountId, id) {
      const row = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? toToken(row) : null
    },

    async findConnectedToken(accountId, { application, host }) {
      const row = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('application', '=', application)
        .where('application_host', host === null ? 'is' : '=', host)
        .where('revoked_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? toToken(row) : null
    },

    async touchToken(id, at) {
      await sql.query
        .updateTable('access_tokens')
        .set({ last_used_at: toIsoString(at) })
        .where('id', '=', id)
        .execute()
    },

    async findCaller(digest, now): Promise<Caller | null> {
      const row = await sql.queryOne(selectCaller, { digest, now: toIsoString(now) })
      if (!row) return null
      const { token_id: tokenId, account_id, scope, permissions, currency } = row
      const caller = { accountId: account_id, tokenId, scope: toScope(scope), currency }
      return permissions === null ? caller : { ...caller, permissions: toPermissions(permissions) }
    },
  }
}
