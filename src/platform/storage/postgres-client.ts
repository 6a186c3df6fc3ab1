import { userInfo } from 'node:os'
import pg from 'pg'
import { toUnavailableError } from './failures.ts'
import { getPostgresTypeParser } from './postgres-types.ts'

const keepAliveAfterMs = 10_000

/** @throws {Error} when `url` is not a URL */
export function createConnectionSettings(url: string, timeoutMs: number): pg.ClientConfig {
  return {
    connectionString: addUser(url),
    application_name: 'quittance',
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: { getTypeParser: getPostgresTypeParser },
  }
}

/** Adds the process's own user to a URL without one, as psql does. @throws {Error} when `text` is not a URL */
export function addUser(text: string): string {
  if (!URL.canParse(text)) throw new Error('the URL of the PostgreSQL database is invalid')
  const url = new URL(text)
  if (url.username === '' && !url.searchParams.has('user')) url.searchParams.set('user', userInfo().username)
  return url.href
}

/** Uses its own connection for work that may take long, and closes it afterwards: anything not committed is rolled back. */
export async function withClient<T>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(settings)
  client.on('error', ignoreError)
  try {
    await client.connect()
  } catch (error) {
    throw toUnavailableError(error)
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(ignoreError)
  }
}

/** For clients that report the same error to the running query, or have nothing to lose. */
export function ignoreError(): void {}
