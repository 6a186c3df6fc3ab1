import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour } from '../../src/kernel/clock.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'
import { openReceiver } from '../webhooks/receiver.ts'

test('a payment that is received before its invoice expires, and mined and accepted afterwards, is reported to shops once', async (t) => {
  const clock = createShiftedClock()
  const settings = { GREENFIELD: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' }
  const service = await startPaying(t, { clock, listen: true, settings })
  const receiver = await openReceiver(t)
  const store = `/api/v1/stores/${service.merchant.id}`
  const added = await service.request(`${store}/webhooks`, { method: 'POST', body: { url: receiver.url } })
  assert.equal(added.status, 200, added.text)
  const listTypes = () => receiver.received.map(({ body }) => JSON.parse(body).type)

  const { createInvoice, send, waitFor } = createAddressPayer(service)
  const { uid, address, amount } = await createInvoice('DOGE', { expires_in: 600 })
  // With this fee, the payment counts only once it is mined.
  await send('DOGE', address, toUnits(amount), { feeRate: 200_000n })
  await waitFor(uid, ({ received }) => received !== null)
  clock.advance(25 * hour)
  await waitFor(uid, ({ status }) => status === 'expired')
  await service.mine('DOGE')
  const { listExceptions, resolve } = createExceptionHelpers(service)
  await until(async () => (await listExceptions(uid)).length === 1)
  const [exception] = await listExceptions(uid)
  assert.equal((await resolve(exception?.id ?? '', { resolution: 'accept' })).status, 200)
  await until(async () => listTypes().includes('InvoicePaidAfterExpiration'))
  assert.equal(listTypes().filter((type) => type === 'InvoiceReceivedPayment').length, 1)
})
