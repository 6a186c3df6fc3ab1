import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { register } from '@prometheus-io/client'
import { sql as raw } from 'kysely'
import { createManualClock, second } from '../../src/kernel/clock.ts'
import { serve } from '../helpers/exchanges.ts'
import { scrape } from '../helpers/exposition.ts'
import { freePort } from '../helpers/free-port.ts'
import { startService } from '../helpers/service.ts'
import { openEvents, openSocket } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'

const start = Date.parse('2026-05-01T12:00:00Z')

/** A queued transport whose broker is down. */
async function withoutBroker() {
  return { EVENT_TRANSPORTS: 'amqp', AMQP_URL: `amqp://user:sesame@127.0.0.1:${await freePort()}` }
}

test('GET /metrics reports the number and age of pending events for each transport', async (t) => {
  const clock = createManualClock(start)
  const service = await startService(t, { clock, settings: await withoutBroker(), destinations: ['LTC'] })
  const waiting = async () => {
    const { value } = await scrape(service)
    const one = (name: string) => value(`quittance_outbox_${name}`, { transport: 'amqp' })
    return [one('pending_events'), one('failing_events'), one('oldest_pending_seconds')]
  }
  assert.deepEqual(await waiting(), [0, 0, 0])
  await service.createInvoice()
  clock.advance(60 * second)
  await service.createInvoice()
  clock.advance(30 * second)
  assert.deepEqual(await waiting(), [2, 0, 90])

  await service.database.transact(({ query }) =>
    raw`update outbox set state = 'failing', attempts = 1, next_at = '2026-05-02T00:00:00.000Z'
      where event_id = (select min(event_id) from outbox)`.execute(query),
  )
  assert.deepEqual(await waiting(), [2, 1, 90])
})

test('GET /metrics reports pending, failing and exhausted webhook deliveries', async (t) => {
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  const service = await startService(t, { settings, destinations: ['LTC'] })
  const readCounts = async () => {
    const { value } = await scrape(service)
    return ['pending', 'failing', 'exhausted'].map((state) => value(`quittance_webhook_deliveries_${state}`))
  }
  assert.deepEqual(await readCounts(), [0, 0, 0])
  // 500 is retried, 410 is permanent, 200 is delivered.
  for (const status of [500, 410, 200]) {
    const { url } = await openReceiver(t, respondWith(status))
    const body = { url, types: ['invoice.created'] }
    const { text } = await service.request('/api/v1/webhooks', { method: 'POST', body })
    assert.match(text, /"id"/)
  }
  await service.createInvoice()
  await until(async () => String(await readCounts()) === '1,1,1')
})

test('GET /metrics reports the number of pending claims and the age of the oldest', async (t) => {
  const clock = createManualClock(start)
  const service = await startService(t, { clock, destinations: ['LTC'], config: { nodeTimeoutMs: 50 } })
  const claims = async () => {
    const { value } = await scrape(service)
    return [value('quittance_claims_standing'), value('quittance_claims_oldest_seconds')]
  }
  assert.deepEqual(await claims(), [0, 0])
  await service.rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  const { invoice } = await service.createInvoice()
  const { reply } = await service.pay(invoice.uid, 'LTC')
  assert.equal(reply.json.code, 'broadcast_unknown')
  clock.advance(100 * second)
  assert.deepEqual(await claims(), [1, 100])
})

test('GET /metrics reports the age of each source’s rate of each coin', async (t) => {
  const clock = createManualClock(start)
  const rates = { data: { currency: 'BTC', rates: { USD: '50000', EUR: '42000' } } }
  const exchange = await serve(t, (_url, response) => response.end(JSON.stringify(rates)))
  const settings = { RATES: `fixed:,coinbase:${exchange}`, RATE_CURRENCIES: 'USD,EUR' }
  const service = await startService(t, { clock, settings, destinations: [] })
  clock.advance(42 * second)
  const { value } = await scrape(service)
  const age = (source: string, coin: string, currency: string) =>
    value('quittance_rate_age_seconds', { source, coin, currency })
  assert.deepEqual([age('coinbase', 'BTC', 'EUR'), age('fixed', 'LTC', 'USD')], [42, 0])
})

test('GET /metrics reports for each node whether it is usable, and the height of the last block followed', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const address = (await service.paymentRequest((await service.createInvoice()).invoice.uid, 'LTC')).outputs
  await service.rpc('LTC', 'generatetoaddress', 7, String(address[0]?.address))
  await until(async () => (await scrape(service)).value('quittance_node_tip_height', { coin: 'LTC' }) === 7)
  const { getValues } = await scrape(service)
  const usable = { BTC: 1, BCH: 1, BSV: 1, DASH: 1, LTC: 1, DOGE: 1 }
  assert.deepEqual(getValues('quittance_node_usable', 'coin'), usable)

  await service.rpc('DOGE', 'sandbox_fail', 'down', 1)
  await until(async () => (await scrape(service)).value('quittance_node_usable', { coin: 'DOGE' }) === 0)
})

