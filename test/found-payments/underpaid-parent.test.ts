import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'

const service = await startPaying(fileScope)
const { createInvoice, waitFor } = createAddressPayer(service)

test('a payment counts only once it is mined if its unconfirmed parent lacks fees', async () => {
  const { uid, address, amount } = await createInvoice('DOGE')
  const wallet = await service.payer('DOGE')
  const parent = wallet.sign({ inputs: wallet.utxos, outputs: [], feeRate: 200_000n })
  const outputs = [{ address, amount: Number(toUnits(amount)) }]
  const child = wallet.sign({ inputs: wallet.own(parent), outputs, feeRate: 2_000_000n })
  await service.rpc('DOGE', 'sendrawtransaction', parent.hex)
  await service.rpc('DOGE', 'sendrawtransaction', child.hex)
  const { status, received } = await waitFor(uid, (invoice) => invoice.received !== null)
  assert.deepEqual([status, received?.payments.map(({ counted }) => counted)], ['unpaid', [false]])
  await service.mine('DOGE')
  await waitFor(uid, (invoice) => invoice.status === 'paid')
})
