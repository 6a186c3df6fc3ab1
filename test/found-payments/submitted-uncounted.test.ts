import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createInvoice, waitFor } = createAddressPayer(service)
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
