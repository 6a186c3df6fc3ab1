import assert from 'node:assert/strict'
import { fileScope } from '../helpers/databases.ts'
import { type Bill, startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

const service = await startPaying(fileScope)
const { rpc, mine, waitUntilFollowed, readStatus, listEvents, submit, listMempool } = service

const waitForStatus = (uid: string, status: string) => until(async () => (await readStatus(uid)) === status)

interface Paid {
  readonly bill: Bill
  /** In the mempool before the payment was submitted, oldest first. */
  readonly ancestors: readonly Signed[]
  readonly payment: Signed
}

/** An invoice paid by a transaction that spends the last of `generations` unconfirmed ones, which were never submitted. */
async function payFromMempool(coin: string, generations: number): Promise<Paid> {
  const payer = await service.payer(coin)
  const bill = await service.createBill(coin)
  const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
  const ancestors: Signed[] = []
  let inputs = payer.utxos
  for (let generation = 0; generation < generations; generation++) {
    const ancestor = payer.sign({ inputs, outputs: [], feeRate, sequence: 0xffff_fffd })
    await rpc(coin, 'sendrawtransaction', ancestor.hex)
    ancestors.push(ancestor)
    inputs = [...payer.own(ancestor)]
  }
  const payment = payer.pay(bill, { inputs, sequence: 0xffff_fffd })
  service.assertAccepted(await submit(bill, payment), [payment])
  return { bill, ancestors, payment }
}

for (const generations of [1, 3])
  testOnEveryCoin(
    `an unconfirmed ancestor ${generations} above the payment is double-spent in a block: the invoice is reversed`,
    async (coin) => {
      const { bill, ancestors } = await payFromMempool(coin, generations)
      await rpc(coin, 'sandbox_replace', ancestors[0]?.txid)
      await mine(coin)
      await waitForStatus(bill.uid, 'reversed')
      await mine(coin, 2)
      await waitUntilFollowed(coin)
      const events = await listEvents(bill.uid)
      assert.equal(events.filter((type) => type === 'invoice.reversed').length, 1)
    },
  )

testOnEveryCoin(
  'an ancestor whose replacement pays the same outputs under another id invalidates the payment: the invoice is reversed',
  async (coin) => {
    const { bill, ancestors } = await payFromMempool(coin, 1)
    await rpc(coin, 'sandbox_replace', ancestors[0]?.txid, true)
    await mine(coin)
    await waitForStatus(bill.uid, 'reversed')
  },
)

testOnEveryCoin(
  'when the double spend of an ancestor leaves the chain and the ancestor is back, the invoice is restored',
  async (coin) => {
    const { bill, ancestors, payment } = await payFromMempool(coin, 1)
    const [ancestor = assert.fail()] = ancestors
    const conflicting = String(await rpc(coin, 'sandbox_replace', ancestor.txid))
    await mine(coin)
    await waitForStatus(bill.uid, 'reversed')
    await rpc(coin, 'sandbox_reorganise', 1)
    await rpc(coin, 'sandbox_evict', conflicting)
    await rpc(coin, 'sendrawtransaction', ancestor.hex)
    await waitForStatus(bill.uid, 'paid')
    assert.ok((await listMempool(coin)).includes(payment.txid))
    await mine(coin)
    await until(async () => (await service.getInvoice(bill.uid)).invoice.payment?.confirmations === 1)
    const events = await listEvents(bill.uid)
    assert.equal(events.filter((type) => type === 'invoice.restored').length, 1)
  },
)

testOnEveryCoin('mining the ancestors does not change the payment', async (coin) => {
  const { bill, payment } = await payFromMempool(coin, 2)
  await rpc(coin, 'sandbox_evict', payment.txid)
  await mine(coin)
  const confirmations = async () =>
    Number((await service.getInvoice(bill.uid)).invoice.payment?.confirmations)
  // It is sent again immediately, and may be in the same block as its ancestors.
  await until(async () => (await listMempool(coin)).includes(payment.txid) || (await confirmations()) === 1)
  await mine(coin)
  await until(async () => (await confirmations()) > 0)
  assert.equal(await readStatus(bill.uid), 'paid')
  assert.ok(!(await listEvents(bill.uid)).includes('invoice.reversed'))
})

testOnEveryCoin(
  'the last of several submitted transactions is double-spent while its parent stays: the invoice is reversed',
  async (coin) => {
    const payer = await service.payer(coin)
    const bill = await service.createBill(coin)
    const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
    const parent = payer.sign({ inputs: payer.utxos, outputs: [], feeRate, change: payer.script() })
    const payment = payer.pay(bill, { inputs: [...payer.own(parent)] })
    service.assertAccepted(await submit(bill, [parent, payment]), [parent, payment])
    await rpc(coin, 'sandbox_replace', payment.txid)
    await mine(coin)
    await waitForStatus(bill.uid, 'reversed')
  },
)

/** Mined ancestors of the payment's coins, oldest first: `generations` transactions, each in a block of its own. */
async function mineAncestors(coin: string, generations: number) {
  const payer = await service.payer(coin)
  const bill = await service.createBill(coin)
  const feeRate = BigInt(Math.ceil(bill.template.requiredFeeRate * 1_000))
  const parents: Signed[] = []
  let inputs = payer.utxos
  for (let generation = 0; generation < generations; generation++) {
    const parent = payer.sign({ inputs, outputs: [], feeRate })
    await rpc(coin, 'sendrawtransaction', parent.hex)
    await mine(coin)
    parents.push(parent)
    inputs = [...payer.own(parent)]
  }
  await waitUntilFollowed(coin)
  return { bill, parents, payment: payer.pay(bill, { inputs }) }
}

const countReversals = async (uid: string) =>
  (await listEvents(uid)).filter((type) => type === 'invoice.reversed').length

for (const depth of [1, 3])
  testOnEveryCoin(
    `a parent below ${depth} blocks is double-spent when they are replaced: the invoice is reversed, and restored when the double spend is replaced`,
    async (coin) => {
      const { bill, parents, payment } = await mineAncestors(coin, depth)
      const [oldest = assert.fail()] = parents
      service.assertAccepted(await submit(bill, payment), [payment])
      await rpc(coin, 'sandbox_reorganise', depth, [oldest.txid])
      await waitForStatus(bill.uid, 'reversed')
      await mine(coin)
      await waitUntilFollowed(coin)
      assert.equal(await countReversals(bill.uid), 1)

      const height = Number(await rpc(coin, 'getblockcount'))
      const conflictingTxids = await transactionsAt(coin, height - depth - 1)
      await rpc(coin, 'sandbox_reorganise', depth + 2)
      for (const conflicting of conflictingTxids)
        await rpc(coin, 'sandbox_evict', conflicting).catch(() => {})
      for (const parent of parents) await rpc(coin, 'sendrawtransaction', parent.hex)
      await waitForStatus(bill.uid, 'paid')
    },
  )

testOnEveryCoin(
  'the mined parent of a payment that was mined at submission is double-spent: the invoice is reversed',
  async (coin) => {
    const { bill, parents, payment } = await mineAncestors(coin, 2)
    await rpc(coin, 'sendrawtransaction', payment.hex)
    await mine(coin)
    await waitUntilFollowed(coin)
    service.assertAccepted(await submit(bill, payment), [payment])
    await rpc(coin, 'sandbox_reorganise', 3, [parents[0]?.txid])
    await waitForStatus(bill.uid, 'reversed')
  },
)

testOnEveryCoin(
  'the input of a mined parent that is submitted with the payment is double-spent: the invoice is reversed',
  async (coin) => {
    const { bill, parents, payment } = await mineAncestors(coin, 2)
    const [oldest = assert.fail(), parent = assert.fail()] = parents
    service.assertAccepted(await submit(bill, [parent, payment]), [parent, payment])
    await rpc(coin, 'sandbox_reorganise', 2, [oldest.txid])
    await waitForStatus(bill.uid, 'reversed')
  },
)

testOnEveryCoin(
  'a parent whose block is replaced and that is mined again does not change the payment',
  async (coin) => {
    const { bill, payment } = await mineAncestors(coin, 2)
    service.assertAccepted(await submit(bill, payment), [payment])
    await rpc(coin, 'sandbox_reorganise', 2)
    await mine(coin)
    await until(async () => (await service.getInvoice(bill.uid)).invoice.payment?.confirmations === 1)
    assert.equal(await countReversals(bill.uid), 0)
  },
)

async function transactionsAt(coin: string, height: number): Promise<string[]> {
  const { tx } = Object(await rpc(coin, 'getblock', await rpc(coin, 'getblockhash', height)))
  return tx.slice(1)
}
