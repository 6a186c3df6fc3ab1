import { type CoinCode, coins } from '../coins/index.ts'
import { instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { AccessToken, Caller } from './access-token.ts'
import type { AccountStore } from './accounts.ts'
import type { CallerStore } from './authenticate.ts'
import type { Destination } from './destination.ts'
import { type TokenScope, tokenScopes } from './scope.ts'

type Whole = bigint | number

interface TokenRow {
  id: string
  account_id: Whole
  name: string
  scope: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

/** An unknown scope, of a newer release perhaps, gives the least. */
const toScope = (text: string): TokenScope => tokenScopes.find((scope) => scope === text) ?? 'read'

const toToken = (row: TokenRow): AccessToken => ({
  id: row.id,
  accountId: Number(row.account_id),
  name: row.name,
  scope: toScope(row.scope),
  createdAt: instant(row.created_at),
  expiresAt: row.expires_at === null ? null : instant(row.expires_at),
  lastUsedAt: row.last_used_at === null ? null : instant(row.last_used_at),
  revokedAt: row.revoked_at === null ? null : instant(row.revoked_at),
})

interface DestinationRow {
  coin: string
  kind: 'xpub' | 'address'
  value: string
  script: string | null
  key_id: string | null
}

function toDestination({ coin, kind, value, script, key_id }: DestinationRow): Destination {
  const code = coin as CoinCode
  return kind === 'xpub'
    ? { coin: code, kind, value, keyId: key_id ?? '' }
    : { coin: code, kind, value, script: script ?? '' }
}

interface CallerRow {
  token_id: string
  account_id: Whole
  scope: string
  currency: string
}

const selectCaller = statement<{ digest: string; now: string }, CallerRow>((query, param) =>
  query
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
    .where('digest', '=', param('digest'))
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', param('now'))]))
    .select(['access_tokens.id as token_id', 'account_id', 'scope', 'currency']),
)

const selectDestinations = statement<{ accountId: number }, DestinationRow>((query, param) =>
  query
    .selectFrom('destinations')
    .where('account_id', '=', param('accountId'))
    .select(['coin', 'kind', 'value', 'script', 'key_id']),
)

export function accountStore(sql: Sql): AccountStore & CallerStore {
  return {
    async insert({ email, name, currency, operator, createdAt, password }) {
      const row = await sql.query
        .insertInto('accounts')
        .values({ email, name, currency, operator: operator ? 1 : 0, created_at: iso(createdAt), password })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row ? Number(row.id) : null
    },

    async update(id, { operator, ...change }) {
      const values = { ...change, ...(operator !== undefined && { operator: operator ? 1 : 0 }) }
      if (Object.keys(values).length === 0) return
      await sql.query.updateTable('accounts').set(values).where('id', '=', id).execute()
    },

    async findByEmail(email) {
      const row = await sql.query
        .selectFrom('accounts')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst()
      if (!row) return null
      return {
        id: Number(row.id),
        email: row.email,
        name: row.name,
        currency: row.currency,
        operator: Number(row.operator) === 1,
        createdAt: instant(row.created_at),
      }
    },

    async isEmpty() {
      return (await sql.query.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
    },

    async lockFirst() {
      // The making of an account writes that row anyway.
      await sql.query
        .updateTable('audit_chain')
        .set((set) => ({ number: set.ref('number') }))
        .where('id', '=', 1)
        .execute()
    },

    async destinations(accountId) {
      const found = (await sql.all(selectDestinations, { accountId })).map(toDestination)
      const order = [...coins.keys()]
      return found.sort((a, b) => order.indexOf(a.coin) - order.indexOf(b.coin))
    },

    async setDestination(accountId, destination, at) {
      const values = {
        kind: destination.kind,
        value: destination.value,
        script: destination.kind === 'address' ? destination.script : null,
        key_id: destination.kind === 'xpub' ? destination.keyId : null,
        created_at: iso(at),
      }
      await sql.query
        .insertInto('destinations')
        .values({ account_id: accountId, coin: destination.coin, ...values })
        .onConflict((conflict) => conflict.columns(['account_id', 'coin']).doUpdateSet(values))
        .execute()
    },

    async insertToken({ id, accountId, name, scope, digest, createdAt, expiresAt }) {
      await sql.query
        .insertInto('access_tokens')
        .values({
          id,
          account_id: accountId,
          name,
          scope,
          digest,
          created_at: iso(createdAt),
          expires_at: expiresAt === null ? null : iso(expiresAt),
          last_used_at: null,
          revoked_at: null,
        })
        .execute()
    },

    async tokens(accountId) {
      const rows = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
      return rows.map(toToken)
    },

    /** A token that was revoked before stays as it was. */
    async revokeToken(id, at) {
      const revoked = await sql.query
        .updateTable('access_tokens')
        .set({ revoked_at: iso(at) })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (revoked) return { token: toToken(revoked), before: false }
      const row = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? { token: toToken(row), before: true } : null
    },

    async touchToken(id, at) {
      await sql.query
        .updateTable('access_tokens')
        .set({ last_used_at: iso(at) })
        .where('id', '=', id)
        .execute()
    },

    async findCaller(digest, now): Promise<Caller | null> {
      const row = await sql.first(selectCaller, { digest, now: iso(now) })
      if (!row) return null
      const { token_id: tokenId, account_id, scope, currency } = row
      return { accountId: Number(account_id), tokenId, scope: toScope(scope), currency }
    },
  }
}
