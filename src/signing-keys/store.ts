import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { SigningKey } from './key.ts'
import type { SigningKeyStore } from './keys.ts'

type KeyRow = RowOf<'signing_keys', typeof columns>

const columns = ['id', 'public_key', 'created_at', 'expires_at', 'retired_at'] as const

const toKey = (row: KeyRow): SigningKey => ({
  id: row.id,
  publicKey: row.public_key,
  createdAt: parseIsoString(row.created_at),
  expiresAt: parseIsoString(row.expires_at),
  retiredAt: parseIsoString(row.retired_at),
})

/** Runs every second. */
const selectActive = defineStatement<{ now: string }, KeyRow>((query, param) =>
  query
    .selectFrom('signing_keys')
    .where((where) => where.or([where('retired_at', 'is', null), where('expires_at', '>', param('now'))]))
    .orderBy('created_at', 'desc')
    .select(columns),
)

export function createSigningKeyStore(sql: Sql): SigningKeyStore {
  const { query } = sql
  return {
    async listActive(now) {
      return (await sql.queryAll(selectActive, { now: toIsoString(now) })).map(toKey)
    },

    async findCurrent() {
      const row = await query
        .selectFrom('signing_keys')
        .where('retired_at', 'is', null)
        .select(columns)
        .executeTakeFirst()
      return row ? toKey(row) : null
    },

    async retire(id, at) {
      const row = await query
        .updateTable('signing_keys')
        .set({ retired_at: toIsoString(at) })
        .where('id', '=', id)
        .where('retired_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async insert({ id, publicKey, createdAt, expiresAt }) {
      const row = await query
        .insertInto('signing_keys')
        .values({
          id,
          public_key: publicKey,
          created_at: toIsoString(createdAt),
          expires_at: toIsoString(expiresAt),
          retired_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async expireRetired(at) {
      await query
        .updateTable('signing_keys')
        .set({ expires_at: toIsoString(at) })
        .where('retired_at', 'is not', null)
        .where('expires_at', '>', toIsoString(at))
        .execute()
    },

    async listOperatorIds() {
      const rows = await query
        .selectFrom('accounts')
        .where('operator', '=', 1)
        .orderBy('id')
        .select('id')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
