import { instant, iso } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { statement } from '../platform/storage/statement.ts'
import { readBody, type SnapshotStore, writeBody } from './snapshot.ts'

interface SnapshotRow {
  readonly id: string
  readonly taken_at: string
  readonly body: string
}

const insertSnapshot = statement<SnapshotRow, never>((query, param) =>
  query
    .insertInto('rate_snapshots')
    .values({ id: param('id'), taken_at: param('taken_at'), body: param('body') })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

const selectSnapshot = statement<{ id: string }, SnapshotRow>((query, param) =>
  query.selectFrom('rate_snapshots').where('id', '=', param('id')).select(['id', 'taken_at', 'body']),
)

export function createSnapshotStore(sql: Sql): SnapshotStore {
  return {
    async insert(snapshot) {
      const { id, takenAt } = snapshot
      await sql.queryAll(insertSnapshot, { id, taken_at: iso(takenAt), body: writeBody(snapshot) })
    },

    async find(id) {
      const row = await sql.queryOne(selectSnapshot, { id })
      return row ? readBody(row.id, instant(row.taken_at), row.body) : null
    },
  }
}
