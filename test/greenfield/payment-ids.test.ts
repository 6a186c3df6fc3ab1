import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'
import { openReceiver } from '../webhooks/receiver.ts'

const service = await startPaying(fileScope, {
  listen: true,
  settings: { GREENFIELD: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
})
const { createInvoice, cancel, sendTo } = createExceptionHelpers(service)
const store = `/api/v1/stores/${service.merchant.id}`

test('each of two equal outputs of one transaction is received under its own id, which the payment methods list, in time and late', async (t) => {
  const receiver = await openReceiver(t)
  const body = {
    url: receiver.url,
    authorizedEvents: { everything: false, specificEvents: ['InvoiceReceivedPayment'] },
  }
  const added = await service.request(`${store}/webhooks`, { method: 'POST', body })
  assert.equal(added.status, 200, added.text)
  for (const isLate of [false, true]) {
    const { uid, address, amount } = await createInvoice()
    if (isLate) await cancel(uid)
    const output = { address, amount: Number(amount / 3n) }
    const { txid } = await sendTo('LTC', [output, output])
    await service.mine('LTC')
    const listReceived = () =>
      receiver.received
        .map((each) => JSON.parse(each.body))
        .filter(({ invoiceId }) => invoiceId === uid)
        .map(({ payment }) => payment.id)
    await until(async () => listReceived().length === 2)
    assert.deepEqual(listReceived().sort(), [`${txid}-0`, `${txid}-1`])
    if (isLate) continue
    const [method] = JSON.parse(
      (await service.request(`${store}/invoices/${uid}/payment-methods`)).text,
    ).filter(({ currency }: { currency: string }) => currency === 'LTC')
    assert.deepEqual(method.payments.map(({ id }: { id: string }) => id).sort(), listReceived().sort())
  }
})
