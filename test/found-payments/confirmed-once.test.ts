import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoinCode } from '../../src/coins/index.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { createServiceChainChanges } from '../helpers/chain-changes.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

const service = await startPaying(fileScope)
const { createInvoice, readAddress, send, waitFor } = createAddressPayer(service)

const { database } = service
const changes = createServiceChainChanges(service)

/** The payment of this transaction, and the newest followed block. */
async function readPayment(coin: CoinCode, txid: string) {
  const { id } = await database.read.query
    .selectFrom('payments')
    .where('txid', '=', txid)
    .select('id')
    .executeTakeFirstOrThrow()
  const [block = assert.fail('no block')] = await service.stores.followedBlocks.findRecent(coin, 1)
  return { block, payment: (await service.stores.payments.find(id)) ?? assert.fail('no payment') }
}

const countConfirmed = async (uid: string) =>
  (await service.listEvents(uid)).filter((type) => type === 'payment.confirmed').length

/** Waits until the payment of this transaction is marked as replaced or double-spent. */
const waitUntilLost = (uid: string, txid: string) =>
  until(async () => {
    const { double_spent_hash, replaced } = await service.database.read.query
      .selectFrom('payments')
      .where('invoice_uid', '=', uid)
      .where('txid', '=', txid)
      .select(['double_spent_hash', 'replaced'])
      .executeTakeFirstOrThrow()
    return double_spent_hash !== null || replaced === 1
  })

test('a payment that never counted does not confirm the invoice again when it is replaced', async () => {
  const { uid, address, amount } = await createInvoice('DOGE')
  await createInvoice('DOGE')
  const low = await send('DOGE', address, toUnits(amount), { feeRate: 200_000n, sequence: 0 })
  await waitFor(uid, ({ received }) => received !== null)
  const litecoin = await readAddress(uid, 'LTC')
  await send('LTC', litecoin.address, toUnits(litecoin.amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  await service.mine('LTC')
  await until(async () => (await countConfirmed(uid)) === 1)
  await service.rpc('DOGE', 'sandbox_replace', low)
  await waitUntilLost(uid, low)
  assert.equal(await countConfirmed(uid), 1)
})

test('a part that was merged into another does not confirm the invoice again when a block double-spends it', async () => {
  const { uid, address, amount } = await createInvoice('BTC')
  const { sign, utxos } = await service.payer('BTC', ['1', '1'])
  const options = { sequence: 0, feeRate: 200_000n }
  const pay = (percent: bigint) => ({
    outputs: [{ address, amount: Number((toUnits(amount) * percent) / 100n) }],
  })
  const [first = assert.fail(), second = assert.fail()] = utxos
  const parts = [
    sign({ ...options, inputs: [first], ...pay(40n) }),
    sign({ ...options, inputs: [second], ...pay(50n) }),
  ]
  for (const { hex } of parts) await service.rpc('BTC', 'sendrawtransaction', hex)
  await waitFor(uid, ({ received }) => received?.payments.length === 2)
  const merged = sign({ ...options, feeRate: 800_000n, inputs: utxos, ...pay(100n) })
  await service.rpc('BTC', 'sendrawtransaction', merged.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  await service.mine('BTC')
  await until(async () => (await countConfirmed(uid)) === 1)
  await until(async () => {
    const rows = await service.database.read.query
      .selectFrom('payments')
      .where('invoice_uid', '=', uid)
      .where('double_spent_hash', 'is not', null)
      .select('id')
      .execute()
    return rows.length === 1
  })
  assert.equal(await countConfirmed(uid), 1)
})

test('a surplus that is found in a block does not confirm the invoice again', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  const bitcoin = await readAddress(uid, 'BTC')
  // Another invoice waits for a payment, so the mempool is read.
  await createInvoice('BTC')
  await send('LTC', address, toUnits(amount))
  await service.mine('LTC')
  await until(async () => (await countConfirmed(uid)) === 1)
  const txid = await send('BTC', bitcoin.address, 20_000n)
  await until(async () => (await service.listEvents(uid)).includes('payment.exception'))
  const { payment, block } = await readPayment('BTC', txid)
  assert.equal(payment.status, 'surplus')
  await changes.recordBlock(payment, block)
  const { payment: mined } = await readPayment('BTC', txid)
  assert.deepEqual([mined.status, mined.block?.height], ['surplus', block.height])
  assert.equal(await countConfirmed(uid), 1)
})

test('a double-spent payment that is found in a block restores and confirms the invoice once', async () => {
  const { uid, address, amount } = await createInvoice('LTC')
  const txid = await send('LTC', address, toUnits(amount))
  await waitFor(uid, ({ status }) => status === 'paid')
  const { payment, block } = await readPayment('LTC', txid)
  await changes.reverse(payment, block, 'ab'.repeat(32))
  await changes.recordBlock((await readPayment('LTC', txid)).payment, block)
  assert.deepEqual((await service.listEvents(uid)).slice(-3), [
    'invoice.reversed',
    'invoice.restored',
    'payment.confirmed',
  ])
  assert.equal(await countConfirmed(uid), 1)
})
