import { spawn } from 'node:child_process'
import pg from 'pg'
import { StorageError } from './database.ts'
import { withUser } from './postgres.ts'

export type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/** Max length of a program's error output. */
const maxErrorLength = 400

/** The environment that passes a URL to PostgreSQL's own programs: other users can see a password on a command line. */
export function postgresEnvironment(url: string, environment: ProgramEnvironment): ProgramEnvironment {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: withUser(url) })
  const { searchParams } = new URL(url)
  const requestedSslMode = searchParams.get('sslmode')
  const sslMode =
    requestedSslMode === 'no-verify' ? 'require' : (requestedSslMode ?? (ssl ? 'require' : undefined))
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
    // Its error messages are shown as they are.
    LC_MESSAGES: 'C',
  }
}

/**
 * Runs one of PostgreSQL's programs to its end. Returns its standard output.
 * @throws {StorageError} when it is not installed, or with its error output
 */
export async function runProgram(
  name: 'pg_dump' | 'pg_restore',
  programArguments: readonly string[],
  environment: ProgramEnvironment,
): Promise<string> {
  const child = spawn(name, programArguments, { env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, complaint] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint = (complaint + text).slice(0, maxErrorLength)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch((error: unknown) => {
    throw new StorageError(
      `${name} cannot be run: install PostgreSQL's client programs (postgresql-client), and make sure they are in the PATH.`,
      { cause: error },
    )
  })
  if (code === 0) return output
  throw new StorageError(`${name} failed: ${complaint.trim().split('\n')[0] ?? ''}`)
}
