import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { second } from '../../src/kernel/clock.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'

const clock = createShiftedClock()
const service = await startPaying(fileScope, { clock })
const { createBill, payer, submit, readStatus, listMempool } = service

/** A payment with unconfirmed change, whose response was lost: the network has it, but the node then loses its parent. */
async function loseParent(coin: string) {
  const bill = await createBill(coin)
  const wallet = await payer(coin)
  const [coins] = wallet.utxos
  const amount = toBaseUnits(((coins ?? assert.fail()).amount * 9n) / 10n)
  const parent = wallet.pay(bill, { outputs: [{ script: wallet.script(), amount }] })
  await service.rpc(coin, 'sendrawtransaction', parent.hex)
  const child = wallet.pay(bill, { inputs: wallet.own(parent).slice(0, 1) })
  await service.rpc(coin, 'sandbox_fail', 'cut', 1)
  const { status, text } = await submit(bill, child)
  assert.equal(status, 500, text)
  await service.rpc(coin, 'sandbox_evict', parent.txid)
  assert.deepEqual(await listMempool(coin), [])
  // The reconciler sends an interrupted payment again after a few seconds.
  clock.advance(10 * second)
  return { bill, wallet, parent, child }
}

/** Why the payment's outcome is unknown. */
async function readReason(uid: string): Promise<string | null | undefined> {
  const rows = service.database.read.query.selectFrom('payments').where('invoice_uid', '=', uid)
  return (await rows.select('reason').executeTakeFirst())?.reason
}

for (const coin of coins.keys()) {
  test(`a ${coin} payment whose parent the node has lost is sent again until the network mines it`, async () => {
    const { bill, parent, child } = await loseParent(coin)
    await until(async () => (await readReason(bill.uid)) === 'temporarily_rejected')
    assert.equal(await readStatus(bill.uid), 'unpaid')
    for (const { hex } of [parent, child]) await service.rpc(coin, 'sendrawtransaction', hex)
    await service.mine(coin)
    await until(async () => (await readStatus(bill.uid)) === 'paid')
  })
}

test('a payment whose parent a block double-spends is rejected', async () => {
  const { bill, wallet } = await loseParent('LTC')
  const theft = wallet.pay(bill, {
    inputs: wallet.utxos.slice(0, 1),
    outputs: [{ script: wallet.script(), amount: toBaseUnits(1_000_000n) }],
  })
  await service.rpc('LTC', 'sendrawtransaction', theft.hex)
  await service.mine('LTC')
  await until(async () => (await service.listEvents(bill.uid)).includes('payment.rejected'))
  assert.equal(await readStatus(bill.uid), 'unpaid')
})
