import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { assertPaymentRejected, startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

const service = await startPaying(fileScope, { settings: { NODE_TIMEOUT_SECONDS: '1' } })
const { rpc, mine, waitUntilFollowed, readStatus, listEvents, submit, database, clock } = service
const releaseClaim = createClaimReleaser(createTransact(database), { clock, actor: 'operator' })

/** Two transactions with the same coins that pay the same invoice; the claim of the first was abandoned. */
async function setAside(coin: string) {
  const payer = await service.payer(coin)
  const bill = await service.createBill(coin)
  const first = payer.pay(bill)
  const second = payer.pay(bill, { randomNonces: true, fee: first.fee + 1_000n })
  await rpc(coin, 'sandbox_fail', 'timeout', 1_000)
  assertPaymentRejected(await submit(bill, first), 'broadcast_unknown')
  const [payment = assert.fail()] = await listPayments(service, bill.uid)
  assert.equal(await releaseClaim({ ...payment, txid: first.txid }), true)
  await rpc(coin, 'sandbox_fail', 'none', 0)
  return { bill, first, second }
}

const readPayment = async (uid: string) => Object((await service.getInvoice(uid)).invoice.payment)

testOnEveryCoin(
  'an abandoned transaction with the same inputs is mined instead of the paying one: the payment continues under its id',
  async (coin) => {
    const { bill, first, second } = await setAside(coin)
    service.assertAccepted(await submit(bill, second), [second])
    // Otherwise the service might send the second one again in between.
    await rpc(coin, 'sandbox_fail', 'timeout', 1_000)
    await rpc(coin, 'sandbox_evict', second.txid)
    await rpc(coin, 'sendrawtransaction', first.hex)
    await mine(coin)
    await rpc(coin, 'sandbox_fail', 'none', 0)
    await waitUntilFollowed(coin)
    await until(async () => (await readPayment(bill.uid)).txid === first.txid)
    assert.equal(await readStatus(bill.uid), 'paid')
    assert.equal((await readPayment(bill.uid)).confirmations, 1)
    assert.ok((await listEvents(bill.uid)).includes('payment.replaced'))
    service.assertAccepted(await submit(bill, second), [second])
    await service.assertSound()
  },
)

test('a mined transaction is replaced by the one being sent, which spends the same inputs: the payment continues with that one', async () => {
  const { bill, first, second } = await setAside('LTC')
  await rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  assertPaymentRejected(await submit(bill, second), 'broadcast_unknown')
  await rpc('LTC', 'sendrawtransaction', first.hex)
  await mine('LTC')
  await until(async () => (await readStatus(bill.uid)) === 'paid')
  await rpc('LTC', 'sandbox_reorganise', 1)
  await rpc('LTC', 'sandbox_evict', first.txid)
  await rpc('LTC', 'sendrawtransaction', second.hex)
  await mine('LTC')
  await rpc('LTC', 'sandbox_fail', 'none', 0)
  await until(async () => (await readPayment(bill.uid)).txid === second.txid)
  assert.equal(await readStatus(bill.uid), 'paid')
  assert.equal((await readPayment(bill.uid)).confirmations, 1)
  service.assertAccepted(await submit(bill, first), [first])
})
