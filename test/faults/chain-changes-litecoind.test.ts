import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../helpers/databases.ts'
import { withoutLitecoind } from '../helpers/litecoind.ts'
import { type LitecoindLab, openLitecoindLab } from '../helpers/litecoind-lab.ts'
import type { Bill } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import type { Signed } from '../helpers/wallet.ts'

// The same as chain-changes.test.ts in the sandbox, on a real node that is told to reorganise.

const lab = withoutLitecoind ? null : await openLitecoindLab(wholeFile)

function real(name: string, work: (lab: LitecoindLab) => Promise<void>): void {
  void test(name, { skip: withoutLitecoind }, () => work(lab ?? assert.fail()))
}

/** Mines a block with exactly these transactions, whatever the mempool has. */
async function mineOnly({ node }: LitecoindLab, ...transactions: readonly Signed[]): Promise<string> {
  const address = await node.cli('getnewaddress', ['', 'bech32'])
  const { hash } = Object(await node.cli('generateblock', [address, transactions.map(({ hex }) => hex)]))
  return String(hash)
}

/** A paid invoice, with its transaction in a block. */
async function paid(lab: LitecoindLab) {
  const { due, pay, signed } = await lab.prepared()
  lab.assertAccepted(await lab.submit(due, signed), [signed])
  const block = await mineOnly(lab, signed)
  await confirmed(lab, due, 1)
  return { due, pay, signed, block }
}

const paymentOf = async ({ getInvoice }: LitecoindLab, { uid }: Bill) =>
  Object((await getInvoice(uid)).invoice.payment)

const confirmed = (lab: LitecoindLab, due: Bill, depth: number) =>
  until(async () => (await paymentOf(lab, due)).confirmations >= depth)

const becomes = ({ statusOf }: LitecoindLab, { uid }: Bill, status: string) =>
  until(async () => (await statusOf(uid)) === status)

for (const depth of [1, 3, 6])
  real(
    `a payment below ${depth} blocks that are replaced by a double spend is reversed, and paid again when they return`,
    async (lab) => {
      const { node, wallet, eventsOf } = lab
      const { due, pay, signed, block } = await paid(lab)
      if (depth > 1) await node.mine(depth - 1)
      await confirmed(lab, due, depth)
      const rival = pay({ outputs: [{ script: wallet.script(), amount: 1_000_000n }] })

      await node.cli('invalidateblock', [block])
      const other = await mineOnly(lab, rival)
      await node.mine(depth)
      await becomes(lab, due, 'reversed')
      assert.equal((await paymentOf(lab, due)).confirmations, 0)

      await node.cli('invalidateblock', [other])
      await node.cli('reconsiderblock', [block])
      await node.mine(2)
      await becomes(lab, due, 'paid')
      await confirmed(lab, due, depth + 2)
      assert.equal((await paymentOf(lab, due)).txid, signed.txid)
      assert.deepEqual(
        (await eventsOf(due.uid)).filter((type) => type.startsWith('invoice.')),
        ['invoice.created', 'invoice.paid', 'invoice.reversed', 'invoice.restored'],
      )
    },
  )

real(
  'a payment whose mined parent is replaced by a double spend is reversed, and paid again when it returns',
  async (lab) => {
    const { node, wallet, eventsOf } = lab
    const { due, input, pay } = await lab.prepared()
    const parentFor = (fee: bigint) => wallet.sign({ inputs: [input], outputs: [], fee })
    const parent = parentFor(10_000n)
    const block = await mineOnly(lab, parent)
    const payment = pay({ inputs: wallet.own(parent) })
    lab.assertAccepted(await lab.submit(due, payment), [payment])

    await node.cli('invalidateblock', [block])
    const other = await mineOnly(lab, parentFor(20_000n))
    await node.mine(1)
    await becomes(lab, due, 'reversed')

    await node.cli('invalidateblock', [other])
    await node.cli('reconsiderblock', [block])
    await node.mine(2)
    await becomes(lab, due, 'paid')
    await node.mine(1)
    await confirmed(lab, due, 1)
    assert.deepEqual(
      (await eventsOf(due.uid)).filter((type) => type.startsWith('invoice.')),
      ['invoice.created', 'invoice.paid', 'invoice.reversed', 'invoice.restored'],
    )
  },
)

real(
  'a reorganisation that leaves the payment in the mempool changes only its confirmations',
  async (lab) => {
    const { due, block } = await paid(lab)
    await lab.node.cli('invalidateblock', [block])
    await until(async () => (await paymentOf(lab, due)).confirmations === 0)
    assert.equal(await lab.statusOf(due.uid), 'paid')
    await lab.node.mine(2)
    await confirmed(lab, due, 2)
    assert.ok(!(await lab.eventsOf(due.uid)).includes('invoice.reversed'))
  },
)

real('a replacement transaction that pays the same carries the payment on', async (lab) => {
  const { due, pay, signed } = await lab.prepared()
  lab.assertAccepted(await lab.submit(due, signed), [signed])
  const heir = pay({ fee: signed.fee * 2n })
  await mineOnly(lab, heir)
  await until(async () => (await lab.eventsOf(due.uid)).includes('payment.replaced'))
  assert.partialDeepStrictEqual(await paymentOf(lab, due), { txid: heir.txid, txids: [heir.txid] })
  assert.equal(await lab.statusOf(due.uid), 'paid')
  lab.assertAccepted(await lab.submit(due, signed), [signed])
})

real('a node that was killed and lost its mempool gets the payment again', async (lab) => {
  const { due, signed } = await lab.prepared()
  lab.assertAccepted(await lab.submit(due, signed), [signed])
  await lab.node.kill()
  await lab.node.restart()
  // The node saves its mempool on a clean shutdown; when it is killed, it loses it.
  await until(async () => (await lab.held()).includes(signed.txid))
  await lab.node.mine(1)
  await confirmed(lab, due, 1)
})
