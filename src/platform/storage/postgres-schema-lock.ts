import { setTimeout as sleep } from 'node:timers/promises'
import { StorageError, StorageUnavailableError } from './database.ts'
import { isConflict, isLockTimeout, throwPostgresError } from './failures.ts'
import type { ExecuteStatement, SchemaLock } from './migrate.ts'
import { createConnectionSettings, withClient } from './postgres-client.ts'

const connectionTimeoutMs = 10_000

/** First half of the advisory lock for schema changes; the second is the schema. */
const migrationLock = 1_366_648_931
const lockRetryMs = 100

/**
 * How long a schema change waits for the lock of a table. Requests that use the table wait behind it, and fail after 1.3 s. Then it
 * lets them through and tries again.
 */
const tableLockTimeoutMs = 1_000
/** About ten minutes: a backup or another transaction may hold the table for that long. */
const maxAttempts = 400
const retryPauseMs = 500

/** Creates a lock that is held by its own connection, and ends with it. */
export const createSchemaLock =
  (url: string): SchemaLock =>
  (work) =>
    withClient(createConnectionSettings(url, connectionTimeoutMs), async (client) => {
      const execute: ExecuteStatement = async (text) =>
        (await client.query(text).catch(throwPostgresError)).rows
      await requireUtf8(execute)
      await acquireLock(execute)
      return work({ execute, transact: (step) => transact(execute, step) })
    })

/** In another encoding, some texts can't be stored, or are measured in bytes. */
async function requireUtf8(execute: ExecuteStatement): Promise<void> {
  const [row] = (await execute('show server_encoding')) as { server_encoding: string }[]
  if (row?.server_encoding === 'UTF8') return
  throw new StorageError(
    `The database has the encoding ${row?.server_encoding}: create one with encoding 'UTF8' and template template0, and set DATABASE_URL to it.`,
  )
}

/** Polls: a statement that waits for the lock keeps a snapshot, and a concurrent index build waits until all older snapshots are gone. */
async function acquireLock(execute: ExecuteStatement): Promise<void> {
  const tryLock = `select 1 where pg_try_advisory_lock(${migrationLock}, hashtext(current_schema()))`
  while ((await execute(tryLock)).length === 0) await sleep(lockRetryMs)
}

async function transact<T>(
  execute: ExecuteStatement,
  work: (execute: ExecuteStatement) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await execute('begin')
      await execute(`set local lock_timeout = ${tableLockTimeoutMs}`)
      const result = await work(execute)
      await execute('commit')
      return result
    } catch (error) {
      const cause = error instanceof StorageUnavailableError ? error.cause : error
      if (!(isLockTimeout(cause) || isConflict(cause)) || attempt === maxAttempts) throw error
    }
    await execute('rollback')
    await sleep(retryPauseMs * (0.5 + Math.random()))
  }
}
