import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

const service = await startPaying(wholeFile, {
  // Between the two transactions.
  config: { failpoint: { name: 'payment.begun', action: { kind: 'sleep', ms: 3_000 } } },
})
const { createBill, payer, listMempool, submit, readStatus } = service

test('an error after some of several transactions were sent does not say that nothing was sent', async () => {
  const bill = await createBill('LTC')
  const wallet = await payer('LTC')
  const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
  const child = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })
  const response = submit(bill, [parent, child])
  await until(async () => (await listMempool('LTC')).includes(parent.txid))
  await service.rpc('LTC', 'sandbox_fail', 'refuse', 1)
  const sentence = assertPaymentRejected(await response, 'tx_rejected')
  assert.match(sentence, /The network rejected the transaction\. The transactions before it were sent; /)
  assert.deepEqual(await listMempool('LTC'), [parent.txid])
  assert.equal(await readStatus(bill.uid), 'unpaid')
})
