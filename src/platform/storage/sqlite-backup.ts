import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Database, StorageRefused } from './database.ts'
import { isUnknown, newerThanCode } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

/** Pages that are copied at a time: 16 MiB. */
const pagesAtOnce = 4_096
/** While another process recovers the file after a crash, or writes its last pages. */
const patienceMs = 10_000

/** Copies a database, as of one moment, into a file that is whole without others beside it. */
export async function backUpSqlite(file: string, draft: string): Promise<void> {
  if (!existsSync(file)) throw new StorageRefused(`There is no database ${file}.`)
  await reading(file, async (source) => {
    // What is read from here on is of this moment, however long the copy takes: otherwise each write would begin it anew.
    source.exec('begin')
    requireMigrations(source, file)
    await backup(source, draft, { rate: pagesAtOnce })
  })
  const copy = new DatabaseSync(draft)
  try {
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}

/**
 * Makes of a backup, in `draft`, a database that can take the place of `target`.
 * @throws {StorageRefused} when that is in use, or the file cannot be used
 */
export async function restoreSqlite<Answer>(
  { source, draft, target }: { source: string; draft: string; target: string },
  finish: (database: Database) => Promise<Answer>,
): Promise<Answer> {
  requireFree(target)
  if (existsSync(`${source}-wal`) && statSync(`${source}-wal`).size > 0) {
    throw new StorageRefused(`${source} is a database in use, not a backup: part of it is in ${source}-wal.`)
  }
  copyFileSync(source, draft)
  await reading(draft, async (copy) => {
    const names = requireMigrations(copy, source)
    if (names.some((name) => isUnknown(name))) throw newerThanCode(names)
    const [answer] = Object.values(copy.prepare('pragma quick_check(1)').get() ?? {})
    if (answer !== 'ok') throw new StorageRefused(`${source} is damaged: ${answer}`)
  })
  const database = await openSqlite(draft)
  let answer: Answer
  try {
    await database.migrate()
    answer = await finish(database)
  } finally {
    await database.close()
  }
  // An empty one gives way: that was looked at.
  for (const end of ['', '-wal', '-shm']) rmSync(`${target}${end}`, { force: true })
  return answer
}

/** There is no such database, or nothing in it. @throws {StorageRefused} */
function requireFree(target: string): void {
  const beside = [`${target}-wal`, `${target}-journal`].find((path) => existsSync(path))
  if (!existsSync(target)) {
    if (beside !== undefined)
      throw new StorageRefused(`${beside} belongs to a database that is not there: move it away first.`)
    return
  }
  if (statSync(target).size === 0 && beside === undefined) return
  const database = new DatabaseSync(target, { timeout: patienceMs })
  try {
    const { tables } = database.prepare('select count(*) as tables from sqlite_schema').get() ?? {}
    if (tables !== 0) throw notEmpty(target)
  } catch (error) {
    if (error instanceof StorageRefused) throw error
    throw new StorageRefused(`${target} is there, and is no empty database.`, { cause: error })
  } finally {
    database.close()
  }
}

const notEmpty = (target: string) =>
  new StorageRefused(`The database ${target} is not empty: a backup is restored into an empty one alone.`)

async function reading<Answer>(
  file: string,
  work: (database: DatabaseSync) => Promise<Answer>,
): Promise<Answer> {
  // Readable at all? SQLite's own word for it says little.
  closeSync(openSync(file, 'r'))
  const database = new DatabaseSync(file, { readOnly: true, timeout: patienceMs })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Names of the steps that its schema has had. @throws {StorageRefused} when it is no database of this program */
function requireMigrations(database: DatabaseSync, file: string): string[] {
  try {
    const rows = database.prepare('select name from migrations order by name').all()
    if (rows.length > 0) return rows.map(({ name }) => String(name))
  } catch (error) {
    throw new StorageRefused(`${file} holds no database of this program.`, { cause: error })
  }
  throw new StorageRefused(`${file} holds no database of this program.`)
}
