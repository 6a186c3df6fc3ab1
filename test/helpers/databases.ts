import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after } from 'node:test'
import pg from 'pg'
import type { Database, DatabaseOptions } from '../../src/platform/storage/database.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { addUser } from '../../src/platform/storage/postgres-client.ts'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'

/** The database of this test run: `TEST_DATABASE=postgres` runs all tests on PostgreSQL. */
export const testedKind: DatabaseKind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite'

/** A PostgreSQL tablespace for the databases, such as one in memory. Copies of a template get its tablespace. */
const tablespace = process.env.TEST_TABLESPACE

/** A PostgreSQL database whose user may create others. */
const postgresUrl = process.env.TEST_POSTGRES ?? 'postgres://127.0.0.1:5432/test'

/**
 * Many tests share one server and a few cores, so connecting may take longer than a service would wait. Tests of that timeout open their
 * own.
 */
export const generousTimeout: DatabaseOptions = testedKind === 'postgres' ? { timeoutMs: 20_000 } : {}

/** For `skip:` of a test for one of the two databases. */
export const only = (kind: DatabaseKind): false | string => (kind === testedKind ? false : `about ${kind}`)

export interface TestDatabase {
  readonly database: Database
  /** For another connection or another process. */
  readonly url: string
}

/**
 * An empty, migrated database of the tested kind; closed and removed after the test. In a run of all tests it is a copy of one that was
 * migrated once.
 */
export async function openTestDatabase(t: TestScope): Promise<TestDatabase> {
  const url = await createDatabaseUrl(t, process.env[templateName])
  const database = await openDatabase(url, generousTimeout)
  addCleanup(t, () => database.close())
  await database.migrate()
  return { database, url }
}

/** Creates an empty, unmigrated database of the tested kind, which is removed after the test. Returns its URL. */
export async function createDatabaseUrl(t: TestScope, template?: string): Promise<string> {
  return createUrlByKind[testedKind](t, template)
}

const createUrlByKind = { sqlite: createSqliteUrl, postgres: createPostgresUrl }

/** A migrated database, of which each test gets a copy. */
export interface Template {
  /** For the test processes: the kind of database, and the location of the template. */
  readonly environment: Readonly<Record<string, string>>
  remove(): Promise<void>
}

export async function createTemplate(kind: DatabaseKind): Promise<Template> {
  const steps: (() => unknown)[] = []
  const url = await createUrlByKind[kind]({ after: (step) => steps.push(step) })
  const database = await openDatabase(url)
  await database.migrate()
  await database.close()
  const template = kind === 'sqlite' ? checkpointFile(url) : new URL(url).pathname.slice(1)
  return {
    environment: { TEST_DATABASE: kind, [templateName]: template },
    remove: async () => {
      for (const step of steps) await step()
    },
  }
}

const templateName = 'TEST_TEMPLATE'

/** Writes the write-ahead log into the database file. Returns the path of that file. */
function checkpointFile(url: string): string {
  const file = url.slice('sqlite:'.length)
  const connection = new DatabaseSync(file)
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
  return file
}

async function createSqliteUrl(t: TestScope, template?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'test.db')
  if (template !== undefined) await copyFile(template, file)
  return `sqlite:${file}`
}

async function createPostgresUrl(t: TestScope, template?: string): Promise<string> {
  const name = `quittance_test_${randomBytes(8).toString('hex')}`
  const placement = tablespace === undefined ? '' : ` tablespace ${tablespace}`
  const source = template === undefined ? placement : ` template ${template}`
  await maintain(async (client) => {
    await client.query(`create database ${name}${source}${await selectCopyStrategy(client)}`)
  })
  addCleanup(t, () => maintain((client) => client.query(`drop database ${name} with (force)`)))
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Creating a database takes seconds on a busy machine. */
const maintenanceTimeoutMs = 120_000

/** From PostgreSQL 15 on, the default logs every page of the copy, which takes 15 times the processor time (0.3 s per database). */
async function selectCopyStrategy(client: pg.Client): Promise<string> {
  const { rows } = await client.query('show server_version_num')
  return Number(rows[0].server_version_num) >= 150_000 ? ' strategy file_copy' : ''
}

/** Runs statements on the server's maintenance database. */
async function maintain(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    connectionString: addUser(postgresUrl),
    connectionTimeoutMillis: maintenanceTimeoutMs,
    query_timeout: maintenanceTimeoutMs,
  })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** A test, or all tests of a file: what is opened in it is closed at its end. */
export interface TestScope {
  after(step: () => void | Promise<void>): void
}

/** For resources that the tests of a file share: closed after the last of them. */
export const fileScope: TestScope = { after }

const steps = new WeakMap<TestScope, (() => unknown)[]>()

/** Like `t.after`, but in reverse order: connections are closed before their database. */
export function addCleanup(t: TestScope, step: () => unknown): void {
  const known = steps.get(t)
  if (known) {
    known.push(step)
    return
  }
  const stack = [step]
  steps.set(t, stack)
  t.after(async () => {
    for (let next = stack.pop(); next; next = stack.pop()) {
      const report = setTimeout(reportWait, reportAfterMs, next)
      await next()
      clearTimeout(report)
    }
  })
}

/** Much longer than any step takes. The runner kills the process some minutes later. */
const reportAfterMs = 120_000

function reportWait(step: () => unknown): void {
  const active = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`Still waiting for the end of ${step} with ${active}\n`)
}
