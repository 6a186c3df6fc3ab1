import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createP2wpkhScript } from '../coins/codec/script.ts'
import { findCoin } from '../coins/index.ts'
import { PayError } from './pay-error.ts'
import { fetchPaymentRequest, readPaymentRequest } from './request.ts'

const ltc = findCoin('LTC')
assert.ok(ltc)
const coin = ltc
const url = new URL('https://pay.example/r/0abc')
const now = Date.parse('2026-11-21T12:00:00.000Z')
const script = createP2wpkhScript(new Uint8Array(20).fill(7))

const template = {
  network: 'regtest',
  currency: 'LTC',
  requiredFeeRate: 1,
  outputs: [{ amount: 150_000, address: coin.scriptToAddress(script, 'regtest') }],
  time: '2026-11-21T11:59:00.000Z',
  expires: '2026-11-21T12:14:00.000Z',
  memo: 'Two coffees',
  paymentUrl: 'https://pay.example/payments/json/LTC/0abc',
  paymentId: '0abc',
}

const read = (changes: object = {}) => readText(JSON.stringify({ ...template, ...changes }))
const readText = (text: string) => readPaymentRequest(text, { coin, url, now })

const assertUnfit = (read: () => unknown, expectedMessage: RegExp) =>
  assert.throws(
    read,
    (fault) =>
      fault instanceof PayError && fault.code === 'request_unfit' && expectedMessage.test(fault.message),
  )

test('a payment request is parsed with exact amounts', () => {
  assert.deepEqual(read(), {
    network: 'regtest',
    feeRate: 1_000n,
    outputs: [{ script, amount: 150_000n }],
    expires: Date.parse(template.expires),
    memo: 'Two coffees',
    paymentUrl: new URL(template.paymentUrl),
    paymentId: '0abc',
  })
})

test('a fractional fee rate is rounded up per 1 000 bytes', () => {
  const rate = (text: string) =>
    readText(JSON.stringify(template).replace('"requiredFeeRate":1,', `"requiredFeeRate":${text},`)).feeRate
  assert.equal(rate('0.05'), 50n)
  assert.equal(rate('1.0001'), 1_001n)
  assert.equal(rate('5e-7'), 1n)
  assert.equal(rate('0'), 0n)
})

test('a request for another coin or an unknown network is not paid', () => {
  assertUnfit(() => read({ currency: 'BTC' }), /currency is not LTC/)
  assertUnfit(() => read({ currency: 'ltc' }), /currency is not LTC/)
  assertUnfit(() => read({ network: 'mainnet' }), /network/)
  assertUnfit(() => read({ network: undefined }), /network/)
})

test('an expired request, or one with invalid times, is not paid', () => {
  assertUnfit(() => read({ expires: '2026-11-21T12:00:00.000Z' }), /has expired/)
  assertUnfit(() => read({ time: '2026-11-21T13:00:00.000Z' }), /expires before/)
  assertUnfit(() => read({ expires: 'soon' }), /time or expiry is invalid/)
  assertUnfit(() => read({ expires: undefined }), /time or expiry is invalid/)
  assertUnfit(() => read({ time: 1_700_000_000 }), /time or expiry is invalid/)
})

test('outputs that are not positive integer amounts to addresses of the coin are not paid', () => {
  const { address } = template.outputs[0] ?? {}
  const createOutput = (changes: object) => () =>
    read({ outputs: [{ amount: 150_000, address, ...changes }] })
  for (const amount of [0, -1, 1.5, '150000', null, 2 ** 53, undefined])
    assertUnfit(createOutput({ amount }), /whole number/)
  assertUnfit(createOutput({ amount: 100 }), /below the dust limit/)
  for (const other of [
    '',
    'nonsense',
    null,
    coin.scriptToAddress(script, 'main'),
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ])
    assertUnfit(createOutput({ address: other }), /address/)
  for (const outputs of [[], {}, null, 'x']) assertUnfit(() => read({ outputs }), /no outputs/)
  assertUnfit(() => read({ outputs: [null] }), /whole number/)
  assertUnfit(() => read({ outputs: new Array(101).fill(template.outputs[0]) }), /too many outputs/)
  assertUnfit(createOutput({ amount: 2 ** 53 - 1 }), /exceed the maximum supply/)
})

