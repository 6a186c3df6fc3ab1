import { spawn } from 'node:child_process'
import pg from 'pg'
import { StorageError } from './database.ts'
import { addUser } from './postgres-client.ts'

export type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/** Max length of a program's error output. */
const maxErrorLength = 400

/** The environment that passes a URL to PostgreSQL's own programs: other users can see a password on a command line. */
export function createPostgresEnvironment(url: string, environment: ProgramEnvironment): ProgramEnvironment {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: addUser(url) })
  const { searchParams } = new URL(url)
  const requestedSslMode = searchParams.get('sslmode')
  const sslMode =
    requestedSslMode === 'no-verify' ? 'require' : (requestedSslMode ?? (ssl ? 'require' : undefined))
  const options = searchParams.get('options')
  const sslFiles = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => [
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
    ...Object.fromEntries(sslFiles.filter(([, path]) => path !== null)),
    PGAPPNAME: 'quittance backup',
    // Error messages are shown to the operator verbatim.
    LC_MESSAGES: 'C',
  }
}

/**
 * Runs one of PostgreSQL's programs to its end. Returns its standard output.
 * @throws {StorageError} when it is not installed, or with its error output
 */
export async function runProgram(
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  environment: ProgramEnvironment,
): Promise<string> {
  const child = spawn(name, args, { env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errorOutput] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errorOutput = (errorOutput + text).slice(0, maxErrorLength)
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
  throw new StorageError(`${name} failed: ${errorOutput.trim().split('\n')[0] ?? ''}`)
}
