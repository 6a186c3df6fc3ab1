import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { Session } from './session.ts'
import type { SessionStore } from './sessions.ts'

type Row = RowOf<'sessions', typeof columns>

const toSession = (row: Row): Session => ({
  id: row.id,
  accountId: row.account_id,
  createdAt: parseIsoString(row.created_at),
  lastSeenAt: parseIsoString(row.last_seen_at),
  device: row.device,
  address: row.address,
})

const columns = ['id', 'account_id', 'created_at', 'last_seen_at', 'device', 'address'] as const

const selectSession = defineStatement<{ digest: string }, Row & { currency: string }>((query, param) =>
  query
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('s.digest', '=', param('digest'))
    .select([
      's.id',
      's.account_id',
      's.created_at',
      's.last_seen_at',
      's.device',
      's.address',
      'a.currency',
    ]),
)

export function createSessionStore(sql: Sql): SessionStore {
  const { query } = sql
  return {
    async insert({ digest, id, accountId, createdAt, lastSeenAt, device, address }) {
      const times = { created_at: toIsoString(createdAt), last_seen_at: toIsoString(lastSeenAt) }
      const values = { digest, id, account_id: accountId, ...times, device, address }
      await query.insertInto('sessions').values(values).execute()
    },

    async setLanguage(accountId, language) {
      await query.updateTable('accounts').set({ language }).where('id', '=', accountId).execute()
    },

    async find(digest) {
      const row = await sql.queryOne(selectSession, { digest })
      return row ? { ...toSession(row), currency: row.currency } : null
    },

    async touch(digest, at) {
      await query
        .updateTable('sessions')
        .set({ last_seen_at: toIsoString(at) })
        .where('digest', '=', digest)
        .where('last_seen_at', '<', toIsoString(at))
        .execute()
    },

    async delete(digest) {
      const row = await query
        .deleteFrom('sessions')
        .where('digest', '=', digest)
        .returning(columns)
        .executeTakeFirst()
      return row ? toSession(row) : null
    },

    async deleteById(accountId, id) {
      const row = await query
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row ? toSession(row) : null
    },

    async has(id) {
      const row = await query.selectFrom('sessions').where('id', '=', id).select('id').executeTakeFirst()
      return row !== undefined
    },

    async deleteAll(accountId) {
      const rows = await query
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async listByAccount(accountId) {
      const rows = await query
        .selectFrom('sessions')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .select(columns)
        .execute()
      return rows.map(toSession)
    },

    async prune({ created, seen }) {
      await query
        .deleteFrom('sessions')
        .where((where) =>
          where.or([
            where('created_at', '<=', toIsoString(created)),
            where('last_seen_at', '<=', toIsoString(seen)),
          ]),
        )
        .execute()
    },

    async endAll() {
      await query.deleteFrom('sessions').execute()
    },
  }
}
