import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCleanup, createDatabaseUrl, only } from '../../../test/helpers/databases.ts'
import { openDatabase } from './open.ts'

test("the database is ready once all migrations are applied, but not if it has a migration that the code doesn't know", async (t) => {
  const database = await openDatabase(await createDatabaseUrl(t))
  addCleanup(t, () => database.close())
  assert.equal(await database.isReady(), false)
  await database.migrate()
  assert.equal(await database.isReady(), true)
  await database.transact(({ query }) =>
    query
      .insertInto('migrations')
      .values({ name: '9999-later', applied_at: '2026-01-01T00:00:00.000Z' })
      .execute(),
  )
  assert.equal(await database.isReady(), false)
})

test('a URL of an unknown database is rejected without echoing it, because it may contain a password', async () => {
  for (const url of [
    'mysql://u:secret@h/d',
    'secret',
    'sqlite:',
    'sqlite::memory:',
    'sqlite://',
    'sqlite://:memory:',
    'postgres:secret',
    'postgres://u:secret@h:port/d',
  ]) {
    await assert.rejects(
      openDatabase(url),
      (error) => error instanceof Error && !error.message.includes('secret'),
    )
  }
})

test('a file that cannot be opened or is not a database stops the start with a one-line error', {
  skip: only('sqlite'),
}, async () => {
  await assert.rejects(openDatabase('sqlite:/'), {
    name: 'StorageError',
    message: /^The database \/ cannot be opened: .* restore a backup/,
  })
  await assert.rejects(openDatabase(`sqlite:${import.meta.filename}`), {
    name: 'StorageError',
    message: /cannot be opened: file is not a database\./,
  })
})
