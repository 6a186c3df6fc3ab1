import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { createServiceChainChanges } from '../helpers/chain-changes.ts'
import { listPayments } from '../helpers/list-payments.ts'
import { startPaying } from '../helpers/paying.ts'

test('what a block says about a transaction changes nothing if another one has replaced it since the block was searched', async (t) => {
  const service = await startPaying(t)
  const { createInvoice, waitFor, readInvoice } = createAddressPayer(service)
  const { uid, address, amount } = await createInvoice('BTC')
  const { sign, utxos } = await service.payer('BTC', ['1', '1'])
  const outputs = [{ address, amount: Number(toUnits(amount)) }]
  const first = sign({ inputs: utxos, outputs, feeRate: 200_000n, sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', first.hex)
  await waitFor(uid, ({ status }) => status === 'paid')
  const [searched = assert.fail()] = await listPayments(service, uid)
  // Spends only one of the inputs: a double spend of the other one doesn't concern it.
  const second = sign({ inputs: utxos.slice(1), outputs, feeRate: 900_000n, sequence: 0 })
  await service.rpc('BTC', 'sendrawtransaction', second.hex)
  await waitFor(uid, ({ payment }) => payment.txid === second.txid)
  const events = await service.listEvents(uid)

  const changes = createServiceChainChanges(service)
  const [block = assert.fail()] = await service.stores.followedBlocks.findRecent('BTC', 1)
  const other = 'ab'.repeat(32)
  await changes.reverse(searched, block, other)
  await changes.replace(searched, block, { txid: other, inputs: [], outputs: [] })
  await changes.recordBlock(searched, block)

  const [payment = assert.fail()] = await listPayments(service, uid)
  assert.deepEqual([payment.txid, payment.block, payment.doubleSpent], [second.txid, null, null])
  assert.equal((await readInvoice(uid)).status, 'paid')
  assert.deepEqual(await service.listEvents(uid), events)
})
