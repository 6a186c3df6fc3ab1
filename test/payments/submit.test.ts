import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertPaymentRejected, type Bill, getOutputs, startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const clock = createManualClock(Date.now())
const service = await startPaying(fileScope, { clock })
/** Another process on the same database, with half the price of a litecoin. */
const cheaper = await startService(fileScope, {
  clock,
  sharedStorage: service.storage,
  settings: { RATES: 'fixed:LTC/USD=50' },
})
const { createBill, payer, submit, mine, readStatus, assertRejectedUnchanged, assertAccepted, assertPaid } =
  service

const quoteMs = 15 * minute
const graceMs = 60 * second
const getAmountDue = ({ template }: Bill) => toBaseUnits(BigInt(template.outputs[0]?.amount ?? 0))

for (const [code, { confirmations }] of coins) {
  test(`${code}: a payment is accepted immediately: success, and the invoice is paid and shows its payment`, async () => {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill)
    assertAccepted(await submit(bill, signed), [signed])
    const { invoice, payment_options } = await service.getInvoice(bill.uid)
    const now = new Date(clock.now()).toISOString()
    assert.deepEqual(
      { status: invoice.status, paid_at: invoice.paid_at, payment: invoice.payment, payment_options },
      {
        status: 'paid',
        paid_at: now,
        payment_options: [],
        payment: {
          currency: code,
          amount: formatCoins(getAmountDue(bill)),
          txid: signed.txid,
          txids: [signed.txid],
          confirmations: 0,
          replaceable: code === 'BTC',
          accepted_at: now,
          confirmed_at: confirmations === 0 ? now : null,
        },
      },
    )
    const events = ['invoice.created', 'payment.accepted', 'invoice.paid', 'payment.confirmed']
    assert.deepEqual(await service.listEvents(bill.uid), confirmations === 0 ? events : events.slice(0, 3))
  })

  test(`${code}: another transaction for a paid invoice is invoice_paid, and is not broadcast`, async () => {
    const bill = await createBill(code)
    const signed = (await payer(code)).pay(bill)
    assertAccepted(await submit(bill, signed), [signed])
    const another = (await payer(code)).pay(bill)
    const sentence = await assertRejectedUnchanged(bill, another, 'invoice_paid')
    assert.match(sentence, /Invoice no longer accepting payments/)
    // Checked before everything else, such as the amounts.
    const wrong = (await payer(code)).pay(bill, { outputs: getOutputs(bill, 1n) })
    await assertRejectedUnchanged(bill, wrong, 'invoice_paid')
    await assertPaid(bill, [signed])
  })
}

test('payment.confirmed is emitted once, at the coin’s required confirmations, and confirmations keep counting', async () => {
  await Promise.all(
    [...coins.keys()].map(async (code) => {
      const bill = await createBill(code)
      const signed = (await payer(code)).pay(bill)
      assertAccepted(await submit(bill, signed), [signed])
      const depth = async () => (await service.getInvoice(bill.uid)).invoice.payment?.confirmations
      await mine(code)
      await until(async () => (await depth()) === 1)
      await mine(code, 3)
      await until(async () => (await depth()) === 4)
      const expected = ['invoice.created', 'payment.accepted', 'invoice.paid', 'payment.confirmed']
      assert.deepEqual(await service.listEvents(bill.uid), expected, code)
      assert.ok((await service.getInvoice(bill.uid)).invoice.payment?.confirmed_at)
    }),
  )
})

test('a payment of a cancelled invoice is invoice_cancelled', async () => {
  const bill = await createBill('LTC')
  const signed = (await payer('LTC')).pay(bill)
  assert.equal((await service.request(`/invoices/${bill.uid}`, { method: 'DELETE' })).status, 200)
  assert.match(
    await assertRejectedUnchanged(bill, signed, 'invoice_cancelled'),
    /Invoice no longer accepting payments/,
  )
})

test('a reversed invoice accepts neither another transaction nor the same one: invoice_reversed', async () => {
  const bill = await createBill('DASH')
  const wallet = await payer('DASH', ['1', '1'])
  const signed = wallet.pay(bill)
  assertAccepted(await submit(bill, signed), [signed])
  const set = (status: 'reversed' | 'paid') =>
    service.database.transact(({ query }) =>
      query.updateTable('invoices').set({ status }).where('uid', '=', bill.uid).execute(),
    )
  await set('reversed')
  await assertRejectedUnchanged(bill, signed, 'invoice_reversed')
  await assertRejectedUnchanged(bill, wallet.pay(bill, { inputs: wallet.utxos.slice(1) }), 'invoice_reversed')
  await set('paid')
})

test('a coin that the invoice does not offer is coin_not_offered, and the error lists the offered ones', async () => {
  const shop = await service.anotherMerchant('two-coins', ['LTC', 'DOGE'])
  const { invoice } = await service.createInvoice({}, { token: shop.token })
  const foreign = await createBill('BTC')
  const signed = (await payer('BTC')).pay(foreign)
  const sentence = await assertRejectedUnchanged(
    { uid: invoice.uid, coin: 'BTC' },
    signed,
    'coin_not_offered',
  )
  assert.match(sentence, /Unsupported Currency or Chain for Payment Option.* LTC, DOGE/)
})

test('a quote is valid until its end and 60 s of grace: at −1 ms, 0, +1 ms and grace −1 ms the invoice is paid', async () => {
  for (const after of [-1, 0, 1, graceMs - 1]) {
    const bill = await createBill('LTC')
    const signed = (await payer('LTC')).pay(bill)
    assert.equal(Date.parse(bill.template.expires), clock.now() + quoteMs)
    clock.set(Date.parse(bill.template.expires) + after)
    assertAccepted(await submit(bill, signed), [signed])
    await assertPaid(bill, [signed])
  }
})

