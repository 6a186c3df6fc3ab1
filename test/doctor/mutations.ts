import { sql as raw } from 'kysely'
import { checks } from '../../src/doctor/store.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import type { Sql } from '../../src/platform/storage/sql.ts'
import { allowDanglingReferences, type Column, type Table } from './schema.ts'

type Value = string | number | bigint | null
type Row = Readonly<Record<string, Value>>

/** One change of one row. */
export interface Mutation {
  readonly table: string
  /** Undefined: the row is deleted. */
  readonly column?: string
  readonly from: Row
  readonly to?: Value
}

/** Rows of a table that are changed: the first, the middle and the last one cover most kinds. */
const maxRows = 3

/** Every change of a table, by the types and values of its columns. */
export async function buildMutations({ query }: Sql, { name, columns }: Table): Promise<Mutation[]> {
  const { rows } = await raw<Row>`select * from ${raw.table(name)}`.execute(query)
  const chosen = spread(rows)
  const deleted = chosen.map((from) => ({ table: name, from }))
  const changed = columns.flatMap((column) => {
    const others = rows.map((row) => row[column.name] ?? null)
    return chosen.flatMap((from) =>
      valuesFor(column, from[column.name] ?? null, others).map((to) => ({
        table: name,
        column: column.name,
        from,
        to,
      })),
    )
  })
  return [...deleted, ...changed]
}

function spread(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= maxRows) return rows
  const step = (rows.length - 1) / (maxRows - 1)
  return Array.from({ length: maxRows }, (_, index) => rows[Math.round(index * step)] ?? {})
}

/** Other valid values of the column. */
function valuesFor({ name, type, isNullable }: Column, value: Value, others: readonly Value[]): Value[] {
  const other = others.find((each) => each !== null && each !== value)
  const isTime = isTimeColumn(name, value)
  const values = [
    ...(isNullable ? [null] : []),
    // The times of two rows may be too close together to tell which is which.
    ...(other === undefined || isTime ? [] : [other]),
    ...(isTime ? farTimes : changedValues(type, value)),
  ]
  return [...new Set(values)].filter((each) => each !== value)
}

const farTimes = ['2001-01-01T00:00:00.000Z', '2101-01-01T00:00:00.000Z']

const isTimeColumn = (name: string, value: Value): boolean =>
  /(_at|_until|_since)$|^(at|time|since)$/.test(name) && (value === null || typeof value === 'string')

function changedValues(type: string, value: Value): Value[] {
  if (type.includes('int')) return [Number(value ?? 0) === 1 ? 0 : Number(value ?? 0) + 1]
  if (value === null) return ['x']
  const text = String(value)
  // Another last digit of a hex number, or another letter.
  const [one, other] = /^[0-9a-f]*$/.test(text) ? ['0', '1'] : ['x', 'y']
  return [text.slice(0, -1) + (text.at(-1) === one ? other : one)]
}

class RolledBack extends Error {}

/** Whether the doctor detects the change, which is rolled back; null if the database rejects it. */
export async function isDetected(database: Database, mutation: Mutation): Promise<boolean | null> {
  let found: boolean | null = null
  try {
    await database.transact(async (sql) => {
      await allowDanglingReferences(sql)
      try {
        await apply(sql, mutation)
      } catch {
        throw new RolledBack()
      }
      found = await breaksSome(sql)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return found
}

async function breaksSome(sql: Sql): Promise<boolean> {
  for (const { findViolations } of checks) if ((await findViolations(sql)).length > 0) return true
  return false
}

async function apply({ query }: Sql, { table, column, from, to = null }: Mutation): Promise<void> {
  const same = Object.entries(from).map(([name, value]) =>
    value === null ? raw`${raw.ref(name)} is null` : raw`${raw.ref(name)} = ${value}`,
  )
  const where = raw.join(same, raw` and `)
  if (column === undefined) await raw`delete from ${raw.table(table)} where ${where}`.execute(query)
  else await raw`update ${raw.table(table)} set ${raw.ref(column)} = ${to} where ${where}`.execute(query)
}
