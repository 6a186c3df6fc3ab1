import { getErrorMessage } from '../kernel/error-message.ts'
import { StorageError, StorageUnavailableError } from '../platform/storage/database.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, maxRows } from './check.ts'

/** Rows per query: enough to be fast, few enough to fit in memory. */
export const pageSize = 500

/** Reads rows in pages: `read` returns those after the last row. */
export async function* readPages<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}

type Report = (row: object) => void

/** An invariant that needs more than one statement. Data that cannot be read is a violation, not a failure of the command. */
export const defineCustomCheck = (
  invariant: string,
  find: (sql: Sql, report: Report) => Promise<void>,
): Check => ({
  invariant,
  async findViolations(sql) {
    const rows: object[] = []
    try {
      await find(sql, (row) => {
        rows.push(row)
        if (rows.length >= maxRows) throw new RowLimitReached()
      })
    } catch (error) {
      if (error instanceof StorageError || error instanceof StorageUnavailableError) throw error
      if (!(error instanceof RowLimitReached)) rows.push({ unreadable: getErrorMessage(error) })
    }
    return rows
  },
})

class RowLimitReached extends Error {}

/** Returns the result of `read`, or null if it throws. */
export function tryOrNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
