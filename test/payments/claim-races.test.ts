import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../../src/kernel/clock.ts'
import type { FailpointName } from '../../src/kernel/failpoint.ts'
import { fileScope } from '../helpers/databases.ts'
import {
  assertPaymentRejected,
  type Bill,
  getOutputs,
  startPaying,
  testOnEveryCoin,
} from '../helpers/paying.ts'
import { type Reply, type Service, startService } from '../helpers/service.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock })
/** Another process on the same database. */
const otherProcess = await startService(fileScope, { clock, sharedStorage: service.storage })
const { createBill, payer, listMempool, readStatus, listEvents, assertAccepted, assertPaid } = service

const processes = [service, otherProcess]

/** Submits to one of the processes, and retries while another payment is in progress. */
async function submitBy(number: number, bill: Bill, signed: Signed): Promise<Reply> {
  for (;;) {
    const reply = await pay(processes[number % processes.length] ?? service, bill, signed)
    if (reply.json.code !== 'payment_in_flight') return reply
    assertPaymentRejected(reply, 'payment_in_flight')
  }
}

/** One of these has paid; the others were rejected as too late and are not in the mempool. */
async function assertOneWon(bill: Bill, all: readonly Signed[], replies: readonly Reply[]): Promise<void> {
  const winner = all.find((_, index) => replies[index]?.status === 200) ?? assert.fail('no payment succeeded')
  const txids = await listMempool(bill.coin)
  for (const [index, reply] of replies.entries()) {
    const signed = all[index] ?? assert.fail()
    if (signed === winner) assertAccepted(reply, [winner])
    else assertPaymentRejected(reply, 'invoice_paid')
    assert.equal(txids.includes(signed.txid), signed === winner)
  }
  await assertPaid(bill, [winner])
}

testOnEveryCoin(
  'of two different concurrent transactions, one succeeds, and the other is invoice_paid and not broadcast',
  async (code) => {
    for (const count of [1, 2]) {
      const bill = await createBill(code)
      const wallet = await payer(code, code === 'DOGE' ? ['100', '100'] : ['1', '1'])
      const both = wallet.utxos.map((input) => wallet.pay(bill, { inputs: [input] }))
      const replies = await Promise.all(
        both.map((signed, index) => submitBy(index * (count - 1), bill, signed)),
      )
      await assertOneWon(bill, both, replies)
    }
  },
)

test('of fifty different concurrent transactions in two processes, one succeeds', async () => {
  const bill = await createBill('BSV')
  const wallet = await payer('BSV', Array<string>(50).fill('1'))
  const all = wallet.utxos.map((input) => wallet.pay(bill, { inputs: [input] }))
  const replies = await Promise.all(all.map((signed, index) => submitBy(index, bill, signed)))
  await assertOneWon(bill, all, replies)
})

testOnEveryCoin(
  'the same transaction many times concurrently, in two processes: all requests succeed with one payment',
  async (code) => {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill)
    const count = code === 'LTC' ? 50 : 8
    const replies = await Promise.all(
      Array.from({ length: count }, (_, index) => submitBy(index, bill, signed)),
    )
    for (const reply of replies) assertAccepted(reply, [signed])
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    await assertPaid(bill, [signed])
    assert.equal((await listEvents(bill.uid)).filter((type) => type === 'payment.accepted').length, 1)
  },
)

test('concurrent transactions that spend the same output for two invoices: each invoice is paid at most once, and the output is spent once', async () => {
  for (let round = 0; round < 4; round++) {
    const bills = [await createBill('DASH'), await createBill('DASH', { amount: 9 })]
    const wallet = await payer('DASH')
    const both = bills.map((bill) => wallet.pay(bill))
    const replies = await Promise.all(
      bills.map((bill, index) => submitBy(index, bill, both[index] ?? assert.fail())),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
    for (const [index, reply] of replies.entries()) {
      const [bill, signed] = [bills[index] ?? assert.fail(), both[index] ?? assert.fail()]
      if (reply.status === 200) await assertPaid(bill, [signed])
      else {
        assertPaymentRejected(reply, 'tx_inputs_spent')
        assert.equal(await readStatus(bill.uid), 'unpaid')
      }
    }
  }
})

test('one transaction for two invoices, submitted concurrently, pays both', async () => {
  const bills = [await createBill('LTC'), await createBill('LTC', { amount: 9 })]
  const [first = assert.fail()] = bills
  const signed = (await payer('LTC')).pay(first, { outputs: bills.flatMap((bill) => getOutputs(bill)) })
  const replies = await Promise.all([...bills, ...bills].map((bill, index) => submitBy(index, bill, signed)))
  for (const reply of replies) assertAccepted(reply, [signed])
  for (const bill of bills) await assertPaid(bill, [signed])
})

test('one output, submitted concurrently for two invoices with the same address and amount, pays one of them', async () => {
  const shop = await service.anotherMerchant('shared', [])
  const address = (await payer('BCH', [], { name: 'shared' })).address()
  await service.accounts.setDestination(shop.email, 'BCH', { address })
  for (let round = 0; round < 4; round++) {
    const bills: Bill[] = []
    for (const _ of [1, 2]) {
      const { uid } = (await service.createInvoice({}, { token: shop.token })).invoice
      bills.push({ uid, coin: 'BCH', template: await service.paymentRequest(uid, 'BCH') })
    }
    const [first = assert.fail(), second = assert.fail()] = bills
    // The database is made to hold two invoices with one amount, which never happens: the last line of defence is the output itself.
    await service.database.transact(({ query }) =>
      query
        .updateTable('invoices')
        .set((set) => ({
          coins: set.selectFrom('invoices').where('uid', '=', first.uid).select('coins'),
          revision: 99,
        }))
        .where('uid', '=', second.uid)
        .execute(),
    )
    const signed = (await payer('BCH')).pay(first)
    const replies = await Promise.all(
      [...bills, ...bills].map((bill, index) => submitBy(index >> 1, bill, signed)),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 400, 400])
    const statuses = await Promise.all(bills.map(({ uid }) => readStatus(uid)))
    assert.deepEqual(statuses.sort(), ['paid', 'unpaid'])
    for (const { json, status } of replies) assert.ok(status === 200 || json.code === 'tx_output_missing')
  }
})

