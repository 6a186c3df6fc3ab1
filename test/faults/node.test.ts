import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { second } from '../../src/kernel/clock.ts'
import { addCleanup, fileScope } from '../helpers/databases.ts'
import { openFaultyNode } from '../helpers/faulty-node.ts'
import { withoutLitecoind } from '../helpers/litecoind.ts'
import { openLitecoindLab } from '../helpers/litecoind-lab.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { assertPaymentRejected, type Bill, startPaying, testOnEveryCoin } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'
import { startNodes } from './nodes.ts'

/** The service waits for a second; the node gets the call three seconds late, and accepts it. */
const [nodeTimeoutSeconds, lateMs] = [1, 3_000]

const nodes = await startNodes(fileScope)
const proxies = new Map(
  await Promise.all(
    [...coins.keys()].map(
      async (coin) => [coin, await openFaultyNode(fileScope, nodes.getUrl(coin))] as const,
    ),
  ),
)
const clock = createShiftedClock()
const service = await startPaying(fileScope, {
  clock,
  settings: {
    NODE_TIMEOUT_SECONDS: String(nodeTimeoutSeconds),
    NODE_POLL_SECONDS: '1',
    ...Object.fromEntries([...proxies].map(([coin, { url }]) => [`${coin}_NODE`, url])),
  },
})
const { createBill, submit, readStatus, listEvents, isOffered, assertAccepted } = service

/** A payment request, two transactions that pay it, and the content of its node's mempool. */
async function prepare(coin: CoinCode) {
  await until(() => isOffered(coin))
  const bill = await createBill(coin)
  const wallet = await createFundedWallet(nodes.baseUrl, coin, coin === 'DOGE' ? ['200', '200'] : ['1', '1'])
  const [first, second] = wallet.utxos.map((input) => wallet.signFor(bill.template, { inputs: [input] }))
  assert.ok(first && second)
  const listMempool = async () => [await wallet.sandbox.call('getrawmempool', [])].flat().map(String)
  return { bill, signed: first, another: second, listMempool }
}

/** The first broadcast call is late; all later ones are in time. */
async function submitLate(bill: Bill, signed: { hex: string; txid: string }) {
  const node = proxies.get(bill.coin as CoinCode) ?? assert.fail()
  node.fail({ kind: 'call is late', ms: lateMs }, 'sendrawtransaction')
  try {
    const reply = await service.request(`/payments/json/${bill.coin}/${bill.uid}`, {
      method: 'POST',
      token: null,
      body: { currency: bill.coin, transactions: [signed.hex] },
    })
    // In time it would have been 200.
    assertPaymentRejected(reply, 'broadcast_unknown')
  } finally {
    node.fail(null)
  }
}

const assertPaidOnce = async ({ uid }: Bill) => {
  const types = await listEvents(uid)
  return ['payment.accepted', 'invoice.paid'].every(
    (type) => types.filter((each) => each === type).length === 1,
  )
}

testOnEveryCoin(
  'the node accepts the transaction after the service’s timeout; a retry succeeds immediately, and the late call changes nothing',
  async (code) => {
    const { bill, signed, another, listMempool } = await prepare(code)
    await submitLate(bill, signed)
    assertAccepted(await submit(bill, signed), [signed])
    await new Promise((resolve) => setTimeout(resolve, lateMs))
    assertAccepted(await submit(bill, signed), [signed])
    assertPaymentRejected(await submit(bill, another), 'invoice_paid')
    assert.ok((await listMempool()).includes(signed.txid))
    assert.ok(!(await listMempool()).includes(another.txid))
    assert.ok(await assertPaidOnce(bill))
  },
)

testOnEveryCoin(
  'the node accepts the transaction after the service’s timeout, and nobody retries: the invoice is paid once',
  async (code) => {
    const { bill, signed, another, listMempool } = await prepare(code)
    await submitLate(bill, signed)
    // No other transaction is accepted until the outcome is known.
    assertPaymentRejected(await submit(bill, another), 'payment_in_flight')
    await until(async () => (await listMempool()).includes(signed.txid))
    clock.advance(6 * second)
    await until(async () => (await readStatus(bill.uid)) === 'paid')
    assert.ok(await assertPaidOnce(bill))
    assertPaymentRejected(await submit(bill, another), 'invoice_paid')
    assert.ok(!(await listMempool()).includes(another.txid))
  },
)

/** I19 */
const maxSettleMs = 60_000

for (const mined of [false, true]) {
  const which = mined ? ', mined' : ', and forgot it'
  test(`litecoind is killed after accepting the payment${which}, before responding: the payment is settled once, within 60 s of the restart`, {
    skip: withoutLitecoind,
  }, async (t) => {
    const lab = await openLitecoindLab({ after: (step) => addCleanup(t, step) })
    const { bill, signed } = await lab.prepare()
    const replying = lab.submitWithFault(
      { kind: 'answer is late', ms: 8_000 },
      'sendrawtransaction',
      bill,
      signed,
    )
    await until(async () => (await lab.listMempool()).includes(signed.txid))
    if (mined) await lab.node.mine(1)
    await lab.node.kill()
    assertPaymentRejected(await replying, 'broadcast_unknown')
    assert.equal(await lab.readStatus(bill.uid), 'unpaid')

    await lab.node.restart()
    const since = performance.now()
    await until(async () => (await lab.readStatus(bill.uid)) === 'paid')
    const took = performance.now() - since
    process.stderr.write(`settled ${Math.round(took)} ms after the node's return\n`)
    assert.ok(took < scaleToLoad(maxSettleMs))
    lab.assertAccepted(await lab.submit(bill, signed), [signed])
    const types = await lab.listEvents(bill.uid)
    assert.equal(types.filter((type) => type === 'invoice.paid').length, 1)
    if (!mined) assert.ok((await lab.listMempool()).includes(signed.txid))
  })
}
