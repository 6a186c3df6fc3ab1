import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { wholeFile } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'

interface PaymentMethod {
  readonly totalPaid: string
  readonly payments: readonly { readonly id: string; readonly status: string }[]
}

const service = await startPaying(wholeFile, { settings: { GREENFIELD: 'true' } })
const { createInvoice, send, waitFor } = createAddressPayer(service)

async function readPaymentMethod(uid: string): Promise<PaymentMethod> {
  const path = `/api/v1/stores/${service.merchant.id}/invoices/${uid}/payment-methods`
  const { text } = await service.request(path)
  const [method] = JSON.parse(text) as PaymentMethod[]
  return method ?? assert.fail(text)
}

test('a payment that is replaced in the mempool after its invoice has closed is invalid and no longer counted', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('LTC')
  const half = toBaseUnits(toUnits(amount) / 2n)
  const txid = await send('LTC', address, half)
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === true)
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
  const before = await readPaymentMethod(uid)
  assert.equal(before.totalPaid, formatCoins(half))
  assert.deepEqual(
    before.payments.map(({ status }) => status),
    ['Processing'],
  )
  await service.rpc('LTC', 'sandbox_replace', txid)
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === false)
  const after = await readPaymentMethod(uid)
  assert.equal(after.totalPaid, '0')
  assert.deepEqual(
    after.payments.map(({ status }) => status),
    ['Invalid'],
  )
})
