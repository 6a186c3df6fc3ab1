import type { DatabaseKind } from '../../../src/platform/storage/sql.ts'
import { postgresDatabases } from './postgres.ts'
import { sqliteDatabases } from './sqlite.ts'

/** Databases of the bench's own, gone when it ends. */
export interface Databases {
  readonly kind: DatabaseKind
  /** For `DATABASE_URL`. */
  url(name: string): string
  create(name: string): Promise<void>
  /** `to` holds what `from` holds; nobody may be using it. */
  copy(from: string, to: string): Promise<void>
  /** One after the other, each in a transaction of its own; then what the planner knows of the tables is brought up to date. */
  execute(name: string, statements: readonly string[]): Promise<void>
  drop(): Promise<void>
}

/** `folder` is for the files of SQLite. */
export const openDatabases = (kind: DatabaseKind, folder: string): Databases =>
  kind === 'sqlite' ? sqliteDatabases(folder) : postgresDatabases()
