import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../../kernel/api-error.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import type { PaymentRequest } from '../request.ts'
import { specification } from './specification.ts'

const request: PaymentRequest = {
  uid: 'uid',
  coin: 'BSV',
  chain: 'main',
  outputs: [{ address: '1Address', script: 'aa', amount: toBaseUnits(9_007_199_254_740_991n) }],
  feeRate: 50n,
  quotedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  expiresAt: Date.UTC(2026, 0, 2, 3, 19, 5, 6),
  memo: 'A "memo" – ü',
}

test('the template has whole amounts, an exact decimal fee rate and times with milliseconds', () => {
  const selection = specification.parseGet({ headers: { 'x-currency': 'BSV' }, types: [] }) ?? assert.fail()
  assert.ok(selection.kind === 'request')
  const { type, body } = selection.respond(request, { baseUrl: 'https://pay.example', certificate: null })
  assert.equal(type, 'application/json; charset=utf-8')
  assert.equal(
    body,
    '{"network":"main","currency":"BSV","requiredFeeRate":0.05,"requiredFeePerByte":0.05,' +
      '"outputs":[{"amount":9007199254740991,"address":"1Address"}],' +
      '"time":"2026-01-02T03:04:05.006Z","expires":"2026-01-02T03:19:05.006Z","memo":"A \\"memo\\" – ü",' +
      '"paymentUrl":"https://pay.example/payments/json/BSV/uid","paymentId":"uid"}',
  )
})

test('the x-currency header selects the template, with the coin in upper or lower case', () => {
  const selection = (headers: IncomingHttpHeaders) => specification.parseGet({ headers, types: [] })
  assert.partialDeepStrictEqual(selection({ 'x-currency': ' btc ' }), { kind: 'request', coin: 'btc' })
  for (const accept of [undefined, '*/*', 'application/payment']) assert.equal(selection({ accept }), null)
})

test('payments come as application/json', () => {
  assert.ok(specification.acceptsPost('application/json'))
  for (const type of ['', 'text/json', 'application/payment-request', 'application/payment'])
    assert.ok(!specification.acceptsPost(type))
})

const read = (body: unknown) => {
  const posted = specification.parsePost({
    mediaType: 'application/json',
    pathCoin: 'x',
    headers: {},
    body: new Uint8Array(),
    parseJson: () => body,
  })
  assert.ok(posted?.kind === 'payment')
  return posted
}

const getCode = (body: unknown): string => {
  try {
    read(body)
    return 'read'
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return error.code
  }
}

test('1 to 16 transactions are accepted, and unknown members are ignored', () => {
  const hexes = Array.from({ length: 17 }, (_, index) => (index + 16).toString(16))
  assert.deepEqual(read({ currency: 'x', transactions: ['aB'], chain: 7 }).submission, {
    coin: 'x',
    transactions: ['aB'],
  })
  assert.equal(getCode({ currency: 'x', transactions: hexes.slice(1) }), 'read')
  for (const transactions of [[], hexes]) assert.equal(getCode({ currency: 'x', transactions }), 'tx_count')
})

test('any input is either parsed or rejected', () => {
  const transactions = fc.array(fc.oneof(fc.string(), fc.anything()))
  const body = fc.oneof(
    fc.anything(),
    fc.record({ currency: fc.oneof(fc.string(), fc.anything()), transactions }),
  )
  fc.assert(
    fc.property(body, (anyBody) => {
      assert.ok(['read', 'body_invalid', 'tx_count'].includes(getCode(anyBody)))
    }),
  )
})

test('the receipt has success, the transactions as sent, and additionally txid and memo', () => {
  const { body } = read({ currency: 'BSV', transactions: ['AB', 'cd'] }).respond({
    coin: 'BSV',
    transactions: ['AB', 'cd'],
    txid: 'ff',
    memo: 'Thanks',
  })
  assert.equal(body, '{"success":true,"transactions":["AB","cd"],"txid":"ff","memo":"Thanks"}')
})
