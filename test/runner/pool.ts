import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { inspect } from 'node:util'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { makeTemplate, type Template } from '../helpers/databases.ts'
import type { Job } from './jobs.ts'

/** A file of which nothing is heard for so long hangs, and is ended. On a machine with ten times the work a test of half a minute takes five. */
const maxSilenceMs = 600_000

/**
 * Files at once. Tests wait for timers, disks and other processes for about half of their time (`test/faults` for two thirds), so two more
 * than there are cores keep all of them busy.
 */
const workers = availableParallelism() + 2

export interface Skipped {
  readonly job: Job
  readonly reason: string
}

export interface Outcome {
  passed: number
  failed: number
  readonly skipped: Skipped[]
}

export interface PoolOptions {
  readonly signal: AbortSignal
  /** Say on which database each file ran. */
  readonly showsDatabase?: boolean
}

/** Runs each job in a process of its own, several at once. */
export async function runJobs(jobs: readonly Job[], options: PoolOptions): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, skipped: [] }
  const templates = new Map<DatabaseKind, Template>()
  for (const { database } of jobs)
    if (!templates.has(database)) templates.set(database, await makeTemplate(database))
  const waiting = [...jobs]
  // Half of the workers begin at the end with short files, which compute, beside long ones, which wait.
  const work = async (_: unknown, worker: number) => {
    const next = () => (worker % 2 === 0 ? waiting.shift() : waiting.pop())
    for (let job = next(); job !== undefined && !options.signal.aborted; job = next()) {
      const { environment = {} } = templates.get(job.database) ?? {}
      await runJob(job, { ...options, environment, outcome })
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  for (const { remove } of templates.values()) await remove()
  return outcome
}

interface JobOptions extends PoolOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly outcome: Outcome
}

/** Runs the tests of a file; prints each failure in full, and a line when the file is done. */
async function runJob(job: Job, { signal, showsDatabase, environment, outcome }: JobOptions): Promise<void> {
  const { file, database } = job
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(), maxSilenceMs)
  const since = performance.now()
  const name = showsDatabase ? `${file} (${database})` : file
  let passed = 0
  const stream = run({
    files: [file],
    env: { ...process.env, ...environment },
    signal: AbortSignal.any([silence.signal, signal]),
  })
  stream.on('test:pass', ({ skip, details }) => {
    if (details.type === 'suite') return
    if (skip === undefined) passed++
    else outcome.skipped.push({ job, reason: typeof skip === 'string' ? skip : 'without a reason' })
  })
  stream.on('test:fail', ({ name: title, line, details: { error } }) => {
    // It fails with the tests inside it, which are told already.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return
    outcome.failed++
    const what = silence.signal.aborted ? 'It hangs: nothing was heard of it for too long.' : error.cause
    process.stdout.write(`\n✖ ${title}  ${name}:${line}\n${inspect(what ?? error)}\n\n`)
  })
  stream.on('test:stderr', ({ message }) => process.stderr.write(message))
  for await (const _ of stream) watch.refresh()
  clearTimeout(watch)
  outcome.passed += passed
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  process.stdout.write(`${String(passed).padStart(5)} ${seconds.padStart(6)} s  ${name}\n`)
}
