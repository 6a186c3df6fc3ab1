import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { create, toBinary } from '@bufbuild/protobuf'
import { serialise } from '../../src/coins/codec/transaction.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { PaymentSchema } from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import { fileScope } from '../helpers/databases.ts'
import { getReceiptType, type Posting, paymentProtocols } from '../helpers/dialect-payments.ts'
import { type Bill, getOutputs, startPaying } from '../helpers/paying.ts'
import type { RawReply } from '../helpers/service.ts'
import type { Signed } from '../helpers/wallet.ts'

// The contract of every payment protocol, for each coin: payment, receipt, error, and verification of an unsigned transaction.

const service = await startPaying(fileScope)

const post = (path: string, posting: Posting): Promise<RawReply> =>
  service.request(path, { method: 'POST', token: null, ...posting })

/** For coins without witnesses the scripts are emptied; for the others the witnesses are removed. */
function unsigned({ transaction }: Signed): string {
  const inputs = transaction.inputs.map((input) => ({ ...input, script: new Uint8Array(), witness: [] }))
  return Buffer.from(serialise({ ...transaction, inputs })).toString('hex')
}

const forEachProtocol = (
  name: string,
  work: (way: (typeof paymentProtocols)[number], code: CoinCode) => Promise<void>,
) => {
  for (const way of paymentProtocols)
    for (const code of way.coins) test(`${way.name}, ${code}: ${name}`, () => work(way, code))
}

async function createBill(code: CoinCode) {
  const bill = await service.createBill(code)
  const payer = await service.payer(code)
  return { bill, payer, url: `/r/${bill.uid}` }
}

/** Fails unless it is rejected, in the format of the protocol. */
function assertRejection(
  response: RawReply,
  { usesPlainTextErrors }: (typeof paymentProtocols)[number],
  status: number,
  words: RegExp,
) {
  assert.equal(response.status, status, response.text)
  if (usesPlainTextErrors) {
    assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(response.text, words)
    return
  }
  const { success, error, msg, message, code } = response.json
  assert.equal(success, false)
  assert.ok(typeof code === 'string')
  for (const sentence of [error, msg, message]) assert.match(String(sentence), words)
}

forEachProtocol(
  'a payment is accepted at the request’s own URL, and a retry returns the same data',
  async (way, code) => {
    const { bill, payer, url } = await createBill(code)
    const signed = payer.pay(bill)
    for (const _ of ['first', 'again']) {
      const response = await post(url, way.pay(code, signed.hex))
      assert.equal(response.status, 200, response.text)
      const { type, transactions, memo } = way.receipt(response)
      assert.deepEqual([type, transactions], [getReceiptType(way, code), [signed.hex]])
      assert.ok(typeof memo === 'string' && memo !== '')
    }
    await service.assertPaid(bill, [signed])
  },
)

forEachProtocol('the specification’s URL accepts it too, for the coin in its path', async (way, code) => {
  const { bill, payer } = await createBill(code)
  const signed = payer.pay(bill)
  const other = code === 'DASH' ? 'DOGE' : 'DASH'
  const wrong = await post(`/payments/json/${other}/${bill.uid}`, way.pay(code, signed.hex))
  assertRejection(wrong, way, 400, /This invoice is priced in/)
  const response = await post(`/payments/json/${code.toLowerCase()}/${bill.uid}`, way.pay(code, signed.hex))
  assert.equal(response.status, 200, response.text)
  await service.assertPaid(bill, [signed])
})

forEachProtocol(
  'a wrong amount is rejected in the format, and with the phrases, that its wallets read',
  async (way, code) => {
    const { bill, payer, url } = await createBill(code)
    const signed = payer.pay(bill, { outputs: getOutputs(bill, -1n) })
    const response = await service.assertUnchanged(bill, () => post(url, way.pay(code, signed.hex)))
    assertRejection(response, way, 400, /does not match the amount requested/)
  },
)

