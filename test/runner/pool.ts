import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { inspect } from 'node:util'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { makeTemplate, type Template } from '../helpers/databases.ts'
import type { Job } from './jobs.ts'

/** A file without output for this long hangs and is killed. On a machine with ten times the load a test of half a minute takes five. */
const maxSilenceMs = 600_000

/**
 * Concurrent files. Tests wait for timers, disks and other processes for about half of their time
 * (`test/faults` for two thirds), so two more files than cores keep all cores busy.
 */
const workers = availableParallelism() + 2

export interface Skipped {
  readonly job: Job
  readonly reason: string
}

export interface Outcome {
  passed: number
  /** One line per failed test. */
  readonly failures: string[]
  /** One line per test that failed, and passed when its file ran again alone. */
  readonly flaky: string[]
  readonly skipped: Skipped[]
}

export interface PoolOptions {
  readonly signal: AbortSignal
  /** Prints on which database each file ran. */
  readonly showsDatabase?: boolean
  /** Maximum number of files that may run again, alone, when one of their tests fails. With more failing files none does. 0 by default. */
  readonly maxRetries?: number
}

/** Runs each job in its own process, several at once. */
export async function runJobs(jobs: readonly Job[], options: PoolOptions): Promise<Outcome> {
  const { signal, maxRetries = 0 } = options
  const outcome: Outcome = { passed: 0, failures: [], flaky: [], skipped: [] }
  const templates = new Map<DatabaseKind, Template>()
  for (const { database } of jobs)
    if (!templates.has(database)) templates.set(database, await makeTemplate(database))
  const runOne = (job: Job) =>
    runJob(job, { ...options, environment: templates.get(job.database)?.environment ?? {} })
  const waiting = [...jobs]
  const failed: Result[] = []
  // Half of the workers start from the end with short, CPU-bound files, beside long ones, which wait.
  const work = async (_: unknown, worker: number) => {
    const next = () => (worker % 2 === 0 ? waiting.shift() : waiting.pop())
    for (let job = next(); job !== undefined && !signal.aborted; job = next()) {
      const result = await runOne(job)
      if (result.failures.length > 0) failed.push(result)
      else add(outcome, result)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  for (const first of failed) {
    const second = failed.length <= maxRetries && !signal.aborted ? await runOne(first.job) : first
    add(outcome, second)
    if (second.failures.length === 0) outcome.flaky.push(...first.failures)
  }
  for (const { remove } of templates.values()) await remove()
  return outcome
}

/** The result of one run of one file. */
interface Result {
  readonly job: Job
  passed: number
  readonly failures: string[]
  readonly skipped: Skipped[]
}

function add(outcome: Outcome, { passed, failures, skipped }: Result): void {
  outcome.passed += passed
  outcome.failures.push(...failures)
  outcome.skipped.push(...skipped)
}

interface JobOptions extends PoolOptions {
  readonly environment: Readonly<Record<string, string>>
}

/** Runs the tests of a file. Prints each failure in full, and a line when the file is done. */
async function runJob(job: Job, { signal, showsDatabase, environment }: JobOptions): Promise<Result> {
  const { file, database } = job
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(), maxSilenceMs)
  const since = performance.now()
  const name = showsDatabase ? `${file} (${database})` : file
  const result: Result = { job, passed: 0, failures: [], skipped: [] }
  const stream = run({
    files: [file],
    env: { ...process.env, ...environment },
    signal: AbortSignal.any([silence.signal, signal]),
  })
  stream.on('test:pass', ({ skip, details }) => {
    if (details.type === 'suite') return
    if (skip === undefined) result.passed++
    else result.skipped.push({ job, reason: typeof skip === 'string' ? skip : 'without a reason' })
  })
  stream.on('test:fail', ({ name: title, line, details: { error } }) => {
    // It fails because of the tests inside it, which are reported already.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return
    result.failures.push(`${title}  ${name}:${line}`)
    const shownError = silence.signal.aborted ? 'Timed out: no output for too long.' : error.cause
    process.stdout.write(`\n✖ ${title}  ${name}:${line}\n${inspect(shownError ?? error)}\n\n`)
  })
  stream.on('test:stderr', ({ message }) => process.stderr.write(message))
  for await (const _ of stream) watch.refresh()
  clearTimeout(watch)
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  process.stdout.write(`${String(result.passed).padStart(5)} ${seconds.padStart(6)} s  ${name}\n`)
  return result
}
