import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateUid } from '../../src/kernel/ids.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, startPaying } from '../helpers/paying.ts'
import type { Reply } from '../helpers/service.ts'
import type { Signed } from '../helpers/wallet.ts'

/** Every submission takes this long, whatever its result. */
const lingerMs = 1_500
const service = await startPaying(fileScope, {
  listen: true,
  settings: { FAILPOINT: `payment.parsed:sleep ${lingerMs}` },
})
const { createBill, payer, submit } = service

const bill = await createBill('LTC')
const signed = (await payer('LTC')).pay(bill)

const unknownBill = (): Pick<Bill, 'uid' | 'coin'> => ({ uid: generateUid(Date.now()), coin: 'LTC' })
const isTooMany = ({ status }: Reply): boolean => status === 429

/** That many concurrent submissions, from different addresses or a given one. */
function atOnce(count: number, to: (index: number) => Pick<Bill, 'uid' | 'coin'>, from = '203.0.113.1') {
  const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' }
  return Array.from({ length: count }, (_, index) => submit(to(index), signed, { headers }))
}

function assertTooMany(reply: Reply): void {
  assertPaymentRejected(reply, 'too_many_requests', { status: 429 })
  assert.equal(reply.headers['retry-after'], '2')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
}

test('an invoice accepts 64 concurrent submissions, the 65th is 429 with Retry-After; other invoices are unaffected', async () => {
  const one = unknownBill()
  const [running, tooMany, other] = [atOnce(64, () => one), atOnce(3, () => one), atOnce(1, unknownBill)]
  for (const reply of await Promise.all(tooMany)) assertTooMany(reply)
  for (const reply of await Promise.all([...running, ...other])) {
    assertPaymentRejected(reply, 'invoice_not_found', { status: 404 })
  }
  assert.deepEqual((await Promise.all(atOnce(64, () => one))).filter(isTooMany), [])
})

test('an address may have 256 concurrent submissions, the next is 429; other addresses are unaffected', async () => {
  const running = atOnce(256, unknownBill)
  const [tooMany, other] = [atOnce(3, unknownBill), atOnce(1, unknownBill, '203.0.113.2')]
  for (const reply of await Promise.all(tooMany)) assertTooMany(reply)
  assert.deepEqual((await Promise.all([...running, ...other])).filter(isTooMany), [])
})

test('fifty payers behind one address, each with three concurrent attempts, reach no limit', async () => {
  const uids = Array.from({ length: 50 }, unknownBill)
  const replies = await Promise.all(atOnce(150, (index) => uids[index % 50] ?? assert.fail()))
  assert.deepEqual(replies.filter(isTooMany), [])
})

test('a submission that is rejected before it is checked frees its slot immediately', async () => {
  const one = unknownBill()
  for (let count = 0; count < 70; count++) {
    assertPaymentRejected(await submit(one, signed, { body: 'no json' }), 'body_invalid')
  }
  const foreign = { headers: { 'content-type': 'text/plain' } }
  await Promise.all(Array.from({ length: 200 }, () => submit(one, signed, foreign)))
  assert.deepEqual((await Promise.all(atOnce(64, () => one))).filter(isTooMany), [])
})

test('a payer who disconnects keeps the slot until the work is done', async () => {
  const one = unknownBill()
  const abort = new AbortController()
  const abortedSubmissions = Array.from({ length: 64 }, () => post(one, signed, abort.signal))
  await sleep(lingerMs / 3)
  abort.abort()
  for (const { status } of await Promise.allSettled(abortedSubmissions)) assert.equal(status, 'rejected')
  assert.equal((await post(one, signed)).status, 429)
  await sleep(lingerMs)
  assert.equal((await post(one, signed)).status, 404)
})

test('the payment is accepted once slots are free again', async () => {
  const reply = await submit(bill, signed)
  service.assertAccepted(reply, [signed])
  await service.assertPaid(bill, [signed])
})

function post({ uid, coin }: Pick<Bill, 'uid' | 'coin'>, { hex }: Signed, signal?: AbortSignal) {
  return fetch(`${service.baseUrl}/payments/json/${coin}/${uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ currency: coin, transactions: [hex] }),
    ...(signal && { signal }),
  })
}
