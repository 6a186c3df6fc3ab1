import { getErrorMessage } from '../../kernel/error-message.ts'
import { StorageUnavailableError } from './database.ts'

/** SQLite: another connection holds the lock. */
export const isBusy = (error: unknown): boolean => (getSqliteCode(error) & 0xff) === 5

/** PostgreSQL: serialization_failure and deadlock_detected. Retrying the transaction may succeed. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(getPostgresCode(error))

/** PostgreSQL: lock_not_available, after `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => getPostgresCode(error) === '55P03'

/** `error`, or StorageUnavailableError with `error` as its cause when SQLite is temporarily unavailable. */
export function mapSqliteError(error: unknown): unknown {
  return sqliteUnavailable.has(getSqliteCode(error) & 0xff) ? toUnavailableError(error) : error
}

/** @throws `error`, or StorageUnavailableError with `error` as its cause when PostgreSQL is temporarily unavailable */
export function throwPostgresError(error: unknown): never {
  const isUnavailable = isConnectionError(error) || postgresUnavailable.test(getPostgresCode(error))
  throw isUnavailable ? toUnavailableError(error) : error
}

/** PostgreSQL: an error of the driver or the network, not one that the server reported. The state of the connection is unknown. */
export const isConnectionError = (error: unknown): boolean => getPostgresCode(error) === ''

export function toUnavailableError(cause: unknown): StorageUnavailableError {
  if (cause instanceof StorageUnavailableError) return cause
  return new StorageUnavailableError(`The database is not available: ${getErrorMessage(cause)}`, { cause })
}

/** Primary result codes, sqlite.org/rescode.html */
const sqliteUnavailable = new Set([
  5, // SQLITE_BUSY
  6, // SQLITE_LOCKED
  7, // SQLITE_NOMEM
  8, // SQLITE_READONLY: the file system was remounted, or the file removed
  10, // SQLITE_IOERR
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
  15, // SQLITE_PROTOCOL: too many attempts to get the lock
])

/**
 * SQLSTATE classes and codes, postgresql.org/docs/current/errcodes-appendix.html: 08 connection, 25006 read-only standby,
 * 25P03 idle too long, 28 and 3D000 no such user or database, 53 out of disk, memory or connections, 55P03 lock not available,
 * 57 cancelled or shutting down, 58 input and output.
 */
const postgresUnavailable = /^(08...|25006|25P03|28...|3D000|53...|55P03|57...|58...)$/

function getSqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

/** The SQLSTATE of the server's error; `''` for anything else. Node's codes, such as ECONNREFUSED, have another form. */
function getPostgresCode(error: unknown): string {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return ''
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : ''
}
