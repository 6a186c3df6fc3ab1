import type { DatabaseKind } from './sql.ts'

/** SQL fragments that differ between the two databases. */
export interface SchemaDialect {
  readonly kind: DatabaseKind
  /** Type of an id that the database generates and never reuses. */
  readonly identity: string
  /** Type of a text that is compared byte by byte. */
  readonly text: string
}

/** One schema migration, forward only. */
export interface Migration {
  /** Four digits and a word. Migrations are applied in this order. */
  readonly name: string
  readonly statements: (dialect: SchemaDialect) => readonly string[]
}
