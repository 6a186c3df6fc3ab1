import { incrementSequence } from '../accounts/store.ts'
import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AccountLink } from './link.ts'
import type { LinkStore } from './links.ts'

const lockAccount = defineStatement<{ id: number }, { id: number }>((query, param) =>
  query.selectFrom('accounts').where('id', '=', param('id')).forUpdate().select('id'),
)

export function createLinkStore(sql: Sql): LinkStore {
  const columns = ['id', 'source', 'target'] as const
  return {
    async insert({ source, target }, at) {
      const row = await sql.query
        .insertInto('account_links')
        .values({ source, target, created_at: toIsoString(at) })
        .onConflict((conflict) => conflict.columns(['source', 'target']).doNothing())
        .returning(columns)
        .executeTakeFirst()
      if (row) return { link: row, isNew: true }
      const existing = await findBetween({ source, target })
      if (!existing) throw new Error('an existing link was not found')
      return { link: existing, isNew: false }
    },

    findBetween,

    async find(id) {
      const row = await sql.query
        .selectFrom('account_links')
        .where('id', '=', id)
        .select(columns)
        .executeTakeFirst()
      return row ?? null
    },

    async delete(id) {
      return (
        (await sql.query.deleteFrom('account_links').where('id', '=', id).returning('id').execute()).length >
        0
      )
    },

    async count(side, accountId) {
      const { count } = await sql.query
        .selectFrom('account_links')
        .where(side, '=', accountId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    async listByAccount(accountId) {
      const rows = await sql.query
        .selectFrom('account_links')
        .where((eb) => eb.or([eb('source', '=', accountId), eb('target', '=', accountId)]))
        .orderBy('id')
        .select(columns)
        .execute()
      return rows
    },

    async lockAccounts({ source, target }) {
      for (const id of [source, target].sort((a, b) => a - b)) await sql.queryOne(lockAccount, { id })
    },

    async incrementSequences({ source, target }) {
      return { source: await incrementSequence(sql, source), target: await incrementSequence(sql, target) }
    },

    async findFirstMiss(accountId, { since, limit }) {
      const rows = await sql.query
        .selectFrom('link_misses')
        .where('account_id', '=', accountId)
        .where('at', '>', toIsoString(since))
        .orderBy('at')
        .limit(limit)
        .select('at')
        .execute()
      const [first] = rows
      return first && rows.length === limit ? parseIsoString(first.at) : null
    },

    async recordMiss(accountId, at, since) {
      await sql.query.deleteFrom('link_misses').where('at', '<=', toIsoString(since)).execute()
      await sql.query
        .insertInto('link_misses')
        .values({ account_id: accountId, at: toIsoString(at) })
        .execute()
    },
  }

  async function findBetween({ source, target }: Omit<AccountLink, 'id'>): Promise<AccountLink | null> {
    const row = await sql.query
      .selectFrom('account_links')
      .where('source', '=', source)
      .where('target', '=', target)
      .select(columns)
      .executeTakeFirst()
    return row ?? null
  }
}
