import { type Insertable, sql as raw, type Selectable } from 'kysely'
import type { Sql, Statement } from './sql.ts'
import { defineStatement } from './statement.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables & string
type ColumnName<Column> = Column extends `${string}.${infer Name}` ? Name : Column

/** A selected row of a table: `RowOf<'invoices', typeof columns>`, or with all columns. */
export type RowOf<
  Name extends Table,
  Columns extends readonly unknown[] = readonly (keyof Tables[Name])[],
> = Pick<Selectable<Tables[Name]>, Extract<keyof Selectable<Tables[Name]>, ColumnName<Columns[number]>>>

/** Inserts a row with a statement of the hot path. */
export async function insertRow<Name extends Table>(
  sql: Sql,
  table: Name,
  row: Insertable<Tables[Name]>,
): Promise<void> {
  await sql.queryAll(getInsertStatement(table, Object.keys(row)), row)
}

/** Rows per statement. There are few sizes, so that few statements are prepared. SQLite inserts the largest in less than a millisecond. */
const batchSizes = [64, 8, 1]
const batchInserts = new Map<string, Statement<object, unknown>>()

/** Inserts rows that only differ in one column, in few statements: on PostgreSQL, each takes a round trip. */
export async function insertRows<Name extends Table, Column extends keyof Insertable<Tables[Name]> & string>(
  sql: Sql,
  table: Name,
  sharedColumns: Omit<Insertable<Tables[Name]>, Column>,
  [column, values]: readonly [name: Column, values: readonly string[]],
): Promise<void> {
  let inserted = 0
  for (const size of batchSizes)
    for (; values.length - inserted >= size; inserted += size) {
      const batch = values.slice(inserted, inserted + size)
      const statement = getBatchInsert(table, [Object.keys(sharedColumns), column], size)
      await sql.queryAll(statement, { ...sharedColumns, ...toNumbered(batch) })
    }
}

const toNumbered = (values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => [`value ${index}`, value]))

function getBatchInsert(
  table: Table,
  [shared, column]: readonly [shared: readonly string[], column: string],
  size: number,
) {
  const key = [table, ...shared, column, size].join()
  const statement =
    batchInserts.get(key) ??
    defineStatement<Record<string, unknown>, unknown>((query, param) =>
      query.insertInto(table).values(
        Array.from({ length: size }, (_, index) => {
          const row = Object.fromEntries(shared.map((name) => [name, param(name)]))
          return { ...row, [column]: param(`value ${index}`) }
        }) as never,
      ),
    )
  batchInserts.set(key, statement)
  return statement
}

/** Inserts a row unless there is one with the same key. Returns whether it did. */
export async function insertRowIfAbsent<Name extends Table>(
  sql: Sql,
  table: Name,
  key: readonly (keyof Tables[Name] & string)[],
  row: Insertable<Tables[Name]>,
): Promise<boolean> {
  return (await sql.queryOne(getInsertStatement(table, Object.keys(row), key), row)) !== undefined
}

interface Insert {
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly statement: Statement<object, unknown>
}

/** Cached statements by table: one per call site. */
const inserts = new Map<Table, Insert[]>()

/** Needs `as never`: a generic query can't express the types, which are checked where the rows are passed in. */
function getInsertStatement(table: Table, columns: readonly string[], key: readonly string[] = []) {
  const tableInserts = inserts.get(table) ?? []
  const cached = tableInserts.find((insert) => areEqual(insert.columns, columns) && areEqual(insert.key, key))
  if (cached) return cached.statement
  const created = defineStatement<Record<string, unknown>, unknown>((query, param) => {
    const row = Object.fromEntries(columns.map((column) => [column, param(column)]))
    const insert = query.insertInto(table).values(row as never)
    if (key.length === 0) return insert
    return insert
      .onConflict((conflict) => conflict.columns(key as never).doNothing())
      .returning(raw`1`.as('inserted'))
  })
  inserts.set(table, [...tableInserts, { columns, key, statement: created }])
  return created
}

const areEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index])
