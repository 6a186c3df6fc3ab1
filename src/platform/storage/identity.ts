import { sql as raw } from 'kysely'
import type { DatabaseKind, Sql } from './sql.ts'

/** Skips the next `count` ids that the database would generate for new rows of a table. */
export async function skipIds(
  sql: Sql,
  { kind, table, count }: { kind: DatabaseKind; table: 'accounts' | 'account_links'; count: number },
): Promise<void> {
  if (kind === 'postgres') {
    const sequence = raw`pg_get_serial_sequence(${raw.lit(table)}, 'id')`
    await raw`select setval(${sequence}, nextval(${sequence}) + ${raw.lit(count)})`.execute(sql.query)
    return
  }
  // A table that never had a row has no entry in sqlite_sequence yet.
  await raw`insert into sqlite_sequence (name, seq) select ${raw.lit(table)}, 0
    where not exists (select 1 from sqlite_sequence where name = ${raw.lit(table)})`.execute(sql.query)
  await raw`update sqlite_sequence set seq = seq + ${raw.lit(count)} where name = ${raw.lit(table)}`.execute(
    sql.query,
  )
}
