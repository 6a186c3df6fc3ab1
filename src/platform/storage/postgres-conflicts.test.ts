import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createBarrier, openAnotherDatabase, setHash, write } from '../../../test/helpers/blocks-table.ts'
import { only, openTestDatabase } from '../../../test/helpers/databases.ts'
import { until } from '../../../test/helpers/until.ts'
import { StorageUnavailableError } from './database.ts'

const skip = only('postgres')

test('the transaction that loses a deadlock is retried, and both commit', {
  skip,
}, async (t) => {
  const { database } = await openTestDatabase(t)
  for (const height of [1, 2]) await write(database, height)
  const bothStarted = createBarrier(2)
  let runs = 0
  const inOrder = (heights: readonly number[], hash: string) =>
    database.transact(async (inside) => {
      runs++
      for (const height of heights) {
        await inside.queryOne(setHash, { height, hash })
        await bothStarted()
      }
    })
  await Promise.all([inOrder([1, 2], 'a'), inOrder([2, 1], 'b')])
  assert.equal(runs, 3)
})

test('a read that loses a deadlock, such as with a migration that locks tables in another order, is retried', {
  skip,
}, async (t) => {
  const { database, url } = await openTestDatabase(t)
  const migrating = await openAnotherDatabase(t, url, {})
  const reading = await migrating.transact(async ({ query }) => {
    await sql`lock table access_tokens in access exclusive mode`.execute(query)
    const waiting = sql`select 1 from accounts, access_tokens`.execute(database.read.query)
    const isWaiting = async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted
        and relation = 'access_tokens'::regclass`.execute(query)
      return rows.length > 0
    }
    await until(isWaiting)
    await sql`lock table accounts in access exclusive mode`.execute(query)
    return { waiting }
  })
  assert.deepEqual((await reading.waiting).rows, [])
})

test('a serialisation failure is retried, even if the body swallows it', { skip }, async (t) => {
  const { database } = await openTestDatabase(t)
  await write(database, 1)
  const bothStarted = createBarrier(2)
  let runs = 0
  const lengthen = () =>
    database.transact(async (inside) => {
      runs++
      await sql`set transaction isolation level repeatable read`.execute(inside.query)
      const [row] = await inside.query.selectFrom('followed_blocks').select('hash').execute()
      await bothStarted()
      await inside.queryOne(setHash, { height: 1, hash: `${row?.hash}x` }).catch(() => {})
    })
  await Promise.all([lengthen(), lengthen()])
  const [row] = await database.read.query.selectFrom('followed_blocks').select('hash').execute()
  assert.deepEqual([runs, row?.hash], [3, 'xx'])
})

test('endless conflicts become unavailable after a few attempts', { skip }, async (t) => {
  const { database } = await openTestDatabase(t)
  let runs = 0
  const conflicting = database.transact(async ({ query }) => {
    runs++
    await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(query)
  })
  await assert.rejects(conflicting, StorageUnavailableError)
  assert.equal(runs, 5)
})
