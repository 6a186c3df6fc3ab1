import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from './database.ts'
import { isBusy, unavailable } from './failures.ts'
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type Job, runGroup, type Work } from './sqlite-group.ts'

/** The one writer of a SQLite file. */
export interface SqliteWriter {
  transact<T>(work: Work<T>): Promise<T>
  afterCommit(listener: () => void): void
  /** Resolves when all that was begun has ended. */
  close(): Promise<void>
}

/** More is overload: refused at once rather than late. */
const mostWaiting = 10_000

/** Pauses between the attempts to take a lock that another process holds. */
const shortestPauseMs = 2
const longestPauseMs = 200

/**
 * Transactions that arrive in one turn of the event loop share one `begin immediate … commit`, and so one write to the disk.
 * @param patienceMs how long a transaction waits while another process holds the lock
 */
export function sqliteWriter(connection: SqliteConnection, patienceMs: number): SqliteWriter {
  const waiting: (Job & { readonly since: number })[] = []
  const listeners: (() => void)[] = []
  let draining: Promise<void> | undefined
  let closed = false

  return {
    transact: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        if (closed) reject(new StorageUnavailable('The database is closed.'))
        else if (waiting.length >= mostWaiting) reject(new StorageUnavailable('Too many transactions wait.'))
        else waiting.push({ ...job(work, resolve, reject), since: performance.now() })
        draining ??= drain()
      }),
    afterCommit: (listener) => {
      listeners.push(listener)
    },
    async close() {
      closed = true
      await draining
    },
  }

  async function drain(): Promise<void> {
    let pauseMs = shortestPauseMs
    // Lets whatever else arrives in this turn join the group.
    for (await nextTurn(); waiting.length > 0; await nextTurn()) {
      const obstacle = begin()
      if (obstacle === undefined) {
        pauseMs = shortestPauseMs
        await runGroup(connection, { next: () => waiting.shift(), committed })
        continue
      }
      giveUp(obstacle)
      if (waiting.length > 0) await sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
    draining = undefined
  }

  function committed(): void {
    // Not called from here: a listener that throws harms no transaction.
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** Takes the lock. What is in the way, or undefined. */
  function begin(): { readonly error: unknown } | undefined {
    try {
      connection.run('begin immediate')
      return undefined
    } catch (error) {
      return { error }
    }
  }

  function giveUp({ error }: { readonly error: unknown }): void {
    const latest = isBusy(error) ? performance.now() - patienceMs : Number.POSITIVE_INFINITY
    while (waiting[0] && waiting[0].since <= latest) waiting.shift()?.reject(unavailable(error))
  }
}

function job<T>(work: Work<T>, resolve: (value: T) => void, reject: (error: unknown) => void): Job {
  return {
    async run(sql: Sql) {
      const value = await work(sql)
      return () => resolve(value)
    },
    reject,
  }
}
