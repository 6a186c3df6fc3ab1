import type { TestContext } from 'node:test'
import type { Database, DatabaseOptions } from '../../src/platform/storage/database.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import type { Sql } from '../../src/platform/storage/sql.ts'
import { defineStatement } from '../../src/platform/storage/statement.ts'
import { addCleanup } from './databases.ts'

// A table for storage tests to write to.

export const insert = defineStatement<{ height: number }, { height: bigint | number }>((query, param) =>
  query
    .insertInto('followed_blocks')
    .values({ coin: 'BTC', height: param('height'), hash: '' })
    .returning('height'),
)
export const setHash = defineStatement<{ height: number; hash: string }, { hash: string }>((query, param) =>
  query
    .updateTable('followed_blocks')
    .set({ hash: param('hash') })
    .where('height', '=', param('height'))
    .returning('hash'),
)
export const write = (database: Database, height: number) =>
  database.transact((inside) => inside.queryOne(insert, { height }))

export const readHeights = async (from: Sql): Promise<number[]> =>
  (await from.query.selectFrom('followed_blocks').select('height').orderBy('height').execute()).map(
    ({ height }) => Number(height),
  )

export async function openAnotherDatabase(
  t: TestContext,
  url: string,
  options: DatabaseOptions,
): Promise<Database> {
  const database = await openDatabase(url, options)
  addCleanup(t, () => database.close())
  return database
}

/** A promise that resolves once that many callers wait for it. */
export function createBarrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived >= size) resolve()
    return promise
  }
}
