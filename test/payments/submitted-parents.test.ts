import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { createAddressPayer } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { assertPaymentRejected, startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock, settings: { NODE_TIMEOUT_SECONDS: '1' } })
const { rpc, listEvents, mine } = service
const { createInvoice, waitFor, readInvoice } = createAddressPayer(service)

testOnEveryCoin(
  'once a block contains a replacement of a submitted parent and of the payment, the parent conflicts with the payment',
  async (coin) => {
    const wallet = await service.payer(coin)
    const bill = await service.createBill(coin)
    const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
    const parent = wallet.sign({ inputs: wallet.utxos, outputs: [], feeRate })
    const payment = wallet.pay(bill, { inputs: wallet.own(parent) })
    service.assertAccepted(await service.submit(bill, [parent, payment]), [parent, payment])
    const newParent = wallet.sign({ inputs: wallet.utxos, outputs: [], feeRate: 3n * feeRate })
    const newPayment = wallet.pay(bill, { inputs: wallet.own(newParent) })
    const findWatched = async () => {
      const [{ id, txid } = assert.fail()] = await listPayments(service, bill.uid)
      return { txid, ...(await service.stores.payments.findWatchedPayment(id)) }
    }
    assert.deepEqual((await findWatched()).ownTxids, new Set([parent.txid, payment.txid]))
    await until(async () => {
      // The service may send the first transactions again in between.
      await rpc(coin, 'sandbox_evict', parent.txid).catch(() => {})
      await rpc(coin, 'sendrawtransaction', newParent.hex).catch(() => {})
      return rpc(coin, 'sendrawtransaction', newPayment.hex).then(
        () => true,
        () => false,
      )
    })
    await mine(coin)
    await until(async () => (await findWatched()).txid === newPayment.txid)
    const { ownTxids, inputs } = await findWatched()
    assert.deepEqual(ownTxids, new Set([newPayment.txid]))
    const [spent = assert.fail()] = wallet.utxos
    assert.ok(inputs.some(({ txid, vout }) => txid === spent.txid && vout === spent.vout))
    assert.equal(await service.readStatus(bill.uid), 'paid')
  },
)

test('of two submissions with the same parent that spend different outputs of it, neither double-spends the other', async () => {
  const { uid } = await createInvoice('LTC')
  const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
  const wallet = await service.payer('LTC')
  const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
  const outputs = [{ script: wallet.script(), amount: 80_000_000 }]
  const parent = wallet.sign({ inputs: wallet.utxos, outputs, feeRate })
  const [one = assert.fail(), other = assert.fail()] = wallet.own(parent)
  const first = wallet.pay(bill, { inputs: [one] })
  const second = wallet.pay(bill, { inputs: [other] })
  await rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  assertPaymentRejected(await service.submit(bill, [parent, first]), 'broadcast_unknown')
  await rpc('LTC', 'sandbox_fail', 'none', 0)
  const release = createClaimReleaser(createTransact(service.database), { clock, actor: 'the test' })
  const claim = (await service.stores.payments.findOpenClaims()).find((each) => each.invoiceUid === uid)
  if (claim) await release(claim)
  service.assertAccepted(await service.submit(bill, [parent, second]), [parent, second])
  await rpc('LTC', 'sandbox_evict', second.txid)
  await rpc('LTC', 'sendrawtransaction', first.hex)
  await mine('LTC')
  await until(async () => (await listEvents(uid)).includes('payment.surplus'))
  await until(() =>
    rpc('LTC', 'getrawtransaction', second.txid).then(
      () => true,
      () => false,
    ),
  )
  await mine('LTC')
  const { payment } = await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
  assert.equal(payment.txid, second.txid)
  assert.equal((await readInvoice(uid)).status, 'paid')
  const events = await listEvents(uid)
  assert.ok(!events.includes('invoice.reversed') && !events.includes('payment.replaced'), events.join())
})
