import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBrowser } from '../helpers/browser.ts'
import { addCleanup, type TestScope } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { deriveXpub } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import { openGreenfield } from './shop.ts'

const hasPhp = () => spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']).status === 0
const skip =
  process.env.REQUIRE_SERVICES === '1' || hasPhp() ? false : 'needs php-cli and php-curl (PHP 8 or later)'

interface ShopState {
  readonly order: string
  readonly events: readonly string[]
  readonly metadata?: unknown
  readonly key: string
}

/** `shop.php`, served by PHP; ends with the test. */
async function startPhpShop(t: TestScope, service: string) {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-php-'))
  addCleanup(t, () => rmSync(folder, { recursive: true }))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn('php', ['-S', address, 'test/greenfield/shop.php'], {
    env: { ...process.env, SERVICE: service, STATE: join(folder, 'state.json') },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  addCleanup(t, async () => {
    child.kill()
    await ended
  })
  const visit = (path: string, options: RequestInit = {}) =>
    fetch(`http://${address}${path}`, { redirect: 'manual', ...options })
  const readState = async () => (await (await visit('/state')).json()) as ShopState
  await until(() =>
    visit('/state').then(
      ({ ok }) => ok,
      () => child.exitCode !== null,
    ),
  )
  return { url: `http://${address}`, visit, readState }
}

/** The form of a page: its target and its hidden fields. */
function findForm(page: string) {
  const [, action = ''] = /class="form" method="post" action="([^"]+)"/.exec(page) ?? []
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return {
    action: unescaped(action),
    fields: fields.map(([, name = '', value = '']) => [name, unescaped(value)] as [string, string]),
  }
}

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))

async function readText(response: Promise<Response>): Promise<string> {
  const { status } = await response
  const text = await (await response).text()
  assert.equal(status, 200, text)
  return text
}

test('a shop in PHP connects, takes an order, and follows it by signed webhooks until it is settled', {
  skip,
}, async (t) => {
  const { service } = await openGreenfield(t, { listen: true, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  const [email, password] = ['php@example.com', 'lantern under the stairs']
  await service.accounts.create({ email, password })
  await service.accounts.setDestination(email, 'LTC', { xpub: deriveXpub('php', 'LTC') })
  const shop = await startPhpShop(t, service.baseUrl)

  const browser = openBrowser(service)
  await browser.signIn(email, password)
  const connect = new URL((await shop.visit('/connect')).headers.get('location') ?? '')
  const asked = await browser.get(`${connect.pathname}${connect.search}`)
  const { action, fields } = findForm((await browser.post(findForm(asked.text).action, { password })).text)
  assert.equal(action, `${shop.url}/callback`)
  await readText(shop.visit('/callback', { method: 'POST', body: new URLSearchParams(fields) }))

  const checkout = await readText(shop.visit('/order', { method: 'POST' }))
  assert.ok(checkout.startsWith(`${service.baseUrl}/i/`))
  assert.equal((await shop.readState()).order, 'New')
  const forged = await shop.visit('/webhook', {
    method: 'POST',
    body: '{}',
    headers: { 'BTCPay-Sig': 'sha256=0' },
  })
  assert.equal(forged.status, 400)

  const uid = checkout.slice(checkout.lastIndexOf('/') + 1)
  await service.pay(uid, 'LTC')
  await until(async () => (await shop.readState()).order === 'Processing')
  await service.rpc('LTC', 'generatetoaddress', 1, testWallet('LTC', 'miner').address())
  await until(async () => (await shop.readState()).events.length === 5)
  const { order, events, metadata, key } = await shop.readState()
  assert.equal(order, 'Settled')
  assert.deepEqual(events, [
    'InvoiceCreated',
    'InvoiceReceivedPayment',
    'InvoiceProcessing',
    'InvoicePaymentSettled',
    'InvoiceSettled',
  ])
  assert.deepEqual(metadata, {
    orderId: 'Bestellung 7',
    taxIncluded: 2.5,
    posData: '{"gr\\u00f6\\u00dfe":"L"}',
  })

  await readText(shop.visit('/disconnect', { method: 'POST' }))
  const headers = { authorization: `token ${key}` }
  assert.equal((await service.request('/api/v1/api-keys/current', { token: null, headers })).status, 401)
})
