import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer, testOnWatchableCoins, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { createInvoice, prepare, send, readInvoice, waitFor, listExceptions } = createAddressPayer(service)

testOnWatchableCoins(
  'a found payment that is double-spent in a block reverses the invoice, and a new payment restores it',
  async (coin) => {
    const { uid, address, amount } = await createInvoice(coin)
    const txid = await send(coin, address, toUnits(amount))
    await service.mine(coin)
    await waitFor(uid, ({ status, payment }) => status === 'paid' && payment.confirmations === 1)
    await service.rpc(coin, 'sandbox_reorganise', 1, [txid])
    await waitFor(uid, ({ status }) => status === 'reversed')
    const second = await send(coin, address, toUnits(amount))
    const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
    assert.deepEqual([payment.txid, payment.parts.map((part) => part.txid)], [second, [second]])
    const events = (await service.listEvents(uid)).filter((type) => type.startsWith('invoice.'))
    assert.deepEqual(events, ['invoice.created', 'invoice.paid', 'invoice.reversed', 'invoice.restored'])
  },
)

testOnWatchableCoins(
  'a found payment whose blocks are replaced is found again in the new blocks',
  async (coin) => {
    const { uid, address, amount } = await createInvoice(coin)
    await send(coin, address, toUnits(amount))
    await service.mine(coin, 3)
    await waitFor(uid, ({ status, payment }) => status === 'paid' && payment.confirmations === 3)
    await service.rpc(coin, 'sandbox_reorganise', 6)
    await waitFor(uid, ({ payment }) => payment.confirmations === 0)
    await service.mine(coin)
    const { status, payment } = await waitFor(uid, (invoice) => invoice.payment.confirmations === 1)
    assert.deepEqual([status, payment.parts.length], ['paid', 1])
  },
)

testOnWatchableCoins(
  'a block reward that pays an invoice is lost with its block, without a double spend',
  async (coin) => {
    const { uid, address } = await createInvoice(coin, { amount: 1 })
    await service.rpc(coin, 'generatetoaddress', 1, address)
    await waitFor(uid, ({ status }) => status === 'paid')
    await service.rpc(coin, 'sandbox_reorganise', 1)
    await waitFor(uid, ({ status }) => status === 'reversed')
    const { received } = await readInvoice(uid)
    assert.deepEqual([received?.value, received?.payments.map((each) => each.counted)], ['0', [false]])
  },
)

/** Coins whose nodes replace transactions. */
for (const coin of ['BTC', 'DOGE'] as const) {
  test(`a fee bump continues the payment with its new amount: ${coin}`, async () => {
    const { uid, address, amount } = await createInvoice(coin)
    const due = toUnits(amount)
    const { signed, sign } = await prepare(coin, address, due, { sequence: 0 })
    await service.rpc(coin, 'sendrawtransaction', signed.hex)
    await waitFor(uid, ({ status }) => status === 'paid')
    const feeRate = coin === 'DOGE' ? 8_000_000n : 800_000n
    const bumped = sign({ feeRate }, due - due / 10n)
    await service.rpc(coin, 'sendrawtransaction', bumped.hex)
    await service.mine(coin)
    const { payment } = await waitFor(uid, ({ status }) => status === 'reversed')
    assert.equal(payment.txid, bumped.txid)
    assert.ok((await service.listEvents(uid)).includes('payment.replaced'))
    await send(coin, address, due / 10n + 1n)
    await service.mine(coin)
    const restored = await waitFor(uid, (invoice) => invoice.status === 'paid')
    assert.equal(restored.payment.parts.length, 2)
  })
}

test('a payment whose fee is too low counts as soon as a fee bump replaces it', async () => {
  const { uid, address, amount } = await createInvoice('DOGE')
  const { signed, sign } = await prepare('DOGE', address, toUnits(amount), { sequence: 0, feeRate: 200_000n })
  await service.rpc('DOGE', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ received }) => received?.payments[0]?.counted === false)
  const bumped = sign({ feeRate: 8_000_000n })
  await service.rpc('DOGE', 'sendrawtransaction', bumped.hex)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual([payment.txid, payment.parts.length], [bumped.txid, 1])
})

