import { sql as raw } from 'kysely'
import type { DatabaseKind, Sql } from '../../platform/storage/sql.ts'

const sizeQueries = {
  sqlite: raw<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  postgres: raw<{ bytes: number }>`select pg_database_size(current_database()) as bytes`,
} as const

/** The database's size in bytes. Neither database scans rows for it. */
export const createDatabaseSizeReader =
  (sql: Sql, kind: DatabaseKind) => async (): Promise<number | null> => {
    const { rows } = await sizeQueries[kind].execute(sql.query)
    return rows[0]?.bytes ?? null
  }
