import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorMessage } from '../../kernel/error-message.ts'
import { type Database, StorageError } from './database.ts'
import { isBusy, mapSqliteError } from './failures.ts'
import { createTransactionGate, nonTransactionalGate } from './gate.ts'
import { type ExecuteStatement, isUsable, migrate, type SchemaLock } from './migrate.ts'
import type { Sql } from './sql.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'
import { createSqliteWriter } from './sqlite-writer.ts'

/** How long to wait while another process creates, recovers or migrates the same file. */
const startTimeoutMs = 60_000
const startRetryMs = 20

/** Max size of the write-ahead log after a checkpoint. */
const maxLogBytes = 64 * 1024 * 1024
/** At 32 MiB, a checkpoint copies the log into the database. After a crash, at most about that much is replayed. */
const maxLogPages = 8 * 1024
/** Per connection, allocated as needed. */
const cacheKibibytes = 32 * 1024

/**
 * A database in one file: one connection that writes, in groups, and one that only reads committed data. Creates a missing folder. A path
 * is relative to the working directory.
 * @param timeoutMs how long a transaction waits while another process holds the lock
 * @throws {StorageError} when the file cannot be opened
 */
export async function openSqlite(path: string, timeoutMs = 3_500): Promise<Database> {
  const file = resolve(path)
  const { writing, reading } = await openConnections(file)
  const writer = createSqliteWriter(writing, timeoutMs)
  const read = reading.createSql(nonTransactionalGate)
  let closed: Promise<void> | undefined
  return {
    kind: 'sqlite',
    read,
    transact: writer.transact,
    runInSnapshot: (work) => runInSnapshot(file, work),
    onCommit: writer.onCommit,
    getCommitVersion: reading.getDataVersion,
    migrate: (known) => migrate('sqlite', createSchemaLock(file), known),
    async isReady() {
      try {
        return isUsable(await read.query.selectFrom('migrations').select('name').execute())
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

async function openConnections(
  file: string,
): Promise<{ writing: SqliteConnection; reading: SqliteConnection }> {
  try {
    // The file contains secrets of the service.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
    const writing = await openWriteConnection(file)
    const reading = openReadConnection(file)
    configureCaches(writing, reading)
    return { writing, reading }
  } catch (error) {
    throw createOpenError(file, error)
  }
}

export const createOpenError = (file: string, cause: unknown): StorageError =>
  new StorageError(
    `The database ${file} cannot be opened: ${getErrorMessage(cause)}. Check DATABASE_URL and the file, or restore a backup to another file.`,
    { cause },
  )

/** For the two connections that serve requests: keeps the working set of a large database in memory. */
function configureCaches(writing: SqliteConnection, reading: SqliteConnection): void {
  for (const connection of [writing, reading]) connection.runScript(`pragma cache_size = -${cacheKibibytes}`)
  // Rollback data of savepoints. Writing it to a temporary file would take as long as all other writes.
  writing.runScript('pragma temp_store = memory')
  // Consecutive invoices change the same index pages: the longer the log, the fewer page copies a checkpoint makes.
  writing.runScript(`pragma wal_autocheckpoint = ${maxLogPages}`)
}

async function openWriteConnection(file: string): Promise<SqliteConnection> {
  const connection = openSqliteConnection(file, { readOnly: false })
  try {
    await retryWhileBusy(() => connection.runScript('pragma journal_mode = wal'))
    // Full: a commit that has returned survives a power cut.
    connection.runScript(`pragma synchronous = full; pragma journal_size_limit = ${maxLogBytes}`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function openReadConnection(file: string): SqliteConnection {
  return openSqliteConnection(file, { readOnly: true })
}

async function runInSnapshot<T>(file: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const connection = openReadConnection(file)
  const gate = createTransactionGate()
  try {
    connection.run('begin')
    return await work(connection.createSql(gate))
  } finally {
    gate.close()
    connection.close()
  }
}

/** Uses its own connection, independent of the groups and their commits. Its transactions are exclusive. */
const createSchemaLock =
  (file: string): SchemaLock =>
  async (work) => {
    const connection = await openWriteConnection(file)
    const execute: ExecuteStatement = async (text) => connection.queryRows(text)
    try {
      return await work({
        execute,
        async transact(step) {
          await retryWhileBusy(() => connection.run('begin immediate'))
          const result = await step(execute)
          connection.run('commit')
          return result
        },
      })
    } catch (error) {
      throw mapSqliteError(error)
    } finally {
      // Closing rolls back anything that is not committed.
      connection.close()
    }
  }

/** Repeats `step` while another process holds a lock. Some locks fail immediately, without SQLite's own busy wait. */
async function retryWhileBusy(step: () => void): Promise<void> {
  const end = performance.now() + startTimeoutMs
  for (;;) {
    try {
      step()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
    }
    await sleep(startRetryMs)
  }
}
