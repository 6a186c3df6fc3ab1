import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createChildEnvironment } from '../helpers/child-environment.ts'
import { addCleanup } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { linksPath } from '../helpers/links.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { type RunningProcess, startProcess } from '../helpers/process.ts'
import { program } from '../helpers/program.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { basic } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'
import { createInvoice, openShop, price, requestFor, type Shop, submit } from './shop.ts'

/** The maximum duration of a shutdown: running requests finish, then background work ends. */
const maxExitMs = 10_000
/** A signal is handled after requests that have already arrived. */
const atOnceMs = 500

async function startShop(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const shop = await openShop(t)
  const start = async (more = settings) =>
    startProcess(t, { url: shop.url, port: await freePort(), settings: more })
  const process = await start()
  await shop.waitForAllCoins(process.baseUrl)
  return { shop, process, another: () => start({}) }
}

/** A new invoice of that coin, and the transaction that pays it. */
async function signPayment({ shop }: Shop, { baseUrl }: RunningProcess, coin: string) {
  const { uid } = (await createInvoice(baseUrl, shop)).invoice
  const template = await requestFor(baseUrl, uid, coin)
  const wallet = await createFundedWallet(baseUrl, coin, coin === 'DOGE' ? '1000' : '2')
  return { uid, template, signed: wallet.signFor(template) }
}

test('SIGTERM under load: the service is not ready immediately, running requests finish, new ones get 503 or no connection, and it exits in time', async (t) => {
  const { shop, process, another } = await startShop(t, { FAILPOINT: 'payment.sent:sleep 1500' })
  const { baseUrl } = process
  const bills = await Promise.all(['BTC', 'LTC', 'DOGE'].map((coin) => signPayment(shop, process, coin)))
  const load = startClients(process, shop)
  const paying = bills.map(({ template, signed }) => submit(baseUrl, template, [signed]))
  await until(async () => (await shop.countInProgress()) === bills.length && load.answered.length > 20)

  const since = performance.now()
  const stopping = process.stop('SIGTERM')
  await until(async () => !(await isReady(baseUrl)))
  assert.ok(performance.now() - since < scaleToLoad(atOnceMs))
  const late = await requestOnNewConnection(baseUrl, shop)
  for (const reply of await Promise.all(paying)) assert.equal(reply.status, 200, reply.text)
  await stopping
  assert.equal(await process.waitUntilEnded(), 0)
  assert.ok(performance.now() - since < scaleToLoad(maxExitMs))
  assert.ok(late === 'refused' || (late.status === 503 && Number(late.headers['retry-after']) > 0))

  const { rejected, broken } = await load.end()
  assert.equal(broken, 0, 'a request was cut off without an answer')
  assert.ok(rejected.every(({ retryAfter }) => Number(retryAfter) > 0))
  await shop.assertSound()
  await shop.assertPaidOnce(...bills.map(({ uid }) => uid))
  // Nothing is half done: every acknowledged result is stored, and nothing else.
  const made = await shop.database.read.query
    .selectFrom('invoices')
    .where('account_id', '=', shop.shop.id)
    .select('uid')
    .execute()
  const uids = [...load.answered, ...bills.map(({ uid }) => uid)]
  assert.deepEqual(made.map((row) => row.uid).sort(), uids.sort())
  await (await another()).stop()
})

async function isReady(baseUrl: string): Promise<boolean> {
  return (await sendRequest(baseUrl, '/health/ready').catch(() => null))?.status === 200
}

/** Sends a request over a new connection. */
function requestOnNewConnection(baseUrl: string, { shop }: Shop) {
  return sendRequest(baseUrl, linksPath, { token: shop.token, headers: { connection: 'close' } }).catch(
    () => 'refused' as const,
  )
}

