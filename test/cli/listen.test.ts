import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../src/cli/run.ts'
import { toCommandError } from '../../src/cli/server-access.ts'
import { QuittanceError, webhooks } from '../../src/client/index.ts'
import { addCleanup, type TestScope } from '../helpers/databases.ts'
import { type Service, startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A shop's server, which responds to each webhook with the status that `chooseStatus` returns. */
async function startShop(t: TestScope, chooseStatus: (received: readonly Received[]) => number) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(chooseStatus(received)).end('a page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

/** `quittance listen` until the test ends. */
function startListening(t: TestScope, { baseUrl, merchant }: Service, line: string) {
  const stop = new AbortController()
  const output = { out: '', err: '' }
  const exit = run(['listen', ...line.split(' '), '--server', baseUrl], {
    environment: { QUITTANCE_TOKEN: merchant.token },
    stdin: (async function* () {})(),
    out: (text) => {
      output.out += text
    },
    err: (text) => {
      output.err += text
    },
    stopSignal: stop.signal,
  })
  addCleanup(t, async () => {
    stop.abort()
    assert.equal(await exit, 0)
  })
  return output
}

test('listen prints its secret, and posts events as webhooks signed with it', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const shop = await startShop(t, (received) => (received.length === 1 ? 503 : 204))
  const output = startListening(t, service, `--forward-to ${shop.url}`)
  await until(async () => output.err.startsWith('Forwarding'))
  const [secret = ''] = /^secret {2}(whsec_\S+)\n/.exec(output.out)?.slice(1) ?? []

  const { invoice } = await service.createInvoice({ amount: 12.5 })
  await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
  await until(async () => output.out.split('\n').length === 4)
  const [first, second] = shop.received
  assert.ok(first && second)
  const webhook = await webhooks.verify(first.body, first.headers, secret)
  assert.equal(webhook.type, 'invoice.created')
  assert.match(
    first.body,
    /^\{"type":"invoice\.created","timestamp":"[^"]+","data":\{"uid":.*"amount":12\.5,/,
  )
  assert.equal((await webhooks.verify(second.body, second.headers, secret)).type, 'invoice.cancelled')

  const [, one = '', two = ''] = output.out.split('\n')
  assert.match(one, /^\S+Z {2}invoice\.created {2}evt_\w+ {2}503 {2}\d+ ms$/)
  assert.match(two, /^\S+Z {2}invoice\.cancelled {2}evt_\w+ {2}204 {2}\d+ ms$/)
  assert.ok(one.includes(String(first.headers['webhook-id'])))
})

test('listen forwards only the requested types, and prints why there was no response', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const output = startListening(
    t,
    service,
    '--forward-to http://127.0.0.1:1/ --events invoice.paid,payment.* --json',
  )
  await until(async () => output.err.startsWith('Forwarding'))
  const { quittance } = createTerminal(service.storage.url)
  // One block is enough, whatever the account requires.
  const account = `--email ${service.merchant.email} --confirmations LTC=6`
  assert.equal((await quittance(`account set ${account}`)).exit, 0)
  const environment = { QUITTANCE_TOKEN: service.merchant.token, QUITTANCE_URL: service.baseUrl }
  const { exit, err, json } = await quittance('trigger payment.confirmed --json', '', environment)
  assert.equal(exit, 0, err)
  assert.match(
    JSON.stringify(json),
    /^\{"type":"payment\.confirmed","invoice":"\w+","txid":"[0-9a-f]{64}"\}$/,
  )
  await until(async () => output.out.split('\n').length === 5)
  const [{ secret } = {}, ...results] = output.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.match(secret, /^whsec_/)
  assert.deepEqual(
    results.map(({ type, status, error }) => [type, status, error]),
    ['payment.accepted', 'invoice.paid', 'payment.confirmed'].map((type) => [
      type,
      null,
      'the connection was refused',
    ]),
  )
})

