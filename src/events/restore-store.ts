import { toIsoString } from '../kernel/clock.ts'
import { restoreMarker } from '../platform/storage/migrate.ts'
import type { Sql } from '../platform/storage/sql.ts'

/** Marks a database as restored. */
export function createRestoreStore({ query }: Sql) {
  return {
    /** Skips the next `count` log positions and records the skipped range. */
    async skipPositions(count: number, at: number): Promise<void> {
      const { last: next } = await query
        .updateTable('event_clock')
        .set((set) => ({ last: set('last', '+', count) }))
        .where('id', '=', 1)
        .returning('last')
        .executeTakeFirstOrThrow()
      await query
        .insertInto('restores')
        .values({ restored_at: toIsoString(at), last_position: next - count, next_position: next })
        .execute()
    },

    /** Lets other processes use the database again. */
    async end(): Promise<void> {
      await query.deleteFrom('migrations').where('name', '=', restoreMarker.name).execute()
    },
  }
}
