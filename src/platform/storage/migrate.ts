import { iso, systemClock } from '../../kernel/clock.ts'
import { StorageError } from './database.ts'
import type { Migration, SchemaDialect } from './migration.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseKind } from './sql.ts'

/** Runs `work` in a transaction, while no other process can run one of these. */
export type ExclusiveRunner = <T>(work: (execute: ExecuteStatement) => Promise<T>) => Promise<T>

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
 * Applies missing migrations, each together with its record in one transaction.
 * @throws {StorageError} when the database has migrations that `known` lacks: it is newer than the code
 */
export async function migrate(
  kind: DatabaseKind,
  exclusively: ExclusiveRunner,
  known: readonly Migration[] = migrations,
): Promise<void> {
  let isDone = false
  while (!isDone) isDone = await exclusively((execute) => applyNext(execute, schemaDialects[kind], known))
}

/** A marker, not a migration. It is recorded while a restore is in progress, so that no process uses an incomplete database. */
export const restoreMarker: Migration = { name: '9999-restore-under-way', statements: () => [] }

/** Whether no known migration has that name. */
export const isUnknown = (name: string, known: readonly Migration[] = migrations): boolean =>
  !known.some((step) => step.name === name)

/** @param names the applied migrations */
export function newerDatabaseError(
  names: readonly string[],
  known: readonly Migration[] = migrations,
): StorageError {
  const unknown = names.filter((name) => isUnknown(name, known)).join(', ')
  return new StorageError(
    `The database was migrated by a newer version (it has ${unknown}): run that version, or restore an older backup.`,
  )
}

/** Whether exactly the known migrations are applied. `rows` are those of the migrations table. */
export function isCurrent(
  rows: readonly { readonly name: string }[],
  known: readonly Migration[] = migrations,
): boolean {
  const names = new Set(rows.map(({ name }) => name))
  return names.size === known.length && known.every(({ name }) => names.has(name))
}

/** Applies the next migration. Returns true when none is left. */
async function applyNext(
  execute: ExecuteStatement,
  dialect: SchemaDialect,
  known: readonly Migration[],
): Promise<boolean> {
  await execute(
    `create table if not exists migrations (name ${dialect.text} primary key, applied_at timestamptz not null)`,
  )
  const applied = (await execute('select name from migrations order by name')).map(nameOf)
  requireKnownMigrations(applied, known)
  const next = known.find(({ name }) => !applied.includes(name))
  if (!next) return true
  for (const statement of next.statements(dialect)) await execute(statement)
  await execute(
    `insert into migrations (name, applied_at) values ('${next.name}', '${iso(systemClock.now())}')`,
  )
  return false
}

/** @throws {StorageError} when the code can't use a database with these migrations */
export function requireKnownMigrations(
  applied: readonly string[],
  known: readonly Migration[] = migrations,
): void {
  const unknown = applied.filter((name) => isUnknown(name, known))
  if (unknown.length === 0) return
  if (unknown.includes(restoreMarker.name))
    throw new StorageError(
      'A restore into this database was interrupted: empty the database and restore again.',
    )
  throw newerDatabaseError(applied, known)
}

function nameOf(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'name' in row) return String(row.name)
  throw new TypeError('A row of the table migrations must have a name.')
}
