import { incrementSequence } from '../accounts/store.ts'
import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AbandonStore } from './abandon.ts'
import { createAbandonStore } from './abandon-store.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointStore } from './endpoints.ts'
import type { EndpointHealthStore } from './record.ts'
import { endpointColumns, toEndpoint, toGreenfieldColumns, toSecretState } from './rows.ts'

const clearFailing = defineStatement<{ id: string }, never>((query, param) =>
  query
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('id', '=', param('id'))
    .where('failing_since', 'is not', null),
)

const failingColumns = ['failing_since', 'automatic_redelivery'] as const
type FailingRow = RowOf<'webhook_endpoints', typeof failingColumns>

const setFailing = defineStatement<{ id: string; at: string }, FailingRow>((query, param) =>
  query
    .updateTable('webhook_endpoints')
    .set({ failing_since: param('at') })
    .where('id', '=', param('id'))
    .where('failing_since', 'is', null)
    .returning(failingColumns),
)

const selectFailing = defineStatement<{ id: string }, FailingRow>((query, param) =>
  query.selectFrom('webhook_endpoints').where('id', '=', param('id')).select(failingColumns),
)

export function createWebhookEndpointStore(sql: Sql): EndpointStore & EndpointHealthStore & AbandonStore {
  const { query } = sql
  const { abandonPending } = createAbandonStore(sql)
  return {
    abandonPending,

    async insert({ url, description, types, enabled, greenfield = null }, { id, accountId, at }) {
      const row = await query
        .insertInto('webhook_endpoints')
        .values({
          id,
          account_id: accountId,
          url,
          description,
          types: types.join(','),
          enabled: enabled ? 1 : 0,
          created_at: toIsoString(at),
          secret_version: 1,
          secret_rotated_at: null,
          failing_since: null,
          disabled_at: enabled ? null : toIsoString(at),
          disabled_reason: enabled ? null : 'by_hand',
          token_id: greenfield === null ? null : greenfield.tokenId,
          ...toGreenfieldColumns(greenfield),
        })
        .returning(endpointColumns)
        .executeTakeFirstOrThrow()
      return toEndpoint(row)
    },

    listByAccount,

    async lockAndListByAccount(accountId) {
      // An update locks the account's row in both SQLite and PostgreSQL.
      await query
        .updateTable('accounts')
        .set(({ ref }) => ({ currency: ref('currency') }))
        .where('id', '=', accountId)
        .execute()
      return listByAccount(accountId)
    },

    async find(id) {
      const row = await query
        .selectFrom('webhook_endpoints')
        .where('id', '=', id)
        .select(endpointColumns)
        .executeTakeFirst()
      return row ? toEndpoint(row) : null
    },

    async lock(id) {
      const row = await query
        .updateTable('webhook_endpoints')
        .set(({ ref }) => ({ enabled: ref('enabled') }))
        .where('id', '=', id)
        .returning(endpointColumns)
        .executeTakeFirst()
      return row ? toEndpoint(row) : null
    },

    async change(id, { url, description, types, greenfield = null }) {
      await query
        .updateTable('webhook_endpoints')
        .set({
          url,
          description,
          types: types.join(','),
          ...toGreenfieldColumns(greenfield),
        })
        .where('id', '=', id)
        .execute()
    },

    async enable(id) {
      const row = await query
        .updateTable('webhook_endpoints')
        .set({ enabled: 1, failing_since: null, disabled_at: null, disabled_reason: null })
        .where('id', '=', id)
        .where('enabled', '=', 0)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async disable(id, reason, at) {
      const row = await query
        .updateTable('webhook_endpoints')
        .set({ enabled: 0, disabled_at: toIsoString(at), disabled_reason: reason })
        .where('id', '=', id)
        .where('enabled', '=', 1)
        .returning(endpointColumns)
        .executeTakeFirst()
      if (row) await abandonPending(id)
      return row ? toEndpoint(row) : null
    },

    async delete(id) {
      const row = await query
        .deleteFrom('webhook_endpoints')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (row) await abandonPending(id)
      return row !== undefined
    },

    async findAccountSecret(accountId) {
      const row = await query
        .selectFrom('accounts')
        .where('id', '=', accountId)
        .select(['webhook_secret_version', 'webhook_secret_rotated_at'])
        .executeTakeFirstOrThrow()
      return toSecretState(row.webhook_secret_version, row.webhook_secret_rotated_at)
    },

    async rotateAccountSecret(accountId, at) {
      const row = await query
        .updateTable('accounts')
        .set((set) => ({
          webhook_secret_version: set('webhook_secret_version', '+', 1),
          webhook_secret_rotated_at: toIsoString(at),
        }))
        .where('id', '=', accountId)
        .returning(['webhook_secret_version', 'webhook_secret_rotated_at'])
        .executeTakeFirstOrThrow()
      return toSecretState(row.webhook_secret_version, row.webhook_secret_rotated_at)
    },

    async rotateSecret(id, at) {
      const row = await query
        .updateTable('webhook_endpoints')
        .set((set) => ({ secret_version: set('secret_version', '+', 1), secret_rotated_at: toIsoString(at) }))
        .where('id', '=', id)
        .returning(['secret_version', 'secret_rotated_at', 'own_secret', 'own_secret_version'])
        .executeTakeFirstOrThrow()
      return toSecretState(row.secret_version, row.secret_rotated_at, row.own_secret, row.own_secret_version)
    },

    async setSecret(id, encrypted) {
      await query
        .updateTable('webhook_endpoints')
        .set(({ ref }) => ({ own_secret: encrypted, own_secret_version: ref('secret_version') }))
        .where('id', '=', id)
        .execute()
    },

    async recordSuccess(id) {
      await sql.queryAll(clearFailing, { id })
    },

    async recordFailure(id, at) {
      const row =
        (await sql.queryOne(setFailing, { id, at: toIsoString(at) })) ??
        (await sql.queryOne(selectFailing, { id }))
      if (!row) return null
      return {
        failingSince: parseIsoString(row.failing_since),
        hasAutomaticRedelivery: row.automatic_redelivery === 1,
      }
    },

    incrementSequence: (accountId) => incrementSequence(sql, accountId),
  }

  async function listByAccount(accountId: number): Promise<Endpoint[]> {
    const rows = await query
      .selectFrom('webhook_endpoints')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .select(endpointColumns)
      .execute()
    return rows.map(toEndpoint)
  }
}
