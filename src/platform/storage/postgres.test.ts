import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import {
  createBarrier,
  insert,
  openAnotherDatabase,
  readHeights,
  setHash,
  write,
} from '../../../test/helpers/blocks-table.ts'
import { addCleanup, createDatabaseUrl, only, openTestDatabase } from '../../../test/helpers/databases.ts'
import { until } from '../../../test/helpers/until.ts'
import { StorageError, StorageUnavailableError } from './database.ts'
import { addUser } from './postgres-client.ts'

const skip = only('postgres')

test('a statement is prepared once per connection, under its name', { skip }, async (t) => {
  const { database } = await openTestDatabase(t)
  const names = await database.transact(async (inside) => {
    for (const height of [1, 2, 3]) await inside.queryAll(insert, { height })
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
      inside.query,
    )
    return rows.map(({ name }) => name)
  })
  assert.deepEqual(names, [insert.compile('postgres').name])
})

test('a connection lost in a transaction: nothing is written, the caller gets an error, and the next transaction works', {
  skip,
}, async (t) => {
  const { database } = await openTestDatabase(t)
  await Promise.all([1, 2, 3, 4].map((height) => write(database, height)))
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const work = database.transact(async (inside) => {
    await inside.queryOne(insert, { height: 5 })
    await database.read.query.executeQuery(cut().compile(database.read.query))
    await inside.queryOne(insert, { height: 6 })
  })
  await assert.rejects(work, StorageUnavailableError)
  await write(database, 7)
  assert.deepEqual(await readHeights(database.read), [1, 2, 3, 4, 7])
})

test('a database with an encoding other than UTF8 is rejected before anything is written', {
  skip,
}, async (t) => {
  const url = new URL(await createDatabaseUrl(t))
  const client = new pg.Client({ connectionString: addUser(url.href) })
  await client.connect()
  url.pathname += '_ascii'
  const name = url.pathname.slice(1)
  addCleanup(t, async () => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  })
  await client.query(
    `create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
  )
  const database = await openAnotherDatabase(t, url.href, {})
  await assert.rejects(
    database.migrate(),
    new StorageError(
      "The database has the encoding SQL_ASCII: create one with encoding 'UTF8' and template template0, and set DATABASE_URL to it.",
    ),
  )
  const tables = sql`select 1 from pg_tables where schemaname = current_schema()`
  assert.deepEqual((await tables.execute(database.read.query)).rows, [])
})

test('an idle connection that dies is replaced', { skip }, async (t) => {
  const { database, url } = await openTestDatabase(t)
  const other = await openAnotherDatabase(t, url, {})
  await Promise.all([1, 2, 3].map((height) => write(database, height)))
  await other.read.query.executeQuery(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.compile(
      other.read.query,
    ),
  )
  // Until the pool notices, the first caller may get an unavailable error.
  for (let attempt = 0; attempt < 50 && !(await database.isReady()); attempt++);
  await write(database, 5)
  assert.ok((await readHeights(database.read)).includes(5))
})

test('after a lost commit response the outcome is unknown, and the work is not repeated', {
  skip,
}, async (t) => {
  const { database, url } = await openTestDatabase(t)
  const behind = await openAnotherDatabase(t, await proxied(t, url, { dropAfter: 'commit' }), {})
  let runs = 0
  const work = behind.transact(async (inside) => {
    runs++
    await inside.queryOne(insert, { height: 1 })
  })
  await assert.rejects(work, StorageUnavailableError)
  assert.equal(runs, 1)
  // The commit was sent, but the server may need a moment.
  for (let attempt = 0; attempt < 100 && (await readHeights(database.read)).length === 0; attempt++);
  assert.deepEqual(await readHeights(database.read), [1])
})

test('waiting for a free connection times out', { skip }, async (t) => {
  const { url } = await openTestDatabase(t)
  const database = await openAnotherDatabase(t, url, { poolSize: 1, timeoutMs: 50 })
  // The timeout also applies to connecting, which may take longer on a busy machine.
  await until(() =>
    write(database, 3).then(
      () => true,
      () => false,
    ),
  )
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const blocking = database.transact(async () => blocked)
  await assert.rejects(write(database, 1), StorageUnavailableError)
  await assert.rejects(database.read.queryOne(setHash, { height: 1, hash: '' }), StorageUnavailableError)
  release()
  await blocking
  await write(database, 2)
})

test('waiting for a lock times out', { skip }, async (t) => {
  const { url } = await openTestDatabase(t)
  const database = await openAnotherDatabase(t, url, { timeoutMs: 200 })
  await write(database, 1)
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const locked = createBarrier(2)
  const blocking = database.transact(async (inside) => {
    await inside.queryOne(setHash, { height: 1, hash: 'a' })
    await locked()
    await blocked
  })
  await locked()
  await assert.rejects(
    database.transact((inside) => inside.queryOne(setHash, { height: 1, hash: 'b' })),
    StorageUnavailableError,
  )
  release()
  await blocking
})

test('an unreachable server is unavailable and not ready', { skip }, async (t) => {
  const url = new URL(await createDatabaseUrl(t))
  url.hostname = '127.0.0.1'
  // The discard port: nothing listens there.
  url.port = '9'
  const database = await openAnotherDatabase(t, url.href, {})
  await assert.rejects(write(database, 1), StorageUnavailableError)
  await assert.rejects(database.migrate(), StorageUnavailableError)
  await assert.rejects(database.runInSnapshot(readHeights), StorageUnavailableError)
  assert.equal(await database.isReady(), false)
})

/** A database behind a proxy that forwards everything until it sees that statement, then drops the response and the connection. */
async function proxied(t: TestContext, url: string, { dropAfter }: { dropAfter: string }): Promise<string> {
  const target = new URL(url)
  const [port, host] = [Number(target.port || 5432), target.hostname]
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, host)
    let dropping = false
    client.on('data', (bytes) => {
      dropping ||= bytes.includes(`${dropAfter}\0`)
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => (dropping ? client.destroy() : client.write(bytes)))
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => peer.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  addCleanup(t, () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  target.hostname = '127.0.0.1'
  target.port = String((server.address() as AddressInfo).port)
  return target.href
}
