import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnyWalletInvoice, createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'

const service = await startPaying(fileScope)
const { createInvoice, prepare, readInvoice, waitFor } = createAddressPayer(service)

/** An invoice in BTC, and a wallet that sends outputs of these percentages of its amount to its address. */
async function createBill() {
  const { uid, address, amount } = await createInvoice('BTC')
  // Another invoice is waiting for this coin, so the mempool is read.
  await createInvoice('BTC')
  const pay = (...percents: readonly bigint[]) => ({
    outputs: percents.map((percent) => ({ address, amount: Number((toUnits(amount) * percent) / 100n) })),
  })
  return { uid, address, pay }
}

const submit = (hex: string) => service.rpc('BTC', 'sendrawtransaction', hex)

/** Evicts a transaction and submits others that spend the same coins, before the service can rebroadcast the first. */
async function submitInstead(txid: string, hexes: readonly string[]): Promise<void> {
  await service.rpc('BTC', 'sandbox_fail', 'refuse', 1_000)
  await service.rpc('BTC', 'sandbox_evict', txid)
  for (const hex of hexes) await submit(hex)
  await service.rpc('BTC', 'sandbox_fail', 'none', 0)
}

const listCounted = ({ received }: AnyWalletInvoice) =>
  received?.payments.filter(({ counted }) => counted).map(({ txid }) => txid)

