import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { diagnose } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/store.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import type { Migration } from '../../src/platform/storage/migration.ts'
import { migrations } from '../../src/platform/storage/migrations/index.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { addCleanup, createDatabaseUrl, openTestDatabase } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { withIndexMigration } from '../helpers/index-migration.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { startProcess } from '../helpers/process.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'
import { createInvoice, openShop } from './shop.ts'

const killedHelper = fileURLToPath(new URL('../helpers/migrate-until-killed.ts', import.meta.url))

const applied = async ({ read }: Database): Promise<string[]> => {
  const rows = await read.query.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Tables and indexes with their columns, as the database reports them. */
async function readSchema({ kind, read }: Database): Promise<unknown[]> {
  const schemaQuery =
    kind === 'sqlite'
      ? sql`select name, sql from sqlite_schema where name not like 'sqlite_%' order by name`
      : sql`select table_name as name, column_name || ' ' || data_type as sql from information_schema.columns
          where table_schema = 'public'
          union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`
  return (await schemaQuery.execute(read.query)).rows.map((row) => ({ ...Object(row) }))
}

test('processes that start concurrently on an empty database are all ready, and create one merchant', async (t) => {
  const url = await createDatabaseUrl(t)
  const ports = [await freePort(), await freePort(), await freePort()]
  const running = await Promise.all(ports.map((port) => startProcess(t, { url, port })))
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  assert.deepEqual(
    await applied(database),
    migrations.map(({ name }) => name),
  )
  await until(async () => running.every(({ output }) => output().includes('is ready at')))
  const tokens = running.flatMap(({ output }) => /qt_[\w-]{43}/.exec(output())?.[0] ?? [])
  const [token = ''] = tokens
  assert.equal(tokens.length, 1)
  const merchant = { id: 1, email: 'shop@example.com', token }
  const [first, second] = running
  const { invoice } = await createInvoice(first?.baseUrl ?? '', merchant)
  assert.equal((await sendRequest(second?.baseUrl ?? '', `/invoices/${invoice.uid}`)).status, 200)
  for (const process of running) {
    await process.stop()
    assert.equal(await process.waitUntilEnded(), 0)
  }
  assert.deepEqual((await database.runInSnapshot((sql) => diagnose(sql, checks))).violations, [])
})

test('a migration that is killed at any point is applied completely or not at all, and the next start resumes it', async (t) => {
  const { database: whole } = await openTestDatabase(t)
  await whole.migrate(withIndexMigration)
  const url = await createDatabaseUrl(t)
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  let kills = 0
  // More statements each time, so that a long step completes eventually.
  for (let statements = 3; ; statements = Math.ceil(statements * 1.5)) {
    const child = spawn(process.execPath, [killedHelper, url, String(statements)], { stdio: 'inherit' })
    const [code, signal] = await once(child, 'exit')
    if (signal !== 'SIGKILL') {
      assert.equal(code, 0)
      break
    }
    kills++
    const names = await applied(database).catch(() => [])
    assert.deepEqual(
      names,
      withIndexMigration.slice(0, names.length).map(({ name }) => name),
    )
    const isReady = names.length >= migrations.length
    assert.equal(await database.isReady(), isReady)
  }
  assert.ok(kills > 5, `${kills}`)
  assert.equal(await database.isReady(), true)
  assert.deepEqual(await readSchema(database), await readSchema(whole))
})

test('an older version refuses to start on a newer database with one line, and changes nothing', async (t) => {
  const { database, url } = await openTestDatabase(t)
  const later = { name: '9998-later', applied_at: '2026-01-01T00:00:00.000Z' }
  await database.transact(({ query }) => query.insertInto('migrations').values(later).execute())
  const before = await readSchema(database)
  for (const line of ['serve', 'migrate', 'doctor']) {
    const { exit, err, out } = await createTerminal(url).quittance(line)
    assert.equal(exit, 1)
    assert.match(err, /^The database was migrated by a newer version \(it has 9998-later\)[^\n]*\n$/)
    assert.equal(out, '')
  }
  assert.deepEqual(await readSchema(database), before)
})

test('while migrations are pending the service is alive but not ready; within 5 s of their end it is ready', async (t) => {
  const { database, request } = await startService(t, { destinations: [] })
  const health = async () => {
    const [live, ready] = await Promise.all(['live', 'ready'].map((which) => request(`/health/${which}`)))
    return [live?.status, ready?.status]
  }
  assert.deepEqual(await health(), [200, 200])
  const last = migrations.at(-1)?.name ?? ''
  await database.transact(({ query }) => query.deleteFrom('migrations').where('name', '=', last).execute())
  assert.deepEqual(await health(), [200, 503])
  const row = { name: last, applied_at: '2026-01-01T00:00:00.000Z' }
  await database.transact(({ query }) => query.insertInto('migrations').values(row).execute())
  const since = performance.now()
  await until(async () => (await health())[1] === 200)
  assert.ok(performance.now() - since < scaleToLoad(5_000))
})

const tables = ['invoices', 'events', 'payments', 'accounts', 'access_tokens', 'derivation_keys']

/** Schema changes that a newer version may make while an older one is running. */
const newColumns = (suffix: string): Migration => ({
  name: `9000-columns${suffix}`,
  statements: () => tables.map((table) => `alter table ${table} add column added integer not null default 7`),
})
const newTableAndIndexes = (suffix: string): readonly Migration[] => [
  { name: `9001-table${suffix}`, statements: () => ['create table added (invoice_uid text primary key)'] },
  {
    name: `9002-indexes${suffix}`,
    indexes: tables.map((table) => ({ name: `${table}_added`, on: `${table} (added)` })),
  },
]

/** A shop with running processes and clients that use them one after another until `stop`. */
async function startBusyShop(t: TestContext, processes: number) {
  const shop = await openShop(t)
  const start = async () => startProcess(t, { url: shop.url, port: await freePort() })
  const running = await Promise.all(Array.from({ length: processes }, start))
  const baseUrls = running.map(({ baseUrl }) => baseUrl)
  for (const baseUrl of baseUrls) await shop.waitForAllCoins(baseUrl)
  let isRunning = true
  const statuses: number[] = []
  const readers = Array.from({ length: 4 }, async (_, reader) => {
    for (let round = reader; isRunning; round++) {
      const baseUrl = baseUrls[round % baseUrls.length] ?? ''
      const { invoice } = await createInvoice(baseUrl, shop.shop)
      const shown = await sendRequest(baseUrl, `/invoices/${invoice.uid}`, { token: shop.shop.token })
      const events = await sendRequest(baseUrl, '/api/v1/events?limit=5', { token: shop.shop.token })
      statuses.push(shown.status, events.status)
    }
  })
  const more = async () => {
    const before = statuses.length
    await until(async () => statuses.length > before + 60)
  }
  const stop = async () => {
    isRunning = false
    await Promise.all(readers)
    assert.deepEqual(new Set(statuses), new Set([200]))
  }
  const ready = () =>
    Promise.all(baseUrls.map(async (baseUrl) => (await sendRequest(baseUrl, '/health/ready')).status))
  await more()
  return { shop, start, running, more, stop, ready }
}

test('a migration by a newer version under load fails no request of the older one, which reports that it is not ready', async (t) => {
  const { shop, running, more, stop, ready } = await startBusyShop(t, 1)
  assert.deepEqual(await ready(), [200])
  await shop.database.migrate([...migrations, newColumns('')])
  await more()
  await stop()
  assert.deepEqual(await ready(), [503])
  assert.equal((await sendRequest(running[0]?.baseUrl ?? '', '/health/live')).status, 200)
  await shop.assertSound()
})

test('two processes of the previous version keep running on a compatible newer schema, and can be started again on it', async (t) => {
  const { shop, start, running, more, stop, ready } = await startBusyShop(t, 2)
  const suffix = `-after-${migrations.at(-1)?.name.slice(0, 4)}`
  await shop.database.migrate([...migrations, newColumns(suffix), ...newTableAndIndexes(suffix)])
  await more()
  assert.deepEqual(await ready(), [200, 200])
  // The upgrade is rolled back: a process of the previous version starts on the newer schema.
  const { baseUrl } = await start()
  await createInvoice(baseUrl, shop.shop)
  await stop()
  assert.deepEqual(await ready(), [200, 200])
  for (const process of running) await process.stop()
  await shop.assertSound()
})