/** Clients that create invoices sequentially over keep-alive connections, until the server rejects them. */
function startClients({ baseUrl }: RunningProcess, { shop }: Shop) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const answered: string[] = []
  const rejected: { retryAfter: string | undefined }[] = []
  let broken = 0
  const clients = Array.from({ length: 8 }, client)
  return { answered, end }

  async function client(): Promise<void> {
    for (;;) {
      const reply = await create()
      if (reply === 'nobody listens') return
      if (reply === 'cut off') {
        broken++
        return
      }
      if (reply.status === 200) answered.push(JSON.parse(reply.text).invoice.uid)
      else if (reply.status === 503) {
        rejected.push(reply)
        return
      } else assert.fail(reply.text)
    }
  }

  function create() {
    return new Promise<
      { status: number; text: string; retryAfter: string | undefined } | 'nobody listens' | 'cut off'
    >((resolve) => {
      const headers = { authorization: basic(shop.token), 'content-type': 'application/json' }
      const clientRequest = request(
        `${baseUrl}/invoices`,
        { method: 'POST', agent, headers },
        async (reply) => {
          let text = ''
          for await (const part of reply) text += String(part)
          resolve({ status: reply.statusCode ?? 0, text, retryAfter: reply.headers['retry-after'] })
        },
      )
      // The server closed the connection before it saw the request, so nothing was requested.
      clientRequest.on('error', (error: Error & { code?: string }) =>
        resolve(error.code === 'ECONNREFUSED' || clientRequest.reusedSocket ? 'nobody listens' : 'cut off'),
      )
      clientRequest.end(JSON.stringify(price))
    })
  }

  async function end() {
    await Promise.all(clients)
    agent.destroy()
    return { rejected, broken }
  }
}

test('SIGTERM does not wait for an idle client, or for one that never completes its request', async (t) => {
  const { shop, process } = await startShop(t)
  const port = Number(new URL(process.baseUrl).port)
  const clients = [
    '',
    'GET / HTTP/1.1\r\n',
    'POST /invoices HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
  ].map((text) => {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    addCleanup(t, () => client.destroy())
    client.write(text)
    return client
  })
  await Promise.all(clients.map((client) => once(client, 'connect')))
  await createInvoice(process.baseUrl, shop.shop)
  const since = performance.now()
  await process.stop('SIGTERM')
  assert.equal(await process.waitUntilEnded(), 0)
  assert.ok(performance.now() - since < scaleToLoad(maxExitMs))
})

test('a second SIGTERM ends the process immediately; interrupted payments are settled after the restart', async (t) => {
  const { shop, process, another } = await startShop(t, { FAILPOINT: 'payment.claimed:sleep 60000' })
  const { uid, template, signed } = await signPayment(shop, process, 'LTC')
  const paying = assert.rejects(submit(process.baseUrl, template, [signed]))
  await until(async () => (await shop.countInProgress()) === 1)
  const since = performance.now()
  void process.stop('SIGTERM')
  await until(async () => !(await isReady(process.baseUrl)))
  await process.stop('SIGTERM')
  assert.equal(await process.waitUntilEnded(), 1)
  assert.ok(performance.now() - since < scaleToLoad(2_000))
  await paying

  const next = await another()
  const reply = await submit(next.baseUrl, template, [signed])
  assert.equal(reply.status, 200, reply.text)
  await next.stop()
  await shop.assertPaidOnce(uid)
  await shop.assertSound()
})

test('SIGHUP is ignored, so closing the terminal doesn’t stop the server', async (t) => {
  const { shop, start } = await startWithOwnStreams(t)
  const { child, baseUrl, ended } = await start()
  for (let times = 0; times < 3; times++) {
    assert.ok(child.kill('SIGHUP'))
    assert.equal((await createInvoice(baseUrl, shop.shop)).invoice.status, 'unpaid')
  }
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})

for (const streams of [['stdout'], ['stdout', 'stderr']] as const) {
  test(`after ${streams.join(' and ')} is closed (| head -1), the service keeps working, and shuts down cleanly`, async (t) => {
    const { shop, start } = await startWithOwnStreams(t)
    const { child, baseUrl, ended } = await start()
    for (const name of streams) child[name]?.destroy()
    // More than any pipe buffers, line by line.
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => sendRequest(baseUrl, linksPath, { token: shop.shop.token })),
      )
      for (const { status } of replies) assert.equal(status, 200)
    }
    assert.equal((await createInvoice(baseUrl, shop.shop)).invoice.status, 'unpaid')
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
    await shop.assertSound()
  })
}

/** The program with all of its streams controlled by the test; each request is a line of its log. */
async function startWithOwnStreams(t: TestContext) {
  const shop = await openShop(t)
  return { shop, start }

  async function start(): Promise<{ child: ChildProcess; baseUrl: string; ended: Promise<number | null> }> {
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    const environment = {
      ...createChildEnvironment(),
      DATABASE_URL: shop.url,
      PORT: String(port),
      BASE_URL: baseUrl,
    }
    const [file = '', ...words] = program
    const child = spawn(file, [...words, 'serve'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(child, 'exit').then(([code]) => code as number | null)
    addCleanup(t, async () => {
      child.kill('SIGKILL')
      await ended
    })
    await until(() => isReady(baseUrl))
    await shop.waitForAllCoins(baseUrl)
    return { child, baseUrl, ended }
  }
}
