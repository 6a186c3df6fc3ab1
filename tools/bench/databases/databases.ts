import type { DatabaseKind } from '../../../src/platform/storage/sql.ts'

/** Databases of the benchmark, deleted when it ends. */
export interface Databases {
  readonly kind: DatabaseKind
  /** Returns the value for `DATABASE_URL`. */
  getUrl(name: string): string
  create(name: string): Promise<void>
  /** Copies `from` to `to`. Nothing may be connected to `from`. */
  copy(from: string, to: string): Promise<void>
  /** Runs each statement in its own transaction. On PostgreSQL, then updates the planner's statistics. */
  execute(name: string, statements: readonly string[]): Promise<void>
  drop(): Promise<void>
}
