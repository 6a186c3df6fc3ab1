import { userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, DatabaseOptions } from './database.ts'
import { isConflict, postgresFailure, unavailable } from './failures.ts'
import { openGate } from './gate.ts'
import { type Exclusively, isCurrent, migrate } from './migrate.ts'
import { answered, inTransaction, type Query, type Run, sqlOver } from './postgres-sql.ts'
import { postgresTypes } from './postgres-types.ts'
import type { Sql } from './sql.ts'

/** Runs of one transaction, or of one read, before a conflict is the caller's. */
const mostAttempts = 5
/** Waits grow from one attempt to the next, and differ between those who met. */
const conflictPauseMs = 8

/**
 * Shorter than the wait for a connection: who waits for a lock holds one that others wait for. Longer than the server waits until it
 * looks for a deadlock (`deadlock_timeout`, 1 s), which is then tried again.
 */
const longestLockWaitMs = 1_300

/** Statements are short: one that runs on fails while its caller still listens, within 5 s. */
const statementTimeoutMs = 4_000
/** No word from the server for so long, in spite of its own limit: the connection is lost. */
const silenceTimeoutMs = 4_500
/** A transaction of ours never pauses: this one's process is gone, or stuck. */
const idleInTransactionTimeoutMs = 10_000
const keepAliveAfterMs = 10_000

/** Of who does one thing on a database, and leaves. */
const oncePatienceMs = 10_000

/** First half of the lock under which the schema is changed; the second is the schema. */
const migrationLock = 1_366_648_931

/**
 * A PostgreSQL database and a pool of connections to it; none is made before the first use.
 * @throws {Error} when `url` is no URL
 */
export function openPostgres(url: string, { poolSize = 10, patienceMs = 1_500 }: DatabaseOptions): Database {
  const settings = connectionSettings(url, patienceMs)
  const pool = openPool(settings, poolSize, patienceMs)
  let closed: Promise<void> | undefined
  const listeners: (() => void)[] = []
  const read = sqlOver((query) => inSpiteOfConflicts(() => readOnce(query)).catch(rethrow), openGate)

  return {
    kind: 'postgres',
    read,
    transact,
    snapshot: (work) =>
      withClient(settings, (client) =>
        inTransaction(
          (query) => answered(client, query),
          'begin isolation level repeatable read read only',
          work,
        ),
      ),
    // Groups are SQLite's.
    afterCommit: (listener) => {
      listeners.push(listener)
    },
    migrate: () => migrate('postgres', exclusively(settings)),
    async ready() {
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

  async function readOnce(query: Query): ReturnType<Run> {
    const client = await pool.connect()
    try {
      const result = await answered(client, query, silenceTimeoutMs)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async function transact<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const value = await inSpiteOfConflicts(() => transactOnce(work))
    for (const listener of listeners) queueMicrotask(listener)
    return value
  }

  async function transactOnce<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(rethrow)
    let lost = false
    try {
      return await inTransaction(
        (query) => answered(client, query, silenceTimeoutMs),
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

/** Once more where others were in the way: a transaction, or a read of several tables while a migration locks them. */
async function inSpiteOfConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === mostAttempts) throw unavailable(error)
    }
    await sleep(conflictPauseMs * attempt * (0.5 + Math.random()))
  }
}

function connectionSettings(url: string, patienceMs: number): pg.ClientConfig {
  return {
    connectionString: withUser(url),
    application_name: 'quittance',
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: { getTypeParser: postgresTypes },
  }
}

function openPool(settings: pg.ClientConfig, poolSize: number, patienceMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    max: poolSize,
    lock_timeout: Math.min(patienceMs, longestLockWaitMs),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  })
  // A connection may die at any moment, also while nobody uses it. Who does use it learns of it by the answer to a statement.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** A URL without a user means that of the process, as for psql. @throws {Error} when `text` is no URL */
export function withUser(text: string): string {
  if (!URL.canParse(text)) throw new Error('The URL of the PostgreSQL database cannot be read.')
  const url = new URL(text)
  if (url.username === '' && !url.searchParams.has('user')) url.searchParams.set('user', userInfo().username)
  return url.href
}

/** Work on a database that no other process does at the same time; the schema is changed under the same lock. */
export const exclusivelyOn = (url: string): Exclusively =>
  exclusively(connectionSettings(url, oncePatienceMs))

const exclusively =
  (settings: pg.ClientConfig): Exclusively =>
  (work) =>
    withClient(settings, async (client) => {
      const execute = async (text: string) => (await client.query(text).catch(rethrow)).rows
      await execute('begin')
      await execute(`select pg_advisory_xact_lock(${migrationLock}, hashtext(current_schema()))`)
      const result = await work(execute)
      await execute('commit')
      return result
    })

/** A connection of its own for work that may take long, ended after it: what was not committed is rolled back. */
async function withClient<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings)
  client.on('error', ignore)
  try {
    await client.connect()
  } catch (error) {
    throw unavailable(error)
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(ignore)
  }
}

function rethrow(error: unknown): never {
  throw postgresFailure(error)
}

function ignore(): void {}