forEachProtocol('an unparseable transaction is refused', async (way, code) => {
  const { bill, url } = await createBill(code)
  const response = await service.assertUnchanged(bill, () => post(url, way.pay(code, '00ff')))
  assertRejection(response, way, 400, /We were unable to parse the transaction you sent/)
})

forEachProtocol('an unknown invoice is 404', async (way, code) => {
  assertRejection(
    await post(`/r/${'A'.repeat(22)}`, way.pay(code, (await anyPayment(code)).hex)),
    way,
    404,
    /This invoice was not found or has been archived/,
  )
})

forEachProtocol('a paid invoice accepts no other payment, and that is not broadcast', async (way, code) => {
  const { bill, payer, url } = await createBill(code)
  await payer.fund(code === 'DOGE' ? '1000' : '2')
  const [first, second] = [payer.pay(bill), payer.pay(bill, { inputs: payer.utxos.slice(1, 2) })]
  assert.equal((await post(url, way.pay(code, first.hex))).status, 200)
  const response = await service.assertUnchanged(bill, () => post(url, way.pay(code, second.hex)))
  assertRejection(response, way, 400, /^Invoice no longer accepting payments/)
})

async function anyPayment(code: CoinCode): Promise<Signed> {
  const { bill, payer } = await createBill(code)
  return payer.pay(bill)
}

const verifying = paymentProtocols.flatMap((way) =>
  way.verify && way.verify ? [{ ...way, verify: way.verify }] : [],
)

for (const way of verifying)
  for (const code of way.coins) {
    const verifyUnsigned = (bill: Bill, hex: string, size?: number) =>
      service.assertUnchanged(bill, () => post(`/r/${bill.uid}`, way.verify(code, hex, size)))

    test(`${way.name}, ${code}: verifying an unsigned transaction has no side effects, and echoes it as sent`, async () => {
      const { bill, payer } = await createBill(code)
      const signed = payer.pay(bill)
      for (const hex of [unsigned(signed), unsigned(signed).toUpperCase(), signed.hex]) {
        const response = await verifyUnsigned(bill, hex, signed.size)
        assert.equal(response.status, 200, response.text)
        if (way.echo) assert.equal(way.echo(response), hex)
        else assert.equal(response.text, '')
        if (way.echo) assert.match(String(response.json.memo), /valid/)
      }
      const paid = await post(`/r/${bill.uid}`, way.pay(code, signed.hex))
      assert.equal(paid.status, 200, paid.text)
    })

    test(`${way.name}, ${code}: errors in outputs, inputs and fee are reported before anything is signed`, async () => {
      const { bill, payer } = await createBill(code)
      const short = payer.pay(bill, { outputs: getOutputs(bill, -1n) })
      assertRejection(
        await verifyUnsigned(bill, unsigned(short), short.size),
        way,
        400,
        /does not match the amount requested/,
      )

      const [coin = assert.fail()] = payer.utxos
      const unknownInput = payer.pay(bill, { inputs: [{ ...coin, txid: 'ab'.repeat(32) }] })
      assertRejection(
        await verifyUnsigned(bill, unsigned(unknownInput), unknownInput.size),
        way,
        400,
        /input transactions for your transaction were not found/,
      )

      const signed = payer.pay(bill)
      const tooLarge = await verifyUnsigned(bill, unsigned(signed), signed.size * 40)
      assertRejection(tooLarge, way, 400, /below the current minimum threshold/)
      const { maxTransactionBytes } = coins.get(code) ?? assert.fail()
      const huge = await verifyUnsigned(bill, unsigned(signed), maxTransactionBytes)
      assertRejection(huge, way, 400, /below the current minimum threshold/)
      for (const nonsense of [0, maxTransactionBytes + 1])
        assert.equal((await verifyUnsigned(bill, unsigned(signed), nonsense)).status, 200)

      const cheap = payer.pay(bill, { fee: 1n })
      for (const tooSmall of [1, 20])
        assertRejection(
          await verifyUnsigned(bill, unsigned(cheap), tooSmall),
          way,
          400,
          /below the current minimum threshold/,
        )

      await service.request(`/invoices/${bill.uid}`, { method: 'DELETE' })
      const late = await verifyUnsigned(bill, unsigned(signed), signed.size)
      assertRejection(late, way, 400, /^Invoice no longer accepting payments/)
    })
  }