/** Lets a payment get this far before the next one starts. */
async function waitTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const cancel = ({ uid }: Bill) => otherProcess.request(`/invoices/${uid}`, { method: 'DELETE' })

test('cancelling races a payment: the invoice is paid or cancelled, never both, and a rejected payment is not broadcast', async () => {
  for (let round = 0; round < 16; round++) {
    const bill = await createBill('DASH')
    const signed = (await payer('DASH')).pay(bill)
    const late = waitTurns(round * 3).then(() => cancel(bill))
    const [payment, cancelled] = await Promise.all([submitBy(round, bill, signed), late])
    const status = await readStatus(bill.uid)
    if (status === 'paid') {
      assertAccepted(payment, [signed])
      assert.deepEqual([cancelled.status, cancelled.json.code], [409, 'invoice_not_cancellable'])
    } else {
      assert.equal(status, 'cancelled')
      assertPaymentRejected(payment, 'invoice_cancelled')
      assert.equal(cancelled.status, 200)
      assert.ok(!(await listMempool('DASH')).includes(signed.txid))
    }
    const [created, ...events] = await listEvents(bill.uid)
    assert.equal(created, 'invoice.created')
    assert.equal(events.filter((type) => type.startsWith('invoice.')).join(), `invoice.${status}`)
  }
})

/** A process that pauses at one step of a payment, so that the race is not left to chance. */
const startSlowProcess = (failpoint: FailpointName, ms: number) =>
  startService(fileScope, {
    clock,
    sharedStorage: service.storage,
    config: { failpoint: { name: failpoint, action: { kind: 'sleep', ms } } },
  })
const slowToClaim = await startSlowProcess('payment.verified', 2_800)
const slowToSend = await startSlowProcess('payment.claimed', 2_800)

test('an invoice that ends between check and claim is not paid, and nothing is broadcast', async () => {
  const [cancelled, expiring] = [await createBill('LTC'), await createBill('DOGE', { expires_in: 60 })]
  const payments = [(await payer('LTC')).pay(cancelled), (await payer('DOGE')).pay(expiring)]
  clock.advance(110 * second)
  const replies = [cancelled, expiring].map((bill, index) =>
    pay(slowToClaim, bill, payments[index] ?? assert.fail()),
  )
  // Both have arrived by then, and are in time.
  await sleep(500)
  clock.advance(20 * second)
  assert.equal((await cancel(cancelled)).status, 200)
  await until(async () => (await readStatus(expiring.uid)) === 'expired')
  const [first = assert.fail(), other = assert.fail()] = await Promise.all(replies)
  assertPaymentRejected(first, 'invoice_cancelled')
  assertPaymentRejected(other, 'invoice_expired')
  for (const { txid } of payments)
    assert.ok(!(await listMempool('LTC')).includes(txid) && !(await listMempool('DOGE')).includes(txid))
})

test('a claim locks its invoice: cancelling is 409, expiry waits, and it is paid', async () => {
  const [held, expiring] = [await createBill('LTC'), await createBill('DOGE', { expires_in: 60 })]
  const payments = [(await payer('LTC')).pay(held), (await payer('DOGE')).pay(expiring)]
  clock.advance(110 * second)
  const replies = [held, expiring].map((bill, index) =>
    pay(slowToSend, bill, payments[index] ?? assert.fail()),
  )
  for (const bill of [held, expiring]) await until(() => isClaimed(bill))
  clock.advance(20 * second)
  assert.equal((await cancel(held)).status, 409)
  for (const [index, reply] of (await Promise.all(replies)).entries()) {
    const [bill, signed] = [[held, expiring][index] ?? assert.fail(), payments[index] ?? assert.fail()]
    assertAccepted(reply, [signed])
    await assertPaid(bill, [signed])
  }
})

function pay(process: Service, { uid, coin }: Bill, { hex }: Signed): Promise<Reply> {
  const body = { currency: coin, transactions: [hex] }
  return process.request(`/payments/json/${coin}/${uid}`, { method: 'POST', token: null, body })
}

async function isClaimed({ uid }: Bill): Promise<boolean> {
  return (await service.stores.invoices.find(uid))?.claimedBy !== null
}
