import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import { insertRowIfAbsent, type RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { Passkey, PasskeyStore } from './passkey.ts'

const toPasskey = (row: RowOf<'passkeys'>): Passkey => ({
  id: row.id,
  accountId: row.account_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  userHandle: row.user_handle,
  signCount: row.sign_count,
  transports: row.transports === '' ? [] : row.transports.split(','),
  name: row.name,
  createdAt: parseIsoString(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : parseIsoString(row.last_used_at),
})

export function createPasskeyStore(sql: Sql): PasskeyStore {
  const { query } = sql
  return {
    insert: (passkey) =>
      insertRowIfAbsent(sql, 'passkeys', ['credential_id'], {
        id: passkey.id,
        account_id: passkey.accountId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        user_handle: passkey.userHandle,
        sign_count: passkey.signCount,
        transports: passkey.transports.join(','),
        name: passkey.name,
        created_at: toIsoString(passkey.createdAt),
        last_used_at: null,
      }),

    async find(accountId, id) {
      const row = await query
        .selectFrom('passkeys')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirst()
      return row ? toPasskey(row) : null
    },

    async findByCredentialId(credentialId) {
      const row = await query
        .selectFrom('passkeys')
        .where('credential_id', '=', credentialId)
        .selectAll()
        .executeTakeFirst()
      return row ? toPasskey(row) : null
    },

    async listByAccount(accountId) {
      const rows = await query
        .selectFrom('passkeys')
        .where('account_id', '=', accountId)
        .orderBy('id')
        .selectAll()
        .execute()
      return rows.map(toPasskey)
    },

    async recordUse(id, { previousCount, newCount, at }) {
      const row = await query
        .updateTable('passkeys')
        .set({ sign_count: newCount, last_used_at: toIsoString(at) })
        .where('id', '=', id)
        .where('sign_count', '=', previousCount)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async rename(accountId, id, name) {
      const row = await query
        .updateTable('passkeys')
        .set({ name })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async delete(accountId, id) {
      const row = await query
        .deleteFrom('passkeys')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
