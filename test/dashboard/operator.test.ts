import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupUnpricedPairs } from '../../src/dashboard/operator/report.ts'
import { createManualClock, hour, minute, second } from '../../src/kernel/clock.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { forms, serve } from '../helpers/exchanges.ts'
import { freePort } from '../helpers/free-port.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const start = Date.UTC(2026, 2, 1, 12)
const clock = createManualClock(start)
const path = '/dashboard/operator'

/** The exchange's response to a request. */
let exchange: 'answers' | 'fails' = 'answers'
const prices: Readonly<Record<string, string>> = { 'BTC/USD': '"50000"', 'LTC/EUR': '"80"' }
const address = await serve(fileScope as never, (url, response) => {
  const reply = exchange === 'fails' ? undefined : forms.coinbase?.respond(url, (pair) => prices[pair], start)
  response.writeHead(reply?.status ?? (reply ? 200 : 503)).end(reply?.body)
})
const deadNode = `http://user:hunter2@127.0.0.1:${await freePort()}`
const service = await startService(fileScope, {
  clock,
  settings: {
    RATES: `coinbase:${address}`,
    RATE_QUORUM: '1',
    RATE_CURRENCIES: 'USD,EUR',
    RATE_POLL_SECONDS: '1',
    LTC_NODE: deadNode,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  },
})
const operator = await openSignedInBrowser(service, service.merchant.id)

/** The rows of the page's tables as text: name and value. */
async function readRows(): Promise<ReadonlyMap<string, string>> {
  const { text } = await operator.get(path)
  const rows = [...text.matchAll(/<tr><th scope="row">([\s\S]*?)<\/th>([\s\S]*?)<\/tr>/g)]
  return new Map(rows.map(([, name = '', cells = '']) => [getPlainText(name), getPlainText(cells)]))
}

const getPlainText = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const findRow = async (name: string): Promise<string> => (await readRows()).get(name) ?? ''

test('only operators can open the page', async () => {
  const { id } = await service.anotherMerchant('somebody', [])
  const somebody = await openSignedInBrowser(service, id)
  assert.equal((await somebody.get(path)).status, 404)
  assert.equal((await somebody.get('/dashboard')).text.includes(path), false)
  assert.equal((await operator.get('/dashboard')).text.includes(path), true)
})

test('a usable node: its height, the age of its newest block, and the fee rate that payers must pay', async () => {
  await service.rpc('BTC', 'generatetoaddress', 3, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')
  const height = Number(await service.rpc('BTC', 'getblockcount'))
  await until(async () => (await service.stores.followedBlocks.findNewest('BTC'))?.height === height)
  clock.advance(7 * minute)
  const shown = await findRow('Bitcoin BTC')
  assert.match(shown, new RegExp(`^Available ${height} `))
  assert.match(shown, /\d+ minutes/)
  assert.match(shown, /0\.\d+ BTC per kB$/)
})

test('an unreachable node: not usable, with the reason as logged, and without its password', async () => {
  const { text } = await operator.get(path)
  const shown = await findRow('Litecoin LTC')
  assert.match(shown, /^Unavailable .+ unknown unknown unknown$/)
  assert.match(text, /Not offered on new invoices: LTC\./)
  assert.equal(text.includes('hunter2'), false)
})

test('an available source, its pairs, and the pairs without a price with the reason', async () => {
  await until(async () => (await findRow('coinbase')).startsWith('Responding'))
  assert.match(await findRow('coinbase'), /^Responding .+ ago 2 /)
  const { text } = await operator.get(path)
  // 2 of 12 have one.
  assert.match(text, /10 of 12 coin and currency pairs/)
  assert.match(
    getPlainText(text),
    /no source has a rate USD \(BCH, BSV, DASH, LTC, DOGE\) · EUR \(BTC, BCH, BSV, DASH, DOGE\)/,
  )
})

test('stale rates are marked as such, with the failing source and the affected pairs', async () => {
  exchange = 'fails'
  clock.advance(hour)
  await until(async () => (await findRow('coinbase')).startsWith('Not responding'))
  assert.match(await findRow('coinbase'), /Consecutive failures: \d+ 1 hour ago 2 1 hour/)
  const { text } = await operator.get(path)
  assert.match(text, /12 of 12 coin and currency pairs/)
  assert.match(getPlainText(text), /its rates are too old USD \(BTC\) · EUR \(LTC\)/)
  exchange = 'answers'
  await until(async () => (await findRow('coinbase')).startsWith('Responding'))
})

test('queues: webhooks with the age of the oldest, and payments being settled', async () => {
  assert.match(await findRow('Webhooks'), /^0 0 – –$/)
  assert.match(await findRow('Unsettled payments'), /^0 0 – –$/)
  const { uid } = (await service.createInvoice({ webhook_url: 'http://127.0.0.1:9/hook' })).invoice
  await service.pay(uid, 'BTC')
  // It fails, and is retried later.
  await until(async () => /^[1-9] [1-9] /.test(await findRow('Webhooks')))
  clock.advance(30 * second)
  assert.match(await findRow('Webhooks'), /^\d \d 30 seconds –$/)
})

test('the service: version, network, uptime, database and its size, event streams', async () => {
  const { text } = await operator.get(path)
  const facts = getPlainText(text)
  assert.match(facts, /Version \d+\.\d+\.\d+/)
  assert.match(facts, /Network regtest/)
  assert.match(facts, /for 1 hour/)
  const kind = service.database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  assert.match(facts, new RegExp(`Database ${kind} · [\\d.]+ [kM]B`))
  assert.match(facts, /Event streams 0 open \(maximum 20,000\)/)
})

test("the page queries no node, so a hanging one doesn't slow it down", async () => {
  await service.request('/sandbox/DOGE', {
    method: 'POST',
    token: null,
    body: { id: 1, method: 'sandbox_fail', params: ['down', 1_000] },
  })
  await until(async () => (await findRow('Dogecoin DOGE')).startsWith('Unavailable'))
  assert.match(await findRow('Dogecoin DOGE'), /^Unavailable .+ \d+ /)
})

test("without scripts the page reloads itself, with scripts it doesn't", async () => {
  const { text } = await operator.get(path)
  assert.match(text, /<noscript><meta http-equiv="refresh" content="30"><\/noscript>/)
})

test('pairs without a price are grouped by reason and currency', () => {
  const pairs = (['BTC', 'BCH', 'BSV', 'DASH', 'LTC', 'DOGE'] as const).map((coin) => ({
    coin,
    currency: 'EUR',
  }))
  const missing = [...pairs, { coin: 'BSV' as const, currency: 'USD' }].map((pair) => ({
    ...pair,
    reason: 'old',
  }))
  assert.deepEqual(groupUnpricedPairs([...missing, { coin: 'LTC', currency: 'USD', reason: 'disagree' }]), [
    {
      reason: 'old',
      currencies: [
        { currency: 'EUR', coins: null },
        { currency: 'USD', coins: ['BSV'] },
      ],
    },
    { reason: 'disagree', currencies: [{ currency: 'USD', coins: ['LTC'] }] },
  ])
})
