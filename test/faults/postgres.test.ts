import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { addCleanup, fileScope, only } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { type PostgresCluster, startPostgres, withoutPostgresPrograms } from '../helpers/postgres-cluster.ts'
import { startProcess } from '../helpers/process.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'
import { until } from '../helpers/until.ts'
import { assertDurable, maxResponseMs, printFigures, retry, startLoad, watchHealth } from './load.ts'
import { startNodes } from './nodes.ts'
import { openShop } from './shop.ts'
import { openSmallDisk, withoutSmallDisks } from './small-disk.ts'

// Makes a PostgreSQL server of its own fail below a service under load. Connections are cut for 15 s; DATABASE_FAULT_SECONDS=60 for a
// minute.

const seconds = Number(process.env.DATABASE_FAULT_SECONDS ?? 15)
const skip = only('postgres') || withoutPostgresPrograms
const cluster = skip ? null : await startPostgres(fileScope)
/** The nodes are separate, as in production: a sandbox with a database of its own. */
const nodes = skip ? null : await startNodes(fileScope)
let count = 0

interface Busy {
  readonly on?: PostgresCluster
  readonly port?: number
  readonly clients?: number
}

/** A shop in a new database, and a process that connects to it, possibly through a proxy, under load. */
async function startUnderLoad(
  t: TestContext,
  { on = cluster ?? assert.fail(), port = on.port, clients = 8 }: Busy = {},
) {
  const name = `shop_${++count}`
  const url = await on.create(name)
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  await database.migrate()
  const shop = await openShop(t, { database, url })
  const server = await startProcess(t, {
    url: on.getUrl(name, port),
    port: await freePort(),
    settings: { LOG_LEVEL: 'silent', DATABASE_CONNECTIONS: '10', ...nodes?.settings },
  })
  const { baseUrl } = server
  const load = startLoad(baseUrl, shop, { chainUrl: nodes?.baseUrl ?? assert.fail(), clients })
  const health = watchHealth(baseUrl)
  addCleanup(t, () => {
    load.stop()
    health.stop()
  })
  await load.waitForSuccesses()
  return { on, name, url, shop, server, load, health, assertRecovered }

  /** After the fault the service works, every response was in time, and nothing is missing. */
  async function assertRecovered(fault: string, maxMs = maxResponseMs): Promise<void> {
    const back = await health.waitForReadiness(true)
    await load.waitForSuccesses()
    await load.end()
    const counts = load.counts()
    await health.end()
    await server.stop()
    assert.equal(await server.waitUntilEnded(), 0)
    printFigures(`${fault}; ready again after ${back} ms`, counts)
    assert.ok(counts.slowestRejection <= scaleToLoad(maxMs), `a refusal took ${counts.slowestRejection} ms`)
    await assertDurable(shop, load)
  }
}

test('connections are terminated each second under load: requests fail or succeed in time, and nothing is lost', {
  skip,
}, async (t) => {
  const { on, name, load, assertRecovered } = await startUnderLoad(t)
  load.reset()
  let terminated = 0
  for (let second = 0; second < seconds; second++) {
    const { rowCount } = await on.sendRequest(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      name,
    )
    terminated += rowCount ?? 0
    await sleep(1_000)
  }
  assert.ok(terminated >= seconds)
  await assertRecovered(`${terminated} connections terminated in ${seconds} s`)
})

test('the server is restarted without a shutdown: every success response is durable', {
  skip,
}, async (t) => {
  const { on, load, assertRecovered } = await startUnderLoad(t)
  load.reset()
  for (let times = 0; times < 2; times++) {
    await on.stop('immediate')
    await on.start()
    await load.waitForSuccesses()
  }
  await assertRecovered('two immediate restarts')
})

test('the server is stopped for seconds: 503 with Retry-After immediately, not ready, alive, and ready within 5 s of its return', {
  skip,
}, async (t) => {
  const { on, load, health, assertRecovered } = await startUnderLoad(t)
  load.reset()
  await on.stop('fast')
  const notReadyMs = await health.waitForReadiness(false)
  await sleep(5_000)
  // Requests are answered while it is gone.
  await until(async () => load.counts().rejections > 20)
  await on.start()
  await assertRecovered(`stopped for 5 s, not ready after ${notReadyMs} ms`)
})

