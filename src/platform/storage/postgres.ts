import { userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, DatabaseOptions } from './database.ts'
import { isConflict, mapPostgresError, toUnavailableError } from './failures.ts'
import { nonTransactionalGate } from './gate.ts'
import { type ExclusiveRunner, isCurrent, migrate } from './migrate.ts'
import { createSql, inTransaction, type Query, queryWithTimeout, type RunQuery } from './postgres-sql.ts'
import { postgresTypes } from './postgres-types.ts'
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
/** Our transactions never pause: the process of an idle one is gone or stuck. */
const idleInTransactionTimeoutMs = 10_000
const keepAliveAfterMs = 10_000

/** For a client that runs one task and disconnects. */
const singleTaskTimeoutMs = 10_000

/** First half of the advisory lock for schema changes; the second is the schema. */
const migrationLock = 1_366_648_931

/**
 * A PostgreSQL database with a connection pool. It connects on first use.
 * @throws {Error} when `url` is not a URL
 */
export function openPostgres(url: string, { poolSize = 10, timeoutMs = 1_500 }: DatabaseOptions): Database {
  const settings = connectionSettings(url, timeoutMs)
  const pool = openPool(settings, poolSize, timeoutMs)
  let closed: Promise<void> | undefined
  const listeners: (() => void)[] = []
  const read = createSql(
    (query) => retryConflicts(() => readOnce(query)).catch(throwMapped),
    nonTransactionalGate,
  )

  return {
    kind: 'postgres',
    read,
    transact,
    snapshot: (work) =>
      withClient(settings, (client) =>
        inTransaction(
          (query) => queryWithTimeout(client, query),
          'begin isolation level repeatable read read only',
          work,
        ),
      ),
    commitVersion: () => null,
    afterCommit: (listener) => {
      listeners.push(listener)
    },
    migrate: () => migrate('postgres', createExclusiveRunner(settings)),
    async isReady() {
      try {
        return isCurrent(await read.query.selectFrom('migrations').select('name').execute())
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
    const client = await pool.connect().catch(throwMapped)
    let lost = false
    try {
      return await inTransaction(
        (query) => queryWithTimeout(client, query, responseTimeoutMs),
        'begin',
        work,
        () => {
          lost = true
        },
      )
    } finally {
      client.release(lost)
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

function connectionSettings(url: string, timeoutMs: number): pg.ClientConfig {
  return {
    connectionString: addUser(url),
    application_name: 'quittance',
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: { getTypeParser: postgresTypes },
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
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** Adds the process's own user to a URL without one, as psql does. @throws {Error} when `text` is not a URL */
export function addUser(text: string): string {
  if (!URL.canParse(text)) throw new Error('The URL of the PostgreSQL database is invalid.')
  const url = new URL(text)
  if (url.username === '' && !url.searchParams.has('user')) url.searchParams.set('user', userInfo().username)
  return url.href
}

/** Uses the same lock as schema changes. */
export const createExclusiveRunnerFor = (url: string): ExclusiveRunner =>
  createExclusiveRunner(connectionSettings(url, singleTaskTimeoutMs))

const createExclusiveRunner =
  (settings: pg.ClientConfig): ExclusiveRunner =>
  (work) =>
    withClient(settings, async (client) => {
      const execute = async (text: string) => (await client.query(text).catch(throwMapped)).rows
      await execute('begin')
      await execute(`select pg_advisory_xact_lock(${migrationLock}, hashtext(current_schema()))`)
      const result = await work(execute)
      await execute('commit')
      return result
    })

/** Uses its own connection for work that may take long, and closes it afterwards: anything not committed is rolled back. */
async function withClient<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings)
  client.on('error', ignore)
  try {
    await client.connect()
  } catch (error) {
    throw toUnavailableError(error)
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(ignore)
  }
}

function throwMapped(error: unknown): never {
  throw mapPostgresError(error)
}

function ignore(): void {}
