import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { run } from '../../src/cli/run.ts'
import { hour, second } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock, settings: { NODE_TIMEOUT_SECONDS: '1' } })
const {
  createBill,
  payer,
  submit,
  listMempool,
  mine,
  isOffered,
  readStatus,
  listEvents,
  assertAccepted,
  assertPaid,
  assertUnchanged,
} = service

const fail = (coin: string, mode: string, count: number) => service.rpc(coin, 'sandbox_fail', mode, count)
const restoreNode = (coin: string) => fail(coin, 'none', 0)
const cancel = ({ uid }: Bill) => service.request(`/invoices/${uid}`, { method: 'DELETE' })

/** A payment request, and two signed payments for it without a common input. */
async function prepare(coin: string) {
  const bill = await createBill(coin)
  const wallet = await payer(coin, coin === 'DOGE' ? ['200', '200'] : ['1', '1'])
  const signed = wallet.pay(bill)
  return { bill, wallet, signed, another: wallet.pay(bill, { inputs: wallet.utxos.slice(1) }) }
}

/** The reconciler runs again after 5 s. */
const advancePastRetry = () => clock.advance(6 * second)

testOnEveryCoin(
  'the node accepts the transaction and its response is lost: broadcast_unknown, and a retry succeeds',
  async (code) => {
    const { bill, signed } = await prepare(code)
    await fail(code, 'cut', 1)
    const sentence = assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    assert.match(sentence, /^Error broadcasting payment to network/)
    assert.ok((await listMempool(code)).includes(signed.txid))
    assert.equal(await readStatus(bill.uid), 'unpaid')
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  },
)

testOnEveryCoin(
  'the response is lost and nobody retries: the reconciler settles the payment',
  async (code) => {
    const { bill, signed } = await prepare(code)
    await fail(code, 'cut', 1)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    advancePastRetry()
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    await assertPaid(bill, [signed])
    assertAccepted(await submit(bill, signed), [signed])
  },
)

test('a clock that was set back an hour does not delay the reconciler', async (t) => {
  const { bill, signed } = await prepare('LTC')
  await fail('LTC', 'cut', 1)
  assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
  clock.advance(-hour)
  t.after(() => clock.advance(hour))
  await until(async () => (await readStatus(bill.uid)) === 'paid')
  await assertPaid(bill, [signed])
})

testOnEveryCoin(
  'the node rejects the transaction: tx_rejected, the claim is released, an event is emitted, and another transaction can pay',
  async (code) => {
    const { bill, signed, another } = await prepare(code)
    await fail(code, 'refuse', 1)
    assertPaymentRejected(await submit(bill, signed), 'tx_rejected')
    assert.deepEqual(await listEvents(bill.uid), ['invoice.created', 'payment.rejected'])
    assert.ok(!(await listMempool(code)).includes(signed.txid))
    assertAccepted(await submit(bill, another), [another])
    await assertPaid(bill, [another])
  },
)

testOnEveryCoin(
  'the node is down: network_unavailable, nothing is claimed, and a later retry succeeds',
  async (code) => {
    const { bill, signed } = await prepare(code)
    await fail(code, 'down', 1)
    const atOnce = await assertUnchanged(bill, () => submit(bill, signed))
    const sentence = assertPaymentRejected(atOnce, 'network_unavailable')
    assert.match(sentence, /^Error broadcasting payment to network/)
    // The failure was detected: the coin is no longer offered.
    await until(async () => !(await isOffered(code)))
    assertPaymentRejected(await submit(bill, signed), 'network_unavailable')
    await restoreNode(code)
    await until(() => isOffered(code))
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
    assert.deepEqual((await listEvents(bill.uid)).slice(0, 3), [
      'invoice.created',
      'payment.accepted',
      'invoice.paid',
    ])
  },
)

