import { type CoinCode, coins } from '../coins/index.ts'
import { instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import type { AccessToken, Caller } from './access-token.ts'
import type { AccountStore } from './accounts.ts'
import type { CallerStore } from './authenticate.ts'
import type { Destination } from './destination.ts'

type Whole = bigint | number

interface TokenRow {
  id: string
  account_id: Whole
  name: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

const toToken = (row: TokenRow): AccessToken => ({
  id: row.id,
  accountId: Number(row.account_id),
  name: row.name,
  scope: 'full',
  createdAt: instant(row.created_at),
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

const selectCaller = statement<{ digest: string }, { token_id: string; account_id: Whole; currency: string }>(
  (query, param) =>
    query
      .selectFrom('access_tokens')
      .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
      .where('digest', '=', param('digest'))
      .where('revoked_at', 'is', null)
      .select(['access_tokens.id as token_id', 'account_id', 'currency']),
)

const selectDestinations = statement<{ accountId: number }, DestinationRow>((query, param) =>
  query
    .selectFrom('destinations')
    .where('account_id', '=', param('accountId'))
    .select(['coin', 'kind', 'value', 'script', 'key_id']),
)

const insertKey = statement<{ coin: string; keyId: string; by: number }, { next_index: Whole }>(
  (query, param) =>
    query
      .insertInto('derivation_keys')
      .values({ coin: param('coin'), key_id: param('keyId'), next_index: param('by') })
      .onConflict((conflict) =>
        conflict.columns(['coin', 'key_id']).doUpdateSet((set) => ({
          next_index: set('derivation_keys.next_index', '+', set.ref('excluded.next_index')),
        })),
      )
      .returning('next_index'),
)

const selectDerived = statement<{ coin: string; script: string }, { coin: string }>((query, param) =>
  query
    .selectFrom('invoice_addresses')
    .where('coin', '=', param('coin'))
    .where('script', '=', param('script'))
    .where('key_id', 'is not', null)
    .select('coin'),
)

const selectFixed = statement<{ coin: string; script: string }, { coin: string }>((query, param) =>
  query
    .selectFrom('destinations')
    .where('coin', '=', param('coin'))
    .where('script', '=', param('script'))
    .limit(1)
    .select('coin'),
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

    async takeIndex(coin, keyId) {
      const row = await sql.first(insertKey, { coin, keyId, by: 1 })
      return Number(row?.next_index) - 1
    },

    async advanceIndex(coin, keyId, by) {
      return Number((await sql.first(insertKey, { coin, keyId, by }))?.next_index)
    },

    async isFixed(coin, script) {
      return (await sql.first(selectFixed, { coin, script })) !== undefined
    },

    async wasDerived(coin, script) {
      return (await sql.first(selectDerived, { coin, script })) !== undefined
    },

    async insertToken({ id, accountId, name, scope, digest, createdAt }) {
      await sql.query
        .insertInto('access_tokens')
        .values({
          id,
          account_id: accountId,
          name,
          scope,
          digest,
          created_at: iso(createdAt),
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
      await sql.query
        .updateTable('access_tokens')
        .set({ revoked_at: iso(at) })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
      const row = await sql.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? toToken(row) : null
    },

    async touchToken(id, at) {
      await sql.query
        .updateTable('access_tokens')
        .set({ last_used_at: iso(at) })
        .where('id', '=', id)
        .execute()
    },

    async findCaller(digest): Promise<Caller | null> {
      const row = await sql.first(selectCaller, { digest })
      return row ? { accountId: Number(row.account_id), tokenId: row.token_id, currency: row.currency } : null
    },
  }
}
