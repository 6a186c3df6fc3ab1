import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer, testOnWatchableCoins, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createInvoice, readAddress, send, readInvoice, waitFor, listExceptions } = createAddressPayer(service)

testOnWatchableCoins(
  'an invoice that accepts any wallet is paid by sending to its address, and confirmed in a block',
  async (coin) => {
    const { uid, address, amount, remaining, received, uri } = await createInvoice(coin)
    assert.deepEqual([remaining, received], [amount, '0'])
    assert.ok(uri.endsWith(`?amount=${amount}&r=${service.config.baseUrl}/r/${uid}`), uri)
    const txid = await send(coin, address, toUnits(amount))
    const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
    assert.deepEqual(
      [payment.via, payment.currency, payment.amount, payment.txid, payment.txids],
      ['network', coin, amount, txid, [txid]],
    )
    assert.deepEqual([payment.excess, payment.shortfall, payment.paid_late], [null, null, false])
    assert.deepEqual(
      payment.parts.map((part) => [part.currency, part.amount, part.txid]),
      [[coin, amount, txid]],
    )
    await service.mine(coin)
    await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
    const [created, ...rest] = await service.listEvents(uid)
    assert.equal(created, 'invoice.created')
    assert.deepEqual(rest.toSorted(), [
      'invoice.paid',
      'payment.accepted',
      'payment.confirmed',
      'payment.received',
    ])
  },
)

test('parts in several coins add up, and the remaining amount can be paid by protocol', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  assert.equal((await readInvoice(uid)).received, null)
  await send('LTC', address, toUnits(amount) / 4n)
  await waitFor(uid, ({ received }) => received !== null)
  const second = await readAddress(uid, 'DOGE')
  assert.equal(toUnits(second.remaining), (toUnits(second.amount) * 3n) / 4n)
  await send('DOGE', second.address, toUnits(second.remaining) / 2n)
  const { status } = await waitFor(uid, ({ received }) => received?.payments.length === 2)
  assert.equal(status, 'unpaid')
  const bill = { uid, coin: 'BCH', template: await service.paymentRequest(uid, 'BCH') }
  const signed = (await service.payer('BCH')).pay(bill)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  const { payment } = await readInvoice(uid)
  assert.deepEqual(
    [payment.via, payment.currency, payment.txid, payment.parts.length, payment.txids.length],
    ['protocol', 'BCH', signed.txid, 3, 3],
  )
})

test('more than was due is an excess, and a later payment is a surplus: both become open exceptions', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  await send('LTC', address, toUnits(amount) + 5_000n)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.equal(payment.excess, '0.00005')
  await send('LTC', address, 100_000n)
  // While no invoice of the coin is unpaid, only blocks are read.
  await service.mine('LTC')
  await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
  const exceptions = await listExceptions(uid)
  assert.deepEqual(
    exceptions.map(({ kind, currency, amount }) => [kind, currency, amount]),
    [
      ['excess', 'LTC', '0.00005'],
      ['surplus', 'LTC', '0.001'],
    ],
  )
  assert.equal((await readInvoice(uid)).status, 'paid')
})

testOnWatchableCoins(
  'a submitted transaction that was already found counts as the same payment',
  async (coin) => {
    const { uid } = await createInvoice(coin)
    const bill = { uid, coin, template: await service.paymentRequest(uid, coin) }
    const signed = (await service.payer(coin)).pay(bill)
    await service.rpc(coin, 'sendrawtransaction', signed.hex)
    await waitFor(uid, ({ status }) => status === 'paid')
    service.assertAccepted(await service.submit(bill, signed), [signed])
    assert.equal((await readInvoice(uid)).payment.parts.length, 1)
  },
)