test('a fee rate above the maximum is not paid', () => {
  assertUnfit(() => read({ requiredFeeRate: 201 }), /requiredFeeRate is far too high/)
  for (const requiredFeeRate of [-1, '1', null, undefined])
    assertUnfit(() => read({ requiredFeeRate }), /requiredFeeRate/)
})

test("the payment goes to the request's server, over https or on localhost", () => {
  assertUnfit(() => read({ paymentUrl: 'https://evil.example/payments/json/LTC/0abc' }), /another server/)
  assertUnfit(() => read({ paymentUrl: 'https://pay.example:8443/payments/json/LTC/0abc' }), /another server/)
  assertUnfit(() => read({ paymentUrl: 'http://pay.example/payments/json/LTC/0abc' }), /not https/)
  assertUnfit(() => read({ paymentUrl: '/payments/json/LTC/0abc' }), /not a URL/)
  assertUnfit(() => read({ paymentUrl: undefined }), /not a URL/)
  const local = new URL('http://127.0.0.1:3000/r/0abc')
  const paymentUrl = 'http://127.0.0.1:3000/payments/json/LTC/0abc'
  const text = JSON.stringify({ ...template, paymentUrl })
  assert.equal(readPaymentRequest(text, { coin, url: local, now }).paymentUrl.href, paymentUrl)
})

test('invalid JSON or a duplicate key is not paid', () => {
  for (const text of ['', '<html>', '[]', 'null', '"x"']) assertUnfit(() => readText(text), /JSON/)
  assertUnfit(() => readText(JSON.stringify(template).replace('{', '{"currency":"BTC",')), /JSON/)
})

test('any template is parsed or rejected without another error', () => {
  const junk = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(template)))
  const member = fc.tuple(fc.constantFrom(...Object.keys(template)), junk)
  fc.assert(
    fc.property(fc.array(member, { maxLength: 4 }), (changes) => {
      try {
        read(Object.fromEntries(changes))
      } catch (fault) {
        assert.ok(fault instanceof PayError)
      }
    }),
  )
})

/** A context whose server always gives this response. */
function createContext(reply: Response | Error) {
  const requests: { url: string; headers: Headers; redirect: string | undefined }[] = []
  const fetch = async (input: URL | string | Request, init?: RequestInit) => {
    requests.push({ url: String(input), headers: new Headers(init?.headers), redirect: init?.redirect })
    if (reply instanceof Error) throw reply
    return reply.clone()
  }
  return { requests, context: { fetch, now: () => now, wait: async () => {} } }
}

test('the request is fetched with its media type and the coin', async () => {
  const { requests, context } = createContext(Response.json(template))
  assert.equal((await fetchPaymentRequest(context, url, coin)).memo, 'Two coffees')
  assert.equal(requests[0]?.url, url.href)
  assert.equal(requests[0]?.headers.get('accept'), 'application/payment-request')
  assert.equal(requests[0]?.headers.get('x-currency'), 'LTC')
  assert.equal(requests[0]?.redirect, 'manual')
})

test('the message of a rejecting server reaches the payer', async () => {
  const notFound = Response.json({ error: 'No invoice was found with that uid.' }, { status: 404 })
  await assert.rejects(fetchPaymentRequest(createContext(notFound).context, url, coin), {
    code: 'request_refused',
    message: 'No invoice was found with that uid.',
  })
  const elsewhere = new Response(null, { status: 303, headers: { location: '/checkout/0abc' } })
  await assert.rejects(fetchPaymentRequest(createContext(elsewhere).context, url, coin), {
    code: 'request_refused',
    message: /redirects the wallet/,
  })
  await assert.rejects(fetchPaymentRequest(createContext(new TypeError('fetch failed')).context, url, coin), {
    code: 'request_unavailable',
    message: /pay\.example did not respond/,
  })
})