test('a replacement that keeps one of two outputs counts once', async () => {
  const { uid, address, pay } = await createBill()
  const { sign } = await prepare('BTC', address, 0n, { sequence: 0 })
  const both = sign(pay(20n, 70n))
  await submit(both.hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  const one = sign({ ...pay(70n), feeRate: 800_000n })
  await submit(one.hex)
  const invoice = await waitFor(uid, (current) => listCounted(current)?.join() === one.txid)
  assert.equal(invoice.status, 'unpaid')
  assert.ok(!(await service.listEvents(uid)).includes('invoice.paid'))
})

test('one replacement of two transactions counts once', async () => {
  const { uid, pay } = await createBill()
  const { sign, utxos } = await service.payer('BTC', ['1', '1'])
  const options = { sequence: 0, feeRate: 200_000n }
  const parts = utxos.map((utxo, index) =>
    sign({ ...options, inputs: [utxo], ...pay(index === 0 ? 40n : 50n) }),
  )
  for (const { hex } of parts) await submit(hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  const one = sign({ ...options, feeRate: 800_000n, inputs: utxos, ...pay(60n) })
  await submit(one.hex)
  const invoice = await waitFor(uid, (current) => listCounted(current)?.join() === one.txid)
  assert.equal(invoice.status, 'unpaid')
  await service.mine('BTC')
  assert.equal((await readInvoice(uid)).status, 'unpaid')
  assert.ok(!(await service.listEvents(uid)).includes('invoice.paid'))
})

test('a paid invoice is reversed when a replacement keeps only one of its outputs', async () => {
  const { uid, address, pay } = await createBill()
  const { sign } = await prepare('BTC', address, 0n, { sequence: 0 })
  await submit(sign(pay(40n, 61n)).hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  const one = sign({ ...pay(61n), feeRate: 800_000n })
  await submit(one.hex)
  const invoice = await waitFor(uid, ({ status }) => status === 'reversed')
  assert.deepEqual(listCounted(invoice), [one.txid])
})

test('an invoice stays paid if one transaction replaces the payment that pays it and one that does not count', async () => {
  const { uid, address, amount } = await createInvoice('DOGE')
  const { sign, utxos } = await service.payer('DOGE', ['400', '400'])
  const pay = (percent: bigint) => ({
    sequence: 0,
    outputs: [{ address, amount: Number((toUnits(amount) * percent) / 100n) }],
  })
  const uncounted = sign({ ...pay(50n), inputs: utxos.slice(0, 1), feeRate: 200_000n })
  await service.rpc('DOGE', 'sendrawtransaction', uncounted.hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 1)
  const counted = sign({ ...pay(100n), inputs: utxos.slice(1), feeRate: 2_000_000n })
  await service.rpc('DOGE', 'sendrawtransaction', counted.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  const one = sign({ ...pay(101n), inputs: utxos, feeRate: 8_000_000n })
  await service.rpc('DOGE', 'sendrawtransaction', one.hex)
  const { status } = await waitFor(uid, (invoice) => listCounted(invoice)?.join() === one.txid)
  assert.equal(status, 'paid')
  assert.ok(!(await service.listEvents(uid)).includes('invoice.reversed'))
})

test('a replacement with as many outputs continues all payments, and an invoice that stays paid has no other events', async () => {
  const { uid, address, pay } = await createBill()
  const { sign } = await prepare('BTC', address, 0n, { sequence: 0 })
  await submit(sign(pay(61n, 40n)).hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  const before = (await service.listEvents(uid)).length
  const bumped = sign({ ...pay(30n, 71n), feeRate: 800_000n })
  await submit(bumped.hex)
  const invoice = await waitFor(
    uid,
    (current) => listCounted(current)?.join() === [bumped.txid, bumped.txid].join(),
  )
  assert.equal(invoice.status, 'paid')
  const events = (await service.listEvents(uid)).slice(before).filter((type) => type !== 'payment.exception')
  assert.deepEqual(events, ['payment.replaced', 'payment.replaced'])
})

for (const isMined of [false, true])
  test(`a fee bump that splits a payment into two outputs leaves the invoice paid${isMined ? ' in a block' : ''}`, async () => {
    const { uid, address, pay } = await createBill()
    const { sign } = await prepare('BTC', address, 0n, { sequence: 0 })
    await submit(sign(pay(101n)).hex)
    await waitFor(uid, ({ status }) => status === 'paid')
    const before = (await service.listEvents(uid)).length
    const bumped = sign({ ...pay(61n, 40n, 7n), feeRate: 800_000n })
    await submit(bumped.hex)
    if (isMined) await service.mine('BTC')
    await waitFor(uid, (current) => listCounted(current)?.join() === [bumped.txid, bumped.txid].join())
    const others = ['payment.confirmed', 'payment.exception']
    const events = (await service.listEvents(uid)).slice(before).filter((type) => !others.includes(type))
    assert.deepEqual(events, ['payment.replaced', 'payment.received'])
  })

test('a part that comes back does not count in addition to the transaction that had replaced it', async () => {
  const { uid, pay } = await createBill()
  const { sign, utxos } = await service.payer('BTC', ['1', '1'])
  const options = { sequence: 0, feeRate: 200_000n }
  const [first = assert.fail(), second = assert.fail()] = utxos
  const parts = [
    sign({ ...options, inputs: [first], ...pay(30n) }),
    sign({ ...options, inputs: [second], ...pay(50n) }),
  ]
  for (const { hex } of parts) await submit(hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  const one = sign({ ...options, feeRate: 800_000n, inputs: utxos, ...pay(60n) })
  await submit(one.hex)
  await waitFor(uid, (current) => listCounted(current)?.join() === one.txid)
  // Another node's mempool has the second part, and a conflict with the first one.
  const [, back = assert.fail()] = parts
  const other = sign({ ...options, inputs: [first], outputs: [], feeRate: 2_000_000n })
  await submitInstead(one.txid, [other.hex, back.hex])
  const invoice = await waitFor(uid, (current) => listCounted(current)?.includes(back.txid) === true)
  assert.deepEqual([invoice.status, listCounted(invoice)], ['unpaid', [back.txid]])
})

test('if a block contains two parts instead of the transaction that had replaced both, only the parts count', async () => {
  const { uid, pay } = await createBill()
  const { sign, utxos } = await service.payer('BTC', ['1', '1'])
  const options = { sequence: 0, feeRate: 200_000n }
  const parts = utxos.map((utxo, index) =>
    sign({ ...options, inputs: [utxo], ...pay(index === 0 ? 30n : 50n) }),
  )
  for (const { hex } of parts) await submit(hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  const one = sign({ ...options, feeRate: 800_000n, inputs: utxos, ...pay(60n) })
  await submit(one.hex)
  await waitFor(uid, (current) => listCounted(current)?.join() === one.txid)
  await submitInstead(
    one.txid,
    parts.map(({ hex }) => hex),
  )
  await service.mine('BTC')
  const txids = parts.map(({ txid }) => txid)
  const invoice = await waitFor(uid, (current) => txids.every((txid) => listCounted(current)?.includes(txid)))
  assert.equal(invoice.status, 'unpaid')
  assert.ok(!(await service.listEvents(uid)).includes('invoice.paid'))
})

test('a payment that needs no confirmations is settled again when it continues with the coins that were not double-spent', async () => {
  const { uid, address, amount } = await createInvoice('DASH')
  const other = await createInvoice('DASH')
  const { sign, utxos } = await service.payer('DASH', ['1', '1'])
  const [first = assert.fail(), second = assert.fail()] = utxos
  const options = { feeRate: 200_000n, outputs: [{ address, amount: Number(toUnits(amount)) }] }
  const paid = sign({ ...options, inputs: utxos })
  await service.rpc('DASH', 'sendrawtransaction', paid.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  const elsewhere = sign({
    ...options,
    inputs: [first],
    outputs: [{ address: other.address, amount: 100_000 }],
  })
  await service.rpc('DASH', 'sandbox_fail', 'refuse', 1_000)
  await service.rpc('DASH', 'sandbox_evict', paid.txid)
  await service.rpc('DASH', 'sendrawtransaction', elsewhere.hex)
  await service.mine('DASH')
  await waitFor(uid, ({ status }) => status === 'reversed')
  await service.rpc('DASH', 'sendrawtransaction', sign({ ...options, inputs: [second] }).hex)
  await service.rpc('DASH', 'sandbox_fail', 'none', 0)
  await waitFor(uid, ({ status }) => status === 'paid')
  const [payment = assert.fail()] = await listPayments(service, uid)
  const stored = await service.database.read.query
    .selectFrom('payments')
    .where('id', '=', payment.id)
    .select(['confirmed_at', 'settled_at'])
    .executeTakeFirstOrThrow()
  assert.notEqual(stored.confirmed_at, null)
  assert.equal(stored.settled_at, stored.confirmed_at)
})
