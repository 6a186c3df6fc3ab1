import { resolve } from 'node:path'
import type { Database, DatabaseOptions } from './database.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens `sqlite:<path>` or `postgres://user:password@host:port/name`. Does not migrate: see `Database.migrate`.
 * @throws {Error} when the URL has neither form, or a SQLite file cannot be opened. PostgreSQL is not contacted before the first use.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const location = parseDatabaseUrl(url)
  if (location.kind === 'sqlite') return openSqlite(location.file, options.timeoutMs)
  // Installations without PostgreSQL do not need its driver.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(location.url, options)
}

/** Parses the kind and the location of the database that a URL names. @throws {Error} when it has neither form */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  const location = findDatabaseLocation(url)
  // The URL may contain a password, so it is not repeated.
  if (!location)
    throw new Error(
      'the database URL must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<name>',
    )
  return location
}

type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** Like `parseDatabaseUrl`, but null when the URL has neither form. */
export function findDatabaseLocation(url: string): DatabaseLocation | null {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(url) ?? []
  switch (scheme.toLowerCase()) {
    case 'sqlite': {
      const path = parseFilePath(rest)
      return path === null ? null : { kind: 'sqlite', file: resolve(path) }
    }
    case 'postgres':
    case 'postgresql':
      return rest.startsWith('//') && URL.canParse(url) ? { kind: 'postgres', url } : null
    default:
      return null
  }
}

/** The URL of a database for messages: with the absolute path of a file, and without a password. */
export function formatDatabaseUrl(url: string): string {
  const location = parseDatabaseUrl(url)
  if (location.kind === 'sqlite') return `sqlite:${location.file}`
  const { host, pathname } = new URL(location.url)
  return `postgres://${host}${pathname}`
}

/** Accepts `data/x.db`, `/var/x.db` and `///var/x.db`. Null without a file: `:memory:` is a database that no other process can open. */
function parseFilePath(rest: string): string | null {
  const path = rest.replace(/^\/\//, '')
  return path === '' || path.startsWith(':') ? null : path
}