test('a wallet that counts its witness bytes in full is not told that its fee is too low', async () => {
  const { bill, payer, url } = await createBill('LTC')
  const signed = payer.pay(bill)
  const unsignedHex = unsigned(signed)
  const [first = assert.fail()] = verifying
  const verifyUnsigned = (size: number) => post(url, first.verify('LTC', unsignedHex, size))
  assert.equal((await verifyUnsigned(signed.hex.length / 2)).status, 200)
  assert.equal((await verifyUnsigned(signed.hex.length)).json.code, 'tx_fee_too_low')
})

test('JSON Payment Protocol v2: selecting a coin returns its outputs, always the same', async () => {
  const { uid } = (await service.createInvoice()).invoice
  const select = (body: Readonly<Record<string, unknown>>, path = `/r/${uid}`) =>
    post(path, { headers: { 'content-type': 'application/payment-request' }, body })
  const first = await select({ chain: 'LTC', payload: {} })
  const template = await service.paymentRequest(uid, 'LTC')
  assert.deepEqual(first.json, {
    time: template.time,
    expires: template.expires,
    memo: template.memo,
    paymentUrl: `${service.baseUrl}/r/${uid}`,
    paymentId: uid,
    chain: 'LTC',
    currency: 'LTC',
    network: 'regtest',
    instructions: [
      { type: 'transaction', requiredFeeRate: template.requiredFeeRate, outputs: template.outputs },
    ],
  })
  for (const body of [
    { chain: 'ltc' },
    { currency: 'LTC' },
    { chain: 'LTC', currency: 'LTC', decimals: 8, selected: false },
  ])
    assert.equal((await select(body)).text, first.text)
  assert.equal((await select({ chain: 'LTC' }, `/payments/json/LTC/${uid}`)).text, first.text)
  for (const body of [
    { chain: 'XRP' },
    { chain: 'BTC', currency: 'LTC' },
    { chain: 'LTC', currency: 'USDC' },
  ]) {
    const { status, json } = await select(body)
    assert.deepEqual([status, json.code], [400, 'coin_not_offered'])
    assert.match(String(json.msg), /Unsupported Currency or Chain for Payment Option/)
  }
  const wrong = await select({ chain: 'BTC' }, `/payments/json/LTC/${uid}`)
  assert.equal(wrong.json.code, 'currency_mismatch')
})

test('JSON Payment Protocol: application/payment with objects is version 2 even without its header', async () => {
  const { bill, payer, url } = await createBill('BCH')
  const { hex } = payer.pay(bill)
  const posting = {
    headers: { 'content-type': 'application/payment' },
    body: { chain: 'BCH', transactions: [{ tx: hex }] },
  }
  const { json } = await post(url, posting)
  assert.deepEqual(json.payment, { chain: 'BCH', currency: 'BCH', transactions: [{ tx: hex }] })
})

test('JSON Payment Protocol and BIP270 accept exactly one transaction; BIP70 and application/json up to sixteen', async () => {
  const { bill, payer, url } = await createBill('LTC')
  const parent = payer.pay(bill)
  const child = payer.pay(bill, { inputs: payer.own(parent) })
  const hexes = [parent.hex, child.hex]
  for (const [type, transactions] of [
    ['application/payment', hexes],
    ['application/payment', hexes.map((tx) => ({ tx }))],
    ['application/payment-verification', hexes.map((tx) => ({ tx }))],
    ['application/payment', []],
  ] as const) {
    const body = { chain: 'LTC', currency: 'LTC', transactions }
    const { status, json } = await post(url, { headers: { 'content-type': type }, body })
    assert.deepEqual([status, json.code], [400, 'tx_count'])
    assert.match(String(json.msg), /^Request must include exactly one \(1\) transaction/)
  }
  const payment = create(PaymentSchema, { transactions: hexes.map((hex) => Buffer.from(hex, 'hex')) })
  const body = Buffer.from(toBinary(PaymentSchema, payment))
  const response = await post(url, { headers: { 'content-type': 'application/litecoin-payment' }, body })
  assert.equal(response.status, 200, response.text)
  await service.assertPaid(bill, [parent, child])
})

