import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { generateUid } from '../../src/kernel/ids.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, type Payer, startPaying } from '../helpers/paying.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, assertUnchanged, assertAccepted } = service

/** A payment request for each coin, and a wallet that can pay it. */
const open = new Map<string, { bill: Bill; wallet: Payer; good: Signed }>()

before(async () => {
  for (const coin of coins.keys()) {
    const bill = await createBill(coin)
    const wallet = await payer(coin)
    open.set(coin, { bill, wallet, good: wallet.pay(bill) })
  }
})

const of = (coin: string) => open.get(coin) ?? assert.fail(coin)
const post = (bill: Bill, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  service.request(`/payments/json/${bill.coin}/${bill.uid}`, { method: 'POST', token: null, body, headers })

test('an unknown coin in the path: coin_not_offered, before the body is checked', async () => {
  const { bill, good } = of('BTC')
  for (const coin of ['ETH', 'XMR', 'constructor', 'B%C3%9CTC']) {
    const body = { currency: coin, transactions: [good.hex] }
    for (const sent of [body, {}, 'no json']) {
      const path = `/payments/json/${coin}/${bill.uid}`
      const sentence = assertPaymentRejected(
        await service.request(path, { method: 'POST', token: null, body: sent }),
        'coin_not_offered',
      )
      assert.match(sentence, /BTC, BCH, BSV, DASH, LTC, DOGE|BCH, BTC/)
    }
  }
})

test('a body that is not a JSON object with currency and transactions: body_invalid', async () => {
  const { bill, good } = of('LTC')
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '\ufeff{}',
    '{"currency":"LTC","transactions":["00"],}',
    `{"currency":"LTC","currency":"LTC","transactions":["${good.hex}"]}`,
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    {},
    { currency: 'LTC' },
    { transactions: [good.hex] },
    { currency: 1, transactions: [good.hex] },
    { currency: null, transactions: [good.hex] },
    { currency: ['LTC'], transactions: [good.hex] },
    { currency: 'LTC', transactions: good.hex },
    { currency: 'LTC', transactions: { 0: good.hex } },
    { currency: 'LTC', transactions: null },
    { currency: 'LTC', transactions: [good.hex], other: Array(500).fill(0) },
  ]
  for (const body of bodies) {
    const reply = await assertUnchanged(bill, () => post(bill, body))
    assertPaymentRejected(reply, 'body_invalid')
  }
})

test('a transaction that is not hex of even length: body_invalid, with the phrase that wallets match', async () => {
  const { bill, good } = of('LTC')
  const bad = [
    '',
    'zz',
    `0x${good.hex}`,
    `${good.hex}0`,
    ` ${good.hex}`,
    `${good.hex}\n`,
    'ｆｆ',
    7,
    null,
    {},
    [good.hex],
  ]
  for (const transaction of bad) {
    const reply = await assertUnchanged(bill, () =>
      post(bill, { currency: 'LTC', transactions: [transaction] }),
    )
    assert.match(
      assertPaymentRejected(reply, 'body_invalid'),
      /Your transaction was an in an invalid format, it must be a hexadecimal string/,
    )
  }
})

test('a body whose currency differs from the path: currency_mismatch', async () => {
  const { bill, good } = of('BTC')
  for (const currency of ['BCH', 'ETH', '', 'BTC ', '<script>', 'x'.repeat(5_000)]) {
    const reply = await assertUnchanged(bill, () => post(bill, { currency, transactions: [good.hex] }))
    assert.match(
      assertPaymentRejected(reply, 'currency_mismatch'),
      /priced in BTC, not .*Please try with a BTC wallet/,
    )
  }
})

test('the body is checked before the invoice is looked up', async () => {
  const { good } = of('LTC')
  const unknownBill = { uid: generateUid(Date.now()), coin: 'LTC', template: of('LTC').bill.template }
  assertPaymentRejected(await post(unknownBill, '{'), 'body_invalid')
  assertPaymentRejected(await submit(unknownBill, []), 'tx_count')
  assertPaymentRejected(await submit(unknownBill, ['00']), 'tx_unparseable')
  assertPaymentRejected(
    await post(unknownBill, { currency: 'BTC', transactions: [good.hex] }),
    'currency_mismatch',
  )
  assertPaymentRejected(await submit(unknownBill, good), 'invoice_not_found', { status: 404 })
})

