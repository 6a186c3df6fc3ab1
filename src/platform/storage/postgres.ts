import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, DatabaseOptions } from './database.ts'
import { isConflict, throwPostgresError, toUnavailableError } from './failures.ts'
import { nonTransactionalGate } from './gate.ts'
import { isUsable, migrate } from './migrate.ts'
import { createConnectionSettings, ignoreError, withClient } from './postgres-client.ts'
import { createSchemaLock } from './postgres-schema-lock.ts'
import { createSql, type Query, queryWithTimeout, type RunQuery, runInTransaction } from './postgres-sql.ts'
import type { Sql } from './sql.ts'

/** Attempts at one transaction, or at one read, before the caller gets the conflict. */
const maxAttempts = 5
/** Pauses grow with each attempt, and are random so that the conflicting transactions don't collide again. */
const conflictPauseMs = 8

/**
 * Shorter than the wait for a connection: a transaction that waits for a lock holds a connection that others wait for. Longer than the
 * server waits before it checks for a deadlock (`deadlock_timeout`, 1 s), which is then retried.
 */
const maxLockWaitMs = 1_300

/** Statements are short. A longer one fails before its caller gives up, after 5 s. */
const statementTimeoutMs = 4_000
/** Without a response by then, in spite of the server's own timeout, the connection is lost. */
const responseTimeoutMs = 4_500
/** Our transactions never pause, so an idle one belongs to a process that has crashed or hangs. */
const idleInTransactionTimeoutMs = 10_000

/**
 * A PostgreSQL database with a connection pool. It connects on first use.
 * @throws {Error} when `url` is not a URL
 */
export function openPostgres(url: string, { poolSize = 10, timeoutMs = 1_500 }: DatabaseOptions): Database {
  const settings = createConnectionSettings(url, timeoutMs)
  const pool = openPool(settings, poolSize, timeoutMs)
  let closed: Promise<void> | undefined
  const listeners: (() => void)[] = []
  const read = createSql(
    (query) => retryConflicts(() => readOnce(query)).catch(throwPostgresError),
    nonTransactionalGate,
  )

  return {
    kind: 'postgres',
    read,
    transact,
    runInSnapshot: (work) =>
      withClient(settings, (client) =>
        runInTransaction(
          (query) => queryWithTimeout(client, query),
          'begin isolation level repeatable read read only',
          work,
        ),
      ),
    getCommitVersion: () => null,
    onCommit: (listener) => {
      listeners.push(listener)
    },
    migrate: (known) => migrate('postgres', createSchemaLock(url), known),
    async isReady() {
      try {
        return isUsable(await read.query.selectFrom('migrations').select('name').execute())
      } catch {
        return false
      }
    },
    close() {
      closed ??= pool.end()
      return closed
    },
  }

  async function readOnce(query: Query): ReturnType<RunQuery> {
    const client = await pool.connect()
    try {
      const result = await queryWithTimeout(client, query, responseTimeoutMs)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async function transact<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const value = await retryConflicts(() => transactOnce(work))
    for (const listener of listeners) queueMicrotask(listener)
    return value
  }

  async function transactOnce<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(throwPostgresError)
    let isLost = false
    try {
      return await runInTransaction(
        (query) => queryWithTimeout(client, query, responseTimeoutMs),
        'begin',
        work,
        () => {
          isLost = true
        },
      )
    } finally {
      client.release(isLost)
    }
  }
}

/** Retries after conflicts: of a transaction, or of a read of several tables while a migration locks them. */
async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === maxAttempts) throw toUnavailableError(error)
    }
    await sleep(conflictPauseMs * attempt * (0.5 + Math.random()))
  }
}

function openPool(settings: pg.ClientConfig, poolSize: number, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    max: poolSize,
    lock_timeout: Math.min(timeoutMs, maxLockWaitMs),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  })
  // A connection may die at any moment, even when idle. When it is in use, the running statement gets the error.
  pool.on('error', ignoreError)
  pool.on('connect', (client) => client.on('error', ignoreError))
  return pool
}