test('a submitted transaction that was already found is a repeat even if its ancestor is submitted with it', async () => {
  const { uid } = await createInvoice('LTC')
  const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
  const wallet = await service.payer('LTC')
  const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
  const child = wallet.pay(bill, { inputs: wallet.own(parent).slice(-1) })
  for (const { hex } of [parent, child]) await service.rpc('LTC', 'sendrawtransaction', hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  service.assertAccepted(await service.submit(bill, [parent, child]), [child])
  assert.equal((await readInvoice(uid)).payment.parts.length, 1)
})

test('if a part arrives between template and submission, the submission pays too much, and nothing is broadcast', async () => {
  const { uid, address, amount } = await createInvoice('DASH')
  const bill = { uid, coin: 'DASH', template: await service.paymentRequest(uid, 'DASH') }
  const signed = (await service.payer('DASH')).pay(bill)
  await send('DASH', address, toUnits(amount) / 2n)
  await waitFor(uid, ({ received }) => received !== null)
  const reply = await service.submit(bill, signed)
  assert.deepEqual([reply.status, reply.json.code], [400, 'tx_amount_mismatch'])
  assert.ok(!(await service.listMempool('DASH')).includes(signed.txid))
})

test('after a part has arrived, a payment to a fixed address is coin_not_offered, and the error lists the other coins', async () => {
  const merchant = await service.anotherMerchant('fixed-and-derived', ['DOGE'])
  await service.accounts.setDestination(merchant.email, 'LTC', {
    address: testWallet('LTC', 'fixed').address(),
  })
  const { uid } = (await service.createInvoice({ any_wallet: true }, { token: merchant.token })).invoice
  const bill = { uid, coin: 'LTC', template: await service.paymentRequest(uid, 'LTC') }
  const signed = (await service.payer('LTC')).pay(bill)
  const { address, amount } = await readAddress(uid, 'DOGE')
  await send('DOGE', address, toUnits(amount) / 2n)
  await until(async () => (await readAddress(uid, 'DOGE')).received !== '0')
  const { status, json } = await service.submit(bill, signed)
  assert.deepEqual([status, json.code], [400, 'coin_not_offered'])
  assert.match(String(json.error), /: this invoice accepts DOGE\.$/)
})

test('a payment that may be replaced or pays too little fee counts once it is in a block', async () => {
  const { uid, address, amount } = await createInvoice('DOGE')
  await send('DOGE', address, toUnits(amount), { feeRate: 200_000n })
  const { received, status } = await waitFor(uid, (invoice) => invoice.received !== null)
  assert.deepEqual([status, received?.value, received?.payments[0]?.counted], ['unpaid', '0', false])
  assert.deepEqual(await service.listEvents(uid), ['invoice.created', 'payment.received'])
  await service.mine('DOGE')
  await waitFor(uid, (invoice) => invoice.status === 'paid')
})

test('a partly paid invoice can be cancelled, and later payments are late: one exception for each output', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  const first = await send('LTC', address, toUnits(amount) / 2n)
  await waitFor(uid, ({ received }) => received !== null)
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
  const second = await send('LTC', address, toUnits(amount) / 2n)
  await service.mine('LTC')
  await service.waitUntilFollowed('LTC')
  assert.deepEqual(
    (await listExceptions(uid)).map(({ kind, txid }) => [kind, txid]),
    [
      ['partial', first],
      ['late', second],
    ],
  )
  assert.equal((await readInvoice(uid)).status, 'cancelled')
})

test('an invoice without any_wallet, BSV and unknown coins have no address to send to', async () => {
  const { uid } = (await service.createInvoice()).invoice
  const { uid: other } = await createInvoice('LTC')
  for (const [path, status, code] of [
    [`${uid}/address/LTC`, 404, 'any_wallet_off'],
    [`${other}/address/BSV`, 404, 'any_wallet_off'],
    [`${other}/address/XYZ`, 400, 'coin_not_offered'],
    ['01m00000000000000000000000/address/LTC', 404, 'invoice_not_found'],
  ] as const) {
    const { json, ...reply } = await service.request(`/invoices/${path}`, { token: null })
    assert.deepEqual([reply.status, json.code], [status, code], path)
  }
  assert.ok(!('received' in (await readInvoice(uid))))
})
