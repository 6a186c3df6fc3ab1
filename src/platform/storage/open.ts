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
export function parseDatabaseUrl(
  url: string,
): { readonly kind: 'sqlite'; readonly file: string } | { readonly kind: 'postgres'; readonly url: string } {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(url) ?? []
  switch (scheme.toLowerCase()) {
    case 'sqlite':
      return { kind: 'sqlite', file: resolve(parseFilePath(rest)) }
    case 'postgres':
    case 'postgresql':
      return { kind: 'postgres', url }
    default:
      // The URL may contain a password, so it is not repeated.
      throw new Error(
        'The database URL must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<name>.',
      )
  }
}

/** Whether the form of the URL is one that `openDatabase` accepts. */
export const isDatabaseUrl = (url: string): boolean =>
  /^sqlite:(\/\/)?[^:]/i.test(url) || (/^postgres(ql)?:\/\//i.test(url) && URL.canParse(url))

/** Accepts `sqlite:data/x.db`, `sqlite:/var/x.db` and `sqlite:///var/x.db`. */
function parseFilePath(rest: string): string {
  const path = rest.replace(/^\/\//, '')
  if (path === '' || path.startsWith(':'))
    throw new Error('The database URL must name a file: sqlite:<path>.')
  return path
}
