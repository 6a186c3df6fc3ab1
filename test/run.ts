import pg from 'pg'
import { withUser } from '../src/platform/storage/postgres.ts'
import { findTestFiles, isFaultTest, planJobs } from './runner/jobs.ts'
import { type Outcome, runJobs } from './runner/pool.ts'

// Runs the tests and names what was left out.
//
//   npm test                          everything, on SQLite; then what is about PostgreSQL, where a server answers
//   npm test -- src/coins             the tests below these paths
//   npm run test:fast                 the tests beside the code
//   npm run test:faults               those of test/faults, which take minutes: processes killed under load, nodes and databases that fail
//   npm run test:all                  all of these, on both databases side by side; a file that opens no database runs once
//   TEST_DATABASE=postgres npm test   everything on PostgreSQL but the look of pages (TEST_POSTGRES says where; its user may create databases)
//   REQUIRE_SERVICES=1 npm test       what is left out because a service is missing is a failure

/** A server that is down refuses immediately. This is for one on a busy machine. */
const probeMs = 20_000

/**
 * The whole suite runs on machines that may stall for seconds, so a few failing files run once more,
 * alone. Those that then pass are listed at the end. More failures than this are no accident.
 */
const maxRetries = 3

const { TEST_DATABASE: database, TEST_POSTGRES: postgresUrl = 'postgres://127.0.0.1:5432/test' } = process.env
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

// Most of a test file's startup time is spent compiling the same code.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/quittance-tests'

const began = performance.now()
const words = process.argv.slice(2)
const runsAll = words.includes('--all')
const files = chosenFiles()
if (files.length === 0) stop('No test file lies there.')
const needsPostgres = runsAll || database === 'postgres'
if (needsPostgres && !(await postgresAnswers())) stop(`No PostgreSQL answers at ${postgresUrl}.`)

if (runsAll) {
  const jobs = planJobs(files, ['sqlite', 'postgres'])
  summarise(await runJobs(jobs, { signal: interrupted.signal, showsDatabase: true, maxRetries }), null)
} else {
  const first = await runJobs(planJobs(files, [database === 'postgres' ? 'postgres' : 'sqlite']), {
    signal: interrupted.signal,
  })
  summarise(first, await runOnPostgres(first))
}

function chosenFiles(): string[] {
  const found = findTestFiles(words.filter((each) => !each.startsWith('--')))
  return runsAll ? found : found.filter((file) => isFaultTest(file) === words.includes('--faults'))
}

/** What the run on SQLite skipped because it is about PostgreSQL; null if that cannot run or is not requested. */
async function runOnPostgres({ skipped }: Outcome): Promise<Outcome | null> {
  const about = new Set(skipped.flatMap(({ job, reason }) => (reason === 'about postgres' ? job.file : [])))
  if (database !== undefined || about.size === 0 || !(await postgresAnswers())) return null
  process.stdout.write('\nOn PostgreSQL:\n')
  return runJobs(planJobs([...about], ['postgres']), { signal: interrupted.signal })
}

function summarise(first: Outcome, second: Outcome | null): void {
  const passed = first.passed + (second?.passed ?? 0)
  const failures = [...first.failures, ...(second?.failures ?? [])]
  const leftOut = first.skipped.flatMap(({ reason }) => leftOutBecause(reason, second) ?? [])
  if (leftOut.length > 0) process.stdout.write('\nLeft out:\n')
  for (const [reason, those] of Map.groupBy(leftOut, (reason) => reason)) {
    process.stdout.write(`${String(those.length).padStart(5)}  ${reason}\n`)
  }
  for (const each of first.flaky) process.stdout.write(`\nFlaky, passed when run again alone: ${each}`)
  for (const each of failures) process.stdout.write(`\nFailed: ${each}`)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(
    `\n${passed} passed, ${failures.length} failed, ${leftOut.length} left out (${seconds} s)\n`,
  )
  const isMissing = leftOut.length > 0 && process.env.REQUIRE_SERVICES === '1'
  if (failures.length > 0 || passed === 0 || isMissing || interrupted.signal.aborted) process.exitCode = 1
}

/**
 * Skip reasons say `needs …` if something is missing here, and `about …` if they are about the other
 * database. Any other reason says why a test doesn't apply, such as for a coin without the feature,
 * and doesn't count as skipped.
 */
function leftOutBecause(reason: string, second: Outcome | null): string | null {
  if (reason === 'about postgres' && !runsAll && database === undefined && second === null) {
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
