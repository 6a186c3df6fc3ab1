import { instant } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { PruneStore } from './prune.ts'

export function createEventPruneStore(sql: Sql): PruneStore {
  return {
    async prune({ before, below, limit }) {
      let oldest = sql.query
        .selectFrom('events')
        .where('position', 'is not', null)
        .orderBy('position')
        .limit(limit)
        .select(['position', 'time'])
      if (below !== null) oldest = oldest.where('position', '<', below)
      const rows = await oldest.execute()
      // Prune only from the start of the log, so that it has no gaps.
      const young = rows.findIndex(({ time }) => instant(time) >= before)
      const old = young < 0 ? rows : rows.slice(0, young)
      const last = old.at(-1)?.position
      if (last === undefined || last === null) return 0
      await sql.query.deleteFrom('events').where('position', '<=', last).execute()
      await sql.query
        .updateTable('event_clock')
        .set({ pruned: last })
        .where('id', '=', 1)
        .where('pruned', '<', last)
        .execute()
      return old.length
    },
  }
}
