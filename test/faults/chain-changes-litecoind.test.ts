import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { withoutLitecoind } from '../helpers/litecoind.ts'
import { type LitecoindLab, openLitecoindLab } from '../helpers/litecoind-lab.ts'
import type { Bill } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

// The same as chain-changes.test.ts in the sandbox, on a real node that is told to reorganise.

const lab = withoutLitecoind ? null : await openLitecoindLab(fileScope)

function testOnNode(name: string, work: (lab: LitecoindLab) => Promise<void>): void {
  void test(name, { skip: withoutLitecoind }, () => work(lab ?? assert.fail()))
}

/** Mines a block with exactly these transactions, whatever the mempool has. */
async function mineOnly({ node }: LitecoindLab, ...transactions: readonly Signed[]): Promise<string> {
  const address = await node.cli('getnewaddress', ['', 'bech32'])
  const { hash } = Object(await node.cli('generateblock', [address, transactions.map(({ hex }) => hex)]))
  return String(hash)
}

/** A paid invoice, with its transaction in a block. */
async function createPaidBill(lab: LitecoindLab) {
  const { bill, pay, signed } = await lab.prepare()
  lab.assertAccepted(await lab.submit(bill, signed), [signed])
  const block = await mineOnly(lab, signed)
  await isConfirmedAt(lab, bill, 1)
  return { bill, pay, signed, block }
}

const readPayment = async ({ getInvoice }: LitecoindLab, { uid }: Bill) =>
  Object((await getInvoice(uid)).invoice.payment)

const isConfirmedAt = (lab: LitecoindLab, bill: Bill, depth: number) =>
  until(async () => (await readPayment(lab, bill)).confirmations >= depth)

const waitForStatus = ({ readStatus }: LitecoindLab, { uid }: Bill, status: string) =>
  until(async () => (await readStatus(uid)) === status)

for (const depth of [1, 3, 6])
  testOnNode(
    `a payment below ${depth} blocks that are replaced by a double spend is reversed, and paid again when they return`,
    async (lab) => {
      const { node, wallet, listEvents } = lab
      const { bill, pay, signed, block } = await createPaidBill(lab)
      if (depth > 1) await node.mine(depth - 1)
      await isConfirmedAt(lab, bill, depth)
      const conflicting = pay({ outputs: [{ script: wallet.script(), amount: 1_000_000n }] })

      await node.cli('invalidateblock', [block])
      const other = await mineOnly(lab, conflicting)
      await node.mine(depth)
      await waitForStatus(lab, bill, 'reversed')
      assert.equal((await readPayment(lab, bill)).confirmations, 0)

      await node.cli('invalidateblock', [other])
      await node.cli('reconsiderblock', [block])
      await node.mine(2)
      await waitForStatus(lab, bill, 'paid')
      await isConfirmedAt(lab, bill, depth + 2)
      assert.equal((await readPayment(lab, bill)).txid, signed.txid)
      assert.deepEqual(
        (await listEvents(bill.uid)).filter((type) => type.startsWith('invoice.')),
        ['invoice.created', 'invoice.paid', 'invoice.reversed', 'invoice.restored'],
      )
    },
  )

testOnNode(
  'a payment whose mined parent is replaced by a double spend is reversed, and paid again when it returns',
  async (lab) => {
    const { node, wallet, listEvents } = lab
    const { bill, input, pay } = await lab.prepare()
    const parentFor = (fee: bigint) => wallet.sign({ inputs: [input], outputs: [], fee })
    const parent = parentFor(10_000n)
    const block = await mineOnly(lab, parent)
    const payment = pay({ inputs: wallet.own(parent) })
    lab.assertAccepted(await lab.submit(bill, payment), [payment])

    await node.cli('invalidateblock', [block])
    const other = await mineOnly(lab, parentFor(20_000n))
    await node.mine(1)
    await waitForStatus(lab, bill, 'reversed')

    await node.cli('invalidateblock', [other])
    await node.cli('reconsiderblock', [block])
    await node.mine(2)
    await waitForStatus(lab, bill, 'paid')
    await node.mine(1)
    await isConfirmedAt(lab, bill, 1)
    assert.deepEqual(
      (await listEvents(bill.uid)).filter((type) => type.startsWith('invoice.')),
      ['invoice.created', 'invoice.paid', 'invoice.reversed', 'invoice.restored'],
    )
  },
)

testOnNode(
  'a reorganisation that leaves the payment in the mempool changes only its confirmations',
  async (lab) => {
    const { bill, block } = await createPaidBill(lab)
    await lab.node.cli('invalidateblock', [block])
    await until(async () => (await readPayment(lab, bill)).confirmations === 0)
    assert.equal(await lab.readStatus(bill.uid), 'paid')
    await lab.node.mine(2)
    await isConfirmedAt(lab, bill, 2)
    assert.ok(!(await lab.listEvents(bill.uid)).includes('invoice.reversed'))
  },
)

testOnNode('a replacement transaction that pays the same outputs continues the payment', async (lab) => {
  const { bill, pay, signed } = await lab.prepare()
  lab.assertAccepted(await lab.submit(bill, signed), [signed])
  const replacement = pay({ fee: signed.fee * 2n })
  await mineOnly(lab, replacement)
  await until(async () => (await lab.listEvents(bill.uid)).includes('payment.replaced'))
  assert.partialDeepStrictEqual(await readPayment(lab, bill), {
    txid: replacement.txid,
    txids: [replacement.txid],
  })
  assert.equal(await lab.readStatus(bill.uid), 'paid')
  lab.assertAccepted(await lab.submit(bill, signed), [signed])
})

testOnNode('a node that was killed and lost its mempool gets the payment again', async (lab) => {
  const { bill, signed } = await lab.prepare()
  lab.assertAccepted(await lab.submit(bill, signed), [signed])
  await lab.node.kill()
  await lab.node.restart()
  // The node saves its mempool on a clean shutdown; when it is killed, it loses it.
  await until(async () => (await lab.listMempool()).includes(signed.txid))
  await lab.node.mine(1)
  await isConfirmedAt(lab, bill, 1)
})
