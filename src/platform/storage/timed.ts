import { timeWait } from '../wait-times.ts'
import type { Database } from './database.ts'
import { createKysely } from './dialect.ts'
import type { Sql } from './sql.ts'

/** Returns the same database, except that its reads and transactions count as waits. */
export const withWaitTimes = (database: Database): Database => ({
  ...database,
  read: timeReads(database.read),
  transact: (work) => timeWait('db', () => database.transact(work)),
  runInSnapshot: (work) => timeWait('db', () => database.runInSnapshot(work)),
})

const timeReads = ({ kind, query, queryAll, queryOne }: Sql): Sql => ({
  kind,
  query: createKysely(kind, (compiled) => timeWait('db', () => query.executeQuery(compiled))),
  queryAll: (statement, parameters) => timeWait('db', () => queryAll(statement, parameters)),
  queryOne: (statement, parameters) => timeWait('db', () => queryOne(statement, parameters)),
})
