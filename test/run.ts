import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { addUser } from '../src/platform/storage/postgres-client.ts'
import { buildProgram } from '../tools/package/build.ts'
import { findTestFiles, isFaultTest, planJobs } from './runner/jobs.ts'
import { type Outcome, runJobs } from './runner/pool.ts'

// Runs the tests and lists the skipped ones.
//
//   npm test                          everything on SQLite, then the tests about PostgreSQL if a server responds
//   npm test -- src/coins             the tests below this path
//   npm run test:fast                 the tests next to the code
//   npm run test:faults               test/faults, which takes minutes: processes killed under load, failing nodes and databases
//   npm run test:all                  all of these on both databases; a file that opens no database runs once
//   TEST_DATABASE=postgres npm test   everything on PostgreSQL except the look of pages (TEST_POSTGRES is its URL; the user must be allowed to create databases)
//   REQUIRE_SERVICES=1 npm test       a test skipped because a service is missing fails the run

/** A server that is down refuses immediately. This is for one on a busy machine. */
const probeMs = 20_000

/**
 * The whole suite runs on machines that may stall for seconds, so a few failing files run once more,
 * alone. Those that then pass are listed at the end. More failures than this are no coincidence.
 */
const maxRetries = 5

/** For the databases and browser profiles of all files that run at once. */
const minMemoryBytes = 4 * 2 ** 30

const { TEST_DATABASE: database, TEST_POSTGRES: postgresUrl = 'postgres://127.0.0.1:5432/test' } = process.env
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

// Most of a test file's startup time is spent compiling the same code.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/quittance-tests'
process.env.TMPDIR ??= createMemoryFolder() ?? tmpdir()

const began = performance.now()
const args = process.argv.slice(2)
const runsAll = args.includes('--all')
const files = chosenFiles()
if (files.length === 0) exitWith('No test files found.')
const needsPostgres = runsAll || database === 'postgres'
if (needsPostgres && !(await isPostgresAvailable())) exitWith(`PostgreSQL doesn't respond at ${postgresUrl}.`)

if (runsAll) {
  process.env.TEST_PROGRAM = await bundleProgram()
  const jobs = planJobs(files, ['sqlite', 'postgres'])
  summarise(await runJobs(jobs, { signal: interrupted.signal, showsDatabase: true, maxRetries }), null)
} else {
  const first = await runJobs(planJobs(files, [database === 'postgres' ? 'postgres' : 'sqlite']), {
    signal: interrupted.signal,
  })
  summarise(first, await runOnPostgres(first))
}

/**
 * A folder in memory, where a flush costs nothing: the tests' databases flush thousands of times, and none
 * has to survive a power cut. Undefined where there is no such file system, or it is small, as in containers.
 */
function createMemoryFolder(): string | undefined {
  const parent = '/dev/shm'
  if (!existsSync(parent)) return undefined
  const { bavail, bsize } = statfsSync(parent)
  if (bavail * bsize < minMemoryBytes) return undefined
  const folder = mkdtempSync(`${parent}/quittance-tests-`)
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Bundles the program that tests start as a process, as it is installed. The path is always the same, because compiled code is cached by path. */
async function bundleProgram(): Promise<string> {
  const folder = resolve('node_modules/.cache/quittance-program')
  await buildProgram(join(folder, 'dist'))
  copyFileSync('package.json', join(folder, 'package.json'))
  return join(folder, 'dist/bin/quittance.cjs')
}

function chosenFiles(): string[] {
  const found = findTestFiles(args.filter((each) => !each.startsWith('--')))
  return runsAll ? found : found.filter((file) => isFaultTest(file) === args.includes('--faults'))
}

/** Tests that the run on SQLite skipped because they are about PostgreSQL; null if that cannot run or is not requested. */
async function runOnPostgres({ skipped }: Outcome): Promise<Outcome | null> {
  const about = new Set(skipped.flatMap(({ job, reason }) => (reason === 'about postgres' ? job.file : [])))
  if (database !== undefined || about.size === 0 || !(await isPostgresAvailable())) return null
  process.stdout.write('\nOn PostgreSQL:\n')
  return runJobs(planJobs([...about], ['postgres']), { signal: interrupted.signal })
}

function summarise(first: Outcome, second: Outcome | null): void {
  const passed = first.passed + (second?.passed ?? 0)
  const failures = [...first.failures, ...(second?.failures ?? [])]
  const skipped = first.skipped.flatMap(({ reason }) => reportedSkipReason(reason, second) ?? [])
  if (skipped.length > 0) process.stdout.write('\nSkipped:\n')
  for (const [reason, group] of Map.groupBy(skipped, (reason) => reason)) {
    process.stdout.write(`${String(group.length).padStart(5)}  ${reason}\n`)
  }
  for (const each of first.flaky) process.stdout.write(`\nFlaky, passed when run again alone: ${each}`)
  for (const each of failures) process.stdout.write(`\nFailed: ${each}`)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(
    `\n${passed} passed, ${failures.length} failed, ${skipped.length} skipped (${seconds} s)\n`,
  )
  const isMissing = skipped.length > 0 && process.env.REQUIRE_SERVICES === '1'
  if (failures.length > 0 || passed === 0 || isMissing || interrupted.signal.aborted) process.exitCode = 1
}

/**
 * Skip reasons say `needs …` if something is missing here, and `about …` if they are about the other
 * database. Any other reason says why a test doesn't apply, such as for a coin without the feature,
 * and doesn't count as skipped.
 */
function reportedSkipReason(reason: string, second: Outcome | null): string | null {
  if (reason === 'about postgres' && !runsAll && database === undefined && second === null) {
    return `about PostgreSQL: no server answers at ${postgresUrl} (TEST_POSTGRES)`
  }
  return /^(needs |without a reason)/.test(reason) ? reason : null
}

async function isPostgresAvailable(): Promise<boolean> {
  const client = new pg.Client({ connectionString: addUser(postgresUrl), connectionTimeoutMillis: probeMs })
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

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
