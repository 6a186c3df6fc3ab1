import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../src/kernel/clock.ts'
import { defaultRateLimits } from '../../src/platform/http/rate-limits.ts'
import { basic, startService } from '../helpers/service.ts'

const settings = { RATE_LIMITS: 'creations=3/10,calls=5/60,addresses=1000/60' }

test('too many creations with one token are 429 with Retry-After; other tokens are unaffected', async (t) => {
  const clock = createManualClock(Date.parse('2026-05-01T12:00:00Z'))
  const service = await startService(t, { settings, clock })
  const other = await service.anotherMerchant('other')
  const create = (token?: string) =>
    service.request('/invoices', {
      method: 'POST',
      body: { amount: 1, currency: 'USD' },
      ...(token && { token }),
    })
  for (let count = 3; count > 0; count--) {
    const response = await create()
    assert.equal(response.status, 200, response.text)
    assert.equal(response.headers.ratelimit, `"creations";r=${count - 1};t=10`)
  }
  clock.advance(4_000)
  const rejected = await create()
  assert.equal(rejected.status, 429)
  assert.equal(rejected.json.code, 'too_many_requests')
  assert.equal(rejected.headers['retry-after'], '6')
  assert.equal(rejected.headers['ratelimit-policy'], '"creations";q=3;w=10')
  assert.equal((await create(other.token)).status, 200)
  assert.equal((await service.request('/invoices')).status, 200, 'other calls have a limit of their own')
  clock.advance(6_000)
  assert.equal((await create()).status, 200)
})

test('a token’s limit is shared by every password, header and notation', async (t) => {
  const service = await startService(t, { settings })
  const { token } = service.merchant
  const encoded = Buffer.from(token).toString('base64')
  const spellings: Record<string, string>[] = [
    { authorization: basic(token, '1') },
    { authorization: basic(token, '2') },
    { authentication: basic(token, '3') },
    { authorization: basic(token, '4'), authentication: basic(token, '5') },
    { authorization: `BASIC   ${encoded}` },
    { authorization: `Basic ${Buffer.from(`${token}:\xe9`, 'latin1').toString('base64url')}` },
  ]
  const statuses: number[] = []
  for (const headers of spellings) {
    const body = { amount: 1, currency: 'USD' }
    statuses.push((await service.request('/invoices', { method: 'POST', token: null, headers, body })).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429])
})

test('both tokens of a request are counted', async (t) => {
  const service = await startService(t, { settings: { RATE_LIMITS: 'calls=2/60' } })
  const other = await service.anotherMerchant('other')
  for (let count = 0; count < 2; count++) await service.request('/invoices', { token: other.token })
  const headers = { authorization: basic(service.merchant.token), authentication: basic(other.token) }
  assert.equal((await service.request('/invoices', { token: null, headers })).status, 429)
})

test('requests are limited per IP address too, and a wallet gets the error in its own format', async (t) => {
  const service = await startService(t, { settings: { RATE_LIMITS: 'addresses=20/60' } })
  let response = await service.request('/payments/json/BTC/none', { method: 'POST', token: null, body: {} })
  for (let count = 0; count < 20; count++) {
    response = await service.request('/payments/json/BTC/none', { method: 'POST', token: null, body: {} })
  }
  assert.equal(response.status, 429)
  assert.equal(response.json.success, false)
  assert.equal(response.json.retryable, true)
  assert.equal(
    (await service.request('/health/ready', { token: null })).status,
    200,
    'health is never limited',
  )
  for (const path of ['/health/', '/health/x', '/health/live/x'])
    assert.equal((await service.request(path, { token: null })).status, 429, path)
})

test('on regtest nothing is limited unless a setting says so', async (t) => {
  const service = await startService(t)
  assert.equal((await service.request('/invoices')).headers.ratelimit, undefined)
})

test('behind a trusted proxy each client is counted by its own address; forwarded headers from anyone else are ignored', async (t) => {
  const service = await startService(t, { settings: { RATE_LIMITS: 'addresses=2/60' } })
  const from = (client: string) =>
    service.request('/coins/btc.svg', { token: null, headers: { 'x-forwarded-for': client } })
  for (let client = 1; client <= 5; client++) assert.equal((await from(`203.0.113.${client}`)).status, 200)
  await from('203.0.113.1')
  assert.equal((await from('203.0.113.1')).status, 429)

  for (let client = 6; client <= 9; client++)
    assert.equal((await from(`203.0.113.${client}:4711`)).status, 200, 'the port is not part of the address')
  await from('203.0.113.9:4712')
  assert.equal((await from('203.0.113.9:4713')).status, 429)

  const wary = await startService(t, {
    settings: { RATE_LIMITS: 'addresses=2/60', TRUSTED_PROXIES: '198.51.100.7' },
  })
  for (let client = 1; client <= 3; client++) {
    const headers = { 'x-forwarded-for': `203.0.113.${client}` }
    const { status } = await wary.request('/coins/btc.svg', { token: null, headers })
    assert.equal(status, client <= 2 ? 200 : 429)
  }
})

test('with default limits, a till that creates 60 invoices in 10 s and fifty payers behind its address polling twice a second are not limited', async (t) => {
  const clock = createManualClock(Date.parse('2026-05-01T12:00:00Z'))
  const settings = { RATE_LIMITS: defaultRateLimits }
  const service = await startService(t, { settings, clock, destinations: ['LTC'] })
  const { uid } = (await service.createInvoice()).invoice
  const statuses = new Set<number>()
  const note = async (reply: ReturnType<typeof service.request>) => void statuses.add((await reply).status)
  for (let second = 0; second < 12; second++) {
    for (let half = 0; half < 2; half++) {
      await Promise.all(
        Array.from({ length: 50 }, () => note(service.request(`/invoices/${uid}`, { token: null }))),
      )
      clock.advance(500)
    }
    const body = { amount: 1, currency: 'USD' }
    await Promise.all(
      Array.from({ length: 6 }, () => note(service.request('/invoices', { method: 'POST', body }))),
    )
  }
  assert.deepEqual([...statuses], [200])
})