test('an unknown invoice is 404, always with the same body', async () => {
  const { good, bill } = of('LTC')
  const texts = new Set<string>()
  for (const uid of [
    generateUid(0),
    'x',
    bill.uid.toUpperCase(),
    `${bill.uid}0`,
    "'--",
    '..%2f',
    'ı',
    'u'.repeat(4_000),
  ]) {
    const { status, text } = await submit({ uid: encodeURIComponent(uid), coin: 'LTC' }, good)
    assert.equal(status, 404, text)
    texts.add(text)
  }
  assert.equal(texts.size, 1, [...texts].join('\n'))
  assert.match([...texts][0] ?? '', /This invoice was not found or has been archived/)
})

test('a Content-Type other than application/json and application/payment: 400 with BitPay’s message, not 415', async () => {
  const { bill, good } = of('LTC')
  const body = JSON.stringify({ currency: 'LTC', transactions: [good.hex] })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'nonsense',
    'a/b/c',
    '',
  ]) {
    const reply = await assertUnchanged(bill, () => post(bill, body, { 'content-type': type }))
    assert.equal(reply.status, 400, `${type} ${reply.text}`)
    assert.match(String(reply.json.error), /Unsupported Content-Type for payment/)
    assert.deepEqual([reply.json.success, reply.json.retryable], [false, false])
  }
})

test('the Content-Type is case-insensitive and may have parameters', async () => {
  const types = [
    'application/json',
    'APPLICATION/JSON; Charset=UTF-8',
    'application/payment',
    'Application/Payment;v=1',
  ]
  for (const type of types) {
    const bill = await createBill('DASH')
    const signed = (await payer('DASH')).pay(bill)
    const body = { currency: 'DASH', transactions: [signed.hex] }
    assertAccepted(await post(bill, body, { 'content-type': type }), [signed])
  }
})

test('a body over 4 MiB (BSV: 32 MiB) is 413 in the payment’s error format', async () => {
  const mebibyte = 1024 * 1024
  const { bill } = of('BTC')
  const tooLong = await post(bill, 'x'.repeat(4 * mebibyte + 1))
  assert.equal(tooLong.status, 413)
  assert.deepEqual(
    [tooLong.json.success, tooLong.json.code, tooLong.json.retryable],
    [false, 'body_too_large', false],
  )
  assertPaymentRejected(await post(of('BSV').bill, `"${'x'.repeat(5 * mebibyte)}"`), 'body_invalid')
  assert.equal((await post(of('BSV').bill, 'x'.repeat(32 * mebibyte + 1))).status, 413)
})

test('an unknown path below /payments is 404 and a wrong method 405 with Allow, in the payment’s error format', async () => {
  const { bill } = of('BTC')
  const unknown = await service.request('/payments/nothing', { method: 'POST', token: null, body: {} })
  assertPaymentRejected(unknown, 'not_found', { status: 404 })
  const path = `/payments/json/BTC/${bill.uid}`
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
    const reply = await service.request(path, { method, token: null })
    assertPaymentRejected(reply, 'method_not_allowed', { status: 405 })
    assert.deepEqual(String(reply.headers.allow).split(', ').sort(), ['OPTIONS', 'POST'])
  }
})

test('any origin may submit: /payments has open CORS', async () => {
  const { bill } = of('BTC')
  const path = `/payments/json/BTC/${bill.uid}`
  const preflight = await service.request(path, { method: 'OPTIONS', token: null })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers['access-control-allow-origin'], '*')
  assert.match(String(preflight.headers['access-control-allow-headers']), /content-type/)
  assert.match(String(preflight.headers['access-control-allow-methods']), /POST/)
  const rejected = await submit(bill, [])
  assert.equal(rejected.headers['access-control-allow-origin'], '*')
  assert.equal(rejected.headers['cache-control'], 'no-store')
})

test('missing or invalid credentials are ignored', async () => {
  const { bill } = of('BTC')
  for (const token of [null, 'qt_wrong']) assertPaymentRejected(await submit(bill, [], { token }), 'tx_count')
})

for (const code of coins.keys())
  test(`${code}: upper-case hex is accepted and echoed as sent; the coin name is case-insensitive`, async () => {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill)
    const upper = { ...signed, hex: signed.hex.toUpperCase() }
    const reply = await service.request(`/payments/json/${code.toLowerCase()}/${bill.uid}`, {
      method: 'POST',
      token: null,
      body: { currency: code.toLowerCase(), transactions: [upper.hex], chain: 'ignored' },
    })
    assertAccepted(reply, [upper])
    await service.assertPaid(bill, [signed])
  })

test('POST to the payment request’s own URL is the same payment', async () => {
  for (const path of ['r', 'i']) {
    const bill = await createBill('LTC')
    const signed = (await payer('LTC')).pay(bill)
    const body = { currency: 'LTC', transactions: [signed.hex] }
    assertAccepted(await service.request(`/${path}/${bill.uid}`, { method: 'POST', token: null, body }), [
      signed,
    ])
  }
})
