import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromBinary } from '@bufbuild/protobuf'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import {
  PaymentDetailsSchema,
  PaymentRequestSchema,
} from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { assertRejected, type RawReply, type Request } from '../helpers/service.ts'

// The table of media types, row by row: what a GET of one URL returns, and what a POST to it means.

const service = await startPaying(fileScope)
const onlyDoge = await service.anotherMerchant('doge', ['DOGE'])

const json = 'application/json; charset=utf-8'
const words: Readonly<Record<string, CoinCode>> = {
  bitcoin: 'BTC',
  bitcoincash: 'BCH',
  dash: 'DASH',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
}
type Headers = Readonly<Record<string, string>>

const sendRequest = (uid: string, headers: Headers = {}, more: Request = {}): Promise<RawReply> =>
  service.request(`/r/${uid}`, { token: null, headers, ...more })

async function createInvoice(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await service.createInvoice(body)).invoice.uid
}

const dogeInvoice = async (): Promise<string> =>
  (await service.createInvoice({}, { token: onlyDoge.token })).invoice.uid

const listAllocated = async (uid: string): Promise<readonly string[]> =>
  (await service.stores.invoices.listAddresses(uid)).map(({ coin }) => coin)

/** The protocol of a response. */
function findForm({ headers, json: members }: RawReply): string {
  const type = String(headers['content-type'])
  if (type !== json) return type
  if ('paymentOptions' in members) return 'options'
  if ('creationTimestamp' in members) return 'BIP270'
  if ('payment_options' in members) return 'invoice'
  return String(members.paymentUrl).includes('/payments/') ? 'template' : 'JSON Payment Protocol v1'
}

const everything =
  'application/payment-options, application/bitcoinsv-paymentrequest, application/dash-paymentrequest, application/payment-request, text/uri-list, application/json, text/html'
const without = (...types: string[]) =>
  everything
    .split(', ')
    .filter((type) => !types.some((each) => type.includes(each)))
    .join(', ')

const gets: readonly (readonly [row: string, headers: Headers, form: string])[] = [
  ['1: options', { accept: 'application/payment-options' }, 'options'],
  ['1: first of all that match', { accept: everything }, 'options'],
  ['1: with x-currency too', { accept: 'application/payment-options', 'x-currency': 'BTC' }, 'options'],
  ['2: BIP270', { accept: 'application/bitcoinsv-paymentrequest' }, 'BIP270'],
  ['2: before those below', { accept: without('options') }, 'BIP270'],
  [
    '2: as ElectrumSV sends it',
    { accept: 'application/bitcoinsv-paymentrequest, application/payment-request, application/json' },
    'BIP270',
  ],
  ...Object.keys(words).map(
    (word) =>
      [
        `3: BIP70 of ${word}`,
        { accept: `application/${word}-paymentrequest` },
        `application/${word}-paymentrequest`,
      ] as const,
  ),
  ['3: before those below', { accept: without('options', 'bitcoinsv') }, 'application/dash-paymentrequest'],
  [
    '3: the media type selects the coin, not x-currency',
    { accept: 'application/dash-paymentrequest', 'x-currency': 'BTC' },
    'application/dash-paymentrequest',
  ],
  [
    '3: in any case and with parameters, returned without them',
    { accept: 'Application/Bitcoin-PaymentRequest; charset=utf-8' },
    'application/bitcoin-paymentrequest',
  ],
  ['4: by x-currency', { accept: 'application/payment-request', 'x-currency': 'LTC' }, 'template'],
  ['4: x-currency alone', { 'x-currency': 'LTC' }, 'template'],
  ['4: x-currency with text/html', { accept: 'text/html', 'x-currency': 'LTC' }, 'template'],
  ['4: x-currency before a list of URIs', { accept: 'text/uri-list', 'x-currency': 'LTC' }, 'template'],
  ['5: BIP73', { accept: 'text/uri-list' }, 'text/uri-list'],
  ['5: before those below', { accept: 'text/html, application/json, text/uri-list' }, 'text/uri-list'],
  ['6: the invoice', { accept: 'application/json' }, 'invoice'],
]

