import type { Kysely } from 'kysely'
import type { ClientBase, QueryResult } from 'pg'
import { kyselyOver } from './dialect.ts'
import { isConflict, isUnanswered, postgresFailure, unavailable } from './failures.ts'
import { type Gate, type TransactionGate, transactionGate } from './gate.ts'
import type { Sql, Statement, Value } from './sql.ts'
import { bound } from './statement.ts'
import type { Tables } from './tables.ts'

/** A statement as the driver takes it; one with a name is kept prepared on its connection. */
export interface Query {
  readonly name?: string
  readonly text: string
  readonly values?: Value[]
}

/** Runs a statement: on one connection, or on any of a pool. */
export type Run = (query: Query) => Promise<QueryResult<Record<string, unknown>>>

/**
 * The answer of the server to a statement. Asked with a callback and a timer of our own: with the driver's promise, or its
 * `query_timeout`, what a statement read outlives several collections, and a service grows by 100 MB that does nothing but read.
 * @param silenceMs no word for so long, in spite of the server's own limit for a statement: the connection is lost
 * @throws the server's error · {Error} when it stays silent
 */
export function answered(
  client: ClientBase,
  query: Query,
  silenceMs = Number.POSITIVE_INFINITY,
): ReturnType<Run> {
  return new Promise((resolve, reject) => {
    const silent = () => reject(new Error('the server does not answer'))
    const timer = silenceMs < Number.POSITIVE_INFINITY ? setTimeout(silent, silenceMs) : undefined
    void client.query(query, (error: Error | null, result) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(result)
    })
  })
}

export function sqlOver(run: Run, gate: Gate): Sql {
  let query: Kysely<Tables> | undefined
  return {
    get query() {
      query ??= kyselyOver('postgres', async ({ sql: text, parameters }) => {
        const { rows, rowCount } = await guarded(() => ({ text, values: parameters.map(bound) }))
        return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
      })
      return query
    },
    // The rows have the columns that the statement was built to return: its type is the promise.
    async all<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters) {
      return (await guarded(() => prepared(statement, parameters))).rows as Row[]
    },
    async first<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters) {
      return (await guarded(() => prepared(statement, parameters))).rows[0] as Row | undefined
    },
  }

  async function guarded(query: () => Query): ReturnType<Run> {
    try {
      gate.enter()
      return await run(query())
    } catch (error) {
      throw gate.fail(error)
    }
  }
}

function prepared<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Query {
  const { name, text, bind } = statement.compile('postgres')
  return { name, text, values: bind(parameters) }
}

/**
 * Runs `work` between `begin` and a commit. `onLost` is called when the connection is of no use any more.
 * @throws what `work` throws, or the conflict that a statement of it met · {StorageUnavailable} also when the answer to the commit
 * was lost: then nobody knows whether it happened
 */
export async function inTransaction<T>(
  connection: Run,
  begin: string,
  work: (sql: Sql) => Promise<T>,
  onLost: () => void = ignore,
): Promise<T> {
  const { run, lost } = sessionOn(connection)
  const gate = transactionGate()
  try {
    await run({ text: begin })
    const value = await work(sqlOver(run, gate))
    gate.close()
    await commit(run, gate)
    return value
  } catch (error) {
    gate.close()
    // A connection that does not answer is not asked again: that would be another long wait.
    if (lost()) onLost()
    else await run({ text: 'rollback' }).catch(onLost)
    // Whatever `work` made of a conflict: the next attempt decides.
    throw isConflict(gate.failure()?.error) ? gate.failure()?.error : error
  }
}

async function commit(run: Run, gate: TransactionGate): Promise<void> {
  const failure = gate.failure()
  if (failure) throw failure.error
  const { command } = await run({ text: 'commit' })
  if (command !== 'COMMIT') throw unavailable(new Error('the server rolled back instead of committing'))
}

/** One statement after another: the driver is about to give up its own queue. */
function sessionOn(connection: Run): { run: Run; lost(): boolean } {
  let lost = false
  let last: Promise<unknown> = Promise.resolve()
  return {
    lost: () => lost,
    run(query) {
      const result = last.then(() => ask(query))
      last = result.catch(ignore)
      return result
    },
  }

  async function ask(query: Query): ReturnType<Run> {
    try {
      return await connection(query)
    } catch (error) {
      if (isUnanswered(error)) lost = true
      throw postgresFailure(error)
    }
  }
}

function ignore(): void {}