test('GET /metrics reports the number of open streams; their duration does not count as request duration', async (t) => {
  const service = await startService(t, { listen: true, destinations: ['LTC'] })
  const open = async () => (await scrape(service)).value('quittance_event_streams_open')
  assert.equal(await open(), 0)
  const { uid } = (await service.createInvoice()).invoice
  const socket = await openSocket(t, service.baseUrl)
  await socket.subscribe({ invoice: uid })
  const events = await openEvents(t, `${service.baseUrl}/events?invoice=${uid}`)
  assert.deepEqual([events.status, await open()], [200, 2])
  events.response.destroy()
  await until(async () => (await open()) === 1)
  const { samples } = await scrape(service)
  assert.ok(!samples.some(({ labels }) => labels.route === '/events'))
})

test('GET /metrics counts requests by route template, method and status class', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const { uid } = (await service.createInvoice()).invoice
  await service.getInvoice(uid)
  await service.getInvoice(uid)
  await service.request(`/invoices/${'0'.repeat(36)}`)
  await service.request('/nobody@example.com')
  const { value } = await scrape(service)
  const count = (method: string, route: string, status: string) =>
    value('quittance_http_request_duration_seconds_count', { method, route, status })
  assert.equal(count('POST', '/invoices', '2xx'), 1)
  assert.equal(count('GET', '/invoices/:uid', '2xx'), 2)
  assert.equal(count('GET', '/invoices/:uid', '4xx'), 1)
  assert.equal(count('GET', 'none', '4xx'), 1)
  assert.equal(count('GET', '/metrics', '2xx'), undefined)
  assert.equal(
    (await scrape(service)).value('quittance_http_request_duration_seconds_count', {
      method: 'GET',
      route: '/metrics',
      status: '2xx',
    }),
    1,
  )
})

test('GET /metrics reports memory, CPU time and event loop delay of the process', async (t) => {
  const service = await startService(t, { destinations: [] })
  const names = ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'process_cpu_seconds_total']
  let late: Record<string, number> = {}
  await until(async () => {
    const { value, getValues } = await scrape(service)
    for (const name of names) assert.ok((value(name) ?? 0) > 0, name)
    late = getValues('quittance_event_loop_delay_seconds', 'quantile')
    return Object.keys(late).length > 0
  })
  assert.deepEqual(Object.keys(late).sort(), ['0.5', '0.99', '1'])
  for (const seconds of Object.values(late)) assert.ok(seconds >= 0 && seconds < 60)
})

test('no metric label contains a uid, an address or an email', async (t) => {
  const settings = { ...(await withoutBroker()), SECRET_KEY: 'ab'.repeat(32) }
  const service = await startService(t, { settings })
  const { uid } = (await service.createInvoice({ memo: 'for you@example.com' })).invoice
  const { signed, template, reply } = await service.pay(uid, 'LTC')
  assert.equal(reply.status, 200, reply.text)
  const address = String(template.outputs[0]?.address)
  for (const odd of [uid, address, signed.txid, service.merchant.email, service.merchant.token])
    for (const path of ['', 'invoices/', 'r/', 'coins/', 'sandbox/', 'payments/json/LTC/'])
      await service.request(`/${path}${odd}?email=${odd}`, { token: null })

  const { samples } = await scrape(service)
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
  const allowed = ['coin', 'currency', 'le', 'method', 'quantile', 'route', 'source', 'status', 'transport']
  assert.deepEqual([...labels].sort(), allowed)
  for (const { labels } of samples)
    for (const value of Object.values(labels)) assert.match(value, /^[\w/:.*+-]{1,60}$/)
  const said = JSON.stringify(samples)
  const { email, token } = service.merchant
  for (const odd of [uid, address, signed.txid, email, token, 'sesame', 'abab', '@'])
    assert.ok(!said.includes(odd), odd)
})

test('two services in one process have separate metrics', async (t) => {
  const [one, other] = [await startService(t), await startService(t)]
  await one.createInvoice()
  const created = { method: 'POST', route: '/invoices', status: '2xx' }
  const name = 'quittance_http_request_duration_seconds_count'
  assert.equal((await scrape(one)).value(name, created), 1)
  assert.equal((await scrape(other)).value(name, created), undefined)
  assert.deepEqual(register.getMetricsAsArray(), [])
})

test('docs/operating.md lists every metric, and no other', async (t) => {
  const { families } = await scrape(await startService(t, { destinations: [] }))
  const listed = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\|(.+?)\|/gm)].flatMap(
    ([, cell = '']) =>
      [...cell.matchAll(/`((?:quittance|process|nodejs)_\w+)(?:\{[\w, ]+\})?`/g)].map(
        ([, name = '']) => name,
      ),
  )
  assert.deepEqual(listed.sort(), families.map(({ name }) => name).sort())
})
