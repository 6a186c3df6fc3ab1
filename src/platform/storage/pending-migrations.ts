import { existsSync, statSync } from 'node:fs'
import { sql as raw } from 'kysely'
import { StorageError } from './database.ts'
import { isCompatible, listStatements, requireCompatibleMigrations, schemaDialects } from './migrate.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations/index.ts'
import { parseDatabaseUrl } from './open.ts'
import type { DatabaseKind } from './sql.ts'
import { createOpenError } from './sqlite.ts'
import { withReadOnlyDatabase } from './sqlite-backup.ts'

/** A migration that the database lacks. */
interface PendingMigration {
  readonly name: string
  /** About how many rows it reads or writes: those of the largest table that it indexes or changes. */
  readonly rows: number
  /** Whether the version that last migrated the database keeps working after this migration. */
  readonly isCompatible: boolean
}

/** Runs a query and returns its rows. */
type ReadRows = (text: string) => Promise<readonly unknown[]>

/**
 * Lists what `migrate` would do to the database, without changing it. Null if it doesn't exist or is empty.
 * @throws {StorageError} when this version can't use it: it is newer, unreadable, not a Quittance database, or a restore was interrupted
 */
export async function findPendingMigrations(
  url: string,
  known: readonly Migration[] = migrations,
): Promise<readonly PendingMigration[] | null> {
  const location = parseDatabaseUrl(url)
  if (location.kind === 'sqlite') {
    if (!existsSync(location.file) || statSync(location.file).size === 0) return null
    return withReadOnlyDatabase(location.file, (database) =>
      listPendingMigrations('sqlite', async (text) => database.prepare(text).all(), known),
    ).catch((error: unknown) => {
      throw error instanceof StorageError ? error : createOpenError(location.file, error)
    })
  }
  const { openPostgres } = await import('./postgres.ts')
  const database = openPostgres(location.url, { poolSize: 1 })
  try {
    return await database.runInSnapshot(({ query }) =>
      listPendingMigrations('postgres', async (text) => (await raw.raw(text).execute(query)).rows, known),
    )
  } finally {
    await database.close()
  }
}

async function listPendingMigrations(
  kind: DatabaseKind,
  read: ReadRows,
  known: readonly Migration[],
): Promise<readonly PendingMigration[] | null> {
  const tables = (await read(tableNameQueries[kind])).map(readName)
  if (tables.length === 0) return null
  if (!tables.includes('migrations'))
    throw new StorageError(
      "DATABASE_URL points to a database with another program's tables: use an empty database.",
    )
  const applied = (await read('select name from migrations order by name')).map(readName)
  requireCompatibleMigrations(applied, known)
  const appliedMigrations = known.filter(({ name }) => applied.includes(name))
  const pending: PendingMigration[] = []
  for (const migration of known.filter((candidate) => !applied.includes(candidate.name))) {
    const { name } = migration
    const scanned = findScannedTables(listStatements(migration, schemaDialects[kind]), tables)
    const counts = await Promise.all(scanned.map((table) => countRows(kind, table, read)))
    pending.push({ name, rows: Math.max(0, ...counts), isCompatible: isCompatible(name, appliedMigrations) })
  }
  return pending
}

const tableNameQueries: Record<DatabaseKind, string> = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`,
  postgres: `select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
}

/** Estimates that need no scan: the largest row id, or PostgreSQL's statistics. */
async function countRows(kind: DatabaseKind, table: string, read: ReadRows): Promise<number> {
  const [row] = await read(
    kind === 'sqlite'
      ? `select coalesce(max(rowid), 0) as rows from ${table}`
      : `select greatest(c.reltuples, s.n_live_tup, 0)::bigint as rows from pg_class c
          join pg_stat_user_tables s on s.relid = c.oid where c.oid = '${table}'::regclass`,
  )
  return Number(Object(row).rows ?? 0)
}

/** Statements whose duration doesn't depend on the size of the table. All others read or write its rows. */
const quickStatement =
  /^(create table|drop|analyze|alter table \w+ (add column|rename)|insert into \w+ \([^)]*\)\s+values)\b/

/** Tables that the statements may scan or rewrite. */
function findScannedTables(statements: readonly string[], tables: readonly string[]): string[] {
  const words = new Set(
    statements
      .filter((text) => !quickStatement.test(text.trim()))
      .flatMap((text) => text.match(/\w+/g) ?? []),
  )
  return tables.filter((table) => words.has(table))
}

const readName = (row: unknown): string => String(Object(row).name)
