import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { generateId, generateSecret, hashSecret } from '../../src/kernel/ids.ts'
import { addCleanup, only, type TestScope } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { type RunningProcess, startProcess } from '../helpers/process.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { openEvents, openSocket, type Socket } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'
import { createInvoice, openShop, requestFor, type Shop, submit } from './shop.ts'

const skip = only('postgres')

/** The service with two workers. Each connection is a new one, so that both respond. */
async function startWorkers(t: TestScope, settings: Record<string, string> = {}, shared?: Shop) {
  const shop = shared ?? (await openShop(t))
  const service = await startProcess(t, {
    url: shop.url,
    port: await freePort(),
    settings: { WORKERS: '2', LOG_LEVEL: 'info', ...settings },
  })
  await until(async () => service.output().includes('Quittance is ready'))
  return { shop, service, ask }

  function ask(path: string, token: string) {
    return sendRequest(service.baseUrl, path, { token, headers: { connection: 'close' } })
  }
}

/** The processes that the supervisor has started. */
async function readWorkers({ pid }: RunningProcess): Promise<string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(/\s+/).filter(Boolean)
}

/** More sockets than one worker gets when connections are distributed in turn. */
async function openSockets(t: TestScope, { baseUrl }: RunningProcess, token: string): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = await openSocket(t, baseUrl)
      await socket.subscribe({ token })
      return socket
    }),
  )
}

test('with two workers on each of two machines, each invoice is paid once, and every socket receives its events in order', {
  skip,
}, async (t) => {
  const { shop, service } = await startWorkers(t)
  const { service: other } = await startWorkers(t, {}, shop)
  const services = [service, other]
  await Promise.all(services.map(({ baseUrl }) => shop.waitForAllCoins(baseUrl)))
  const sockets = (await Promise.all(services.map((one) => openSockets(t, one, shop.shop.token)))).flat()
  const { uid } = (await createInvoice(service.baseUrl, shop.shop)).invoice
  const template = await requestFor(other.baseUrl, uid, 'LTC')
  const signed = (await createFundedWallet(service.baseUrl, 'LTC', '1')).signFor(template)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      submit((index % 2 ? service : other).baseUrl, template, [signed]),
    ),
  )
  for (const { status, text } of replies) assert.equal(status, 200, text)
  const expected = await shop.listEvents(`invoice/${uid}`)
  assert.ok(expected.includes('invoice.paid'))
  for (const socket of sockets) {
    const types = (await socket.some(expected.length)).map(({ type }) => type)
    assert.deepEqual(types, expected)
  }
  await Promise.all(services.map((one) => one.stop()))
  await shop.assertPaidOnce(uid)
  await shop.assertSound()
})

test('rate limits apply to all workers together', { skip }, async (t) => {
  const { shop, ask } = await startWorkers(t, { RATE_LIMITS: 'calls=15/600' })
  const statuses: number[] = []
  for (let count = 0; count < 30; count++)
    statuses.push((await ask('/invoices?limit=1', shop.shop.token)).status)
  assert.deepEqual(statuses, [...Array(15).fill(200), ...Array(15).fill(429)])
})

test('signing out ends the session’s streams at every worker before any later event', { skip }, async (t) => {
  const { shop, service } = await startWorkers(t)
  const now = systemClock.now()
  const secret = generateSecret()
  const session = { id: `ses_${generateId(now)}`, accountId: shop.shop.id, createdAt: now, lastSeenAt: now }
  await shop.database.transact((sql) =>
    createStores(sql).sessions.insert({ ...session, device: '', address: '', digest: hashSecret(secret) }),
  )
  const cookie = { cookie: `session=${secret}` }
  const streams = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const events = await openEvents(t, `${service.baseUrl}/events`, cookie)
      assert.equal((await events.readNext()).data, null)
      return events
    }),
  )
  const { status } = await fetch(`${service.baseUrl}/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...cookie, origin: service.baseUrl, 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(status, 303)
  await createInvoice(service.baseUrl, shop.shop)
  for (const { ended, waiting } of streams) {
    await ended
    assert.deepEqual(waiting, [])
  }
})

test('a killed worker is replaced, and the service keeps responding', { skip }, async (t) => {
  const { shop, service, ask } = await startWorkers(t)
  const before = await readWorkers(service)
  assert.equal(before.length, 2)
  process.kill(Number(before[0]), 'SIGKILL')
  await until(async () => !(await readWorkers(service)).includes(String(before[0])))
  for (let count = 0; count < 10; count++)
    assert.equal((await ask('/invoices?limit=1', shop.shop.token)).status, 200)
  await until(async () => (await readWorkers(service)).length === 2)
  await service.stop()
  assert.match(service.output(), /"worker":1,.*a worker exited and will be restarted/)
  assert.equal(service.output().match(/Quittance is ready/g)?.length, 1)
})

test('metrics of both workers are in every scrape, and SIGTERM stops both', { skip }, async (t) => {
  const { service } = await startWorkers(t)
  const { text } = await sendRequest(service.baseUrl, '/metrics')
  for (const worker of ['1', '2'])
    assert.match(text, new RegExp(`^process_start_time_seconds\\{worker="${worker}"\\}`, 'm'))
  const workers = await readWorkers(service)
  await service.stop()
  assert.equal(await service.waitUntilEnded(), 0)
  for (const pid of workers) await assert.rejects(readFile(`/proc/${pid}/stat`))
})

test('a service whose port is taken exits with an error, and leaves no worker', { skip }, async (t) => {
  const shop = await openShop(t)
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  addCleanup(t, async () => void other.close())
  await assert.rejects(
    startProcess(t, { url: shop.url, port, settings: { WORKERS: '2' } }),
    assert.AssertionError,
  )
})
