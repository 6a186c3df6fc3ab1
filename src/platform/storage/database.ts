import type { DatabaseKind, Sql } from './sql.ts'

/**
 * One database, whichever it is: above this file nothing can tell SQLite from PostgreSQL.
 * @see docs/decisions/0003-two-databases.md
 */
export interface Database {
  readonly kind: DatabaseKind
  /** Reads outside of a transaction. They see only what is committed, and on SQLite only what is on disk. */
  readonly read: Sql
  /**
   * Runs `work` in one transaction: all of its writes or none, durable when the promise resolves.
   * On SQLite, transactions that arrive together share one commit, each in a savepoint of its own: one that throws rolls back alone.
   * On PostgreSQL a serialisation failure or deadlock runs `work` again, a few times.
   * `work` may run more than once, and never awaits anything but the database: on SQLite one that does is ended with an error.
   * A transaction in which a statement failed is rolled back, whatever `work` makes of it.
   * @throws {StorageUnavailable} when the database cannot be reached, is locked by others for too long, or its disk is full. A
   * connection lost at the commit is reported so as well: then it is unknown whether the writes happened.
   */
  transact<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Runs reads that all see the database as of one moment. They may take long, and hold nobody up. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** `listener` is called after each commit of this process. */
  afterCommit(listener: () => void): void
  /** Applies what is missing; safe when several processes start at once. @throws when the database is newer than the code. */
  migrate(): Promise<void>
  /** Is the database reachable, and are all migrations done? */
  ready(): Promise<boolean>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Connections of this process to PostgreSQL; 10 by default. */
  readonly poolSize?: number
  /** How long a transaction waits for its turn: for SQLite's lock (4 000 by default), for a connection to PostgreSQL (1 500) and then for a lock there (as long, at most 1 300). */
  readonly patienceMs?: number
}

/** The database, or a file, cannot be used as it is: the sentence tells the operator what to do. */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused'
}

/** The database cannot do it now: answered with 503, worth trying again. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}
