import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, StorageError } from './database.ts'
import { type ExecuteStatement, migrate, requireKnownMigrations, restoreMarker } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPostgres } from './postgres.ts'
import { createSchemaLock } from './postgres-schema-lock.ts'
import { createPostgresEnvironment, type ProgramEnvironment, runProgram } from './programs.ts'

/** Omits owners and privileges, so that the roles needn't exist on the target server. Never prompts for a password. */
const dumpOptions = ['--no-owner', '--no-privileges', '--no-password']

/** Dumps a consistent snapshot of a database in pg_dump's own format. */
export async function backUpPostgres(
  url: string,
  temporaryFile: string,
  environment: ProgramEnvironment,
): Promise<void> {
  // Checked before pg_dump, which would dump any database.
  await createSchemaLock(url)(async ({ execute }) => {
    const [row] = await execute(`select to_regclass('migrations') is not null as found`)
    if (!isTrue(row, 'found'))
      throw new StorageError('The database contains no Quittance data: check DATABASE_URL.')
  })
  await runProgram(
    'pg_dump',
    ['--format=custom', ...dumpOptions, `--file=${temporaryFile}`],
    createPostgresEnvironment(url, environment),
  )
}

/** Loads a dump into an empty database in one transaction, and migrates it. No service can use it until `finish` is done. */
export async function restorePostgres<Result>(
  url: string,
  source: string,
  {
    environment,
    finish,
  }: { environment: ProgramEnvironment; finish: (database: Database) => Promise<Result> },
): Promise<Result> {
  const settings = createPostgresEnvironment(url, environment)
  const contents = await readContents(source, settings)
  const lockSchema = createSchemaLock(url)
  await lockSchema(({ transact }) => transact(setRestoreMarker))
  try {
    await loadDump(source, contents, settings)
  } catch (error) {
    await lockSchema(({ transact }) => transact(removeRestoreMarker))
    throw error
  }
  await migrate('postgres', lockSchema, [...migrations, restoreMarker])
  const database = openPostgres(url, { poolSize: 1 })
  try {
    return await finish(database)
  } finally {
    await database.close()
  }
}

/** Lines of the dump's table of contents. @throws {StorageError} when it is not a Quittance backup, or is newer than this version */
async function readContents(source: string, settings: ProgramEnvironment): Promise<string[]> {
  const lines = (await runProgram('pg_restore', ['--list', source], settings)).split('\n')
  if (!lines.some((line) => migrationsTableEntry.test(line)))
    throw new StorageError(`${source} is not a Quittance backup.`)
  const rows = await runProgram(
    'pg_restore',
    ['--data-only', '--table=migrations', '--file=-', source],
    settings,
  )
  // Only the lines of rows have tabs; the name is the first column.
  const names = rows
    .split('\n')
    .flatMap((line) => (line.includes('\t') ? (line.split('\t', 1)[0] ?? '') : []))
  requireKnownMigrations(names)
  return lines
}

/** The entry of the migrations table, not of its rows. */
const migrationsTableEntry = /^\d+; \d+ \d+ TABLE \S+ migrations /

/**
 * Creates the migrations table with a marker that a restore is in progress: a service that starts on the database during the restore,
 * or after an interrupted one, exits with an error.
 * @throws {StorageError} when the database is not empty
 */
async function setRestoreMarker(execute: ExecuteStatement): Promise<void> {
  const [row] = await execute(`select string_agg(c.relname, ' ') as names from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' and c.relkind in ('r', 'p', 'v', 'm', 'f')`)
  const names = typeof row === 'object' && row !== null && 'names' in row ? row.names : null
  if (names === 'migrations' && (await hasOnlyMarker(execute))) return
  if (names !== null)
    throw new StorageError('The database is not empty: restore the backup into an empty one.')
  // As in migrate.ts, but without the primary key: that comes with the dump.
  await execute('create table migrations (name text collate "C" not null, applied_at timestamptz not null)')
  await execute(`insert into migrations (name, applied_at) values ('${restoreMarker.name}', now())`)
}

async function removeRestoreMarker(execute: ExecuteStatement): Promise<void> {
  if (await hasOnlyMarker(execute)) await execute('drop table migrations')
}

/** Whether the table contains only the marker: a restore was started, but nothing was loaded. */
async function hasOnlyMarker(execute: ExecuteStatement): Promise<boolean> {
  const [row] = await execute(
    `select count(*) = 1 and min(name) = '${restoreMarker.name}' as alone from migrations`,
  )
  return isTrue(row, 'alone')
}

async function loadDump(
  source: string,
  contents: readonly string[],
  settings: ProgramEnvironment,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-restore-'))
  try {
    const list = join(folder, 'contents')
    writeFileSync(list, contents.filter((line) => !migrationsTableEntry.test(line)).join('\n'))
    const { PGDATABASE: database = '' } = settings
    const options = ['--single-transaction', '--exit-on-error', ...dumpOptions, `--use-list=${list}`]
    await runProgram('pg_restore', [...options, `--dbname=${database}`, source], settings)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isTrue = (row: unknown, name: string): boolean =>
  typeof row === 'object' && row !== null && name in row && Object(row)[name] === 1
