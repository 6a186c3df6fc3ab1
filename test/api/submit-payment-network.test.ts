import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { run } from '../../src/cli/run.ts'
import { second } from '../../src/kernel/clock.ts'
import { wholeFile } from '../helpers/databases.ts'
import { assertPaymentRefused, type Bill, onEveryCoin, startPaying } from '../helpers/paying.ts'
import { shiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

const clock = shiftedClock()
const service = await startPaying(wholeFile, { clock, settings: { NODE_TIMEOUT_SECONDS: '1' } })
const {
  bill,
  payer,
  submit,
  pool,
  mine,
  isOffered,
  statusOf,
  eventsOf,
  assertAccepted,
  assertPaid,
  assertUnchanged,
} = service

const fail = (coin: string, mode: string, count: number) => service.rpc(coin, 'sandbox_fail', mode, count)
const heal = (coin: string) => fail(coin, 'none', 0)
const cancel = ({ uid }: Bill) => service.request(`/invoices/${uid}`, { method: 'DELETE' })

/** A payment request, and two signed payments for it without a common input. */
async function prepared(coin: string) {
  const due = await bill(coin)
  const wallet = await payer(coin, coin === 'DOGE' ? ['200', '200'] : ['1', '1'])
  const signed = wallet.pay(due)
  return { due, wallet, signed, another: wallet.pay(due, { inputs: wallet.unspent.slice(1) }) }
}

/** The reconciler runs again after 5 s. */
const later = () => clock.advance(6 * second)

onEveryCoin(
  'the node accepts it and its response is lost: broadcast_unknown, and a retry succeeds',
  async (code) => {
    const { due, signed } = await prepared(code)
    await fail(code, 'cut', 1)
    const sentence = assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    assert.match(sentence, /^Error broadcasting payment to network/)
    assert.ok((await pool(code)).includes(signed.txid))
    assert.equal(await statusOf(due.uid), 'unpaid')
    assertAccepted(await submit(due, signed), [signed])
    await assertPaid(due, [signed])
  },
)

onEveryCoin('the response is lost and nobody retries: the reconciler settles the payment', async (code) => {
  const { due, signed } = await prepared(code)
  await fail(code, 'cut', 1)
  assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
  later()
  await until(async () => (await statusOf(due.uid)) === 'paid')
  await assertPaid(due, [signed])
  assertAccepted(await submit(due, signed), [signed])
})

onEveryCoin(
  'the node rejects: tx_rejected, the claim is released and an event emitted, and another transaction can pay',
  async (code) => {
    const { due, signed, another } = await prepared(code)
    await fail(code, 'refuse', 1)
    assertPaymentRefused(await submit(due, signed), 'tx_rejected')
    assert.deepEqual(await eventsOf(due.uid), ['invoice.created', 'payment.rejected'])
    assert.ok(!(await pool(code)).includes(signed.txid))
    assertAccepted(await submit(due, another), [another])
    await assertPaid(due, [another])
  },
)

onEveryCoin(
  'the node is down: network_unavailable, nothing is claimed, and a later retry succeeds',
  async (code) => {
    const { due, signed } = await prepared(code)
    await fail(code, 'down', 1)
    const atOnce = await assertUnchanged(due, () => submit(due, signed))
    const sentence = assertPaymentRefused(atOnce, 'network_unavailable')
    assert.match(sentence, /^Error broadcasting payment to network/)
    // The failure was detected: the coin is no longer offered.
    await until(async () => !(await isOffered(code)))
    assertPaymentRefused(await submit(due, signed), 'network_unavailable')
    await heal(code)
    await until(() => isOffered(code))
    assertAccepted(await submit(due, signed), [signed])
    await assertPaid(due, [signed])
    assert.deepEqual((await eventsOf(due.uid)).slice(0, 3), [
      'invoice.created',
      'payment.accepted',
      'invoice.paid',
    ])
  },
)

describe('while the outcome is unknown', { concurrency: true }, () => {
  test('cancelling is 409; another transaction is payment_in_flight and not broadcast', async () => {
    const { due, signed, another } = await prepared('DASH')
    await fail('DASH', 'timeout', 1)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    const cancelled = await cancel(due)
    assert.deepEqual([cancelled.status, cancelled.json.code], [409, 'invoice_not_cancellable'])
    const reply = await assertUnchanged(due, () => submit(due, another))
    assertPaymentRefused(reply, 'payment_in_flight')
    assertAccepted(await submit(due, signed), [signed])
    await assertPaid(due, [signed])
    assertPaymentRefused(await submit(due, another), 'invoice_paid')
  })

  test('another transaction that waits while the claim ends gets the outcome', async () => {
    const { due, signed, another } = await prepared('BCH')
    await fail('BCH', 'timeout', 1)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    const [waiting, first] = await Promise.all([submit(due, another), submit(due, signed)])
    assertAccepted(first, [signed])
    assertPaymentRefused(waiting, 'invoice_paid')
    assert.ok(!(await pool('BCH')).includes(another.txid))
  })

  test('concurrent submissions of the same transaction share its outcome', async () => {
    const { due, signed } = await prepared('BSV')
    await fail('BSV', 'cut', 1)
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(due, signed)))
    for (const reply of replies) if (reply.status !== 200) assertPaymentRefused(reply, 'broadcast_unknown')
    assertAccepted(await submit(due, signed), [signed])
    await assertPaid(due, [signed])
  })

  test('a block that contains it settles the payment', async () => {
    const { due, signed } = await prepared('BTC')
    await fail('BTC', 'cut', 1)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    await mine('BTC')
    await until(async () => (await statusOf(due.uid)) === 'paid')
    await assertPaid(due, [signed])
    assert.equal((await service.getInvoice(due.uid)).invoice.payment?.confirmations, 1)
    assert.ok((await eventsOf(due.uid)).includes('payment.confirmed'))
  })

  test('releasing it by hand frees the invoice; the same transaction can claim it again', async () => {
    const { due, signed } = await prepared('LTC')
    await fail('LTC', 'timeout', 1)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    const world = {
      environment: { DATABASE_URL: service.storage.url },
      stdin: process.stdin,
      out: () => {},
      err: () => {},
      stopped: new AbortController().signal,
    }
    assert.equal(await run(['claim', 'release', '--invoice', due.uid], world), 0)
    assertAccepted(await submit(due, signed), [signed])
    await assertPaid(due, [signed])
  })
})

