import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { second } from '../../src/kernel/clock.ts'
import { createPaymentCounter } from '../../src/payments/count.ts'
import { createPaymentLeases } from '../../src/payments/leases.ts'
import { createSettlement } from '../../src/payments/settle.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

/** A payment that the network accepts and that stays unsettled for a second, and what another process does to it in that time. */
async function startUnsettled(t: TestContext) {
  const service = await startPaying(t, { settings: { FAILPOINT: 'payment.sent:sleep 1000' } })
  const { database, clock, config } = service
  const payer = await service.payer('LTC')
  const bill = await service.createBill('LTC')
  const signed = payer.pay(bill)
  const response = service.submit(bill, signed)
  await until(async () => (await service.listMempool('LTC')).includes(signed.txid))
  const [payment = assert.fail()] = await listPayments(service, bill.uid)
  const view = { baseUrl: config.baseUrl, getTipHeight: () => null }
  const settling = createSettlement(createTransact(database), {
    view,
    clock,
    isConfirmed: () => false,
    paymentCounter: createPaymentCounter({ view, clock }),
  })
  // The clock of a process for which the lease has ended.
  const leases = createPaymentLeases(createTransact(database), { now: () => clock.now() + 10 * second })
  return { ...service, bill, signed, response, payment, settling, leases }
}

test('a submission whose claim was released while the network accepted the transaction fails; the retry succeeds', async (t) => {
  const { bill, signed, response, payment, settling, ...service } = await startUnsettled(t)
  assert.equal(await settling.release(payment, { code: 'not_sent' }), true)

  assertPaymentRejected(await response, 'broadcast_unknown')
  assert.equal(await service.readStatus(bill.uid), 'unpaid')
  service.assertAccepted(await service.submit(bill, signed), [signed])
  await service.assertPaid(bill, [signed])
})

test('a rejection from before another process took over the lease ends nothing', async (t) => {
  const { bill, signed, response, payment, settling, leases, ...service } = await startUnsettled(t)
  const taken = await leases.take(payment)
  assert.ok(taken && taken.payment.leaseUntil > payment.leaseUntil)
  assert.equal(await settling.release(payment, { code: 'rejected', detail: 'pool_full' }), false)

  service.assertAccepted(await response, [signed])
  await service.assertPaid(bill, [signed])
  assert.equal(await leases.take(taken.payment), null)
})