for (const [row, headers, form] of gets)
  test(`GET, row ${row}`, async () => {
    const uid = await createInvoice()
    const reply = await sendRequest(uid, headers)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(findForm(reply), form)
    assert.equal(reply.headers.vary, 'Accept, X-Currency, X-Paypro-Version')
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.equal(reply.headers['access-control-allow-origin'], '*')
    const alias = await service.request(`/i/${uid}`, { token: null, headers })
    assert.deepEqual(alias.bytes, reply.bytes)
    const head = await sendRequest(uid, headers, { method: 'HEAD' })
    assert.equal(head.headers['content-type'], reply.headers['content-type'])
  })

test('the representations of one invoice are not mixed up, in whatever order they are requested', async () => {
  const uid = await createInvoice()
  for (const order of [gets, gets.toReversed(), gets])
    for (const [, headers, form] of order) assert.equal(findForm(await sendRequest(uid, headers)), form)
})

test('GET, row 7: a browser is redirected to the checkout page, whatever the invoice’s status', async () => {
  const uid = await createInvoice()
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html,application/json;q=0.9' }]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers: answered } = await sendRequest(uid, headers, { method })
      assert.equal(status, 303)
      assert.equal(answered.location, `${service.baseUrl}/checkout/${uid}`)
    }
  }
})

test('JSON Payment Protocol v1: without x-currency the only coin is requested, and paid at the request’s own URL', async () => {
  const uid = await dogeInvoice()
  const reply = await sendRequest(uid, { accept: 'application/payment-request' })
  assert.equal(findForm(reply), 'JSON Payment Protocol v1')
  assert.equal(reply.json.currency, 'DOGE')
  assert.equal(reply.json.paymentUrl, `${service.baseUrl}/r/${uid}`)
  const several = await sendRequest(await createInvoice(), { accept: 'application/payment-request' })
  assertRejected(several, 400, 'currency_header_missing')
})

test('options: every coin with all fields that wallets require, and no address is issued', async () => {
  const uid = await createInvoice({ memo: 'Two coffees' })
  const { json: members } = await sendRequest(uid, { accept: 'application/payment-options' })
  const { payment_options } = await service.getInvoice(uid)
  const { paymentOptions, time, expires, ...rest } = members
  assert.deepEqual(rest, { memo: 'Two coffees', paymentUrl: `${service.baseUrl}/r/${uid}`, paymentId: uid })
  assert.equal(Date.parse(String(expires)) - Date.parse(String(time)), 900_000)
  assert.ok(Array.isArray(paymentOptions))
  assert.deepEqual(
    paymentOptions.map(({ chain, estimatedAmount }) => [chain, estimatedAmount]),
    payment_options.map(({ currency, amount }) => [currency, Math.round(Number(amount) * 1e8)]),
  )
  for (const { requiredFeeRate, estimatedAmount, chain, ...option } of paymentOptions) {
    assert.ok(typeof requiredFeeRate === 'number' && requiredFeeRate > 0)
    assert.ok(Number.isSafeInteger(estimatedAmount))
    assert.deepEqual(option, {
      currency: chain,
      network: 'regtest',
      minerFee: 0,
      decimals: 8,
      selected: false,
      native: true,
    })
  }
  assert.deepEqual(await listAllocated(uid), [])
})

test('HEAD, OPTIONS, options and URI lists issue no address', async () => {
  const uid = await createInvoice()
  for (const [, headers] of gets) await sendRequest(uid, headers, { method: 'HEAD' })
  for (const accept of ['application/payment-options', 'text/uri-list']) await sendRequest(uid, { accept })
  const { status, text } = await sendRequest(uid, {}, { method: 'OPTIONS' })
  assert.deepEqual([status, text], [204, ''])
  assert.deepEqual(await listAllocated(uid), [])
})

test('BIP73: pay: with several coins, the coin’s own scheme with one', async () => {
  const [several, one] = [await createInvoice(), await dogeInvoice()]
  const uris = async (uid: string) => (await sendRequest(uid, { accept: 'text/uri-list' })).text
  assert.equal(await uris(several), `pay:?r=${service.baseUrl}/r/${several}\r\n`)
  assert.equal(await uris(one), `dogecoin:?r=${service.baseUrl}/r/${one}\r\n`)
})

