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
import { type Database, StorageRefused } from './database.ts'
import { parseDatabaseUrl } from './open.ts'
import type { Environment } from './programs.ts'
import { backUpSqlite, restoreSqlite } from './sqlite-backup.ts'

/** How a file of either kind begins. */
const sqliteMark = 'SQLite format 3\0'
const postgresMark = 'PGDMP'

/**
 * Writes all that a database holds into one file that only this user can read, as of one moment; the service may go on writing.
 * @param overwrite whether a file of that name gives way
 * @throws {StorageRefused} with a sentence for the operator
 */
export async function backUp(
  url: string,
  file: string,
  { environment, overwrite }: { environment: Environment; overwrite: boolean },
): Promise<{ readonly file: string; readonly bytes: number }> {
  const target = resolve(file)
  if (!overwrite && existsSync(target)) throw taken(target)
  const place = parseDatabaseUrl(url)
  const bytes = await withDraft(target, async (draft) => {
    if (place.kind === 'sqlite') await backUpSqlite(place.file, draft)
    else await (await import('./postgres-backup.ts')).backUpPostgres(place.url, draft, environment)
    flush(draft)
    const { size } = statSync(draft)
    if (overwrite) renameSync(draft, target)
    else putInPlace(draft, target)
    return size
  })
  return { file: target, bytes }
}

/**
 * Brings a backup into the database of that URL, which must be empty or absent, and up to date. `finish` is the last step: until it is
 * done nobody can work on the database.
 * @throws {StorageRefused} with a sentence for the operator; the database is then as it was
 */
export async function restore<Answer>(
  url: string,
  file: string,
  { environment, finish }: { environment: Environment; finish: (database: Database) => Promise<Answer> },
): Promise<Answer> {
  const source = resolve(file)
  const place = parseDatabaseUrl(url)
  const kind = kindOf(source)
  if (kind === null) throw new StorageRefused(`${source} is no backup of this program.`)
  if (kind !== place.kind) {
    throw new StorageRefused(
      `${source} is a backup of ${names[kind]}, and DATABASE_URL names ${names[place.kind]}.`,
    )
  }
  if (place.kind === 'postgres')
    return (await import('./postgres-backup.ts')).restorePostgres(place.url, source, { environment, finish })
  return withDraft(place.file, async (draft) => {
    const answer = await restoreSqlite({ source, draft, target: place.file }, finish)
    flush(draft)
    putInPlace(draft, place.file)
    return answer
  })
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** By its first bytes; null when it is neither. */
function kindOf(file: string): 'sqlite' | 'postgres' | null {
  const first = Buffer.alloc(sqliteMark.length)
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    throw new StorageRefused(`${file} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
  try {
    readSync(handle, first)
  } catch (error) {
    throw new StorageRefused(`${file} cannot be read: ${reasonOf(error)}`, { cause: error })
  } finally {
    closeSync(handle)
  }
  const text = first.toString('latin1')
  if (text === sqliteMark) return 'sqlite'
  return text.startsWith(postgresMark) ? 'postgres' : null
}

/** Works on a file of another name beside `target`, which is gone afterwards whatever happens. */
async function withDraft<Answer>(target: string, work: (draft: string) => Promise<Answer>): Promise<Answer> {
  const draft = `${target}.${randomBytes(8).toString('hex')}`
  try {
    // Before its first byte: what is in it is nobody else's to read.
    closeSync(openSync(draft, 'wx', 0o600))
  } catch (error) {
    throw new StorageRefused(`${target} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
  try {
    return await work(draft)
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${end}`, { force: true })
  }
}

/** Under its own name, all at once, and never in place of another file. */
function putInPlace(draft: string, target: string): void {
  try {
    linkSync(draft, target)
  } catch (error) {
    if (existsSync(target)) throw taken(target)
    // Some file systems know no second name for a file.
    if (!(error instanceof Error && 'code' in error && ['EPERM', 'ENOTSUP'].includes(String(error.code))))
      throw error
    renameSync(draft, target)
  }
  flush(dirname(target))
}

/** It is on the disk, and not on its way there. */
function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const taken = (file: string) => new StorageRefused(`${file} is there already: it is not overwritten.`)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
