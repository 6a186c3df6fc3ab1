import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { kyselyOver } from './dialect.ts'
import { sqliteFailure } from './failures.ts'
import type { Gate } from './gate.ts'
import type { Sql, Statement } from './sql.ts'
import { bound } from './statement.ts'
import type { Tables } from './tables.ts'

/** One connection to a SQLite file. Everything on it happens at once: its promises are settled when they are returned. */
export interface SqliteConnection {
  /** Runs one statement without rows: begin, savepoint, commit … */
  run(text: string): void
  /** Runs several statements, as they stand. */
  script(text: string): void
  /** The rows of a statement that is run once. */
  rows(text: string): readonly unknown[]
  inTransaction(): boolean
  sql(gate: Gate): Sql
  close(): void
}

/** While another process holds the lock, nothing else runs in this one: so hardly at all. Who needs it longer asks again. */
const busyTimeoutMs = 20

/** Statements kept prepared; those of the hot path are some two hundred. */
const mostStatements = 500

interface Prepared {
  readonly statement: StatementSync
  /** Of its columns; empty: it returns no rows. */
  names: readonly string[]
}

type Values = readonly SQLOutputValue[]

/** @throws what SQLite says when the file cannot be opened or is no database */
export function openSqliteConnection(path: string, { readOnly }: { readOnly: boolean }): SqliteConnection {
  const database = new DatabaseSync(path, { readOnly, readBigInts: true, timeout: busyTimeoutMs })
  const statements = new Map<string, Prepared>()
  return {
    run: (text) => {
      prepare(text).statement.run()
    },
    script: (text) => database.exec(text),
    rows: (text) => database.prepare(text).all(),
    inTransaction: () => database.isTransaction,
    sql,
    close: () => database.close(),
  }

  function prepare(text: string): Prepared {
    const known = statements.get(text)
    if (known) return known
    const statement = database.prepare(text)
    // Rows that node:sqlite returns as objects of its own stay in the old heap, whatever becomes of them: from arrays they are made here.
    statement.setReturnArrays(true)
    const prepared = { statement, names: namesOf(statement) }
    const [oldest] = statements.size < mostStatements ? [] : statements.keys()
    if (oldest !== undefined) statements.delete(oldest)
    statements.set(text, prepared)
    return prepared
  }

  function sql(gate: Gate): Sql {
    let query: Kysely<Tables> | undefined
    return {
      get query() {
        query ??= kyselyOver('sqlite', (compiled) => guarded(() => execute(compiled)))
        return query
      },
      all: (statement, parameters) => guarded(() => all(statement, parameters)),
      first: (statement, parameters) => guarded(() => first(statement, parameters)),
    }

    function guarded<Result>(work: () => Result): Promise<Result> {
      try {
        gate.enter()
        return Promise.resolve(work())
      } catch (error) {
        return Promise.reject(gate.fail(sqliteFailure(error)))
      }
    }
  }

  // The rows have the columns that the statement was built to return: its type is the promise.
  function all<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Row[] {
    const { text, bind } = statement.compile('sqlite')
    const prepared = prepare(text)
    return prepared.statement
      .all(...bind(parameters))
      .map((values) => rowOf(prepared, values as unknown as Values) as Row)
  }

  function first<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Row | undefined {
    const { text, bind } = statement.compile('sqlite')
    const prepared = prepare(text)
    const values = prepared.statement.get(...bind(parameters))
    return values && (rowOf(prepared, values as unknown as Values) as Row)
  }

  function execute({ sql: text, parameters }: CompiledQuery): QueryResult<unknown> {
    const prepared = prepare(text)
    const { statement, names } = prepared
    const values = parameters.map(bound)
    if (names.length > 0)
      return { rows: statement.all(...values).map((row) => rowOf(prepared, row as unknown as Values)) }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

const namesOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name)

function rowOf(prepared: Prepared, values: Values): Record<string, SQLOutputValue> {
  // Another process has migrated the file, and a statement that asks for every column has more of them.
  if (values.length !== prepared.names.length) prepared.names = namesOf(prepared.statement)
  const { names } = prepared
  const row: Record<string, SQLOutputValue> = {}
  for (let place = 0; place < names.length; place++)
    row[names[place] as string] = values[place] as SQLOutputValue
  return row
}