for (const [word, code] of Object.entries(words))
  test(`BIP70, ${code}: the details of the payment request`, async () => {
    const uid = await createInvoice({ memo: 'Two coffees' })
    const type = `application/${word}-paymentrequest`
    const { bytes, headers } = await sendRequest(uid, { accept: type })
    assert.equal(headers['content-transfer-encoding'], 'binary')
    const request = fromBinary(PaymentRequestSchema, bytes)
    assert.deepEqual([request.paymentDetailsVersion, request.pkiType], [1, 'none'])
    const details = fromBinary(PaymentDetailsSchema, request.serializedPaymentDetails)
    const template = await service.paymentRequest(uid, code)
    assert.equal(details.network, 'test')
    assert.deepEqual(
      details.outputs.map(({ amount, script }) => [
        Number(amount),
        coins.get(code)?.scriptToAddress(script, 'regtest'),
      ]),
      template.outputs.map(({ amount, address }) => [amount, address]),
    )
    assert.equal(details.time, BigInt(Math.floor(Date.parse(template.time) / 1_000)))
    assert.equal(details.expires, BigInt(Math.floor(Date.parse(template.expires) / 1_000)))
    assert.equal(details.memo, 'Two coffees')
    assert.equal(details.paymentUrl, `${service.baseUrl}/r/${uid}`)
    assert.ok(Math.abs(details.requiredFeeRate - template.requiredFeeRate) < 0.001)
  })

test('BIP270: scripts, times in seconds, and merchantData as a string', async () => {
  const uid = await createInvoice()
  const { json: terms } = await sendRequest(uid, { accept: 'application/bitcoinsv-paymentrequest' })
  const template = await service.paymentRequest(uid, 'BSV')
  const outputs = template.outputs.map(({ amount, address }) => ({
    amount,
    script: Buffer.from(coins.get('BSV')?.addressToScript(address, 'regtest') ?? []).toString('hex'),
  }))
  assert.deepEqual(terms, {
    network: 'test',
    outputs,
    creationTimestamp: Math.floor(Date.parse(template.time) / 1_000),
    expirationTimestamp: Math.floor(Date.parse(template.expires) / 1_000),
    memo: 'Payment of 12.5 USD',
    paymentUrl: `${service.baseUrl}/r/${uid}`,
    merchantData: uid,
  })
})

test('a coin that is not offered, or an unsupported protocol, is rejected with BitPay’s message', async () => {
  const uid = await dogeInvoice()
  const phrase = /Unsupported Currency or Chain for Payment Option/
  for (const accept of ['application/bitcoinsv-paymentrequest', 'application/zcash-paymentrequest']) {
    const reply = await sendRequest(uid, { accept })
    assert.equal(reply.status, 400)
    assert.match(String(reply.json.msg), phrase)
  }
  const bip70 = await sendRequest(uid, { accept: 'application/bitcoin-paymentrequest' })
  assert.equal(bip70.status, 400)
  assert.equal(bip70.headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(bip70.text, phrase)
})

test('BIP70 wallets get a plain-text message for an unknown invoice or one that is no longer open', async () => {
  const accept = 'application/litecoin-paymentrequest'
  const missing = await sendRequest('A'.repeat(22), { accept })
  assert.deepEqual([missing.status, missing.headers['content-type']], [404, 'text/plain; charset=utf-8'])
  assert.match(missing.text, /^This invoice was not found or has been archived/)
  const uid = await createInvoice()
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  const cancelled = await sendRequest(uid, { accept })
  assert.equal(cancelled.status, 400)
  assert.match(cancelled.text, /^Invoice no longer accepting payments/)
  for (const each of ['application/payment-options', 'text/uri-list'])
    assertRejected(await sendRequest(uid, { accept: each }), 400, 'invoice_cancelled')
})

test('POST of an unsupported media type: BitPay’s message, as JSON; another method: 405 with Allow', async () => {
  const uid = await createInvoice()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/zcash-payment']) {
    const reply = await sendRequest(uid, { 'content-type': type }, { method: 'POST', body: 'x' })
    assert.equal(reply.status, 400)
    assert.match(String(reply.json.error), /^Unsupported Content-Type for payment/)
  }
  const wrong = await sendRequest(uid, {}, { method: 'PUT' })
  assert.equal(wrong.status, 405)
  assert.match(String(wrong.headers.allow), /GET.*POST|POST.*GET/)
})
