import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settlement } from '../../src/payments/settle.ts'
import { transactOn } from '../../src/stores.ts'
import { assertPaymentRefused, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

test('a claim that another process released while the network took the transaction is no success; the repeat is one', async (t) => {
  const service = await startPaying(t, { settings: { FAILPOINT: 'payment.sent:sleep 1000' } })
  const { database, clock, config, stores } = service
  const payer = await service.payer('LTC')
  const bill = await service.bill('LTC')
  const signed = payer.pay(bill)

  const answer = service.submit(bill, signed)
  await until(async () => (await service.pool('LTC')).includes(signed.txid))
  // What a process does that was told no, a moment before the network was asked again.
  const view = { baseUrl: config.baseUrl, tipHeight: () => null }
  const { release } = settlement(transactOn(database), { view, clock, isConfirmed: () => false })
  const [payment] = await stores.payments.payments(bill.uid)
  await release(payment ?? assert.fail(), 'never sent: the network could not be reached')

  assertPaymentRefused(await answer, 'broadcast_unknown')
  assert.equal(await service.statusOf(bill.uid), 'unpaid')
  service.assertAccepted(await service.submit(bill, signed), [signed])
  await service.assertPaid(bill, [signed])
})
