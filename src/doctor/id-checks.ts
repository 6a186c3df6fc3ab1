import { sql as raw } from 'kysely'
import { hour, parseIsoString } from '../kernel/clock.ts'
import { decodeIdTime } from '../kernel/ids.ts'
import type { Check } from './check.ts'
import { defineCustomCheck, pageSize, readPages } from './custom-check.ts'

/** Ids that start with the row's creation time. */
const timedIds = [
  ['invoices', 'uid', 'created_at'],
  ['payments', 'id', 'claimed_at'],
  ['rate_snapshots', 'id', 'taken_at'],
  ['events', 'id', 'time'],
  ['access_tokens', 'id', 'created_at'],
  ['webhook_endpoints', 'id', 'created_at'],
  ['webhook_deliveries', 'id', 'created_at'],
] as const

/** The clock may be read separately for the id and the column. */
const toleranceMs = 1 * hour

interface Row {
  id: string
  time: string
}

export const idCheck: Check = defineCustomCheck(
  'I21 an id starts with the creation time of its row',
  async ({ query }, report) => {
    for (const [table, id, time] of timedIds) {
      const read = async (last: Row | undefined) =>
        (
          await raw<Row>`select ${raw.ref(id)} as id, ${raw.ref(time)} as time from ${raw.table(table)}
          where ${raw.ref(id)} > ${last?.id ?? ''} order by ${raw.ref(id)} limit ${raw.lit(pageSize)}`.execute(
            query,
          )
        ).rows
      for await (const rows of readPages(read))
        for (const row of rows)
          if (!(Math.abs(decodeIdTime(row.id) - parseIsoString(row.time)) <= toleranceMs))
            report({ table, ...row })
    }
  },
)
