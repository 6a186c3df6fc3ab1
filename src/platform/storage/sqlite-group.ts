import { StorageUnavailable } from './database.ts'
import { sqliteFailure, unavailable } from './failures.ts'
import { transactionGate } from './gate.ts'
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { beginTurn, type Result, type Turn } from './sqlite-turn.ts'

export type Work<T> = (sql: Sql) => Promise<T>

/** A transaction of a group. `run` gives what to do with its value once it is on disk. */
export interface Job {
  run(sql: Sql): Promise<() => void>
  reject(error: unknown): void
}

/** What came of a job inside its group: `answer` is given after the commit, whichever it is. */
interface Outcome {
  readonly kept: boolean
  readonly answer: () => void
}

/** A group ends at either limit, so that neither its members nor the event loop wait long for its commit. */
const largestGroup = 256
const longestGroupMs = 25

/** Where a group comes from, and what surrounds its commit. */
export interface Source {
  /** The next transaction that waits, if any. */
  next(): Job | undefined
  /** Called when a commit has returned, before anybody is answered. */
  committed(): void
}

/**
 * Runs transactions, one after another to its end, inside the one that the connection has begun, and commits. Each
 * is a savepoint: one that fails is rolled back alone. Nobody is answered before the commit has returned.
 * Never rejects: when the group is lost, each of its members is told so.
 */
export async function runGroup(connection: SqliteConnection, source: Source): Promise<void> {
  const group: Job[] = []
  const next = () => {
    const job = source.next()
    if (job) group.push(job)
    return job
  }
  const turn = beginTurn()
  try {
    const outcomes = await runJobs(connection, turn, next)
    const kept = outcomes.some((outcome) => outcome.kept)
    connection.run(kept ? 'commit' : 'rollback')
    if (kept) source.committed()
    for (const { answer } of outcomes) answer()
  } catch (error) {
    undo(connection)
    // Also who was refused is told so: the refusal may rest on a row of the same group, which is gone.
    for (const job of group) job.reject(sqliteFailure(error))
  } finally {
    turn.end()
  }
}

/** @throws when the whole group is lost */
async function runJobs(connection: SqliteConnection, turn: Turn, next: Source['next']): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const end = performance.now() + longestGroupMs
  while (outcomes.length < largestGroup && performance.now() < end) {
    const job = next()
    if (!job) break
    outcomes.push(await runJob(connection, turn, job))
  }
  return outcomes
}

async function runJob(connection: SqliteConnection, turn: Turn, job: Job): Promise<Outcome> {
  connection.run('savepoint job')
  const result = await runBody(connection, turn, job.run)
  // A full disk, for one, ends the outer transaction, and with it whatever the group wrote.
  if (!connection.inTransaction()) throw 'error' in result ? unavailable(result.error) : lost()
  if ('error' in result) connection.run('rollback to job')
  connection.run('release job')
  return 'error' in result
    ? { kept: false, answer: () => job.reject(result.error) }
    : { kept: true, answer: result.value }
}

async function runBody<T>(connection: SqliteConnection, turn: Turn, body: Work<T>): Promise<Result<T>> {
  const gate = transactionGate()
  const result = await turn.outcome(async () => body(connection.sql(gate)))
  gate.close()
  return 'error' in result ? result : (gate.failure() ?? result)
}

function undo(connection: SqliteConnection): void {
  try {
    if (connection.inTransaction()) connection.run('rollback')
  } catch {
    // The transaction is over either way; the error that led here is the one to report.
  }
}

const lost = () => new StorageUnavailable('The transaction was ended from within.')
