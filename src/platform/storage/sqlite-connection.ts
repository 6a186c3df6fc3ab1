import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { toExactInteger } from './columns.ts'
import { createKysely } from './dialect.ts'
import { mapSqliteError } from './failures.ts'
import type { Gate } from './gate.ts'
import type { Sql, Statement } from './sql.ts'
import { toSqlValue } from './statement.ts'
import type { Tables } from './tables.ts'

/** One connection to a SQLite file. Everything is synchronous: returned promises are already settled, unless the gate pauses. */
export interface SqliteConnection {
  /** Runs one statement without rows: begin, savepoint, commit … */
  run(text: string): void
  /** Runs several statements, unprepared. */
  runScript(text: string): void
  /** The rows of a statement that runs once. */
  queryRows(text: string): readonly unknown[]
  isInTransaction(): boolean
  /** A number that changes when another connection commits. */
  getDataVersion(): number
  createSql(gate: Gate): Sql
  close(): void
}

/** SQLite's wait for a lock blocks this process, so it is short. Callers that need to wait longer retry. */
const busyTimeoutMs = 20

/** Cached prepared statements. The hot path has some two hundred. */
const maxStatements = 500

interface PreparedStatement {
  readonly statement: StatementSync
  /** Its column names. Empty if it returns no rows. */
  names: readonly string[]
}

type Values = readonly SQLOutputValue[]

/** @throws SQLite's error when the file cannot be opened or is not a database */
export function openSqliteConnection(path: string, { readOnly }: { readOnly: boolean }): SqliteConnection {
  const database = new DatabaseSync(path, { readOnly, readBigInts: true, timeout: busyTimeoutMs })
  const statements = createBoundedMap<string, PreparedStatement>(maxStatements)
  return {
    run: (text) => {
      prepare(text).statement.run()
    },
    runScript: (text) => database.exec(text),
    queryRows: (text) => database.prepare(text).all(),
    isInTransaction: () => database.isTransaction,
    getDataVersion() {
      try {
        return Number(prepare('pragma data_version').statement.get()?.[0])
      } catch (error) {
        throw mapSqliteError(error)
      }
    },
    createSql,
    close: () => database.close(),
  }

  function prepare(text: string): PreparedStatement {
    const cached = statements.get(text)
    if (cached) return cached
    const statement = database.prepare(text)
    // Row objects made by node:sqlite stay in the old heap even when they are garbage, so rows are built here from arrays.
    statement.setReturnArrays(true)
    const prepared = { statement, names: listColumnNames(statement) }
    statements.set(text, prepared)
    return prepared
  }

  function createSql(gate: Gate): Sql {
    let query: Kysely<Tables> | undefined
    return {
      kind: 'sqlite',
      get query() {
        query ??= createKysely('sqlite', (compiled) => runGuarded(() => execute(compiled)))
        return query
      },
      queryAll: (statement, parameters) => runGuarded(() => queryAll(statement, parameters)),
      queryOne: (statement, parameters) => runGuarded(() => queryOne(statement, parameters)),
    }

    function runGuarded<Result>(work: () => Result): Promise<Result> {
      const pause = gate.pause?.()
      if (pause !== undefined) return pause.then(() => runGuarded(work))
      try {
        gate.enter()
        return Promise.resolve(work())
      } catch (error) {
        return Promise.reject(gate.fail(mapSqliteError(error)))
      }
    }
  }

  // The statement was built to return these columns, so its type holds for the rows.
  function queryAll<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Row[] {
    const { text, bind } = statement.compile('sqlite')
    const prepared = prepare(text)
    return prepared.statement
      .all(...bind(parameters))
      .map((values) => toRow(prepared, values as unknown as Values) as Row)
  }

  function queryOne<Parameters, Row>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Row | undefined {
    const { text, bind } = statement.compile('sqlite')
    const prepared = prepare(text)
    const values = prepared.statement.get(...bind(parameters))
    return values && (toRow(prepared, values as unknown as Values) as Row)
  }

  function execute({ sql: text, parameters }: CompiledQuery): QueryResult<unknown> {
    const prepared = prepare(text)
    const { statement, names } = prepared
    const values = parameters.map(toSqlValue)
    if (names.length > 0)
      return { rows: statement.all(...values).map((row) => toRow(prepared, row as unknown as Values)) }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

const listColumnNames = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name)

function toRow(prepared: PreparedStatement, values: Values): Record<string, SQLOutputValue> {
  // Another process has migrated the file, and a statement that selects every column now has more of them.
  if (values.length !== prepared.names.length) prepared.names = listColumnNames(prepared.statement)
  const { names } = prepared
  const row: Record<string, SQLOutputValue> = {}
  for (let index = 0; index < names.length; index++) {
    const value = values[index] as SQLOutputValue
    row[names[index] as string] = typeof value === 'bigint' ? toExactInteger(value) : value
  }
  return row
}
