import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, type Reply, startService } from '../helpers/service.ts'

const start = Date.UTC(2026, 2, 1, 12)
const service = await startService(fileScope, { clock: createManualClock(start) })
const { createInvoice } = service

/** `POST /invoices` with a raw body. */
const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  service.request('/invoices', { method: 'POST', body, headers })

const readStored = async (): Promise<number> => {
  const { count } = await service.database.read.query
    .selectFrom('invoices')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('400 when expires_in is not an integer from 60 to 2592000', async () => {
  for (const wrong of ['59', '2592001', '60.5', '"60"', '-60', '1e9', 'true']) {
    assertRejected(await post(`{"amount":1,"expires_in":${wrong}}`), 400, 'body_invalid')
  }
})

test('400 when the amount is not greater than zero', async () => {
  for (const amount of ['0', '-0', '0.00', '-1', '-0.01', '0e5', '-1e-400']) {
    assertRejected(await post(`{"amount":${amount}}`), 400, 'amount_invalid')
  }
})

test('400 when the amount is not a JSON number: a string is not coerced', async () => {
  for (const amount of ['"10"', '"１０"', 'null', 'true', '[]', '[1]', '{}', '""']) {
    assertRejected(await post(`{"amount":${amount}}`), 400, 'amount_invalid')
  }
  assertRejected(await post('{}'), 400, 'amount_invalid')
  for (const amount of ['NaN', 'Infinity', '0x10', '01', '.5', '1.', '+1', '１０']) {
    assertRejected(await post(`{"amount":${amount}}`), 400, 'json_invalid')
  }
})

test('400 when the amount is above 1e15 or absurdly large', async () => {
  for (const amount of ['1000000000000001', '1e16', '1e21', '1e309', '1e999999999', '9'.repeat(400)]) {
    assertRejected(await post(`{"amount":${amount}}`), 400, 'amount_invalid')
  }
  // The limit itself is a valid amount, but too much for any coin.
  assertRejected(await post('{"amount":1e15}'), 400, 'no_payment_option')
})

test('400 when the amount has more decimals than its currency', async () => {
  for (const [amount, currency] of [
    ['1.005', 'USD'],
    ['0.30000000000000004', 'USD'],
    ['1e-9', 'USD'],
    ['1e-400', 'USD'],
    ['0.5', 'JPY'],
    ['0.0001', 'KWD'],
  ]) {
    assertRejected(await post(`{"amount":${amount},"currency":"${currency}"}`), 400, 'amount_invalid')
  }
})

test('400 when a key is duplicated', async () => {
  assertRejected(await post('{"amount":1,"amount":1}'), 400, 'json_invalid')
  assertRejected(await post('{"amount":1,"am\\u006funt":2}'), 400, 'json_invalid')
  assertRejected(await post('{"amount":1,"metadata":{"a":"1","a":"2"}}'), 400, 'json_invalid')
})

test('currency codes are active ISO 4217 codes in upper case, without the X codes; any other is a 400 that lists those with rates', async () => {
  for (const currency of [
    '',
    'usd',
    'US',
    'USDT',
    'XXX',
    'XAU',
    'ZZZ',
    'BTC',
    'DEM',
    '💶',
    'USD ',
    'ıSK',
    'x'.repeat(10_000),
  ]) {
    const error = assertRejected(await post({ amount: 1, currency }), 400, 'currency_invalid')
    assert.match(error, /EUR, GBP, JPY, USD/)
  }
  assertRejected(await post({ amount: 1, currency: 5 }), 400, 'body_invalid')
})

test('503 rates_unavailable when no option is left because of a missing rate; no invoice is created', async () => {
  const before = await readStored()
  const reply = await post({ amount: 10, currency: 'CHF' })
  const error = assertRejected(reply, 503, 'rates_unavailable')
  assert.match(error, /BTC: no source has a rate/)
  assert.match(String(reply.headers['retry-after']), /^\d+$/)
  assert.equal(await readStored(), before)
})

test('a node that is down does not prevent startup: its coin is omitted, and an invoice without any other coin is 503', async (t) => {
  const settings = { LTC_NODE: 'http://user:hunter2@127.0.0.1:1' }
  const one = await startService(t, { settings, destinations: ['LTC', 'DOGE'] })
  const { payment_options } = await one.createInvoice()
  assert.deepEqual(
    payment_options.map(({ currency }) => currency),
    ['DOGE'],
  )
  const { token } = await one.anotherMerchant('litecoiner', ['LTC'])
  const reply = await one.request('/invoices', { method: 'POST', token, body: { amount: 10 } })
  const error = assertRejected(reply, 503, 'rates_unavailable')
  assert.match(error, /LTC: its network is currently unavailable/)
  assert.doesNotMatch(error, /hunter2|127\.0\.0\.1/)
})

test('400 no_payment_option when the account has no payout wallet', async () => {
  const { token } = await service.anotherMerchant('nobody', [])
  const reply = await service.request('/invoices', { method: 'POST', token, body: { amount: 1 } })
  assertRejected(reply, 400, 'no_payment_option')
})

test('400 when a field has the wrong type', async () => {
  for (const field of [
    'business_id',
    'location_id',
    'register_id',
    'redirect_url',
    'webhook_url',
    'external_id',
    'memo',
  ]) {
    for (const wrong of [1, true, [], {}]) {
      assertRejected(await post({ amount: 1, [field]: wrong }), 400, 'body_invalid')
    }
  }
  for (const wrong of ['text', [], 1, true]) {
    assertRejected(await post({ amount: 1, metadata: wrong }), 400, 'body_invalid')
  }
})

test('400 when a text cannot be stored: a NUL, half of a surrogate pair, the key __proto__', async () => {
  for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800']) {
    assertRejected(await post(`{"amount":1,"memo":"${text}"}`), 400, 'body_invalid')
    assertRejected(await post(`{"amount":1,"external_id":"${text}"}`), 400, 'body_invalid')
    assertRejected(await post(`{"amount":1,"metadata":{"key":"${text}"}}`), 400, 'body_invalid')
    assertRejected(await post(`{"amount":1,"metadata":{"${text}":"value"}}`), 400, 'body_invalid')
  }
  assertRejected(await post('{"amount":1,"__proto__":{"memo":"x"}}'), 400, 'json_invalid')
})

