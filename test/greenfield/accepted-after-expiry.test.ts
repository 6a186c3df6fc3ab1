import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'
import { openReceiver } from '../webhooks/receiver.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, {
  clock,
  listen: true,
  settings: { GREENFIELD: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
})
const { createInvoice, receive, listExceptions, resolve } = createExceptionHelpers(service)
const store = `/api/v1/stores/${service.merchant.id}`

for (const { what, beforePercent, latePercent, status, paid } of [
  { what: 'a part', beforePercent: 60n, latePercent: 0n, status: 'Marked', paid: 'InvoiceProcessing' },
  { what: 'a late part', beforePercent: 0n, latePercent: 60n, status: 'Marked', paid: 'InvoiceProcessing' },
  {
    what: 'the whole amount, paid late,',
    beforePercent: 0n,
    latePercent: 100n,
    status: 'PaidLate',
    paid: 'InvoicePaidAfterExpiration',
  },
])
  test(`an invoice for which the merchant accepts ${what} after it expired is settled as ${status}`, async (t) => {
    const receiver = await openReceiver(t)
    const added = await service.request(`${store}/webhooks`, { method: 'POST', body: { url: receiver.url } })
    assert.equal(added.status, 200, added.text)
    const listStatuses = async () => {
      const { json } = await service.request(`${store}/invoices/${invoice.uid}`)
      return [json.status, json.additionalStatus]
    }

    const invoice = await createInvoice()
    if (beforePercent > 0n) await receive(invoice, (invoice.amount * beforePercent) / 100n)
    clock.advance(day + hour)
    await until(async () => (await listStatuses())[0] === 'Expired')
    if (latePercent > 0n) await receive(invoice, (invoice.amount * latePercent) / 100n)
    const [exception] = await listExceptions(invoice.uid)
    const before = receiver.received.length
    assert.equal((await resolve(exception?.id ?? '', { resolution: 'accept' })).status, 200)
    assert.deepEqual(await listStatuses(), ['Settled', status])

    const listEvents = () => receiver.received.map(({ body }) => JSON.parse(body))
    await until(async () => listEvents().at(-1)?.type === 'InvoiceSettled')
    assert.ok(before < receiver.received.length)
    assert.deepEqual(
      listEvents()
        .slice(-3)
        .map(({ type }) => type),
      [paid, 'InvoicePaymentSettled', 'InvoiceSettled'],
    )
    assert.partialDeepStrictEqual(listEvents().at(-1), {
      overPaid: false,
      manuallyMarked: status === 'Marked',
    })
  })
