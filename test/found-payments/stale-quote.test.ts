import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { minute } from '../../src/kernel/clock.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

/** An invoice of 12.5 USD whose only quote has expired. Since then, the price has halved and nobody has read the invoice. */
async function createWithStaleQuote(t: TestContext) {
  const clock = createShiftedClock()
  const before = await startPaying(t, { clock, settings: { RATES: 'fixed:BTC/USD=95000' } })
  const invoice = await createAddressPayer(before).createInvoice('BTC', { expires_in: 86_400 })
  await before.close()
  clock.advance(30 * minute)
  const settings = { RATES: 'fixed:BTC/USD=47500' }
  const service = await startPaying(t, { clock, sharedStorage: before.storage, settings })
  const payer = createAddressPayer(service)
  return {
    ...service,
    ...payer,
    ...invoice,
    isFound: async () => (await listPayments(service, invoice.uid)).length > 0,
  }
}

test('a payment that arrives when no quote is valid is worth its price at that time', async (t) => {
  const { uid, address, amount, send, isFound, readInvoice } = await createWithStaleQuote(t)
  await send('BTC', address, toUnits(amount))
  await until(isFound)
  const { status, received } = await readInvoice(uid)
  assert.deepEqual([status, Math.round(Number(received?.value) * 1_000)], ['unpaid', 6_250])
})

test('a payment that is first seen in a block when no quote is valid is worth its price at that time', async (t) => {
  const { uid, address, amount, rpc, prepare, mine, isFound, readInvoice } = await createWithStaleQuote(t)
  const { signed } = await prepare('BTC', address, toUnits(amount))
  await rpc('BTC', 'sendrawtransaction', signed.hex)
  await mine('BTC')
  await until(isFound)
  const { status, received } = await readInvoice(uid)
  assert.deepEqual([status, Math.round(Number(received?.value) * 1_000)], ['unpaid', 6_250])
})
