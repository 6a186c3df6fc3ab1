import { parseIsoString } from '../kernel/clock.ts'
import type { Sql } from '../platform/storage/sql.ts'
import type { PruneStore } from './prune.ts'

export function createEventPruneStore(sql: Sql): PruneStore {
  return {
    async prune({ before, beforePosition, limit }) {
      let oldest = sql.query
        .selectFrom('events')
        .where('position', 'is not', null)
        .orderBy('position')
        .limit(limit)
        .select(['position', 'time'])
      if (beforePosition !== null) oldest = oldest.where('position', '<', beforePosition)
      const rows = await oldest.execute()
      // Prune only from the start of the log, so that it has no gaps.
      const firstKept = rows.findIndex(({ time }) => parseIsoString(time) >= before)
      const expired = firstKept < 0 ? rows : rows.slice(0, firstKept)
      const last = expired.at(-1)?.position
      if (last === undefined || last === null) return 0
      await sql.query.deleteFrom('events').where('position', '<=', last).execute()
      await sql.query
        .updateTable('event_clock')
        .set({ pruned: last })
        .where('id', '=', 1)
        .where('pruned', '<', last)
        .execute()
      return expired.length
    },
  }
}
