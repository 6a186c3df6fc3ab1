import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import type { RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import type { AttemptLimitStore } from './attempt-limits.ts'

const columns = ['count', 'since', 'blocked_until'] as const

type Row = RowOf<'guesses', typeof columns>

/** Inserts a row, or updates an existing one only to lock it. */
const lockRow = defineStatement<{ kind: string; who: string; count: number; now: string }, Row>(
  (query, param) =>
    query
      .insertInto('guesses')
      .values({
        kind: param('kind'),
        who: param('who'),
        count: param('count'),
        since: param('now'),
        blocked_until: param('now'),
      })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'who']).doUpdateSet(({ ref }) => ({ count: ref('guesses.count') })),
      )
      .returning(columns),
)

export function createAttemptLimitStore(sql: Sql): AttemptLimitStore {
  const { query } = sql
  return {
    async lock({ kind, digest }, now) {
      const row = await sql.queryOne(lockRow, { kind, who: digest, count: 0, now: toIsoString(now) })
      if (!row) throw new Error('the upsert returned no row')
      const { count, since, blocked_until } = row
      return { count, since: parseIsoString(since), blockedUntil: parseIsoString(blocked_until) }
    },

    async write({ kind, digest }, { count, since, blockedUntil }) {
      await query
        .updateTable('guesses')
        .set({ count, since: toIsoString(since), blocked_until: toIsoString(blockedUntil) })
        .where('kind', '=', kind)
        .where('who', '=', digest)
        .execute()
    },

    async delete({ kind, digest }) {
      await query.deleteFrom('guesses').where('kind', '=', kind).where('who', '=', digest).execute()
    },

    async prune(before) {
      await query
        .deleteFrom('guesses')
        .where('since', '<', toIsoString(before))
        .where('blocked_until', '<', toIsoString(before))
        .execute()
    },
  }
}
