import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { addCleanup, createDatabaseUrl, fileScope, only } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { startProcess } from '../helpers/process.ts'
import { until } from '../helpers/until.ts'
import {
  assertDurable,
  type LoadOptions,
  maxResponseMs,
  printFigures,
  retry,
  startLoad,
  watchHealth,
} from './load.ts'
import { startNodes } from './nodes.ts'
import { openShop } from './shop.ts'
import { openSmallDisk, withoutSmallDisks } from './small-disk.ts'

const skip = only('sqlite')
/** The nodes are separate, as in production: a sandbox with a database of its own. */
const nodes = skip ? null : await startNodes(fileScope)

/** A shop in that file, and a process that serves it under load. */
async function startUnderLoad(t: TestContext, url: string, options: LoadOptions = {}) {
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  await database.migrate()
  const shop = await openShop(t, { database, url })
  const port = await freePort()
  const settings = { LOG_LEVEL: 'silent', ...nodes?.settings }
  const start = () => startProcess(t, { url, port, settings })
  let server = await start()
  const { baseUrl } = server
  const load = startLoad(baseUrl, shop, { chainUrl: nodes?.baseUrl ?? assert.fail(), ...options })
  addCleanup(t, load.stop)
  await load.waitForSuccesses()
  load.reset()
  return { shop, baseUrl, load, killAndRestart, assertRecovered }

  /** Kills it in the middle of its work, and restarts it. */
  async function killAndRestart(): Promise<void> {
    await server.stop('SIGKILL')
    server = await start()
  }

  /** After the fault the service works, every error was in time, and nothing is missing. */
  async function assertRecovered(fault: string): Promise<void> {
    await load.waitForSuccesses()
    await load.end()
    const counts = load.counts()
    await server.stop()
    assert.equal(await server.waitUntilEnded(), 0)
    printFigures(fault, counts)
    assert.ok(
      counts.slowestRejection <= scaleToLoad(maxResponseMs),
      `a refusal took ${counts.slowestRejection} ms`,
    )
    await assertDurable(shop, load)
  }
}

test('the disk is full: 503 with Retry-After in time, alive, nothing is lost, and full recovery when there is space', {
  skip: skip || withoutSmallDisks,
}, async (t) => {
  const disk = openSmallDisk(t, 32)
  const { baseUrl, load, assertRecovered } = await startUnderLoad(t, `sqlite:${join(disk.folder, 'shop.db')}`)
  const health = watchHealth(baseUrl)
  addCleanup(t, health.stop)
  for (let times = 0; times < 3; times++) {
    const { rejections } = load.counts()
    await retry(async () => {
      disk.fill()
      return load.counts().rejections > rejections + 20 || null
    })
    disk.free()
    await health.waitForReadiness(true)
    await load.waitForSuccesses()
  }
  await health.end()
  await assertRecovered('disk full, three times')
})

test('another process holds the lock for longer than the timeout: 503 with Retry-After in time, then full recovery', {
  skip,
}, async (t) => {
  const url = await createDatabaseUrl(t)
  const { baseUrl, load, assertRecovered } = await startUnderLoad(t, url)
  const health = watchHealth(baseUrl)
  addCleanup(t, health.stop)
  const other = new DatabaseSync(url.replace('sqlite:', ''))
  addCleanup(t, () => other.close())
  await retry(async () => tryLock(other))
  await sleep(6_000)
  // Reads are not blocked.
  assert.ok((await health.waitForReadiness(true)) < scaleToLoad(1_000))
  await until(async () => load.counts().rejections > 0)
  other.exec('rollback')
  await health.end()
  await assertRecovered('locked by another for 6 s')
})

function tryLock(other: DatabaseSync): true | null {
  try {
    other.exec('begin immediate')
    return true
  } catch {
    return null
  }
}

test('killed in the middle of grouped commits, with 64 clients: every success response is durable', {
  skip,
}, async (t) => {
  const { load, killAndRestart, assertRecovered } = await startUnderLoad(t, await createDatabaseUrl(t), {
    clients: 64,
    paidShare: 0.1,
    mayDisconnect: true,
  })
  for (let times = 0; times < 4; times++) {
    await load.waitForSuccesses(times * 40)
    await killAndRestart()
  }
  await assertRecovered('four times killed')
})
