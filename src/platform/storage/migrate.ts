import { systemClock, toIsoString } from '../../kernel/clock.ts'
import { StorageError } from './database.ts'
import type { IndexMigration, Migration, SchemaDialect } from './migration.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseKind } from './sql.ts'

/** Runs `work` while no other process changes the schema. */
export type SchemaLock = <T>(work: (session: SchemaSession) => Promise<T>) => Promise<T>

interface SchemaSession {
  /** Outside a transaction. */
  readonly execute: ExecuteStatement
  /** Runs `work` in a transaction. It may run more than once. */
  transact<T>(work: (execute: ExecuteStatement) => Promise<T>): Promise<T>
}

/** Runs a statement and returns its rows. */
export type ExecuteStatement = (text: string) => Promise<readonly unknown[]>

export const schemaDialects: Record<DatabaseKind, SchemaDialect> = {
  sqlite: { kind: 'sqlite', identity: 'integer primary key autoincrement', text: 'text' },
  postgres: {
    kind: 'postgres',
    identity: 'bigint generated always as identity primary key',
    text: 'text collate "C"',
  },
}

/**
 * Applies missing migrations, each together with its record in one transaction. Indexes on PostgreSQL, which cannot be built
 * concurrently in a transaction, are recorded once they all exist.
 * @throws {StorageError} when the database has migrations that the code can't work with: it is newer
 */
export async function migrate(
  kind: DatabaseKind,
  lockSchema: SchemaLock,
  known: readonly Migration[] = migrations,
): Promise<void> {
  await lockSchema(async (session) => {
    for (;;) {
      const next = await session.transact((execute) =>
        applyNextMigration(execute, schemaDialects[kind], known),
      )
      if (next === null) return
      if ('indexes' in next && kind === 'postgres') await buildIndexesConcurrently(session, next)
    }
  })
}

/** A marker, not a migration. It is recorded while a restore is in progress, so that no process uses an incomplete database. */
export const restoreMarker: Migration = { name: '9999-restore-under-way', statements: () => [] }

/** Whether no known migration has that name. */
const isUnknown = (name: string, known: readonly Migration[] = migrations): boolean =>
  !known.some((migration) => migration.name === name)

/** @param unknown the applied migrations that the code can't work with */
function createNewerDatabaseError(unknown: readonly string[]): StorageError {
  return new StorageError(
    `The database was migrated by a newer version (it has ${unknown.join(', ')}): run that version, or restore an older backup.`,
  )
}

/**
 * @throws {StorageError} when a backup has migrations that this version lacks, even compatible ones: a backup is restored by the version
 * that made it, or a newer one
 */
export function requireKnownMigrations(names: readonly string[]): void {
  const unknown = names.filter((name) => isUnknown(name))
  if (unknown.length > 0) throw createNewerDatabaseError(unknown)
}

/** Whether all known migrations are applied, and no others that the code can't work with. `rows` are those of the migrations table. */
export function isUsable(
  rows: readonly { readonly name: string }[],
  known: readonly Migration[] = migrations,
): boolean {
  const names = new Set(rows.map(({ name }) => name))
  return known.every(({ name }) => names.has(name)) && [...names].every((name) => isCompatible(name, known))
}

/** Whether code with these migrations can work with a database to which the migration `name` was applied. */
export function isCompatible(name: string, known: readonly Migration[]): boolean {
  if (!isUnknown(name, known)) return true
  const oldest = /-after-(\d{4})$/.exec(name)?.[1]
  return oldest !== undefined && known.some((migration) => migration.name.slice(0, oldest.length) >= oldest)
}

/** Applies the next migration and returns it, or null when none is left. Indexes are left to the caller on PostgreSQL. */
async function applyNextMigration(
  execute: ExecuteStatement,
  dialect: SchemaDialect,
  known: readonly Migration[],
): Promise<Migration | null> {
  await execute(
    `create table if not exists migrations (name ${dialect.text} primary key, applied_at timestamptz not null)`,
  )
  const applied = (await execute('select name from migrations order by name')).map(readName)
  requireCompatibleMigrations(applied, known)
  const next = known.find(({ name }) => !applied.includes(name))
  if (!next) return null
  if ('indexes' in next && dialect.kind === 'postgres') return next
  for (const statement of listStatements(next, dialect)) await execute(statement)
  await recordMigration(execute, next)
  return next
}

/** The statements of a migration. PostgreSQL builds its indexes concurrently instead. */
export function listStatements(migration: Migration, dialect: SchemaDialect): readonly string[] {
  if ('statements' in migration) return migration.statements(dialect)
  return migration.indexes.map(({ name, on }) => `create index ${name} on ${on}`)
}

/** Rebuilds an index whose last build was interrupted: PostgreSQL leaves such an index invalid. */
async function buildIndexesConcurrently(
  { execute }: SchemaSession,
  migration: IndexMigration,
): Promise<void> {
  for (const { name, on } of migration.indexes) {
    const invalid = await execute(
      `select 1 from pg_index where indexrelid = to_regclass('${name}') and not indisvalid`,
    )
    if (invalid.length > 0) await execute(`drop index concurrently ${name}`)
    await execute(`create index concurrently if not exists ${name} on ${on}`)
  }
  await recordMigration(execute, migration)
}

async function recordMigration(execute: ExecuteStatement, { name }: Migration): Promise<void> {
  await execute(
    `insert into migrations (name, applied_at) values ('${name}', '${toIsoString(systemClock.now())}')`,
  )
}

/** @throws {StorageError} when the code can't use a database with these migrations */
export function requireCompatibleMigrations(
  applied: readonly string[],
  known: readonly Migration[] = migrations,
): void {
  const unknown = applied.filter((name) => !isCompatible(name, known))
  if (unknown.length === 0) return
  if (unknown.includes(restoreMarker.name))
    throw new StorageError(
      'A restore into this database is in progress or was interrupted: wait until it is done, or empty the database and restore again.',
    )
  throw createNewerDatabaseError(unknown)
}

function readName(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'name' in row) return String(row.name)
  throw new TypeError('a row of the table migrations must have a name')
}