test('the error about a server that does not respond names its URL', () => {
  const error = new QuittanceError('connection_failed', 'The service cannot be reached.')
  const baseUrl = 'http://localhost:3999'
  assert.match(String(toCommandError(error, { baseUrl })), /http:\/\/localhost:3999.*--server/)
})

test('trigger creates, cancels and pays invoices', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['DOGE'] })
  const { quittance } = createTerminal(service.storage.url)
  const folder = mkdtempSync(join(tmpdir(), 'quittance-token-'))
  addCleanup(t, () => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'token'), `${service.merchant.token}\n`)
  const expected = { 'invoice.created': 'unpaid', 'invoice.cancelled': 'cancelled', 'invoice.paid': 'paid' }
  for (const [type, status] of Object.entries(expected)) {
    const { err, json } = await quittance(
      `trigger ${type} --server ${service.baseUrl} --token-file ${join(folder, 'token')} --json`,
    )
    const { invoice } = Object(json)
    assert.equal((await service.getInvoice(invoice)).invoice.status, status, err)
  }
})

/** A proxy that has only the service's path on its address; everything else is the shop's. */
async function startProxy(t: TestScope, path: string) {
  let service: Service | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url = '', headers } = request
    if (!service || !url.startsWith(`${path}/`)) return void response.writeHead(404).end('a page')
    const payload = Buffer.concat(chunks)
    const inject = { method: method as 'GET', url: url.slice(path.length), headers, payload }
    const injected = await service.app.server.inject(inject)
    response.writeHead(injected.statusCode, { 'content-type': String(injected.headers['content-type']) })
    response.end(injected.rawPayload)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return {
    baseUrl,
    forwardTo: (target: Service) => {
      service = target
    },
  }
}

test('trigger pays and mines in a sandbox whose address has a path', async (t) => {
  const proxy = await startProxy(t, '/shop/pay')
  const settings = { BASE_URL: proxy.baseUrl }
  const service = await startService(t, { settings, destinations: ['LTC'] })
  proxy.forwardTo(service)
  const { quittance } = createTerminal(service.storage.url)
  const environment = { QUITTANCE_TOKEN: service.merchant.token }
  for (const server of [proxy.baseUrl, `${proxy.baseUrl}/`]) {
    const line = `trigger payment.confirmed --server ${server} --json`
    const { exit, err, json } = await quittance(line, '', environment)
    assert.equal(exit, 0, err)
    assert.equal((await service.getInvoice(Object(json).invoice)).invoice.status, 'paid')
  }
})

test('listen and trigger explain what is missing', async (t) => {
  const service = await startService(t, { listen: true, destinations: [] })
  const { quittance } = createTerminal(service.storage.url)
  const at = `--server ${service.baseUrl}`
  const token = { QUITTANCE_TOKEN: service.merchant.token }
  const rows: readonly (readonly [string, Record<string, string>, number, RegExp])[] = [
    [`listen --forward-to http://localhost:1 ${at}`, {}, 2, /Set QUITTANCE_TOKEN/],
    [`listen --forward-to localhost:1 ${at}`, token, 2, /--forward-to must be a URL/],
    [`listen --forward-to http://localhost:1 --events invoice.eaten ${at}`, token, 2, /Unknown event type/],
    [`listen --forward-to http://localhost:1 ${at}`, { QUITTANCE_TOKEN: 'qt_wrong' }, 1, /access token/],
    [`trigger invoice.expired ${at}`, token, 2, /must be one of invoice\.created/],
    [`trigger invoice.paid ${at}`, token, 1, /cannot be paid in any coin/],
    [`trigger invoice.paid ${at} --token-file /nowhere`, token, 2, /cannot be read/],
  ]
  for (const [line, environment, status, sentence] of rows) {
    const { exit, err } = await quittance(line, '', environment)
    assert.equal(exit, status, `${line}: ${err}`)
    assert.match(err, sentence)
  }
})
