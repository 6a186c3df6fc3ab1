import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../platform/storage/sql.ts'

/** One database invariant: a query that returns the rows that violate it. */
export interface Check {
  /** Its number in `docs/reliability.md` and its statement: `I7 sequences have no gap`. */
  readonly invariant: string
  /** Rows that violate it, about `maxRows` at most. */
  findViolations(sql: Sql): Promise<readonly object[]>
}

/** Enough rows to show what is wrong. */
export const maxRows = 100

export const limit = raw`limit ${raw.lit(maxRows)}`

/** An invariant that one SQL statement checks. */
export const defineCheck = (invariant: string, query: RawBuilder<object>): Check => ({
  invariant,
  findViolations: async (sql) => (await query.execute(sql.query)).rows,
})

interface Violation {
  readonly invariant: string
  readonly rows: readonly object[]
}

export interface Diagnosis {
  readonly ok: boolean
  readonly violations: readonly Violation[]
}

/** Runs all checks on one snapshot of the database. */
export async function diagnose(sql: Sql, checks: readonly Check[]): Promise<Diagnosis> {
  const violations: Violation[] = []
  for (const { invariant, findViolations } of checks) {
    const rows = await findViolations(sql)
    if (rows.length > 0) violations.push({ invariant, rows })
  }
  return { ok: violations.length === 0, violations }
}