const always = 1_000

describe('the reconciler', { concurrency: true }, () => {
  test('it sends the same bytes again when the node does not have them', async () => {
    const { due, signed } = await prepared('LTC')
    await fail('LTC', 'timeout', 1)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    later()
    await until(async () => (await statusOf(due.uid)) === 'paid')
    await assertPaid(due, [signed])
  })

  test('it sends them again when they left the mempool', async () => {
    const { due, signed } = await prepared('DOGE')
    await fail('DOGE', 'cut', always)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    await service.rpc('DOGE', 'sandbox_evict', signed.txid)
    await heal('DOGE')
    later()
    await until(async () => (await statusOf(due.uid)) === 'paid')
    await assertPaid(due, [signed])
  })

  for (const [code, place] of [
    ['BTC', 'in the pool'],
    ['BCH', 'in a block'],
  ] as const) {
    test(`it releases the claim when another transaction, ${place}, spends an input`, async () => {
      const { due, wallet, signed, another } = await prepared(code)
      await fail(code, 'timeout', always)
      assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
      const rival = wallet.pay(due, { outputs: [{ script: wallet.script(), amount: 10_000_000n }] })
      await service.rpc(code, 'sendrawtransaction', rival.hex)
      if (place === 'in a block') await mine(code)
      await heal(code)
      later()
      await until(async () => (await eventsOf(due.uid)).includes('payment.rejected'))
      assertPaymentRefused(await submit(due, signed), 'tx_inputs_spent')
      assertAccepted(await submit(due, another), [another])
      await assertPaid(due, [another])
    })
  }

  test('it does not take a node that is down for a rejection: the claim stays', async () => {
    const { due, signed } = await prepared('DASH')
    await fail('DASH', 'timeout', always)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    await fail('DASH', 'down', 1)
    assertPaymentRefused(await submit(due, signed), 'broadcast_unknown')
    later()
    assert.equal((await cancel(due)).status, 409)
    await heal('DASH')
    later()
    await until(async () => (await statusOf(due.uid)) === 'paid')
    await assertPaid(due, [signed])
  })
})
