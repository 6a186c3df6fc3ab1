import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour, minute, second } from '../../src/kernel/clock.ts'
import { fileScope, type TestScope } from '../helpers/databases.ts'
import { forms, type PriceLookup, serve } from '../helpers/exchanges.ts'
import { scrape } from '../helpers/exposition.ts'
import { startPaying } from '../helpers/paying.ts'
import { assertRejected, type Service, type ServiceOptions, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const start = Date.UTC(2026, 2, 1, 12)

/** The values that each exchange returns as JSON, by pair; `down`: an error. */
type ExchangeResponse = Readonly<Record<string, string>> | 'down'
type ExchangeName = 'kraken' | 'coinbase' | 'bitfinex'

const honest: Readonly<Record<ExchangeName, ExchangeResponse>> = {
  kraken: { 'BTC/USD': '"50000"' },
  coinbase: { 'BTC/USD': '"50100"', 'BCH/USD': '"400"' },
  bitfinex: { 'BTC/USD': '50050', 'BCH/USD': '402' },
}

/** A service with three exchanges on localhost whose responses the test sets. */
async function startWithExchanges(
  t: TestScope,
  responses: Partial<Record<ExchangeName, ExchangeResponse>>,
  options: ServiceOptions = {},
) {
  const said = { ...honest, ...responses }
  const sources = Object.keys(said).map(async (name) => {
    const address = await serve(t as never, (url, response) => {
      const exchangeResponse = said[name as ExchangeName]
      const getPrice: PriceLookup = (pair) =>
        exchangeResponse === 'down' ? undefined : exchangeResponse[pair]
      const reply = exchangeResponse === 'down' ? undefined : forms[name]?.respond(url, getPrice, start)
      response.writeHead(reply?.status ?? (reply ? 200 : 503)).end(reply?.body)
    })
    return `${name}:${address}`
  })
  const settings = {
    RATES: (await Promise.all(sources)).join(','),
    RATE_CURRENCIES: 'USD',
    RATE_POLL_SECONDS: '1',
    ...options.settings,
  }
  const clock = createManualClock(start)
  const service = await startService(t, { destinations: ['BTC', 'BCH'], clock, ...options, settings })
  return { ...service, clock, said }
}

const { storage } = await startService(fileScope, {
  destinations: ['BTC', 'BCH'],
  clock: createManualClock(start),
})

async function amounts({ createInvoice }: Pick<Service, 'createInvoice'>) {
  const { payment_options: options } = await createInvoice({ amount: 100 })
  return Object.fromEntries(options.map(({ currency, amount }) => [currency, amount]))
}

/** ceil(100 / rate), calculated manually. */
const at50025 = '0.00199901'
const at401 = '0.24937656'

test('the price is the median, whatever one of three sources returns', async (t) => {
  const falsePrices = [
    '"0"',
    '"-1"',
    '"NaN"',
    '"1e999"',
    '1e999',
    'null',
    '"fifty"',
    '[]',
    '{}',
    '"501000"',
    '"5010"',
    '""',
  ]
  for (const price of falsePrices) {
    await t.test(price, async (t) => {
      const coinbase = { 'BTC/USD': price, 'BCH/USD': '"400"' }
      const service = await startWithExchanges(t, { coinbase }, { sharedStorage: storage })
      assert.deepEqual(await amounts(service), { BTC: at50025, BCH: at401 })
    })
  }
})

test('two of three sources are enough', async (t) => {
  const service = await startWithExchanges(t, { coinbase: 'down' }, { sharedStorage: storage })
  // BCH has one source left, and one is not enough.
  assert.deepEqual(await amounts(service), { BTC: at50025 })
})

test('only a coin whose sources differ by a factor of ten is omitted', async (t) => {
  for (const price of ['4020', '40.2']) {
    const bitfinex = { 'BTC/USD': '50050', 'BCH/USD': price }
    const service = await startWithExchanges(t, { bitfinex }, { sharedStorage: storage })
    assert.deepEqual(Object.keys(await amounts(service)), ['BTC'])
    await service.close()
  }
})

test('without any rate: 503 rates_unavailable with Retry-After, and no part of the invoice is stored', async (t) => {
  const all = { kraken: 'down', coinbase: 'down', bitfinex: 'down' } as const
  const service = await startWithExchanges(t, all, { sharedStorage: storage })
  const tables = ['invoices', 'events', 'idempotency_keys', 'invoice_addresses', 'outbox'] as const
  const listRows = async () =>
    Promise.all(
      tables.map(async (table) =>
        Number(
          (
            await service.database.read.query
              .selectFrom(table)
              .select(({ fn }) => fn.countAll().as('count'))
              .executeTakeFirstOrThrow()
          ).count,
        ),
      ),
    )
  const before = await listRows()
  const headers = { 'idempotency-key': 'while all are down' }
  const body = { amount: 100 }
  const reply = await service.request('/invoices', { method: 'POST', headers, body })
  const sentence = assertRejected(reply, 503, 'rates_unavailable')
  assert.match(sentence, /BTC: no source has a rate\. BCH: no source has a rate\./)
  assert.ok(Number(reply.headers['retry-after']) > 0)
  assert.deepEqual(await listRows(), before)

  Object.assign(service.said, honest)
  // The service polls with growing delays; the same key then creates the invoice.
  await until(
    async () => (await service.request('/invoices', { method: 'POST', headers, body })).status === 200,
  )
})

test('rates that stop updating are rejected once they are too old, and the metric rises with their age', async (t) => {
  const clock = createManualClock(start)
  const frozen = start / second
  const serveBody = (body: string) => serve(t, (_url, response) => response.end(body))
  const coingecko = await serveBody(`{"bitcoin-cash-sv":{"usd":26,"last_updated_at":${frozen}}}`)
  const whatsonchain = await serveBody(`{"rate":26,"time":${frozen},"currency":"USD"}`)
  const settings = {
    RATES: `coingecko:${coingecko},whatsonchain:${whatsonchain}`,
    RATE_CURRENCIES: 'USD',
    RATE_POLL_SECONDS: '1',
  }
  const service = await startService(t, { destinations: ['BSV'], clock, settings })
  const create = () => service.request('/invoices', { method: 'POST', body: { amount: 100 } })
  const age = async (source: string) =>
    (await scrape(service)).value('quittance_rate_age_seconds', { source, coin: 'BSV', currency: 'USD' })
  clock.advance(5 * minute)
  assert.equal((await create()).status, 200)
  clock.advance(second)
  assert.match(assertRejected(await create(), 503, 'rates_unavailable'), /BSV: its rates are too old/)
  assert.deepEqual([await age('coingecko'), await age('whatsonchain')], [301, 301])
})

test('when the clock jumps an hour forward or back, old prices are not offered, new ones soon are, and no age is negative', async (t) => {
  for (const step of [hour, -hour]) {
    const service = await startWithExchanges(t, {}, { sharedStorage: storage })
    const { invoice } = await service.createInvoice({ amount: 100 })
    service.clock.advance(step)
    const create = () => service.request('/invoices', { method: 'POST', body: { amount: 100 } })
    const first = await create()
    assert.ok(first.status === 503 || first.status === 200, first.text)
    await until(async () => (await create()).status === 200)
    const { samples } = await scrape(service)
    const ages = samples.filter(
      ({ name }) => /_seconds$/.test(name) && !/^(process|quittance_http)/.test(name),
    )
    assert.ok(ages.length > 0)
    for (const { name, value } of ages) assert.ok(value >= 0, `${name} ${value}`)

    // The price has expired, or holds for as long as promised.
    const shown = await service.getInvoice(invoice.uid)
    assert.equal(shown.invoice.status, 'unpaid')
    const { expires, time } = await service.paymentRequest(invoice.uid, 'BTC')
    const now = service.clock.now()
    assert.ok(Date.parse(expires) > now)
    assert.equal(Date.parse(time), step > 0 ? now : start)
    await service.close()
  }
})

test('a database clock that is ten minutes fast or slow changes nothing: only the service’s clock counts', async (t) => {
  for (const offsetMs of [10 * minute, -10 * minute]) {
    const clock = createManualClock(Date.now() + offsetMs)
    const service = await startPaying(t, { clock, destinations: ['LTC'] })
    const [paid, over] = [
      await service.createBill('LTC'),
      await service.createBill('LTC', { expires_in: 60 }),
    ]
    assert.equal(Date.parse(paid.template.time), clock.now())
    const signed = (await service.payer('LTC')).pay(paid)
    service.assertAccepted(await service.submit(paid, signed), [signed])
    const { invoice } = await service.getInvoice(paid.uid)
    assert.equal(Date.parse(String(invoice.paid_at)), clock.now())
    clock.advance(2 * minute - 1)
    assert.equal(await service.readStatus(over.uid), 'unpaid')
    clock.advance(1)
    await until(async () => (await service.readStatus(over.uid)) === 'expired')
    const times = await service.database.read.query.selectFrom('events').select('time').execute()
    for (const { time } of times) assert.ok(Math.abs(Date.parse(time) - clock.now()) <= 2 * minute, time)
    await service.close()
  }
})
