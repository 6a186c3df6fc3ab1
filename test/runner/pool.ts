import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { createTemplate, type Template } from '../helpers/databases.ts'
import type { Job } from './jobs.ts'

/** A file without output for this long hangs and is killed. On a machine with ten times the load a test of half a minute takes five. */
const maxSilenceMs = 600_000

/**
 * Concurrent files. Tests wait for timers, disks and other processes for about half of their time
 * (`test/faults` for two thirds): below this number the next file always starts.
 */
const minConcurrency = availableParallelism() + 2

/** Up to this number the next file starts when cores have been idle. Each file may need 500 MB, and ten database connections. */
const maxConcurrency = minConcurrency * 2

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
    if (!templates.has(database)) templates.set(database, await createTemplate(database))
  // The files share the descriptions of their services' routes: see helpers/openapi.ts.
  const descriptions = await mkdtemp(join(tmpdir(), 'quittance-descriptions-'))
  const runOne = (job: Job) => {
    const template = templates.get(job.database)?.environment
    return runJob(job, { ...options, environment: { ...template, TEST_DESCRIPTIONS: descriptions } })
  }
  const failed: Result[] = []
  await runConcurrently(jobs, signal, async (job) => {
    const result = await runOne(job)
    if (result.failures.length > 0) failed.push(result)
    else add(outcome, result)
  })
  for (const first of failed) {
    const second = failed.length <= maxRetries && !signal.aborted ? await runOne(first.job) : first
    add(outcome, second)
    if (second.failures.length === 0) outcome.flaky.push(...first.failures)
  }
  for (const { remove } of templates.values()) await remove()
  await rm(descriptions, { recursive: true })
  return outcome
}

/** Runs all jobs, as many at once as keep the cores busy. */
async function runConcurrently(
  jobs: readonly Job[],
  signal: AbortSignal,
  run: (job: Job) => Promise<void>,
): Promise<void> {
  const waiting = [...jobs]
  const running = new Set<Promise<void>>()
  const isIdle = createIdleCheck()
  for (let started = 0; waiting.length > 0 && !signal.aborted; started++) {
    // Every second file is a short, CPU-bound one from the end, next to long ones, which wait.
    const job = started % 2 === 0 ? waiting.shift() : waiting.pop()
    if (!job) break
    const done: Promise<void> = run(job).finally(() => running.delete(done))
    running.add(done)
    while (running.size >= minConcurrency && !signal.aborted) {
      await Promise.race([...running, sleep(idleWindowMs, undefined, { ref: false })])
      if (running.size < maxConcurrency && isIdle()) break
    }
  }
  await Promise.all(running)
}

/** Long enough for a file that has just started to use its core. */
const idleWindowMs = 1_000

/** More than this share of all cores was idle: enough for another file. */
const minIdleShare = 0.25

/** Tells whether cores were idle, over at least `idleWindowMs` since it last answered yes or was asked. */
function createIdleCheck(): () => boolean {
  let since = performance.now()
  let before = readCpuTimes()
  return () => {
    if (performance.now() - since < idleWindowMs) return false
    since = performance.now()
    const { idle, total } = readCpuTimes()
    const share = (idle - before.idle) / (total - before.total)
    before = { idle, total }
    return share > minIdleShare
  }
}

/** Milliseconds of all cores since the system started. */
function readCpuTimes(): { idle: number; total: number } {
  const times = cpus().map((cpu) => cpu.times)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  return { idle, total: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
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
