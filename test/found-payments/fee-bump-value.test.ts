import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { minute, second } from '../../src/kernel/clock.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'

/** An invoice with a quote that is still valid, and a newer one with a lower price. */
async function createWithTwoQuotes(t: TestContext) {
  const clock = createShiftedClock()
  const before = await startPaying(t, { clock, settings: { RATES: 'fixed:BTC/USD=95000' } })
  const invoice = await createAddressPayer(before).createInvoice('BTC')
  const template = await before.paymentRequest(invoice.uid, 'BTC')
  await before.close()
  clock.advance(14 * minute + 30 * second)
  const settings = { RATES: 'fixed:BTC/USD=90000' }
  const service = await startPaying(t, { clock, sharedStorage: before.storage, settings })
  const payer = createAddressPayer(service)
  const { amount } = await payer.readAddress(invoice.uid, 'BTC')
  assert.ok(toUnits(amount) > toUnits(invoice.amount))
  return { ...service, ...payer, ...invoice, template, expireFirstQuote: () => clock.advance(10 * minute) }
}

test('a found payment whose fee is bumped after its quote has expired is worth no less than before', async (t) => {
  const { uid, address, amount, prepare, rpc, waitFor, listEvents, expireFirstQuote } =
    await createWithTwoQuotes(t)
  const { signed, sign } = await prepare('BTC', address, toUnits(amount), { sequence: 0 })
  await rpc('BTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  expireFirstQuote()
  const bumped = sign({ feeRate: 800_000n })
  await rpc('BTC', 'sendrawtransaction', bumped.hex)
  const isBumped = ({ received }: { received: { payments: readonly { txid: string }[] } | null }) =>
    received?.payments.some(({ txid }) => txid === bumped.txid) === true
  const { status, payment } = await waitFor(uid, isBumped)
  assert.deepEqual([status, payment.txid, payment.shortfall], ['paid', bumped.txid, null])
  assert.ok(!(await listEvents(uid)).includes('invoice.reversed'))
})

test('a submitted payment stays paid when a block contains its fee bump instead, whatever the price is then', async (t) => {
  const service = await createWithTwoQuotes(t)
  const { uid, template, rpc, mine, waitFor, listEvents, expireFirstQuote } = service
  const wallet = await service.payer('BTC')
  const options = { inputs: wallet.utxos, sequence: 0 }
  const submitted = wallet.pay({ template }, options)
  service.assertAccepted(await service.submit({ uid, coin: 'BTC' }, submitted), [submitted])
  expireFirstQuote()
  const bumped = wallet.pay({ template }, { ...options, feeRate: 800_000n })
  await rpc('BTC', 'sendrawtransaction', bumped.hex)
  await mine('BTC')
  const { status, payment } = await waitFor(uid, (invoice) => invoice.payment.txid === bumped.txid)
  assert.deepEqual([status, payment.shortfall, payment.confirmations], ['paid', null, 1])
  assert.ok(!(await listEvents(uid)).includes('invoice.reversed'))
})