describe('while the outcome is unknown', { concurrency: true }, () => {
  test('cancelling is 409; another transaction is payment_in_flight and not broadcast', async () => {
    const { bill, signed, another } = await prepare('DASH')
    await fail('DASH', 'timeout', 1)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    const cancelled = await cancel(bill)
    assert.deepEqual([cancelled.status, cancelled.json.code], [409, 'invoice_not_cancellable'])
    const reply = await assertUnchanged(bill, () => submit(bill, another))
    assertPaymentRejected(reply, 'payment_in_flight')
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
    assertPaymentRejected(await submit(bill, another), 'invoice_paid')
  })

  test('another transaction that waits while the claim ends gets the outcome', async () => {
    const { bill, signed, another } = await prepare('BCH')
    await fail('BCH', 'timeout', 1)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    const [waiting, first] = await Promise.all([submit(bill, another), submit(bill, signed)])
    assertAccepted(first, [signed])
    assertPaymentRejected(waiting, 'invoice_paid')
    assert.ok(!(await listMempool('BCH')).includes(another.txid))
  })

  test('concurrent submissions of the same transaction share its outcome', async () => {
    const { bill, signed } = await prepare('BSV')
    await fail('BSV', 'cut', 1)
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(bill, signed)))
    for (const reply of replies) if (reply.status !== 200) assertPaymentRejected(reply, 'broadcast_unknown')
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  })

  test('a block that contains the transaction settles the payment', async () => {
    const { bill, signed } = await prepare('BTC')
    await fail('BTC', 'cut', 1)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    await mine('BTC')
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    await assertPaid(bill, [signed])
    assert.equal((await service.getInvoice(bill.uid)).invoice.payment?.confirmations, 1)
    assert.ok((await listEvents(bill.uid)).includes('payment.confirmed'))
  })

  test('releasing the claim manually frees the invoice; the same transaction can claim it again', async () => {
    const { bill, signed } = await prepare('LTC')
    await fail('LTC', 'timeout', 1)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    const world = {
      environment: { DATABASE_URL: service.storage.url },
      stdin: process.stdin,
      out: () => {},
      err: () => {},
      stopSignal: new AbortController().signal,
    }
    assert.equal(await run(['claim', 'release', '--invoice', bill.uid], world), 0)
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  })
})

const always = 1_000

describe('the reconciler', { concurrency: true }, () => {
  test('it sends the same bytes again if the node does not have them', async () => {
    const { bill, signed } = await prepare('LTC')
    await fail('LTC', 'timeout', 1)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    advancePastRetry()
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    await assertPaid(bill, [signed])
  })

  test('it sends them again when they left the mempool', async () => {
    const { bill, signed } = await prepare('DOGE')
    await fail('DOGE', 'cut', always)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    await service.rpc('DOGE', 'sandbox_evict', signed.txid)
    await restoreNode('DOGE')
    advancePastRetry()
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    await assertPaid(bill, [signed])
  })

  for (const [code, location] of [
    ['BTC', 'in the pool'],
    ['BCH', 'in a block'],
  ] as const) {
    test(`it releases the claim when another transaction, ${location}, spends an input`, async () => {
      const { bill, wallet, signed, another } = await prepare(code)
      await fail(code, 'timeout', always)
      assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
      const conflicting = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 10_000_000n }] })
      await service.rpc(code, 'sendrawtransaction', conflicting.hex)
      if (location === 'in a block') await mine(code)
      await restoreNode(code)
      advancePastRetry()
      await until(async () => (await listEvents(bill.uid)).includes('payment.rejected'))
      assertPaymentRejected(await submit(bill, signed), 'tx_inputs_spent')
      assertAccepted(await submit(bill, another), [another])
      await assertPaid(bill, [another])
    })
  }

  test('it does not treat a node that is down as a rejection: the claim stays', async () => {
    const { bill, signed } = await prepare('DASH')
    await fail('DASH', 'timeout', always)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    await fail('DASH', 'down', 1)
    assertPaymentRejected(await submit(bill, signed), 'broadcast_unknown')
    advancePastRetry()
    assert.equal((await cancel(bill)).status, 409)
    await restoreNode('DASH')
    advancePastRetry()
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    await assertPaid(bill, [signed])
  })
})
