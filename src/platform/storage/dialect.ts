import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { DatabaseKind } from './sql.ts'
import type { Tables } from './tables.ts'

/** Runs one query that Kysely has compiled. */
type ExecuteQuery = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/** A Kysely that runs every query through `execute`. It has no transactions of its own: `transact` begins and ends them. */
export function createKysely(kind: DatabaseKind, execute: ExecuteQuery): Kysely<Tables> {
  return new Kysely({ dialect: { ...dialects[kind], createDriver: () => createDriver(execute) } })
}

/** Kysely's dialect for each database, without a driver. */
export const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
} satisfies Record<DatabaseKind, Omit<Dialect, 'createDriver'>>

function createDriver(execute: ExecuteQuery): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => (await execute(query)) as QueryResult<Row>,
    streamQuery: () => {
      throw new Error('streaming rows is not supported: query one page at a time')
    },
  }
  return {
    init: doNothing,
    acquireConnection: async () => connection,
    beginTransaction: throwUnsupported,
    commitTransaction: throwUnsupported,
    rollbackTransaction: throwUnsupported,
    releaseConnection: doNothing,
    destroy: doNothing,
  }
}

async function doNothing(): Promise<void> {}

async function throwUnsupported(): Promise<never> {
  throw new Error('use Database.transact to begin transactions')
}
