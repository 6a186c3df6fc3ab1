import type { DatabaseKind } from './sql.ts'

/** SQL fragments that differ between the two databases. */
export interface SchemaDialect {
  readonly kind: DatabaseKind
  /** Type of an id that the database generates and never reuses. */
  readonly identity: string
  /** Type of a text that is compared byte by byte. */
  readonly text: string
}

/** One schema migration, forward only. Migrations are applied in the order of their names. */
export type Migration = StatementMigration | IndexMigration

interface NamedMigration {
  /**
   * Four digits and a word: `0051-refunds`. Processes of older versions are no longer ready once it is applied, unless the name ends in
   * `-after-NNNN`: then those whose newest migration is NNNN or later keep working with the database (docs/upgrading.md).
   */
  readonly name: string
}

/**
 * A migration whose statements run in one transaction. On PostgreSQL they should not read or write many rows while others wait for their
 * locks.
 */
interface StatementMigration extends NamedMigration {
  readonly statements: (dialect: SchemaDialect) => readonly string[]
}

/** A migration that builds indexes on tables that may be large. On PostgreSQL they are built concurrently: nothing waits for them. */
export interface IndexMigration extends NamedMigration {
  readonly indexes: readonly Index[]
}

interface Index {
  readonly name: string
  /** Table and columns: `invoices (account_id, created_at)`. */
  readonly on: string
}
