import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailableError } from './database.ts'
import { isBusy, toUnavailableError } from './failures.ts'
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type Job, runGroup, type Work } from './sqlite-group.ts'

/** The only writer of a SQLite file. */
interface SqliteWriter {
  transact<T>(work: Work<T>): Promise<T>
  onCommit(listener: () => void): void
  /** Resolves when everything that was started has ended. */
  close(): Promise<void>
}

/** Above this, the database is overloaded, and further transactions fail immediately. */
const maxQueueLength = 10_000

/** Pauses between attempts to take a lock that another process holds. */
const minPauseMs = 2
const maxPauseMs = 200

/**
 * Transactions that arrive in one turn of the event loop share one `begin immediate … commit`, and so one write to the disk.
 * @param timeoutMs how long a transaction waits while another process holds the lock
 */
export function createSqliteWriter(connection: SqliteConnection, timeoutMs: number): SqliteWriter {
  const queue: (Job & { readonly since: number })[] = []
  const listeners: (() => void)[] = []
  let draining: Promise<void> | undefined
  let isClosed = false

  return {
    transact: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        if (isClosed) reject(new StorageUnavailableError('The database is closed.'))
        else if (queue.length >= maxQueueLength)
          reject(new StorageUnavailableError('Too many transactions are waiting.'))
        else queue.push({ ...createJob(work, resolve, reject), since: performance.now() })
        draining ??= drain()
      }),
    onCommit: (listener) => {
      listeners.push(listener)
    },
    async close() {
      isClosed = true
      await draining
    },
  }

  async function drain(): Promise<void> {
    let pauseMs = minPauseMs
    // Let everything else that arrives in this turn join the group.
    for (await nextTurn(); queue.length > 0; await nextTurn()) {
      const failure = tryBegin()
      if (failure === undefined) {
        pauseMs = minPauseMs
        await runGroup(connection, { takeNext: () => queue.shift(), onCommit: notifyListeners })
        continue
      }
      rejectWaiting(failure)
      if (queue.length > 0) await sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
    draining = undefined
  }

  function notifyListeners(): void {
    // Asynchronously, so that a listener that throws can't affect a transaction.
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** Takes the lock. Returns the error that prevents it, or undefined. */
  function tryBegin(): { readonly error: unknown } | undefined {
    try {
      connection.run('begin immediate')
      return undefined
    } catch (error) {
      return { error }
    }
  }

  /** Rejects all transactions, or only those that have waited too long if another process holds the lock. */
  function rejectWaiting({ error }: { readonly error: unknown }): void {
    const maxSince = isBusy(error) ? performance.now() - timeoutMs : Number.POSITIVE_INFINITY
    while (queue[0] && queue[0].since <= maxSince) queue.shift()?.reject(toUnavailableError(error))
  }
}

function createJob<T>(work: Work<T>, resolve: (value: T) => void, reject: (error: unknown) => void): Job {
  return {
    async run(sql: Sql) {
      const value = await work(sql)
      return () => resolve(value)
    },
    reject,
  }
}
