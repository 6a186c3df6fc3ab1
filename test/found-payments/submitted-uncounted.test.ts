import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createMinedPaymentRecorder } from '../../src/payments/mined-payment.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, startPaying } from '../helpers/paying.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createInvoice, send: sendTo, waitFor } = createAddressPayer(service)
const { rpc } = service

/** Found transactions that pay exactly what is due, each replacing the previous one, with fees that are this much below the required one. */
async function send(...missingFees: readonly bigint[]) {
  const { uid } = await createInvoice('DOGE')
  const bill = { uid, coin: 'DOGE', template: await service.paymentRequest(uid, 'DOGE') }
  const wallet = await service.payer('DOGE')
  const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
  const sign = (missingFee: bigint): Signed => {
    const computeFee = ({ size }: Signed) => (BigInt(size) * feeRate + 999n) / 1_000n - missingFee
    let signed = wallet.pay(bill, { sequence: 0 })
    // Signatures differ in length.
    while (signed.fee !== computeFee(signed))
      signed = wallet.pay(bill, { fee: computeFee(signed), randomNonces: true, sequence: 0 })
    return signed
  }
  let signed = sign(missingFees[0] ?? 0n)
  for (const [index, missingFee] of missingFees.entries()) {
    if (index > 0) signed = sign(missingFee)
    await rpc('DOGE', 'sendrawtransaction', signed.hex)
    const { txid } = signed
    const { received } = await waitFor(uid, (invoice) => invoice.received?.payments[0]?.txid === txid)
    assert.equal(received?.payments[0]?.counted, false)
  }
  return { uid, bill, signed }
}

test('a found transaction whose fee is too low is refused like any other when it is submitted: it counts once it is mined', async () => {
  const { uid, bill, signed } = await send(100_000n)
  const { status, json } = await service.assertUnchanged(bill, () => service.submit(bill, signed))
  assert.deepEqual([status, json.code], [400, 'tx_fee_too_low'])
  assert.match(String(json.error), /accepted once it is mined\. Do not pay again/)
  await service.mine('DOGE')
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual([payment.via, payment.txid, payment.parts.length], ['network', signed.txid, 1])
})

test('a found transaction that does not count yet counts once its submission is accepted', async () => {
  // One byte per input is forgiven.
  const { uid, bill, signed } = await send(100_000n, 1n)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  const { status, payment } = await waitFor(uid, (invoice) => invoice.status !== 'unpaid')
  assert.deepEqual(
    [status, payment.via, payment.txid, payment.parts.length],
    ['paid', 'protocol', signed.txid, 1],
  )
  await service.mine('DOGE')
  await waitFor(uid, (invoice) => invoice.payment.confirmations === 1)
})

test('a submission takes over only its own output from a found transaction that pays the address twice', async () => {
  const { uid } = await createInvoice('DOGE')
  const bill = { uid, coin: 'DOGE', template: await service.paymentRequest(uid, 'DOGE') }
  const [output = assert.fail()] = bill.template.outputs
  const wallet = await service.payer('DOGE')
  const outputs = [output, { ...output, amount: output.amount / 2 }]
  const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
  // One byte per input is forgiven.
  const computeFee = ({ size }: Signed) => (BigInt(size) * feeRate + 999n) / 1_000n - 1n
  let signed = wallet.pay(bill, { outputs })
  while (signed.fee !== computeFee(signed))
    signed = wallet.pay(bill, { outputs, fee: computeFee(signed), randomNonces: true })
  await rpc('DOGE', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  const { received } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual(
    received?.payments.map(({ amount, counted }) => [toUnits(amount), counted]).sort(),
    [
      [BigInt(output.amount / 2), false],
      [BigInt(output.amount), true],
    ].sort(),
  )
  const [superseded = assert.fail()] = await service.database.read.query
    .selectFrom('payments')
    .where('invoice_uid', '=', uid)
    .where('status', '=', 'rejected')
    .select('id')
    .execute()
  const block = { height: 1, hash: 'a'.repeat(64) }
  const recordMined = createMinedPaymentRecorder({
    settlement: { acceptInTransaction: () => assert.fail('it is settled') },
    restorer: { restoreMined: () => assert.fail('it pays nothing') },
  })
  await createTransact(service.database)(async (stores) => {
    const payment = (await stores.payments.find(superseded.id)) ?? assert.fail()
    await recordMined(stores, payment, block)
    assert.equal((await stores.payments.find(payment.id))?.block, null)
  })
})

test('a found transaction that was double-spent is no payment of an invoice that another one has paid', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
  const signed = (await service.payer('LTC')).pay(bill)
  await rpc('LTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  await rpc('LTC', 'sandbox_replace', signed.txid)
  await service.mine('LTC')
  await waitFor(uid, ({ status }) => status === 'reversed')
  await sendTo('LTC', address, toUnits(amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  assertPaymentRejected(await service.submit(bill, signed), 'invoice_paid')
})
