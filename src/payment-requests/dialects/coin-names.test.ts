import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonPaymentProtocol1 } from './json-payment-protocol-1.ts'
import { jsonPaymentProtocol2 } from './json-payment-protocol-2.ts'
import { specification } from './specification.ts'

const megabytes = 'x'.repeat(4_000_000)
const hex = '00'

/** The coin that a body names. */
function getCoin(
  dialect: typeof specification,
  type: string,
  body: Readonly<Record<string, unknown>>,
): string {
  const mediaType = `application/${type}`
  const headers = { 'x-paypro-version': dialect === jsonPaymentProtocol2 ? '2' : '1' }
  const posted = dialect.parsePost({
    mediaType,
    pathCoin: null,
    headers,
    body: Buffer.of(),
    parseJson: () => body,
  })
  switch (posted?.kind) {
    case 'request':
      return posted.coin
    case 'verification':
      return posted.unsigned.coin
    case 'payment':
      return posted.submission.coin
    case undefined:
      return assert.fail('another dialect parsed it')
  }
}

const listForms = (chain: string | undefined, currency: string | undefined) => [
  getCoin(specification, 'json', { currency, transactions: [hex] }),
  getCoin(jsonPaymentProtocol1, 'payment', { currency, transactions: [hex] }),
  getCoin(jsonPaymentProtocol1, 'verify-payment', { currency, unsignedTransaction: hex }),
  ...both(chain, currency),
]

const both = (chain: string | undefined, currency: string | undefined) => [
  getCoin(jsonPaymentProtocol2, 'payment-request', { chain, currency }),
  getCoin(jsonPaymentProtocol2, 'payment-verification', { chain, currency, transactions: [{ tx: hex }] }),
  getCoin(jsonPaymentProtocol2, 'payment', { chain, currency, transactions: [{ tx: hex }] }),
]

test('the coin of a submission is the currency as the wallet wrote it, or the chain if there is no currency', () => {
  assert.deepEqual(new Set(listForms('bTc', 'bTc')), new Set(['bTc']))
  assert.deepEqual(new Set(listForms('BTC', 'bTc')), new Set(['bTc']))
  assert.deepEqual(new Set(both('bTc', undefined)), new Set(['bTc']))
  assert.deepEqual(new Set(both(undefined, 'bTc')), new Set(['bTc']))
  assert.deepEqual(new Set(both('LTC', 'bTc')), new Set(['LTC/bTc']))
})

test("a coin name of several megabytes is not processed after the body's format check, and matches nothing", () => {
  for (const coin of [
    ...listForms(megabytes, megabytes),
    ...both('BTC', megabytes),
    ...both(megabytes, 'BTC'),
  ]) {
    assert.ok(coin.length < 100)
    assert.notEqual(coin, 'BTC')
  }
  for (const coin of both(megabytes, undefined)) assert.ok(coin.length < 100)
})
