import { type Database, StorageUnavailableError } from '../../../src/platform/storage/database.ts'
import { createKysely } from '../../../src/platform/storage/dialect.ts'
import type { Sql } from '../../../src/platform/storage/sql.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { type Life, waitForever } from './process.ts'

/** A transaction waiting for its turn. */
interface Job {
  readonly life: Life
  readonly run: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface Commits {
  /** Wraps a database for a process: each call takes time, can fail, and never returns once the process has crashed. */
  wrapDatabase(life: Life, database: Database): Database
}

export interface CommitsDependencies {
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  /** How often a transaction is rejected, or its outcome is lost. */
  readonly unavailable: number
  readonly onCommit: () => Promise<void>
}

/** The delay before a transaction begins, and after its commit. On SQLite, transactions that begin together share a commit. */
const maxWaitMs = 4

export function createCommits({ scheduler, random, unavailable, onCommit }: CommitsDependencies): Commits {
  const waiting = new Map<number, Job[]>()
  return { wrapDatabase }

  function wrapDatabase(life: Life, database: Database): Database {
    const sharesCommit = database.kind === 'sqlite'
    return {
      ...database,
      read: wrapRead(life, database),
      transact: <T>(work: (sql: Sql) => Promise<T>) =>
        new Promise<T>((resolve, reject) => {
          const run = () => database.transact(work)
          if (life.alive()) enqueue({ life, run, resolve: resolve as Job['resolve'], reject }, sharesCommit)
        }),
    }
  }

  function enqueue(job: Job, sharesCommit: boolean): void {
    const due = scheduler.now() + random.between(1, maxWaitMs)
    const queuedJobs = waiting.get(due)
    if (queuedJobs) queuedJobs.push(job)
    else {
      waiting.set(due, [job])
      scheduler.schedule(due, () => {
        const jobs = waiting.get(due) ?? []
        waiting.delete(due)
        scheduler.spawn(scheduler.runInTurn(() => runAll(jobs, sharesCommit)))
      })
    }
  }

  async function runAll(jobs: readonly Job[], sharesCommit: boolean): Promise<void> {
    const started = jobs.filter(({ life, reject }) => {
      if (life.mayDie('before a commit')) return false
      if (!random.chance(unavailable)) return true
      reject(new StorageUnavailableError('the database is unavailable'))
      return false
    })
    // Processes take turns at the lock.
    for (const [life, lifeJobs] of Map.groupBy(started, ({ life }) => life)) {
      if (!life.alive()) continue
      const groups = sharesCommit ? [lifeJobs] : lifeJobs.map((job) => [job])
      for (const group of groups) await runGroup(group)
    }
  }

  async function runGroup(group: readonly Job[]): Promise<void> {
    const results = await Promise.allSettled(group.map(({ run }) => run()))
    await onCommit()
    for (const [index, job] of group.entries()) {
      const result = results[index]
      if (result) scheduler.schedule(scheduler.now() + random.below(maxWaitMs), () => deliver(job, result))
    }
  }

  function deliver({ life, resolve, reject }: Job, result: PromiseSettledResult<unknown>): void {
    if (life.mayDie('after a commit')) return
    if (random.chance(unavailable))
      reject(new StorageUnavailableError('the connection was lost during the commit'))
    else if (result.status === 'fulfilled') resolve(result.value)
    else reject(result.reason)
  }

  /** Dead processes read nothing. On PostgreSQL every read waits for its turn. */
  function wrapRead(life: Life, { kind, read }: Database): Sql {
    const runInTurn = <T>(runQuery: () => Promise<T>): Promise<T> => {
      if (!life.alive()) return waitForever()
      return kind === 'sqlite' ? runQuery() : scheduler.runInTurn(runQuery)
    }
    return {
      kind,
      query: createKysely(kind, (query) => runInTurn(() => read.query.executeQuery(query))),
      queryAll: (statement, parameters) => runInTurn(() => read.queryAll(statement, parameters)),
      queryOne: (statement, parameters) => runInTurn(() => read.queryOne(statement, parameters)),
    }
  }
}
