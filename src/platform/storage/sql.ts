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

/** What a store talks to: the database outside of a transaction (reads only), or one transaction. */
export interface Sql {
  /** For statements that are put together at run time: filters, rare operations. */
  readonly query: Kysely<Tables>
  /** Runs a statement of the hot path, prepared once per connection; its rows. */
  all<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Promise<Row[]>
  /** The same, the first row or undefined. */
  first<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined>
}

/** A query compiled once per kind of database, with named parameters. Made by `statement`. */
export interface Statement<Parameters, Row> {
  /** The query for that kind; cached after the first call. */
  compile(kind: DatabaseKind): CompiledStatement<Parameters>
  /** Never there: carries the row's type. */
  readonly row?: Row
}

export interface CompiledStatement<Parameters> {
  readonly text: string
  /** Unique per statement: the name under which PostgreSQL keeps the plan. */
  readonly name: string
  /** Values in the order of the placeholders. */
  bind(parameters: Parameters): Value[]
}

/** What is handed to either database. */
export type Value = string | bigint | null

export type DatabaseKind = 'sqlite' | 'postgres'

/** Stands for a value in a statement's query: `where('uid', '=', param('uid'))`. */
export type Param<Parameters> = <Name extends keyof Parameters & string>(name: Name) => Parameters[Name]

/** Builds a statement's query. The compiler compares the columns that it returns with `Row`. */
export type Build<Parameters, Row> = (query: Kysely<Tables>, param: Param<Parameters>) => Built<Row>

/** A query of Kysely's, or text of our own by its `sql`. */
interface Built<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery
  /** Never called: says what the rows are. */
  execute(...never: never[]): Promise<Rows<Row>>
}

/** `never` is the row of a statement that returns none. */
type Rows<Row> = [Row] extends [never]
  ? (InsertResult | UpdateResult | DeleteResult)[] | QueryResult<unknown>
  : Row[] | QueryResult<Row>