test('a BIP70 Payment above 50 000 bytes is 413, with or without Content-Length; a smaller one is echoed', async () => {
  const { bill, payer, url } = await createBill('DASH')
  const headers = { 'content-type': 'application/dash-payment' }
  const large = await post(url, { headers, body: Buffer.alloc(50_001) })
  assert.deepEqual([large.status, large.headers['content-type']], [413, 'text/plain; charset=utf-8'])
  const payment = create(PaymentSchema, { transactions: [Buffer.from(payer.pay(bill).hex, 'hex')] })
  // An unknown field: 15, of bytes.
  const body = Buffer.concat([toBinary(PaymentSchema, payment), Buffer.from('7a0401020304', 'hex')])
  const response = await post(url, { headers, body })
  assert.equal(response.status, 200, response.text)
  assert.ok(Buffer.from(response.bytes).includes(body))
})

test('invalid BIP70 messages, and those without a transaction, are rejected with a message', async () => {
  const { url } = await createBill('BTC')
  const headers = { 'content-type': 'application/bitcoin-payment' }
  const garbage = await post(url, { headers, body: Buffer.from('ffffff', 'hex') })
  assert.deepEqual([garbage.status, garbage.headers['content-type']], [400, 'text/plain; charset=utf-8'])
  assert.match(garbage.text, /^We were unable to parse your payment/)
  assert.match(
    (await post(url, { headers, body: Buffer.alloc(0) })).text,
    /^Request must include exactly one/,
  )
})

test('templates and responses of JSON Payment Protocol are signed, each over its own bytes; no other response is', async () => {
  const { bill, payer, url } = await createBill('LTC')
  const { hex, size } = payer.pay(bill)
  const assertSigned = ({ headers, bytes }: RawReply, name: string) => {
    const digest = createHash('sha256').update(bytes).digest('hex')
    assert.equal(headers.digest, `SHA-256=${digest}`, name)
    assert.equal(headers['x-signature-type'], 'ecc')
    assert.match(String(headers.signature), /^[0-9a-f]{128}$/)
    assert.equal(headers['x-signature'], headers.signature)
    assert.match(String(headers['x-identity']), /^1[1-9A-HJ-NP-Za-km-z]{25,33}$/)
  }
  const get = (headers: Record<string, string>) => service.request(url, { token: null, headers })
  const template = { accept: 'application/payment-request', 'x-currency': 'LTC' }
  assertSigned(await get(template), 'template')
  assert.equal((await get(template)).headers.signature, (await get(template)).headers.signature)
  assertSigned(await get({ accept: 'application/payment-options' }), 'options')
  const types = { 'content-type': 'application/payment-request' }
  assertSigned(await post(url, { headers: types, body: { chain: 'LTC' } }), 'select')
  const [specification, ...others] = paymentProtocols
  const ofJson = others.filter(({ name }) => name.startsWith('JSON'))
  for (const { name, verify } of ofJson)
    assertSigned(await post(url, verify?.('LTC', hex, size) ?? assert.fail()), `${name}, verification`)
  for (const { name, pay } of ofJson) assertSigned(await post(url, pay('LTC', hex)), name)
  const plain = await post(url, specification?.pay('LTC', hex) ?? assert.fail())
  for (const { headers } of [
    plain,
    await get({ accept: 'text/uri-list' }),
    await get({ accept: 'application/json' }),
  ])
    assert.equal(headers.digest, undefined)
})
