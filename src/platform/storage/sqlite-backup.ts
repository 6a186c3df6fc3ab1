import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Database, StorageError } from './database.ts'
import { requireKnownMigrations } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

/** Pages copied at a time: 16 MiB. */
const pagesPerStep = 4_096
/** How long to wait while another process recovers the file after a crash, or writes its last pages. */
const timeoutMs = 10_000

/** Copies a consistent snapshot of a database into a single self-contained file. */
export async function backUpSqlite(file: string, temporaryFile: string): Promise<void> {
  if (!existsSync(file)) throw new StorageError(`The database ${file} does not exist.`)
  await withReadOnlyDatabase(file, async (source) => {
    // Pins the snapshot, however long the copy takes: otherwise each write would restart the backup.
    source.exec('begin')
    readMigrationNames(source, file)
    await backup(source, temporaryFile, { rate: pagesPerStep })
  })
  const copy = new DatabaseSync(temporaryFile)
  try {
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}

/**
 * Turns a backup into a database in `temporaryFile`, which can then replace `target`.
 * @throws {StorageError} when `target` is in use, or the file cannot be used
 */
export async function restoreSqlite<Result>(
  { source, temporaryFile, target }: { source: string; temporaryFile: string; target: string },
  finish: (database: Database) => Promise<Result>,
): Promise<Result> {
  requireEmpty(target)
  if (existsSync(`${source}-wal`) && statSync(`${source}-wal`).size > 0) {
    throw new StorageError(`${source} is a database in use, not a backup: part of it is in ${source}-wal.`)
  }
  copyFileSync(source, temporaryFile)
  await withReadOnlyDatabase(temporaryFile, async (copy) => {
    const names = readMigrationNames(copy, source)
    requireKnownMigrations(names)
    const [checkResult] = Object.values(copy.prepare('pragma quick_check(1)').get() ?? {})
    if (checkResult !== 'ok') throw new StorageError(`${source} is damaged: ${checkResult}`)
  })
  const database = await openSqlite(temporaryFile)
  let result: Result
  try {
    await database.migrate()
    result = await finish(database)
  } finally {
    await database.close()
  }
  // `requireEmpty` has checked that there is nothing to lose.
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${target}${suffix}`, { force: true })
  return result
}

/** Checks that the database does not exist or is empty. @throws {StorageError} */
function requireEmpty(target: string): void {
  const leftover = [`${target}-wal`, `${target}-journal`].find((path) => existsSync(path))
  if (!existsSync(target)) {
    if (leftover !== undefined)
      throw new StorageError(`${leftover} belongs to a database that does not exist: move it away first.`)
    return
  }
  if (statSync(target).size === 0 && leftover === undefined) return
  const database = new DatabaseSync(target, { timeout: timeoutMs })
  try {
    const { tables } = database.prepare('select count(*) as tables from sqlite_schema').get() ?? {}
    if (tables !== 0) throw createNotEmptyError(target)
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw new StorageError(`${target} exists and is not an empty database.`, { cause: error })
  } finally {
    database.close()
  }
}

const createNotEmptyError = (target: string) =>
  new StorageError(`The database ${target} is not empty: restore the backup into an empty one.`)

/** Opens a database without changing it, not even its journal mode. */
export async function withReadOnlyDatabase<Result>(
  file: string,
  work: (database: DatabaseSync) => Promise<Result>,
): Promise<Result> {
  // Fails with the reason if the file is not readable, unlike SQLite.
  closeSync(openSync(file, 'r'))
  const database = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Names of the applied migrations. @throws {StorageError} when it is not a Quittance database */
function readMigrationNames(database: DatabaseSync, file: string): string[] {
  try {
    const rows = database.prepare('select name from migrations order by name').all()
    if (rows.length > 0) return rows.map(({ name }) => String(name))
  } catch (error) {
    throw new StorageError(`${file} is not a Quittance database.`, { cause: error })
  }
  throw new StorageError(`${file} is not a Quittance database.`)
}
