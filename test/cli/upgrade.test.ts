import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findUnknownSettings } from '../../src/config/unknown-settings.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { migrations } from '../../src/platform/storage/migrations/index.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { findPendingMigrations } from '../../src/platform/storage/pending-migrations.ts'
import { addCleanup, createDatabaseUrl, only, openTestDatabase } from '../helpers/databases.ts'
import { createTerminal } from '../helpers/terminal.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const execute = ({ transact }: Database, text: string) =>
  transact(async ({ query }) => void (await sql.raw(text).execute(query)))

test('upgrade --check reports a database that needs no migration, and lists nothing', async (t) => {
  const { url } = await openTestDatabase(t)
  const { exit, json } = await createTerminal(url).quittance('upgrade --check --json')
  assert.equal(exit, 0)
  assert.partialDeepStrictEqual(json, { version, ok: true, database: 'current' })
  assert.deepEqual(Object(json).pending, [])
  assert.deepEqual(Object(json).unknown_settings, [])
})

test('upgrade --check lists the migrations that an older database lacks, and applies none', async (t) => {
  const { url, database } = await openTestDatabase(t)
  const last = migrations.at(-1)?.name ?? ''
  await execute(database, `delete from migrations where name = '${last}'`)
  const { exit, json, out } = await createTerminal(url).quittance('upgrade --check --json')
  assert.equal(exit, 0, out)
  assert.partialDeepStrictEqual(json, { ok: true, database: 'older' })
  assert.deepEqual(
    Object(json).pending.map(({ name }: { name: string }) => name),
    [last],
  )
  const text = (await createTerminal(url).quittance('upgrade --check')).out
  assert.match(text, new RegExp(`^pending +${last}$`, 'm'))
  assert.match(text, /^next +Make a backup with quittance backup/m)
  const rows = await database.read.query.selectFrom('migrations').select('name').execute()
  assert.equal(rows.length, migrations.length - 1)
})

test('a pending migration reports the rows of the largest table that it indexes or changes', async (t) => {
  const { url, database } = await openTestDatabase(t)
  await execute(database, 'create table small (id integer)')
  await execute(database, 'create table large (id integer, small text)')
  await execute(database, `insert into small values (1), (2)`)
  const numbers = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 500)'
  await execute(database, `insert into large (id) ${numbers} select i from n`)
  if (database.kind === 'postgres') await execute(database, 'analyze large')
  const readPending = async (...statements: string[]) => {
    const pending = await findPendingMigrations(url, [
      ...migrations,
      { name: '9000-next', statements: () => statements },
    ])
    assert.deepEqual(
      pending?.map(({ name }) => name),
      ['9000-next'],
    )
    return pending?.[0]?.rows
  }
  assert.equal(await readPending('create index large_by_id on large (id)', 'update small set id = 3'), 500)
  assert.equal(await readPending('insert into small (id) select id from large'), 500)
  assert.equal(await readPending('alter table large drop column small'), 500)
  assert.equal(await readPending('create table new (id integer references large)', 'drop table large'), 0)
  assert.equal(
    await readPending('alter table large add column more text', 'alter table large rename to l'),
    0,
  )
  assert.equal(await readPending('insert into large (id) values (1)'), 0)
})

test('a pending migration is compatible when it names the newest applied one, or an older one', async (t) => {
  const { url } = await openTestDatabase(t)
  const newest = migrations.at(-1)?.name.slice(0, 4) ?? ''
  const names = [
    `9000-columns-after-${newest}`,
    '9001-indexes-after-0001',
    '9002-contract-after-9000',
    '9003-drop',
  ]
  const pending = await findPendingMigrations(url, [
    ...migrations,
    ...names.map((name) => ({ name, statements: () => [] })),
  ])
  assert.deepEqual(
    pending?.map(({ name, isCompatible }) => [name, isCompatible]),
    names.map((name, index) => [name, index < 2]),
  )
})

test('upgrade --check fails on a database from a newer version, and names the migration', async (t) => {
  const { url, database } = await openTestDatabase(t)
  await execute(
    database,
    `insert into migrations (name, applied_at) values ('9999-later', '2026-01-01T00:00:00Z')`,
  )
  const { exit, err, json } = await createTerminal(url).quittance('upgrade --check --json')
  assert.equal(exit, 1)
  assert.match(err, /newer version \(it has 9999-later\)/)
  assert.equal(Object(json).ok, false)
  assert.match(Object(json).error, /9999-later/)
})

test('upgrade --check fails on a database of another program', async (t) => {
  const url = await createDatabaseUrl(t)
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  await execute(database, 'create table cats (id integer)')
  const { exit, err } = await createTerminal(url).quittance('upgrade --check')
  assert.equal(exit, 1)
  assert.match(err, /another program's tables/)
})

test('upgrade --check of a new installation creates no tables', async (t) => {
  const url = await createDatabaseUrl(t)
  const { exit, json } = await createTerminal(url).quittance('upgrade --check --json')
  assert.equal(exit, 0)
  assert.equal(Object(json).database, 'new')
  assert.equal(await findPendingMigrations(url), null)
})

test('upgrade --check creates no SQLite file', { skip: only('sqlite') }, async (t) => {
  const url = await createDatabaseUrl(t)
  await createTerminal(url).quittance('upgrade --check')
  assert.equal(existsSync(url.slice('sqlite:'.length)), false)
})

test('upgrade --check names variables that look like settings but aren’t, and exits with 2 on invalid settings', async (t) => {
  const { url } = await openTestDatabase(t)
  const environment = { QUOTE_TTL: '60', LTC_NODE_URL: 'http://localhost', NODE_ENV: 'production', PATH: '/' }
  const { json } = await createTerminal(url).quittance('upgrade --check --json', '', environment)
  assert.deepEqual(Object(json).unknown_settings, ['LTC_NODE_URL', 'QUOTE_TTL'])
  assert.deepEqual(findUnknownSettings({ LTC_NODE_FILE: '/node', HOSTNAME: 'x', QUOTE_SECONDS: '60' }), [])
  assert.equal((await createTerminal(url).quittance('upgrade --check', '', { PORT: 'web' })).exit, 2)
  assert.equal((await createTerminal(url).quittance('upgrade')).exit, 2)
})
