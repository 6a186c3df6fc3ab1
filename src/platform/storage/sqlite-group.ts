import { StorageUnavailableError } from './database.ts'
import { mapSqliteError, toUnavailableError } from './failures.ts'
import { createTransactionGate } from './gate.ts'
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type Result, startTransactionGuard, type TransactionGuard } from './sqlite-transaction-guard.ts'

export type Work<T> = (sql: Sql) => Promise<T>

/** A transaction of a group. `run` returns the function that delivers its value once it is on disk. */
export interface Job {
  run(sql: Sql): Promise<() => void>
  reject(error: unknown): void
}

/** The outcome of a job inside its group. `deliver` settles its promise after the commit, whether the job succeeded or not. */
interface JobOutcome {
  readonly isCommitted: boolean
  readonly deliver: () => void
}

/** A group ends at either limit, so that neither its members nor the event loop wait long for its commit. */
const maxGroupSize = 256
const maxGroupMs = 25

/** Supplies a group's transactions and is notified of its commit. */
interface JobSource {
  /** The next waiting transaction, if any. */
  takeNext(): Job | undefined
  /** Called after the commit, before any caller gets its result. */
  onCommit(): void
}

/**
 * Runs transactions one by one inside the one that the connection has begun, and commits. Each is a savepoint: one that fails is rolled
 * back separately. No caller gets a result before the commit has returned. Never rejects: if the group fails, each of its jobs is rejected.
 */
export async function runGroup(connection: SqliteConnection, source: JobSource): Promise<void> {
  const group: Job[] = []
  const takeNext = () => {
    const job = source.takeNext()
    if (job) group.push(job)
    return job
  }
  const guard = startTransactionGuard()
  try {
    const outcomes = await runJobs(connection, guard, takeNext)
    const hasCommits = outcomes.some((outcome) => outcome.isCommitted)
    connection.run(hasCommits ? 'commit' : 'rollback')
    if (hasCommits) source.onCommit()
    for (const { deliver } of outcomes) deliver()
  } catch (error) {
    rollBack(connection)
    // Failed jobs are rejected with this too: their error may depend on a row of the same group, which was rolled back.
    for (const job of group) job.reject(mapSqliteError(error))
  } finally {
    guard.stop()
  }
}

/** @throws if the whole group fails */
async function runJobs(
  connection: SqliteConnection,
  guard: TransactionGuard,
  takeNext: JobSource['takeNext'],
): Promise<JobOutcome[]> {
  const outcomes: JobOutcome[] = []
  const deadline = performance.now() + maxGroupMs
  while (outcomes.length < maxGroupSize && performance.now() < deadline) {
    const job = takeNext()
    if (!job) break
    outcomes.push(await runJob(connection, guard, job))
  }
  return outcomes
}

async function runJob(connection: SqliteConnection, guard: TransactionGuard, job: Job): Promise<JobOutcome> {
  connection.run('savepoint job')
  const result = await runBody(connection, guard, job.run)
  // A full disk, for example, ends the outer transaction, and with it everything the group wrote.
  if (!connection.isInTransaction())
    throw 'error' in result ? toUnavailableError(result.error) : createTransactionLostError()
  if ('error' in result) connection.run('rollback to job')
  connection.run('release job')
  return 'error' in result
    ? { isCommitted: false, deliver: () => job.reject(result.error) }
    : { isCommitted: true, deliver: result.value }
}

async function runBody<T>(
  connection: SqliteConnection,
  guard: TransactionGuard,
  body: Work<T>,
): Promise<Result<T>> {
  const gate = createTransactionGate(guard.pause)
  const result = await guard.run(async () => body(connection.createSql(gate)))
  gate.close()
  return 'error' in result ? result : (gate.getFailure() ?? result)
}

function rollBack(connection: SqliteConnection): void {
  try {
    if (connection.isInTransaction()) connection.run('rollback')
  } catch {
    // The transaction has ended either way. Report the original error.
  }
}

const createTransactionLostError = () => new StorageUnavailableError('A statement ended the transaction.')
