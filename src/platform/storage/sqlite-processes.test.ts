import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openAnotherDatabase, readHeights, write } from '../../../test/helpers/blocks-table.ts'
import { addCleanup, only, openTestDatabase } from '../../../test/helpers/databases.ts'
import { StorageUnavailableError } from './database.ts'

/** The lock of a SQLite file, as another process would hold it. */
function lock(t: Parameters<typeof addCleanup>[0], url: string): { release(): void } {
  const other = new DatabaseSync(url.replace('sqlite:', ''))
  addCleanup(t, () => other.close())
  other.exec('begin immediate')
  return { release: () => other.exec('commit') }
}

test("another process's lock is waited for", { skip: only('sqlite') }, async (t) => {
  const { database, url } = await openTestDatabase(t)
  const fileLock = lock(t, url)
  const writing = Promise.all([write(database, 1), write(database, 2)])
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  assert.deepEqual(await readHeights(database.read), [])
  fileLock.release()
  await writing
  assert.deepEqual(await readHeights(database.read), [1, 2])
})

test("the wait for another process's lock times out, and later transactions work", {
  skip: only('sqlite'),
}, async (t) => {
  const { url } = await openTestDatabase(t)
  const database = await openAnotherDatabase(t, url, { timeoutMs: 100 })
  const fileLock = lock(t, url)
  await assert.rejects(write(database, 1), StorageUnavailableError)
  fileLock.release()
  await write(database, 2)
  assert.deepEqual(await readHeights(database.read), [2])
})

test('the commit version is the same until something is committed: before its promise resolves, or by another process', {
  skip: only('sqlite'),
}, async (t) => {
  const { database, url } = await openTestDatabase(t)
  const other = await openAnotherDatabase(t, url, {})
  await write(database, 1)
  const first = database.getCommitVersion()
  await assert.rejects(write(database, 1))
  assert.equal(database.getCommitVersion(), first)
  await write(database, 2)
  const second = database.getCommitVersion()
  assert.notEqual(second, first)
  await write(other, 3)
  assert.notEqual(database.getCommitVersion(), second)
})
