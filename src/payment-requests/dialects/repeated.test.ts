import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bip270 } from './bip270.ts'
import type { Dialect } from './dialect.ts'
import { jsonPaymentProtocol1 } from './json-payment-protocol-1.ts'
import { jsonPaymentProtocol2 } from './json-payment-protocol-2.ts'

const megabytes = 'ab'.repeat(2_000_000)
const receipt = { coin: 'BSV', transactions: ['00'], txid: 'f'.repeat(64), memo: 'Thanks' } as const

/** The JSON response to an acceptable body. */
function respondTo(dialect: Dialect, type: string, body: Readonly<Record<string, unknown>>) {
  const intent = dialect.parsePost({
    mediaType: `application/${type}`,
    pathCoin: null,
    headers: { 'x-paypro-version': dialect === jsonPaymentProtocol2 ? '2' : '1' },
    body: Buffer.from(JSON.stringify(body)),
    parseJson: () => body,
  })
  if (intent?.kind === 'payment') return JSON.parse(String(intent.respond(receipt).body))
  if (intent?.kind === 'verification') return JSON.parse(String(intent.respond().body))
  return assert.fail('it was not parsed')
}

test('the response to a BIP270 payment repeats it, without members of many bytes that the protocol does not need', () => {
  const payment = { transaction: '00', merchantData: 'inv_1', refundTo: 'r@wallet.example', memo: 'mine' }
  const respond = (body: Readonly<Record<string, unknown>>) =>
    respondTo(bip270, 'bitcoinsv-payment', body).payment
  assert.deepEqual(respond(payment), payment)
  assert.deepEqual(respond({ ...payment, transaction: megabytes }), { ...payment, transaction: megabytes })
  assert.deepEqual(respond({ ...payment, extra: megabytes }), { transaction: '00' })
})

test('the response to a verification repeats the unsigned transaction, unless it is longer than any wallet sends', () => {
  const respond = (tx: string) => [
    respondTo(jsonPaymentProtocol1, 'verify-payment', { currency: 'BTC', unsignedTransaction: tx }).payment
      .unsignedTransaction,
    respondTo(jsonPaymentProtocol2, 'payment-verification', { chain: 'BTC', transactions: [{ tx }] }).payment
      .transactions[0].tx,
  ]
  assert.deepEqual(respond('00'.repeat(400_000)), ['00'.repeat(400_000), '00'.repeat(400_000)])
  assert.deepEqual(respond(megabytes), [undefined, undefined])
})

test('the response to a verification repeats an estimated size, and nothing else in its place', () => {
  const respond = (weightedSize: unknown) =>
    respondTo(jsonPaymentProtocol1, 'verify-payment', {
      currency: 'BTC',
      unsignedTransaction: '00',
      weightedSize,
    }).payment.weightedSize
  assert.equal(respond(225), 225)
  for (const other of [megabytes, [megabytes], { size: 225 }, undefined])
    assert.equal(respond(other), undefined)
})
