import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../platform/storage/sql.ts'

/** One invariant of the database, as a question whose answer is no rows. */
export interface Check {
  /** Its number in `docs/reliability.md`, and what it says: `I7 sequences have no gap`. */
  readonly invariant: string
  /** The rows that break it, at most some hundred. */
  broken(sql: Sql): Promise<readonly object[]>
}

/** So many rows show what is wrong. */
export const mostRows = 100

export const limit = raw`limit ${raw.lit(mostRows)}`

/** An invariant that one statement asks for. */
export const check = (invariant: string, query: RawBuilder<object>): Check => ({
  invariant,
  broken: async (sql) => (await query.execute(sql.query)).rows,
})

export interface Violation {
  readonly invariant: string
  readonly rows: readonly object[]
}

export interface Diagnosis {
  readonly ok: boolean
  readonly violations: readonly Violation[]
}

/** Asks every question of one moment of the database. */
export async function diagnose(sql: Sql, checks: readonly Check[]): Promise<Diagnosis> {
  const violations: Violation[] = []
  for (const { invariant, broken } of checks) {
    const rows = await broken(sql)
    if (rows.length > 0) violations.push({ invariant, rows })
  }
  return { ok: violations.length === 0, violations }
}
