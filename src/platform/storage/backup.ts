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
import { type Database, StorageError } from './database.ts'
import { parseDatabaseUrl } from './open.ts'
import type { ProgramEnvironment } from './programs.ts'
import { backUpSqlite, restoreSqlite } from './sqlite-backup.ts'

/** The first bytes of a backup of either kind. */
const sqliteMark = 'SQLite format 3\0'
const postgresMark = 'PGDMP'

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
  if (!overwrite && existsSync(target)) throw fileExistsError(target)
  const source = parseDatabaseUrl(url)
  const bytes = await withDraft(target, async (draft) => {
    if (source.kind === 'sqlite') await backUpSqlite(source.file, draft)
    else await (await import('./postgres-backup.ts')).backUpPostgres(source.url, draft, environment)
    flush(draft)
    const { size } = statSync(draft)
    if (overwrite) renameSync(draft, target)
    else putInPlace(draft, target)
    return size
  })
  return { file: target, bytes }
}

/**
 * Loads a backup into the database at `url`, which must be empty or absent, and migrates it. `finish` is the last step: until it is done no
 * service can use the database.
 * @throws {StorageError} with a message for the operator; the database is then as it was
 */
export async function restore<Answer>(
  url: string,
  file: string,
  {
    environment,
    finish,
  }: { environment: ProgramEnvironment; finish: (database: Database) => Promise<Answer> },
): Promise<Answer> {
  const source = resolve(file)
  const target = parseDatabaseUrl(url)
  const kind = kindOf(source)
  if (kind === null) throw new StorageError(`${source} is not a Quittance backup.`)
  if (kind !== target.kind) {
    throw new StorageError(
      `${source} is a ${names[kind]} backup, but DATABASE_URL names ${names[target.kind]}.`,
    )
  }
  if (target.kind === 'postgres')
    return (await import('./postgres-backup.ts')).restorePostgres(target.url, source, { environment, finish })
  return withDraft(target.file, async (draft) => {
    const answer = await restoreSqlite({ source, draft, target: target.file }, finish)
    flush(draft)
    putInPlace(draft, target.file)
    return answer
  })
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Detects the kind by the first bytes; null when it is neither. */
function kindOf(file: string): 'sqlite' | 'postgres' | null {
  const first = Buffer.alloc(sqliteMark.length)
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    throw new StorageError(`${file} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
  try {
    readSync(handle, first)
  } catch (error) {
    throw new StorageError(`${file} cannot be read: ${reasonOf(error)}`, { cause: error })
  } finally {
    closeSync(handle)
  }
  const text = first.toString('latin1')
  if (text === sqliteMark) return 'sqlite'
  return text.startsWith(postgresMark) ? 'postgres' : null
}

/** Works on a temporary file next to `target`, which is always removed afterwards. */
async function withDraft<Answer>(target: string, work: (draft: string) => Promise<Answer>): Promise<Answer> {
  const draft = `${target}.${randomBytes(8).toString('hex')}`
  try {
    // Set the permissions before the first byte: no one else may read the contents.
    closeSync(openSync(draft, 'wx', 0o600))
  } catch (error) {
    throw new StorageError(`${target} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
  try {
    return await work(draft)
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${end}`, { force: true })
  }
}

/** Gives the draft its final name atomically, and never replaces another file. */
function putInPlace(draft: string, target: string): void {
  try {
    linkSync(draft, target)
  } catch (error) {
    if (existsSync(target)) throw fileExistsError(target)
    // Some file systems do not support hard links.
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'ENOTSUP'].includes(String(error.code))))
      throw error
    renameSync(draft, target)
  }
  flush(dirname(target))
}

/** Flushes a file or folder to disk. */
function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const fileExistsError = (file: string) =>
  new StorageError(`${file} already exists: choose another file, or use --overwrite.`)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