test('at the end of its grace period a quote is quote_expired, until the new price is paid', async () => {
  for (const after of [graceMs, graceMs + 1, 60 * minute]) {
    const bill = await createBill('LTC')
    const wallet = await payer('LTC', ['1', '1'])
    clock.set(Date.parse(bill.template.expires) + after)
    // Reading the invoice would refresh the quote.
    const old = wallet.pay(bill)
    const sentence = assertPaymentRejected(await submit(bill, old), 'quote_expired')
    assert.match(sentence, /^The exchange rate has expired.*Invoice no longer accepting payments/)
    assert.ok(!(await service.listMempool('LTC')).includes(old.txid))
    const renewed = { ...bill, template: await service.paymentRequest(bill.uid, 'LTC') }
    assert.equal(Date.parse(renewed.template.expires), clock.now() + quoteMs)
    assert.equal(renewed.template.outputs[0]?.address, bill.template.outputs[0]?.address)
    const signed = wallet.pay(renewed)
    assertAccepted(await submit(renewed, signed), [signed])
  }
})

test('an older quote is valid until its own end alongside the new one; after that it is quote_expired', async () => {
  const bill = await createBill('LTC')
  const wallet = await payer('LTC')
  const old = wallet.pay(bill)
  // With less than 60 s left, reading refreshes the quote.
  clock.set(Date.parse(bill.template.expires) - 59 * second)
  const renewed = { ...bill, template: await cheaper.paymentRequest(bill.uid, 'LTC') }
  assert.equal(getAmountDue(renewed), toBaseUnits(getAmountDue(bill) * 2n))
  assert.deepEqual(renewed.template.outputs[0]?.address, bill.template.outputs[0]?.address)
  const wrong = wallet.pay(bill, { outputs: getOutputs(bill, 1n) })
  const mismatch = {
    expected: formatCoins(getAmountDue(renewed)),
    received: formatCoins(toBaseUnits(getAmountDue(bill) + 1n)),
  }
  await assertRejectedUnchanged(bill, wrong, 'tx_amount_mismatch', mismatch)

  clock.set(Date.parse(bill.template.expires) + graceMs)
  await assertRejectedUnchanged(bill, old, 'quote_expired')
  const signed = wallet.pay(renewed)
  assertAccepted(await submit(renewed, signed), [signed])
  await assertPaid(renewed, [signed])
})

test('the older quote can be paid until its own end although there is a new one', async () => {
  const bill = await createBill('LTC')
  const old = (await payer('LTC')).pay(bill)
  clock.set(Date.parse(bill.template.expires) - 30 * second)
  const renewed = await cheaper.paymentRequest(bill.uid, 'LTC')
  assert.notDeepEqual(renewed.outputs, bill.template.outputs)
  clock.set(Date.parse(bill.template.expires) + graceMs - 1)
  assertAccepted(await submit(bill, old), [old])
  await assertPaid(bill, [old])
  assert.equal((await service.getInvoice(bill.uid)).invoice.payment?.amount, formatCoins(getAmountDue(bill)))
})

test('an invoice can be paid until its end and 60 s of grace; after that it is invoice_expired', async () => {
  const [paid, late] = [
    await createBill('LTC', { expires_in: 60 }),
    await createBill('LTC', { expires_in: 60 }),
  ]
  const wallet = await payer('LTC', ['1', '1'])
  const [one = assert.fail(), other = assert.fail()] = wallet.utxos
  const signed = wallet.pay(paid, { inputs: [one] })
  assert.equal(Date.parse(paid.template.expires), clock.now() + 60 * second)
  clock.advance(60 * second + graceMs - 1)
  assertAccepted(await submit(paid, signed), [signed])

  clock.advance(1)
  await until(async () => (await readStatus(late.uid)) === 'expired')
  const sentence = await assertRejectedUnchanged(
    late,
    wallet.pay(late, { inputs: [other] }),
    'invoice_expired',
  )
  assert.match(sentence, /Invoice no longer accepting payments/)
  assert.deepEqual(await service.listEvents(late.uid), ['invoice.created', 'invoice.expired'])
  await assertPaid(paid, [signed])
})

test('a retry of an accepted payment gets the first response even after everything has expired', async () => {
  const bill = await createBill('BCH', { expires_in: 60 })
  const signed = (await payer('BCH')).pay(bill)
  const first = await submit(bill, signed)
  assertAccepted(first, [signed])
  clock.advance(48 * 60 * minute)
  const repeat = await submit(bill, signed)
  assert.deepEqual([repeat.status, repeat.text], [200, first.text])
})

test('the status is checked before amounts, inputs and fee; the coin after the status', async () => {
  const bill = await createBill('LTC')
  const wallet = await payer('LTC')
  const wrong = wallet.pay(bill, { outputs: getOutputs(bill, 1n), fee: 0n })
  assert.equal((await service.request(`/invoices/${bill.uid}`, { method: 'DELETE' })).status, 200)
  assertPaymentRejected(await submit(bill, wrong), 'invoice_cancelled')
  const shop = await service.anotherMerchant('one-coin', ['DOGE'])
  const { invoice } = await service.createInvoice({}, { token: shop.token })
  const otherBill = { uid: invoice.uid, coin: 'LTC' }
  assertPaymentRejected(await submit(otherBill, wrong), 'coin_not_offered')
  assert.equal(
    (await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE', token: shop.token })).status,
    200,
  )
  assertPaymentRejected(await submit(otherBill, wrong), 'invoice_cancelled')
})
