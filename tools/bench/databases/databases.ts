import type { DatabaseKind } from '../../../src/platform/storage/sql.ts'

/** Databases of the benchmark, deleted when it ends. */
export interface Databases {
  readonly kind: DatabaseKind
  /** For `DATABASE_URL`. */
  url(name: string): string
  create(name: string): Promise<void>
  /** Copies `from` to `to`, which nobody may be using. */
  copy(from: string, to: string): Promise<void>
  /** Runs each statement in its own transaction, then updates the planner's statistics. */
  execute(name: string, statements: readonly string[]): Promise<void>
  drop(): Promise<void>
}
