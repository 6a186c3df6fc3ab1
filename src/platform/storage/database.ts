import type { Migration } from './migration.ts'
import type { DatabaseKind, Sql } from './sql.ts'

/**
 * A database of either kind. Code that uses it does not depend on which.
 * @see docs/decisions/0003-two-databases.md
 */
export interface Database {
  readonly kind: DatabaseKind
  /** Reads outside a transaction. They see only committed data, and on SQLite only data that is on disk. */
  readonly read: Sql
  /**
   * Runs `work` in one transaction: all of its writes or none, durable when the promise resolves.
   * On SQLite, transactions that arrive together share one commit, each in its own savepoint: one that throws rolls back alone.
   * On PostgreSQL a serialisation failure or deadlock runs `work` again, a few times.
   * `work` may run more than once, and must not await anything except the database: on SQLite such a transaction fails.
   * A transaction in which a statement failed is rolled back, even if `work` catches the error.
   * @throws {StorageUnavailableError} when the database cannot be reached, is locked by others for too long, or its disk is full. A
   * connection lost at the commit is reported the same way: then it is unknown whether the writes happened.
   */
  transact<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Runs reads that all see one snapshot of the database. They may take long, and don't block anything. */
  runInSnapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** `listener` is called after each commit of this process. */
  onCommit(listener: () => void): void
  /**
   * A number that changes with every commit, of this process or another. Null on PostgreSQL, where reading it takes as long as reading data.
   * @throws {StorageUnavailableError}
   */
  getCommitVersion(): number | null
  /**
   * Applies missing migrations, by default all of this version; safe when several processes start concurrently.
   * @throws {StorageError} when the database is too new for the code
   */
  migrate(known?: readonly Migration[]): Promise<void>
  /** Whether the database is reachable, all migrations are applied, and those of newer versions are compatible. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Connections of this process to PostgreSQL; 10 by default. */
  readonly poolSize?: number
  /**
   * How long a transaction waits: for SQLite's lock (3 500 by default), for a connection to PostgreSQL (1 500) and then for a lock there
   * (the same time, at most 1 300).
   */
  readonly timeoutMs?: number
}

/** The database, or a file, cannot be used. The message tells the operator what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** The database is temporarily unavailable. Sent as 503; a retry may succeed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}
