import { CompiledQuery } from 'kysely'
import type { Database } from '../../src/platform/storage/database.ts'
import { createKysely } from '../../src/platform/storage/dialect.ts'
import type { Sql } from '../../src/platform/storage/sql.ts'
import { testedKind } from './databases.ts'

/** Wraps the reads of `database` to record their query plans. */
export function recordQueryPlans({ read }: Database) {
  const queries: CompiledQuery[] = []
  const query = createKysely(testedKind, (compiled) => {
    queries.push(compiled)
    return read.query.executeQuery(compiled)
  })
  const sql: Sql = { ...read, query }
  return { sql, queries, explainPlans }

  /** Each query's plan, step by step. */
  async function explainPlans(work: () => Promise<unknown>): Promise<string[][]> {
    queries.length = 0
    await work()
    const explain = testedKind === 'sqlite' ? 'explain query plan' : 'explain (costs off)'
    const plans: string[][] = []
    for (const { sql: text, parameters } of [...queries]) {
      const { rows } = await read.query.executeQuery<Readonly<Record<string, string>>>(
        CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
      )
      plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''))
    }
    return plans
  }
}
