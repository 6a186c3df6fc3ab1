import { spawn } from 'node:child_process'
import pg from 'pg'
import { StorageRefused } from './database.ts'
import { withUser } from './postgres.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** More of what a program says helps nobody. */
const longestComplaint = 400

/** What PostgreSQL's own programs learn of a URL by their environment: a password among the words of a command is everybody's. */
export function postgresEnvironment(url: string, environment: Environment): Environment {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: withUser(url) })
  const { searchParams } = new URL(url)
  const asked = searchParams.get('sslmode')
  const sslMode = asked === 'no-verify' ? 'require' : (asked ?? (ssl ? 'require' : undefined))
  const options = searchParams.get('options')
  const files = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => [
    `PG${name.toUpperCase()}`,
    searchParams.get(name),
  ])
  return {
    ...environment,
    PGHOST: host,
    PGPORT: String(port),
    ...(user !== undefined && { PGUSER: user }),
    ...(database !== undefined && { PGDATABASE: database }),
    ...(typeof password === 'string' && password !== '' && { PGPASSWORD: password }),
    ...(sslMode !== undefined && { PGSSLMODE: sslMode }),
    ...(options !== null && { PGOPTIONS: options }),
    ...Object.fromEntries(files.filter(([, path]) => path !== null)),
    PGAPPNAME: 'quittance backup',
    // Its complaints are shown as they are.
    LC_MESSAGES: 'C',
  }
}

/**
 * Runs one of PostgreSQL's programs to its end; what it wrote to its standard output.
 * @throws {StorageRefused} when it is not installed, or with what it complained of
 */
export async function runProgram(
  name: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  environment: Environment,
): Promise<string> {
  const child = spawn(name, words, { env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, complaint] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint = (complaint + text).slice(0, longestComplaint)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch((error: unknown) => {
    throw new StorageRefused(
      `${name} cannot be run: PostgreSQL's own programs (postgresql-client) must be installed here, and be in the PATH.`,
      { cause: error },
    )
  })
  if (code === 0) return output
  throw new StorageRefused(`${name} failed: ${complaint.trim().split('\n')[0] ?? ''}`)
}
