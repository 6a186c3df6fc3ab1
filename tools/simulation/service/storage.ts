import { type Database, StorageUnavailableError } from '../../../src/platform/storage/database.ts'
import { createKysely } from '../../../src/platform/storage/dialect.ts'
import type { Sql } from '../../../src/platform/storage/sql.ts'
import type { Seeded } from '../seeded.ts'
import type { World } from '../world.ts'
import { type Life, never } from './process.ts'

/** A transaction waiting for its turn. */
interface Job {
  readonly life: Life
  readonly run: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface Commits {
  /** A process's view of a database: it takes time, can be unavailable, and dies with the process. */
  through(life: Life, database: Database): Database
}

export interface CommitsParts {
  readonly world: World
  readonly random: Seeded
  /** How often a transaction is rejected, or its outcome is lost. */
  readonly unavailable: number
  readonly onCommit: () => Promise<void>
}

/** The delay before a transaction begins, and after its commit. On SQLite, transactions that begin together share a commit. */
const maxWaitMs = 4

export function createCommits({ world, random, unavailable, onCommit }: CommitsParts): Commits {
  const waiting = new Map<number, Job[]>()
  return { through }

  function through(life: Life, database: Database): Database {
    const inOrder = database.kind === 'sqlite'
    return {
      ...database,
      read: readOf(life, database),
      transact: <T>(work: (sql: Sql) => Promise<T>) =>
        new Promise<T>((resolve, reject) => {
          const run = () => database.transact(work)
          if (life.alive()) enqueue({ life, run, resolve: resolve as Job['resolve'], reject }, inOrder)
        }),
    }
  }

  function enqueue(job: Job, together: boolean): void {
    const due = world.now() + random.between(1, maxWaitMs)
    const those = waiting.get(due)
    if (those) those.push(job)
    else {
      waiting.set(due, [job])
      world.at(due, () => {
        const jobs = waiting.get(due) ?? []
        waiting.delete(due)
        world.spawn(world.runInTurn(() => runAll(jobs, together)))
      })
    }
  }

  async function runAll(jobs: readonly Job[], together: boolean): Promise<void> {
    const started = jobs.filter(({ life, reject }) => {
      if (life.mayDie('before a commit')) return false
      if (!random.chance(unavailable)) return true
      reject(new StorageUnavailableError('the database is unavailable'))
      return false
    })
    // Processes take turns at the lock.
    for (const [life, those] of Map.groupBy(started, ({ life }) => life)) {
      if (!life.alive()) continue
      const groups = together ? [those] : those.map((job) => [job])
      for (const group of groups) await runGroup(group)
    }
  }

  async function runGroup(group: readonly Job[]): Promise<void> {
    const results = await Promise.allSettled(group.map(({ run }) => run()))
    await onCommit()
    for (const [place, job] of group.entries()) {
      const result = results[place]
      if (result) world.at(world.now() + random.below(maxWaitMs), () => answer(job, result))
    }
  }

  function answer({ life, resolve, reject }: Job, result: PromiseSettledResult<unknown>): void {
    if (life.mayDie('after a commit')) return
    if (random.chance(unavailable))
      reject(new StorageUnavailableError('the connection was lost during the commit'))
    else if (result.status === 'fulfilled') resolve(result.value)
    else reject(result.reason)
  }

  /** Dead processes read nothing. On PostgreSQL every read waits for its turn. */
  function readOf(life: Life, { kind, read }: Database): Sql {
    const queued = <T>(ask: () => Promise<T>): Promise<T> => {
      if (!life.alive()) return never
      return kind === 'sqlite' ? ask() : world.runInTurn(ask)
    }
    return {
      kind,
      query: createKysely(kind, (query) => queued(() => read.query.executeQuery(query))),
      queryAll: (statement, parameters) => queued(() => read.queryAll(statement, parameters)),
      queryOne: (statement, parameters) => queued(() => read.queryOne(statement, parameters)),
    }
  }
}
