import type {
  CompiledQuery,
  DeleteResult,
  InsertResult,
  Kysely,
  QueryExecutorProvider,
  QueryResult,
  UpdateResult,
} from 'kysely'
import type { Tables } from './tables.ts'

/** A store's access to the database: outside a transaction (reads only), or in one. */
export interface Sql {
  /** For the few queries that differ between the databases. */
  readonly kind: DatabaseKind
  /** For statements built at run time: filters, rare operations. */
  readonly query: Kysely<Tables>
  /** Runs a statement of the hot path, prepared once per connection. Returns its rows. */
  queryAll<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row[]>
  /** Like `queryAll`, but returns the first row or undefined. */
  queryOne<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined>
}

/** A query compiled once per kind of database, with named parameters. Created by `defineStatement`. */
export interface Statement<Parameters, Row> {
  /** The query for that kind; cached after the first call. */
  compile(kind: DatabaseKind): CompiledStatement<Parameters>
  /** Never set: carries the row's type. */
  readonly row?: Row
}

export interface CompiledStatement<Parameters> {
  readonly text: string
  /** Unique per statement: the name under which PostgreSQL keeps the plan. */
  readonly name: string
  /** Values in the order of the placeholders. */
  bind(parameters: Parameters): SqlValue[]
}

/** A value as both drivers accept it. */
export type SqlValue = string | bigint | null

export type DatabaseKind = 'sqlite' | 'postgres'

/** Placeholder for a value in a statement's query: `where('uid', '=', param('uid'))`. */
type Param<Parameters> = <Name extends keyof Parameters & string>(name: Name) => Parameters[Name]

/** Builds a statement's query. The compiler checks the returned columns against `Row`. */
export type BuildQuery<Parameters, Row> = (query: Kysely<Tables>, param: Param<Parameters>) => BuiltQuery<Row>

/** A Kysely query, or raw text through its `sql`. */
interface BuiltQuery<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery
  /** Never called: carries the type of the rows. */
  execute(...never: never[]): Promise<Rows<Row>>
}

/** `never` is the row of a statement that returns none. */
type Rows<Row> = [Row] extends [never]
  ? (InsertResult | UpdateResult | DeleteResult)[] | QueryResult<unknown>
  : Row[] | QueryResult<Row>
