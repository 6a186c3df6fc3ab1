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

/** More than this is overload: fail fast. */
const maxWaiting = 10_000

/** Pauses between attempts to take a lock that another process holds. */
const minPauseMs = 2
const maxPauseMs = 200

/**
 * Transactions that arrive in one turn of the event loop share one `begin immediate … commit`, and so one write to the disk.
 * @param timeoutMs how long a transaction waits while another process holds the lock
 */
export function createSqliteWriter(connection: SqliteConnection, timeoutMs: number): SqliteWriter {
  const waiting: (Job & { readonly since: number })[] = []
  const listeners: (() => void)[] = []
  let draining: Promise<void> | undefined
  let closed = false

  return {
    transact: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        if (closed) reject(new StorageUnavailableError('The database is closed.'))
        else if (waiting.length >= maxWaiting)
          reject(new StorageUnavailableError('Too many transactions are waiting.'))
        else waiting.push({ ...createJob(work, resolve, reject), since: performance.now() })
        draining ??= drain()
      }),
    onCommit: (listener) => {
      listeners.push(listener)
    },
    async close() {
      closed = true
      await draining
    },
  }

  async function drain(): Promise<void> {
    let pauseMs = minPauseMs
    // Lets everything else that arrives in this turn join the group.
    for (await nextTurn(); waiting.length > 0; await nextTurn()) {
      const failure = tryBegin()
      if (failure === undefined) {
        pauseMs = minPauseMs
        await runGroup(connection, { next: () => waiting.shift(), onCommit: notifyListeners })
        continue
      }
      rejectAll(failure)
      if (waiting.length > 0) await sleep(pauseMs)
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

  function rejectAll({ error }: { readonly error: unknown }): void {
    const latest = isBusy(error) ? performance.now() - timeoutMs : Number.POSITIVE_INFINITY
    while (waiting[0] && waiting[0].since <= latest) waiting.shift()?.reject(toUnavailableError(error))
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
