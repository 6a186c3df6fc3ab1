import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { generateUid } from '../../src/kernel/ids.ts'
import { parseCoins } from '../../src/kernel/money.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import type { Reply, Request } from '../helpers/service.ts'

const service = await startPaying(fileScope)

const templateHeaders = { accept: 'application/payment-request' }
const sendRequest = (
  uid: string,
  headers: Request['headers'] = {},
  more: Request = {},
  path = 'r',
): Promise<Reply> => service.request(`/${path}/${uid}`, { token: null, headers, ...more })

async function createInvoice(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await service.createInvoice(body)).invoice.uid
}

const countAllocated = async (uid: string): Promise<number> =>
  (await service.stores.invoices.listAddresses(uid)).length

for (const [code, coin] of coins)
  test(`${code}: the template of the specification`, async () => {
    const { invoice, payment_options } = await service.createInvoice({ memo: 'Two coffees' })
    const reply = await sendRequest(invoice.uid, { ...templateHeaders, 'x-currency': code })
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
    const { outputs, requiredFeeRate, time, expires, ...rest } = reply.json
    assert.deepEqual(rest, {
      network: 'regtest',
      currency: code,
      requiredFeePerByte: requiredFeeRate,
      memo: 'Two coffees',
      paymentUrl: `${service.baseUrl}/payments/json/${code}/${invoice.uid}`,
      paymentId: invoice.uid,
    })
    const { floor, ceiling } = coin.feeRate
    assert.ok(Number(requiredFeeRate) * 1_000 >= floor && Number(requiredFeeRate) * 1_000 <= ceiling)

    const option = payment_options.find(({ currency }) => currency === code)
    const [output = assert.fail(), ...more] = outputs as { amount: number; address: string }[]
    assert.deepEqual([more.length, Object.keys(output).sort()], [0, ['address', 'amount']])
    assert.ok(Number.isSafeInteger(output.amount))
    assert.equal(BigInt(output.amount), parseCoins(option?.amount ?? ''))
    assert.ok(coin.addressToScript(output.address, 'regtest'))

    for (const at of [time, expires]) assert.match(String(at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(Date.parse(String(expires)) - Date.parse(String(time)), 900_000)
    assert.equal(option?.uri, `${coin.scheme}:?r=${service.baseUrl}/r/${invoice.uid}`)
  })

test('without a memo the request has a default one', async () => {
  const { json } = await sendRequest(await createInvoice(), { ...templateHeaders, 'x-currency': 'LTC' })
  assert.equal(json.memo, 'Payment of 12.5 USD')
})

test('the coin name is case-insensitive; the media type may have any case, parameters, and a place in a list', async () => {
  const uid = await createInvoice()
  const first = await sendRequest(uid, { ...templateHeaders, 'x-currency': 'LTC' })
  const accepts = [
    'application/payment-request',
    'APPLICATION/Payment-Request',
    'application/payment-request; charset=utf-8',
    'application/payment-request;q=0.5',
    'text/plain, application/payment-request;v=1, application/json',
  ]
  for (const accept of accepts)
    for (const currency of ['LTC', 'ltc', 'Ltc', ' LTC ']) {
      const { text } = await sendRequest(uid, { accept, 'x-currency': currency })
      assert.equal(text, first.text, `${accept} ${currency}`)
    }
})

test('x-currency alone selects the template, with */*, no Accept or text/html', async () => {
  const uid = await createInvoice()
  const first = await sendRequest(uid, { ...templateHeaders, 'x-currency': 'DOGE' })
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html' }, { accept: 'application/json' }])
    assert.equal((await sendRequest(uid, { ...headers, 'x-currency': 'DOGE' })).text, first.text)
})

test('/i/{uid} is an alias', async () => {
  const uid = await createInvoice()
  const headers = { ...templateHeaders, 'x-currency': 'BTC' }
  assert.equal((await sendRequest(uid, headers, {}, 'i')).text, (await sendRequest(uid, headers)).text)
})

test('every response has Vary, no-store and open CORS, errors included', async () => {
  const uid = await createInvoice()
  const replies = [
    await sendRequest(uid, { ...templateHeaders, 'x-currency': 'BTC' }),
    await sendRequest(uid, templateHeaders),
    await sendRequest(generateUid(0), { ...templateHeaders, 'x-currency': 'BTC' }),
    await sendRequest(uid, { accept: 'text/html' }),
  ]
  for (const { headers } of replies) {
    assert.equal(headers.vary, 'Accept, X-Currency, X-Paypro-Version')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['access-control-allow-origin'], '*')
    for (const name of ['digest', 'signature', 'x-signature', 'x-identity', 'x-signature-type'])
      assert.ok(String(headers['access-control-expose-headers']).includes(name))
  }
})

test('OPTIONS is a preflight: 204 with the headers that wallets send', async () => {
  const { status, headers } = await sendRequest(generateUid(0), {}, { method: 'OPTIONS' })
  assert.equal(status, 204)
  const allowed = String(headers['access-control-allow-headers'])
  for (const name of ['accept', 'content-type', 'x-currency', 'x-paypro-version', 'bp_partner', 'x-wallet'])
    assert.ok(allowed.includes(name), name)
  for (const method of ['GET', 'POST'])
    assert.ok(String(headers['access-control-allow-methods']).includes(method))
})

test('a browser is redirected to the checkout page with 303, whatever the invoice’s status', async () => {
  const uid = await createInvoice()
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html' }, { accept: browser }]) {
    const reply = await sendRequest(uid, headers)
    assert.deepEqual([reply.status, reply.headers.location], [303, `${service.baseUrl}/checkout/${uid}`])
  }
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
  assert.equal((await sendRequest(uid, { accept: 'text/html' })).status, 303)
})

