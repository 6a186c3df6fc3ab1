import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { inspect } from 'node:util'
import pg from 'pg'
import { withUser } from '../src/platform/storage/postgres.ts'
import { makeTemplate } from './helpers/databases.ts'

// Runs the tests and names what was left out.
//
//   npm test                          everything, on SQLite; then what is about PostgreSQL, where a server answers
//   npm test -- src/coins             the tests below these paths
//   npm run test:faults               those of test/faults, which take minutes: processes killed under load, nodes and databases that fail
//   TEST_DATABASE=postgres npm test   everything on PostgreSQL but the look of pages (TEST_POSTGRES says where; its user may create databases)
//   REQUIRE_SERVICES=1 npm test       what is left out because a service is missing is a failure

/** No test is silent for so long: a file that is hangs, and is ended. */
const longestSilenceMs = 120_000
const probeMs = 2_000

interface Skipped {
  readonly file: string
  readonly reason: string
}

interface Outcome {
  passed: number
  failed: number
  readonly skipped: Skipped[]
}

const { TEST_DATABASE: database, TEST_POSTGRES: postgresUrl = 'postgres://127.0.0.1:5432/test' } = process.env
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

// Most of what a file of tests does first is reading the same code.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/quittance-tests'

const began = performance.now()
const [isAboutFaults, paths] = readArguments(process.argv.slice(2))
const files = chosenFiles(paths)
if (files.length === 0) stop('No test file lies there.')
if (database === 'postgres' && !(await postgresAnswers())) stop(`No PostgreSQL answers at ${postgresUrl}.`)

const first = await runFiles(files)
const second = await runOnPostgres(first)
summarise(first, second)

function readArguments(given: readonly string[]): [isAboutFaults: boolean, paths: string[]] {
  return [given.includes('--faults'), given.filter((each) => each !== '--faults')]
}

function chosenFiles(paths: readonly string[]): string[] {
  const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
    .filter((file) => file.startsWith('test/faults/') === isAboutFaults)
    .sort()
  return paths.length === 0 ? all : all.filter((file) => paths.some((path) => file.startsWith(path)))
}

/** What the run on SQLite left out because it is about PostgreSQL; null where it cannot be run, or is not asked for. */
async function runOnPostgres({ skipped }: Outcome): Promise<Outcome | null> {
  const about = new Set(skipped.flatMap(({ file, reason }) => (reason === 'about postgres' ? file : [])))
  if (database !== undefined || about.size === 0 || !(await postgresAnswers())) return null
  process.stdout.write('\nOn PostgreSQL:\n')
  process.env.TEST_DATABASE = 'postgres'
  return runFiles([...about])
}

/** Each file has a process of its own, as many at once as there are cores. */
async function runFiles(files: readonly string[]): Promise<Outcome> {
  const removeTemplate = await makeTemplate(process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite')
  const outcome: Outcome = { passed: 0, failed: 0, skipped: [] }
  const waiting = [...files]
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (!interrupted.signal.aborted) await runFile(file, outcome)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  await removeTemplate()
  return outcome
}

/** Runs the tests of a file; tells of it when it is done, and of each failure in full. */
async function runFile(file: string, outcome: Outcome): Promise<void> {
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(), longestSilenceMs)
  const since = performance.now()
  let passed = 0
  const stream = run({ files: [file], signal: AbortSignal.any([silence.signal, interrupted.signal]) })
  stream.on('test:pass', ({ skip, details }) => {
    if (details.type === 'suite') return
    if (skip === undefined) passed++
    else outcome.skipped.push({ file, reason: typeof skip === 'string' ? skip : 'without a reason' })
  })
  stream.on('test:fail', ({ name, line, details: { error } }) => {
    // It fails with the tests inside it, which are told already.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return
    outcome.failed++
    const what = silence.signal.aborted ? 'It hangs: nothing was heard of it for too long.' : error.cause
    process.stdout.write(`\n✖ ${name}  ${file}:${line}\n${inspect(what ?? error)}\n\n`)
  })
  stream.on('test:stderr', ({ message }) => process.stderr.write(message))
  for await (const _ of stream) watch.refresh()
  clearTimeout(watch)
  outcome.passed += passed
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  process.stdout.write(`${String(passed).padStart(5)} ${seconds.padStart(6)} s  ${file}\n`)
}

function summarise(first: Outcome, second: Outcome | null): void {
  const passed = first.passed + (second?.passed ?? 0)
  const failed = first.failed + (second?.failed ?? 0)
  const leftOut = first.skipped.flatMap(({ reason }) => leftOutBecause(reason, second) ?? [])
  if (leftOut.length > 0) process.stdout.write('\nLeft out:\n')
  for (const [reason, those] of Map.groupBy(leftOut, (reason) => reason)) {
    process.stdout.write(`${String(those.length).padStart(5)}  ${reason}\n`)
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${leftOut.length} left out (${seconds} s)\n`)
  const isMissing = leftOut.length > 0 && process.env.REQUIRE_SERVICES === '1'
  if (failed > 0 || passed === 0 || isMissing || interrupted.signal.aborted) process.exitCode = 1
}

/**
 * Tests say `needs …` when something is missing here, and `about …` when they are about the other database. Any other reason says why a
 * test has no meaning where it stands, as for a coin that knows no such thing: nothing is left out then.
 */
function leftOutBecause(reason: string, second: Outcome | null): string | null {
  if (reason === 'about postgres' && database === undefined && second === null) {
    return `about PostgreSQL: no server answers at ${postgresUrl} (TEST_POSTGRES)`
  }
  return /^(needs |without a reason)/.test(reason) ? reason : null
}

async function postgresAnswers(): Promise<boolean> {
  const client = new pg.Client({ connectionString: withUser(postgresUrl), connectionTimeoutMillis: probeMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

function stop(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
