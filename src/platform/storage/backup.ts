import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getErrorMessage } from '../../kernel/error-message.ts'
import { type Database, StorageError } from './database.ts'
import { parseDatabaseUrl } from './open.ts'
import type { ProgramEnvironment } from './programs.ts'
import { backUpSqlite, restoreSqlite } from './sqlite-backup.ts'

/** The magic bytes of a backup of either kind. */
const sqliteMagic = 'SQLite format 3\0'
const postgresMagic = 'PGDMP'

/**
 * Writes a consistent snapshot of a database into one file that only this user can read. The service may keep writing.
 * @param overwrite whether an existing file of that name is replaced
 * @throws {StorageError} with a message for the operator
 */
export async function backUp(
  url: string,
  file: string,
  { environment, overwrite }: { environment: ProgramEnvironment; overwrite: boolean },
): Promise<{ readonly file: string; readonly bytes: number }> {
  const target = resolve(file)
  if (!overwrite && existsSync(target)) throw createFileExistsError(target)
  const source = parseDatabaseUrl(url)
  const bytes = await withTemporaryFile(target, async (temporaryFile) => {
    if (source.kind === 'sqlite') await backUpSqlite(source.file, temporaryFile)
    else await (await import('./postgres-backup.ts')).backUpPostgres(source.url, temporaryFile, environment)
    syncToDisk(temporaryFile)
    const { size } = statSync(temporaryFile)
    if (overwrite) renameSync(temporaryFile, target)
    else moveIntoPlace(temporaryFile, target)
    return size
  })
  return { file: target, bytes }
}

/**
 * Loads a backup into the database at `url`, which must be empty or absent, and migrates it. No service can use the database until
 * `finish`, the last step, is done.
 * @throws {StorageError} with a message for the operator; the database is then as it was
 */
export async function restore<Result>(
  url: string,
  file: string,
  {
    environment,
    finish,
  }: { environment: ProgramEnvironment; finish: (database: Database) => Promise<Result> },
): Promise<Result> {
  const source = resolve(file)
  const target = parseDatabaseUrl(url)
  const kind = detectKind(source)
  if (kind === null) throw new StorageError(`${source} is not a Quittance backup.`)
  if (kind !== target.kind) {
    throw new StorageError(
      `${source} is a ${kindNames[kind]} backup, but DATABASE_URL names a ${kindNames[target.kind]} database.`,
    )
  }
  if (target.kind === 'postgres')
    return (await import('./postgres-backup.ts')).restorePostgres(target.url, source, { environment, finish })
  return withTemporaryFile(target.file, async (temporaryFile) => {
    const result = await restoreSqlite({ source, temporaryFile, target: target.file }, finish)
    syncToDisk(temporaryFile)
    moveIntoPlace(temporaryFile, target.file)
    return result
  })
}

const kindNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Detects the kind by the magic bytes. Returns null if it is neither. */
function detectKind(file: string): 'sqlite' | 'postgres' | null {
  const header = Buffer.alloc(sqliteMagic.length)
  try {
    const handle = openSync(file, 'r')
    try {
      readSync(handle, header)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    throw new StorageError(`${file} cannot be read: ${getErrorMessage(error)}`, { cause: error })
  }
  const text = header.toString('latin1')
  if (text === sqliteMagic) return 'sqlite'
  return text.startsWith(postgresMagic) ? 'postgres' : null
}

/** Runs `work` with a temporary file next to `target`, which is always removed afterwards. */
async function withTemporaryFile<Result>(
  target: string,
  work: (temporaryFile: string) => Promise<Result>,
): Promise<Result> {
  const temporaryFile = `${target}.${randomBytes(8).toString('hex')}`
  try {
    // Permissions are set before the first byte: no one else may read the contents.
    closeSync(openSync(temporaryFile, 'wx', 0o600))
  } catch (error) {
    throw new StorageError(`${target} cannot be written: ${getErrorMessage(error)}`, { cause: error })
  }
  try {
    return await work(temporaryFile)
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      rmSync(`${temporaryFile}${suffix}`, { force: true })
  }
}

/** Renames the temporary file to its final name atomically, without replacing another file. */
function moveIntoPlace(temporaryFile: string, target: string): void {
  try {
    linkSync(temporaryFile, target)
  } catch (error) {
    if (existsSync(target)) throw createFileExistsError(target)
    // Some file systems do not support hard links.
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'ENOTSUP'].includes(String(error.code))))
      throw error
    renameSync(temporaryFile, target)
  }
  syncToDisk(dirname(target))
}

/** Flushes a file or folder to disk. */
function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const createFileExistsError = (file: string) =>
  new StorageError(`${file} already exists: choose another file, or use --overwrite.`)
