import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { isBusy, sqliteFailure } from './failures.ts'
import { openGate, transactionGate } from './gate.ts'
import { type Exclusively, isCurrent, migrate } from './migrate.ts'
import type { Sql } from './sql.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'
import { sqliteWriter } from './sqlite-writer.ts'

/** Another process may be making, recovering or migrating the same file. */
const longestStartMs = 60_000
const startPauseMs = 20

/** So large may the write-ahead log stay after a burst. */
const largestLogBytes = 64 * 1024 * 1024
/** From 32 MiB on it is copied into the database: that much is read again after a crash. */
const longestLogPages = 8 * 1024
/** Of each connection, taken as it is needed. */
const cacheKibibytes = 32 * 1024

/**
 * A database in one file: one connection that writes, in groups, and one that only reads what is committed.
 * The folder is made when it is missing; a path is relative to the working directory.
 * @param patienceMs how long a transaction waits while another process holds the lock
 * @throws {Error} when the file cannot be opened
 */
export async function openSqlite(path: string, patienceMs = 3_500): Promise<Database> {
  const file = resolve(path)
  const { writing, reading } = await openBoth(file)
  const writer = sqliteWriter(writing, patienceMs)
  const read = reading.sql(openGate)
  let closed: Promise<void> | undefined
  return {
    kind: 'sqlite',
    read,
    transact: writer.transact,
    snapshot: (work) => snapshot(file, work),
    afterCommit: writer.afterCommit,
    migrate: () => migrate('sqlite', exclusively(file)),
    async ready() {
      try {
        return isCurrent(await read.query.selectFrom('migrations').select('name').execute())
      } catch {
        return false
      }
    },
    close() {
      closed ??= writer.close().then(() => {
        reading.close()
        writing.close()
      })
      return closed
    },
  }
}

async function openBoth(file: string): Promise<{ writing: SqliteConnection; reading: SqliteConnection }> {
  try {
    // The file holds what only the service may know.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
    const writing = await openWriting(file)
    const reading = openReading(file)
    tune(writing, reading)
    return { writing, reading }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${file} cannot be opened: ${why}`, { cause: error })
  }
}

/** For the two connections that serve: of a large database, too, what is in use stays in memory. */
function tune(writing: SqliteConnection, reading: SqliteConnection): void {
  for (const connection of [writing, reading]) connection.script(`pragma cache_size = -${cacheKibibytes}`)
  // What a savepoint may have to undo: in a file of its own it takes as long as all that is written.
  writing.script('pragma temp_store = memory')
  // Pages of indexes are changed by one invoice after another: the longer the log, the fewer of them are copied from it.
  writing.script(`pragma wal_autocheckpoint = ${longestLogPages}`)
}

async function openWriting(file: string): Promise<SqliteConnection> {
  const connection = openSqliteConnection(file, { readOnly: false })
  try {
    await whileBusy(() => connection.script('pragma journal_mode = wal'))
    // Full: a commit that has returned survives a power cut.
    connection.script(`pragma synchronous = full; pragma journal_size_limit = ${largestLogBytes}`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function openReading(file: string): SqliteConnection {
  return openSqliteConnection(file, { readOnly: true })
}

async function snapshot<T>(file: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const connection = openReading(file)
  const gate = transactionGate()
  try {
    connection.run('begin')
    return await work(connection.sql(gate))
  } finally {
    gate.close()
    connection.close()
  }
}

/** On a connection of its own, apart from the groups and their last step. */
const exclusively =
  (file: string): Exclusively =>
  async (work) => {
    const connection = await openWriting(file)
    try {
      await whileBusy(() => connection.run('begin immediate'))
      const result = await work(async (text) => connection.rows(text))
      connection.run('commit')
      return result
    } catch (error) {
      throw sqliteFailure(error)
    } finally {
      // Closing rolls back what was not committed.
      connection.close()
    }
  }

/** Does `step`, again and again while another process is in the way. Some locks are refused without any wait of SQLite's own. */
async function whileBusy(step: () => void): Promise<void> {
  const end = performance.now() + longestStartMs
  for (;;) {
    try {
      step()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
    }
    await sleep(startPauseMs)
  }
}
