import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { handleQuery } from './queries.ts'

/** A statement as the service passed it to its database. */
export interface RecordedStatement {
  readonly text: string
  readonly values: readonly (string | bigint | null)[]
}

// Preloaded with --import before the service, to record the statements that requests send to either database driver.
let recorded: RecordedStatement[] = []
const inRequest = new AsyncLocalStorage<true>()
subscribe('http.server.request.start', () => inRequest.enterWith(true))

function record(statement: RecordedStatement): void {
  if (inRequest.getStore()) recorded.push(statement)
}

for (const method of ['all', 'get', 'run'] as const) {
  const original: (...values: never[]) => unknown = StatementSync.prototype[method]
  Object.assign(StatementSync.prototype, {
    [method](this: StatementSync, ...values: never[]) {
      record({ text: this.sourceSQL, values })
      return Reflect.apply(original, this, values)
    },
  })
}

const query: (...args: never[]) => unknown = pg.Client.prototype.query
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: never[]) {
    const [{ text, values = [] } = { text: '' }] = args as Partial<RecordedStatement>[]
    if (text) record({ text, values })
    return Reflect.apply(query, this, args)
  },
})

/** Returns the statements recorded since the last call. */
handleQuery('statements', () => {
  const statements = recorded
  recorded = []
  return statements
})