test('application/json without text/html returns the invoice, like an anonymous GET /invoices/{uid}', async () => {
  const uid = await createInvoice({ external_id: 'secret' })
  const { status, text } = await sendRequest(uid, { accept: 'application/json' })
  assert.equal(status, 200)
  assert.equal(text, (await service.request(`/invoices/${uid}`, { token: null })).text)
  assert.doesNotMatch(text, /secret/)
})

testOnEveryCoin(
  'the address is allocated once, when the coin is first requested, and never changes',
  async (code) => {
    const uid = await createInvoice()
    assert.equal(await countAllocated(uid), 0)
    const many = await Promise.all(
      Array.from({ length: 8 }, () => sendRequest(uid, { ...templateHeaders, 'x-currency': code })),
    )
    assert.equal(new Set(many.map(({ text }) => text)).size, 1)
    assert.equal(await countAllocated(uid), 1)
    const other = await service.paymentRequest(await createInvoice(), code)
    const [{ address } = assert.fail()] = other.outputs
    assert.ok(!many[0]?.text.includes(address))
  },
)

test('HEAD is GET without allocation; OPTIONS, browsers and JSON allocate nothing', async () => {
  const uid = await createInvoice()
  const headers = { ...templateHeaders, 'x-currency': 'LTC' }
  const head = await sendRequest(uid, headers, { method: 'HEAD' })
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.equal(
    (await sendRequest(uid, { ...templateHeaders, 'x-currency': 'ETH' }, { method: 'HEAD' })).status,
    400,
  )
  assert.equal((await sendRequest(generateUid(0), headers, { method: 'HEAD' })).status, 404)
  await sendRequest(uid, {}, { method: 'OPTIONS' })
  await sendRequest(uid, { accept: 'text/html' })
  await sendRequest(uid, { accept: 'application/json' })
  assert.equal(await countAllocated(uid), 0)
})

test('credentials are ignored', async () => {
  const uid = await createInvoice()
  for (const token of [null, 'qt_wrong', service.merchant.token]) {
    assert.equal((await sendRequest(uid, { ...templateHeaders, 'x-currency': 'LTC' }, { token })).status, 200)
  }
})

test('an amount in another currency is converted, rounded up to one base unit', async () => {
  const { invoice } = await service.createInvoice({ amount: 1, currency: 'JPY' })
  // 1 / 9775 of a dash, in base units: 10230.179…
  const { outputs } = await service.paymentRequest(invoice.uid, 'DASH')
  assert.equal(outputs[0]?.amount, 10_231)
})