test('400 when redirect_url is neither https nor http to a loopback host', async () => {
  for (const url of [
    'http://localhost:8080/done',
    'http://127.0.0.1/',
    'http://[::1]:3000/',
    'https://shop.example',
  ]) {
    assert.equal((await createInvoice({ redirect_url: url })).invoice.redirect_url, url)
  }
  for (const url of [
    'shop.example',
    '//evil.example',
    '/thanks',
    'http://shop.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://good.example@evil.example/',
    'https://good.example\\@evil.example/',
    'https://shop.example/\r\nset-cookie: a=b',
    ' https://shop.example/',
    'https://',
  ]) {
    assertRejected(await post({ amount: 1, redirect_url: url }), 400, 'redirect_url_invalid')
  }
})

test('400 when webhook_url is not http(s), has a user or another port, or names a private or loopback address', async (t) => {
  const closed = await startService(t, {
    settings: { WEBHOOK_ALLOW_PRIVATE: 'false' },
    destinations: ['LTC'],
  })
  const post = (body: unknown) => closed.request('/invoices', { method: 'POST', body })
  for (const url of [
    'ftp://shop.example/',
    'file:///etc/passwd',
    'https://user:password@shop.example/',
    'https://shop.example:8443/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://127.1/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]/',
    'not a url',
  ]) {
    assertRejected(await post({ amount: 1, webhook_url: url }), 400, 'webhook_url_invalid')
  }
  for (const url of [
    'http://shop.example/hook',
    'https://shop.example:443/hook',
    'http://93.184.216.34:80/',
  ]) {
    assert.equal((await post({ amount: 1, webhook_url: url })).status, 200)
  }
})

test('the error for a webhook_url’s address or port names the setting that allows it', async (t) => {
  const closed = await startService(t, {
    settings: { WEBHOOK_ALLOW_PRIVATE: 'false' },
    destinations: ['LTC'],
  })
  for (const url of ['http://127.0.0.1/hook', 'http://localhost/', 'https://shop.example:8443/']) {
    const body = { amount: 1, webhook_url: url }
    const { json } = await closed.request('/invoices', { method: 'POST', body })
    assert.match(String(json.error), /WEBHOOK_ALLOW_PRIVATE=true/)
  }
})

test('an empty redirect_url or webhook_url means none', async () => {
  const { status, json } = await post({ amount: 1, redirect_url: '', webhook_url: '' })
  assert.equal(status, 200)
  assert.partialDeepStrictEqual(json, { invoice: { redirect_url: null, webhook_url: null } })
})

test('on regtest, webhooks may use private addresses and any port unless a setting forbids it', async (t) => {
  const open = await startService(t, { destinations: ['LTC'] })
  await open.createInvoice({ webhook_url: 'http://127.0.0.1:9999/hook' })
  const body = { amount: 1, webhook_url: 'http://user:password@127.0.0.1/' }
  assertRejected(await open.request('/invoices', { method: 'POST', body }), 400, 'webhook_url_invalid')
})
