import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { basic, startService } from '../helpers/service.ts'
import { numbered, openRejectedSocket, openSocket } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'

const start = Date.UTC(2026, 2, 1)

test('a message with a token counts as a call of that token, in the same window as its requests', async (t) => {
  const clock = createManualClock(start)
  const service = await startService(t, { listen: true, clock, settings: { RATE_LIMITS: 'calls=4/60' } })
  const { token } = service.merchant
  const socket = await openSocket(t, service.baseUrl)
  await socket.subscribe({ token })
  assert.equal((await service.request('/invoices')).headers.ratelimit, '"calls";r=2;t=60')
  for (let count = 0; count < 2; count++) await socket.subscribe({ token })
  socket.send({ type: 'subscribe', token })
  assert.partialDeepStrictEqual(await socket.readNext(), { type: 'error', code: 'too_many_requests' })
  assert.equal((await service.request('/invoices')).status, 429)
  const other = await service.anotherMerchant('other')
  await socket.subscribe({ token: other.token })
  clock.advance(minute)
  await socket.subscribe({ token })
})

test('guessing tokens over sockets is limited like requests: each message counts towards the limit of its IP address', async (t) => {
  const clock = createManualClock(start)
  const service = await startService(t, { listen: true, clock, settings: { RATE_LIMITS: 'addresses=10/60' } })
  const { uid } = (await service.createInvoice()).invoice
  await numbered(service)
  const codes: unknown[] = []
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  // Two upgrades, and eight messages.
  for (let sockets = 0; sockets < 2; sockets++) {
    const { send, readNext } = await openSocket(t, service.baseUrl, { headers })
    for (let count = 0; count < 4; count++) {
      send({ type: 'subscribe', token: `qt_${sockets}${count}` })
      codes.push((await readNext()).code)
    }
    if (sockets === 0) continue
    send({ type: 'subscribe', invoice: uid })
    codes.push((await readNext()).code)
  }
  assert.deepEqual(codes, [...Array<string>(8).fill('unauthorized'), 'too_many_requests'])

  const rejected = await openRejectedSocket(service.baseUrl, { headers })
  assert.deepEqual([rejected.status, rejected.json.code], [429, 'too_many_requests'])
  assert.equal(rejected.headers['retry-after'], '60')
  const otherClient = { headers: { 'x-forwarded-for': '203.0.113.8' } }
  await (await openSocket(t, service.baseUrl, otherClient)).subscribe({ invoice: uid })
})

test('credentials at the upgrade count as a call of their token', async (t) => {
  const service = await startService(t, { listen: true, settings: { RATE_LIMITS: 'calls=2/60' } })
  const headers = { authorization: basic(service.merchant.token) }
  for (let count = 0; count < 2; count++) await openSocket(t, service.baseUrl, { headers })
  assert.equal((await openRejectedSocket(service.baseUrl, { headers })).status, 429)
})

test('one network address gets a quarter of the streams, whatever the accounts: 429, and others are unaffected', async (t) => {
  const service = await startService(t, { listen: true, settings: { EVENT_STREAMS: '8' } })
  const { uid } = (await service.createInvoice()).invoice
  const other = await service.anotherMerchant('other')
  const createHeaders = (address: string, token: string) => ({
    headers: { 'x-forwarded-for': address, authorization: basic(token) },
  })
  const first = await openSocket(t, service.baseUrl, createHeaders('203.0.113.7', service.merchant.token))
  await openSocket(t, service.baseUrl, createHeaders('203.0.113.7', other.token))
  const rejected = await openRejectedSocket(service.baseUrl, createHeaders('203.0.113.7', other.token))
  assert.deepEqual([rejected.status, rejected.json.code], [429, 'too_many_requests'])
  assert.ok(Number(rejected.headers['retry-after']) > 0)
  const events = await service.request(`/events?invoice=${uid}`, {
    token: null,
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  assert.deepEqual([events.status, events.json.code], [429, 'too_many_requests'])
  await openSocket(t, service.baseUrl, createHeaders('203.0.113.8', other.token))
  first.socket.close()
  await until(() =>
    openSocket(t, service.baseUrl, createHeaders('203.0.113.7', other.token)).then(
      () => true,
      () => false,
    ),
  )
  // Localhost is exempt from limits per address.
  for (let count = 0; count < 4; count++) await openSocket(t, service.baseUrl)
})

test('without limits nothing is counted', async (t) => {
  const service = await startService(t, { listen: true })
  const socket = await openSocket(t, service.baseUrl)
  for (let count = 0; count < 50; count++) await socket.subscribe({ token: service.merchant.token })
})
