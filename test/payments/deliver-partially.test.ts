import assert from 'node:assert/strict'
import { test } from 'node:test'
import { second } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, {
  clock,
  // Between the two transactions.
  config: { failpoint: { name: 'payment.begun', action: { kind: 'sleep', ms: 3_000 } } },
})
const { createBill, payer, listMempool, submit, readStatus } = service

/** Submits two transactions, and returns once the first one has been sent. */
async function submitChain() {
  const bill = await createBill('LTC')
  const wallet = await payer('LTC')
  const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
  const child = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })
  const response = submit(bill, [parent, child])
  await until(async () => (await listMempool('LTC')).includes(parent.txid))
  return { bill, parent, response }
}

test('an error after some of several transactions were sent does not say that nothing was sent', async () => {
  const { bill, parent, response } = await submitChain()
  await service.rpc('LTC', 'sandbox_fail', 'refuse', 1)
  const sentence = assertPaymentRejected(await response, 'tx_rejected')
  assert.match(sentence, /The network rejected the transaction\. The transactions before it were sent; /)
  assert.deepEqual(await listMempool('LTC'), [parent.txid])
  assert.equal(await readStatus(bill.uid), 'unpaid')
})

test('a rejection that takes longer than the lease is final, and releases the claim', async () => {
  const { bill, response } = await submitChain()
  // The reconciler runs every second, and finds that the lease has ended.
  clock.advance(8 * second)
  await service.rpc('LTC', 'sandbox_fail', 'refuse', 1)
  assertPaymentRejected(await response, 'tx_rejected')
  assert.deepEqual(await service.listEvents(bill.uid), ['invoice.created', 'payment.rejected'])
  assert.equal((await service.request(`/invoices/${bill.uid}`, { method: 'DELETE' })).status, 200)
})
