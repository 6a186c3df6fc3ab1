import { sql as raw } from 'kysely'
import type { Sql } from '../../src/platform/storage/sql.ts'

export interface Column {
  readonly name: string
  /** Column type in lower case, as the database names it. */
  readonly type: string
  readonly isNullable: boolean
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

interface ColumnRow {
  table: string
  name: string
  type: string
  is_nullable: number | bigint | boolean
}

const sqliteColumns = raw<ColumnRow>`
  select m.name as "table", c.name, lower(c.type) as type, c."notnull" = 0 and c.pk = 0 as is_nullable
  from sqlite_schema m, pragma_table_info(m.name) c
  where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`

const postgresColumns = raw<ColumnRow>`
  select table_name as "table", column_name as name, lower(data_type) as type, is_nullable = 'YES' as is_nullable
  from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`

/** Every table of the database itself, so that a new one is found without being listed anywhere. */
export async function readTables({ query, kind }: Sql): Promise<Table[]> {
  const { rows } = await (kind === 'sqlite' ? sqliteColumns : postgresColumns).execute(query)
  const tables = new Map<string, Column[]>()
  for (const { table, name, type, is_nullable } of rows) {
    const columns = tables.get(table) ?? []
    columns.push({ name, type, isNullable: Boolean(Number(is_nullable)) })
    tables.set(table, columns)
  }
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** Allows dangling references until the end of the transaction, as after deleting a row in an SQLite shell. */
export async function allowDanglingReferences({ query, kind }: Sql): Promise<void> {
  const statement =
    kind === 'sqlite'
      ? raw`pragma defer_foreign_keys = on`
      : raw`set local session_replication_role = replica`
  await statement.execute(query)
}