testOnWatchableCoins('two outputs of one transaction to the address are two payments', async (coin) => {
  const { uid, address, amount } = await createInvoice(coin)
  const half = Number(toUnits(amount) / 2n)
  const outputs = [half, half + 2].map((each) => ({ address, amount: each }))
  const { signed } = await prepare(coin, address, 1n, { outputs })
  await service.rpc(coin, 'sendrawtransaction', signed.hex)
  const { payment } = await waitFor(uid, ({ status }) => status === 'paid')
  // Payments that are found at the same millisecond have no order.
  const found = new Set(payment.parts.map(({ txid, vout }) => `${txid}:${vout}`))
  assert.deepEqual(found, new Set([`${signed.txid}:0`, `${signed.txid}:1`]))
  await service.mine(coin)
  await waitFor(uid, (invoice) => invoice.payment.confirmed_at !== null)
})

test('when a parent is replaced, the child of the replacement continues the payment, which counts once', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const wallet = await service.payer('BTC')
  const half = Number(toUnits(amount) / 2n)
  const pay = (parent: Signed) =>
    wallet.sign({
      inputs: wallet.own(parent).slice(-1),
      outputs: [{ address, amount: half }],
      feeRate: 200_000n,
    })
  const parents = [200_000n, 800_000n].map((feeRate) =>
    wallet.sign({ inputs: wallet.utxos, outputs: [], sequence: 0, feeRate }),
  )
  const children = parents.map(pay)
  for (const [index, parent] of parents.entries()) {
    const child = children[index] ?? assert.fail()
    for (const { hex } of [parent, child]) await service.rpc('BTC', 'sendrawtransaction', hex)
    await waitFor(uid, ({ received }) => received?.payments.some(({ txid }) => txid === child.txid) === true)
  }
  const { status, received } = await waitFor(uid, (invoice) => invoice.received?.payments.length === 1)
  assert.deepEqual(
    [status, received?.payments[0]?.txid, received?.payments[0]?.counted],
    ['unpaid', children[1]?.txid, true],
  )
  await service.mine('BTC')
  await send('BTC', address, toUnits(amount) / 2n)
  const { payment } = await waitFor(uid, (invoice) => invoice.status === 'paid')
  assert.equal(payment.parts.length, 2)
})

test('a surplus that another transaction replaces closes its exception as void', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('BTC')
  await send('BTC', address, toUnits(amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  const { signed, sign } = await prepare('BTC', address, 200_000n, { sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', signed.hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  const bumped = sign({ feeRate: 800_000n }, 300_000n)
  await service.rpc('BTC', 'sendrawtransaction', bumped.hex)
  await waitFor(uid, ({ received }) => received?.payments[1]?.txid === bumped.txid)
  const rows = await service.database.read.query
    .selectFrom('payment_exceptions')
    .where('invoice_uid', '=', uid)
    .orderBy('id')
    .select(['status', 'amount', 'txid'])
    .execute()
  assert.deepEqual(rows, [
    { status: 'void', amount: 200_000, txid: signed.txid },
    { status: 'open', amount: 300_000, txid: bumped.txid },
  ])
  assert.equal((await listExceptions(uid)).length, 2)
})

test('a late payment that is double-spent in a block leaves no open exception', async () => {
  const { uid, address } = await createInvoice('LTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('LTC')
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
  const txid = await send('LTC', address, 200_000n)
  await waitFor(uid, ({ received }) => received?.payments.length === 1)
  const listStatuses = async () => {
    const rows = await service.database.read.query
      .selectFrom('payment_exceptions')
      .where('invoice_uid', '=', uid)
      .select(['kind', 'status'])
      .execute()
    return rows.map(({ kind, status }) => `${kind} ${status}`)
  }
  assert.deepEqual(await listStatuses(), ['late open'])
  await service.rpc('LTC', 'sandbox_replace', txid)
  await service.mine('LTC')
  await until(async () => (await listStatuses())[0] === 'late void')
})

test('when the last unconfirmed part is double-spent and the others cover the amount, the payment is confirmed', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  const small = await send('LTC', address, toUnits(amount) / 10n)
  await waitFor(uid, ({ received }) => received !== null)
  await send('LTC', address, toUnits(amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  await service.rpc('LTC', 'sandbox_replace', small)
  await service.mine('LTC')
  const { payment } = await waitFor(uid, (invoice) => invoice.payment.parts.length === 1)
  await until(async () => (await service.listEvents(uid)).includes('payment.confirmed'))
  assert.notEqual(payment.confirmed_at, null)
})
