import { parseIsoString, toIsoString } from '../kernel/clock.ts'
import { insertRowIfAbsent, type RowOf } from '../platform/storage/rows.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { parseSnapshotBody, type SnapshotStore, serialiseSnapshotBody } from './snapshot.ts'

const selectSnapshot = defineStatement<{ id: string }, RowOf<'rate_snapshots'>>((query, param) =>
  query.selectFrom('rate_snapshots').where('id', '=', param('id')).select(['id', 'taken_at', 'body']),
)

export function createSnapshotStore(sql: Sql): SnapshotStore {
  return {
    async insert(snapshot) {
      const { id, takenAt } = snapshot
      const row = { id, taken_at: toIsoString(takenAt), body: serialiseSnapshotBody(snapshot) }
      await insertRowIfAbsent(sql, 'rate_snapshots', ['id'], row)
    },

    async find(id) {
      const row = await sql.queryOne(selectSnapshot, { id })
      return row ? parseSnapshotBody(row.id, parseIsoString(row.taken_at), row.body) : null
    },
  }
}
