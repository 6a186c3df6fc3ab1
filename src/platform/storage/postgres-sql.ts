import type { Kysely } from 'kysely'
import type { ClientBase, QueryResult } from 'pg'
import { createKysely } from './dialect.ts'
import { isConflict, isConnectionError, throwPostgresError, toUnavailableError } from './failures.ts'
import { createTransactionGate, type Gate, type TransactionGate } from './gate.ts'
import type { Sql, SqlValue, Statement } from './sql.ts'
import { toSqlValue } from './statement.ts'
import type { Tables } from './tables.ts'

/** A statement as the driver takes it. One with a name stays prepared on its connection. */
export interface Query {
  readonly name?: string
  readonly text: string
  readonly values?: SqlValue[]
}

/** Runs a statement: on one connection, or on any in a pool. */
export type RunQuery = (query: Query) => Promise<QueryResult<Record<string, unknown>>>

/**
 * Runs a statement with a callback and a timer of our own. With the driver's promise or its `query_timeout`, the rows outlive several
 * garbage collections, and a service that only reads grows by 100 MB.
 * @param timeoutMs longer than the server's own statement timeout: without a response by then, the connection is lost
 * @throws the server's error · {Error} when it doesn't respond
 */
export function queryWithTimeout(
  client: ClientBase,
  query: Query,
  timeoutMs = Number.POSITIVE_INFINITY,
): ReturnType<RunQuery> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error('the server does not respond'))
    const timer = timeoutMs < Number.POSITIVE_INFINITY ? setTimeout(onTimeout, timeoutMs) : undefined
    void client.query(query, (error: Error | null, result) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(result)
    })
  })
}

export function createSql(run: RunQuery, gate: Gate): Sql {
  let query: Kysely<Tables> | undefined
  return {
    kind: 'postgres',
    get query() {
      query ??= createKysely('postgres', async ({ sql: text, parameters }) => {
        const { rows, rowCount } = await runGuarded(() => ({ text, values: parameters.map(toSqlValue) }))
        return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
      })
      return query
    },
    // The statement was built to return these columns, so its type holds for the rows.
    async queryAll<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters) {
      return (await runGuarded(() => toQuery(statement, parameters))).rows as Row[]
    },
    async queryOne<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters) {
      return (await runGuarded(() => toQuery(statement, parameters))).rows[0] as Row | undefined
    },
  }

  async function runGuarded(query: () => Query): ReturnType<RunQuery> {
    try {
      gate.enter()
      return await run(query())
    } catch (error) {
      throw gate.fail(error)
    }
  }
}

function toQuery<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Query {
  const { name, text, bind } = statement.compile('postgres')
  return { name, text, values: bind(parameters) }
}

/**
 * Runs `work` between `begin` and a commit. `onLost` is called when the connection is unusable.
 * @throws what `work` throws, or the conflict of one of its statements · {StorageUnavailableError} also when the response to the commit was
 * lost: then it is unknown whether it happened
 */
export async function runInTransaction<T>(
  connection: RunQuery,
  begin: string,
  work: (sql: Sql) => Promise<T>,
  onLost: () => void = ignore,
): Promise<T> {
  const { run, isLost } = createSession(connection)
  const gate = createTransactionGate()
  try {
    await run({ text: begin })
    const value = await work(createSql(run, gate))
    gate.close()
    await commit(run, gate)
    return value
  } catch (error) {
    gate.close()
    // Don't use a connection that doesn't respond: that would be another long wait.
    if (isLost()) onLost()
    else await run({ text: 'rollback' }).catch(onLost)
    // The caller retries conflicts, even if `work` caught this one and threw something else.
    throw isConflict(gate.getFailure()?.error) ? gate.getFailure()?.error : error
  }
}

async function commit(run: RunQuery, gate: TransactionGate): Promise<void> {
  const failure = gate.getFailure()
  if (failure) throw failure.error
  const { command } = await run({ text: 'commit' })
  if (command !== 'COMMIT')
    throw toUnavailableError(new Error('the server rolled back instead of committing'))
}

/** Statements run sequentially: the driver has deprecated its own queue. */
function createSession(connection: RunQuery): { run: RunQuery; isLost(): boolean } {
  let isLost = false
  let last: Promise<unknown> = Promise.resolve()
  return {
    isLost: () => isLost,
    run(query) {
      const result = last.then(() => send(query))
      last = result.catch(ignore)
      return result
    },
  }

  async function send(query: Query): ReturnType<RunQuery> {
    try {
      return await connection(query)
    } catch (error) {
      if (isConnectionError(error)) isLost = true
      throwPostgresError(error)
    }
  }
}

function ignore(): void {}