test('a latency of 200 ms to the server only slows requests down', {
  skip,
}, async (t) => {
  const proxy = await openTcpProxy(t, cluster?.port ?? 0)
  const { load, health, assertRecovered } = await startUnderLoad(t, { port: proxy.port })
  load.reset()
  proxy.delay(100)
  await load.waitForSuccesses(8)
  // A slow database must not keep /health/ready at 503 for longer than 5 s.
  assert.ok((await health.waitForReadiness(true)) < scaleToLoad(5_000))
  proxy.delay(0)
  await assertRecovered('200 ms there and back')
})

test('the network to the server is cut, then drops everything: responses in time, and full recovery', {
  skip,
}, async (t) => {
  const proxy = await openTcpProxy(t, cluster?.port ?? 0)
  const { load, health, assertRecovered } = await startUnderLoad(t, { port: proxy.port })
  load.reset()
  proxy.refuse()
  await health.waitForReadiness(false)
  proxy.accept()
  await health.waitForReadiness(true)
  proxy.hold('everything')
  await health.waitForReadiness(false)
  await sleep(3_000)
  proxy.flow()
  await assertRecovered('cut, and held')
})

/** The maximum duration of a lock by a maintenance statement. */
const lockMs = Number(process.env.DATABASE_LOCK_SECONDS ?? 6) * 1_000

test('a long-held lock exhausts the pool: 503 in time, and full recovery when it is released', {
  skip,
}, async (t) => {
  const { url, load, assertRecovered } = await startUnderLoad(t, { clients: 40 })
  load.reset()
  const other = await openDatabase(url, { timeoutMs: 10_000 })
  addCleanup(t, () => other.close())
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  const holding = other.transact(async ({ query }) => {
    await sql`lock table invoices in share mode`.execute(query)
    await free
  })
  await sleep(lockMs)
  release()
  await holding
  // A payment waits for the database twice: before its claim, and for it.
  await assertRecovered(`invoices locked for ${lockMs / 1_000} s`, 2 * maxResponseMs)
})

for (const [code, what] of [
  ['40001', 'serialisation failure'],
  ['40P01', 'deadlock'],
] as const) {
  test(`a ${what} is retried a few times, then 503; nothing is done twice`, {
    skip,
  }, async (t) => {
    const { on, name, load, assertRecovered } = await startUnderLoad(t)
    load.reset()
    // A sequence also advances when the transaction is rolled back: every third event fails its transaction.
    const fail = (when: string) => `
      create sequence if not exists attempts;
      create or replace function fail() returns trigger language plpgsql as $$ begin
        if ${when} then raise exception using errcode = '${code}'; end if;
        return new;
      end $$;
      create or replace trigger failing before insert on events for each row execute function fail()`
    await on.sendRequest(fail("nextval('attempts') % 3 = 0"), name)
    await load.waitForSuccesses()
    await on.sendRequest(fail('true'), name)
    const { rejections } = load.counts()
    await retry(async () => load.counts().rejections > rejections + 8 || null)
    await on.sendRequest('drop trigger failing on events', name)
    await assertRecovered(code)
  })
}

test('the server’s disk is full: errors in time, nothing is lost, and full recovery when there is space', {
  skip: skip || withoutSmallDisks,
}, async (t) => {
  const disk = openSmallDisk(t, 160)
  const on = await startPostgres(t, disk.folder)
  const { load, health, assertRecovered } = await startUnderLoad(t, { on })
  load.reset()
  let ended = 0
  for (let times = 0; times < 3; times++) {
    const { rejections } = load.counts()
    await retry(async () => {
      disk.fill()
      return load.counts().rejections > rejections + 20 || null
    })
    disk.free()
    // A server that can't write its log exits; restarting it is its supervisor's job.
    if (await on.ensure()) ended++
    await health.waitForReadiness(true)
    await load.waitForSuccesses()
  }
  await assertRecovered(`disk full, three times (the server ended itself ${ended} times)`)
})
