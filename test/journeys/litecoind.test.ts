import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCoins } from '../../src/kernel/money.ts'
import { getNumberText } from '../../src/networks/node/exact-numbers.ts'
import type { Utxo } from '../../src/wallet/utxo.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Fault } from '../helpers/faulty-node.ts'
import { withoutLitecoind } from '../helpers/litecoind.ts'
import { type LitecoindLab, openLitecoindLab } from '../helpers/litecoind-lab.ts'
import { assertPaymentRejected, getOutputs } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { corruptions, readStoredBytes } from '../helpers/witness.ts'

// Real blocks, a key with real coins, and every way in which a response of the node can be lost.

const lab = withoutLitecoind ? null : await openLitecoindLab(fileScope)

function testOnNode(name: string, work: (lab: LitecoindLab) => Promise<void>): void {
  void test(name, { skip: withoutLitecoind }, () => work(lab ?? assert.fail()))
}

for (const form of ['p2wpkh', 'p2pkh'] as const)
  testOnNode(
    `an invoice is paid from a ${form} output: the transaction is in the node’s mempool, then in a block, then confirmed`,
    async (lab) => {
      const { node, submit, readStatus, listEvents, assertAccepted } = lab
      const { bill, signed } = await lab.prepare(form)
      assertAccepted(await submit(bill, signed), [signed])
      assert.equal(await readStatus(bill.uid), 'paid')
      const entry = Object(await node.cli('getmempoolentry', [signed.txid]))
      assert.equal(entry.vsize, signed.size)
      assert.equal(parseCoins(getNumberText(entry.fees.base)), signed.fee)

      const [hash] = await node.mine(1)
      const { tx } = Object(await node.cli('getblock', [hash]))
      assert.ok(tx.includes(signed.txid))
      const readPayment = async () => (await lab.getInvoice(bill.uid)).invoice.payment
      await until(async () => (await readPayment())?.confirmations === 1)
      assert.equal((await readPayment())?.txid, signed.txid)
      assert.ok((await readPayment())?.confirmed_at)
      const events = ['invoice.created', 'payment.accepted', 'invoice.paid', 'payment.confirmed']
      assert.deepEqual(await listEvents(bill.uid), events)
    },
  )

testOnNode(
  'several transactions are sent ancestors first',
  async ({ prepare, wallet, submit, listMempool, assertAccepted }) => {
    const { bill, pay } = await prepare()
    const parent = pay({ outputs: [{ script: wallet.script(), amount: 1_000_000n }] })
    const child = pay({ inputs: wallet.own(parent).slice(-1) })
    assertAccepted(await submit(bill, [parent, child]), [parent, child])
    const pool = await listMempool()
    assert.ok(pool.includes(parent.txid) && pool.includes(child.txid))
  },
)

testOnNode(
  'a transaction that is already in the node’s mempool or in a block is accepted',
  async ({ node, prepare, getInvoice, submit, assertAccepted }) => {
    for (const blocks of [0, 1]) {
      const { bill, signed } = await prepare()
      await node.cli('sendrawtransaction', [signed.hex])
      if (blocks > 0) await node.mine(blocks)
      assertAccepted(await submit(bill, signed), [signed])
      assert.equal((await getInvoice(bill.uid)).invoice.payment?.confirmations, blocks)
    }
  },
)

testOnNode(
  'a transaction that the node already has is stored in the node’s version, whatever the submitted witness',
  async ({ node, prepare, storage, submit, assertAccepted }) => {
    for (const [, corrupt] of corruptions)
      for (const blocks of [0, 1]) {
        const { bill, signed } = await prepare()
        await node.cli('sendrawtransaction', [signed.hex])
        if (blocks > 0) await node.mine(blocks)
        assertAccepted(await submit(bill, [corrupt(signed)]), [signed])
        assert.deepEqual(await readStoredBytes(storage.database, bill.uid), [signed.hex])
      }
  },
)

testOnNode(
  'a lock time at the newest height is final, one above it is not',
  async ({ node, prepare, submit, assertRejected, assertAccepted }) => {
    const { bill, pay } = await prepare()
    await node.mine(1)
    const height = Number(await node.cli('getblockcount'))
    await assertRejected(bill, pay({ lockTime: height + 1, sequence: 0 }), 'tx_not_final')
    const signed = pay({ lockTime: height, sequence: 0xffff_fffe })
    assertAccepted(await submit(bill, signed), [signed])
  },
)

testOnNode(
  'each rejection by the node has our error code: signatures, dust, fee, spent or unknown inputs',
  async (lab) => {
    const { node, wallet, assertRejected } = lab
    const { bill, pay, input } = await lab.prepare()
    await assertRejected(bill, pay({ flaw: 'wrong-signature' }), 'tx_signature_invalid')
    await assertRejected(bill, pay({ flaw: 'unsigned', fee: 10_000n }), 'tx_signature_invalid')
    const dust = { script: wallet.script(), amount: 100n }
    await assertRejected(bill, pay({ outputs: [...getOutputs(bill), dust] }), 'tx_rejected')
    await assertRejected(bill, pay({ version: 9 }), 'tx_rejected')
    await assertRejected(bill, pay({ fee: 1n }), 'tx_fee_too_low')
    await assertRejected(bill, pay({ inputs: [{ ...input, txid: 'ab'.repeat(32) }] }), 'tx_inputs_unknown')
    // More than a signed 32-bit number holds: nodes reject the request.
    await assertRejected(bill, pay({ inputs: [{ ...input, vout: 0x8000_0000 }] }), 'tx_inputs_unknown')
    const conflicting = pay({ outputs: [{ script: wallet.script(), amount: 1_000_000n }] })
    await node.cli('sendrawtransaction', [conflicting.hex])
    await assertRejected(bill, pay(), 'tx_inputs_spent')
    await node.mine(1)
    await assertRejected(bill, pay(), 'tx_inputs_spent')
  },
)

testOnNode(
  'a chain of 25 unconfirmed transactions is the longest that the node accepts',
  async ({ node, wallet, prepare, assertRejected }) => {
    const { bill, pay, input } = await prepare()
    let inputs: readonly Utxo[] = [input]
    // Enough for any fee estimate over its ancestors, so only the length is rejected.
    const fee = 25_000n
    for (let length = 1; length <= 25; length++) {
      const [{ amount } = assert.fail()] = inputs
      const next = wallet.sign({ inputs, outputs: [{ script: wallet.script(), amount: amount - fee }] })
      await node.cli('sendrawtransaction', [next.hex])
      inputs = wallet.own(next)
    }
    await assertRejected(bill, pay({ inputs }), 'tx_chain_too_long')
  },
)

const another = (status: number, body: string): Fault => ({ kind: 'another answers', status, body })

const faults: Readonly<Record<string, Fault>> = {
  'its response is lost': { kind: 'answer is lost' },
  'it responds too late': { kind: 'answer is late', ms: 4_500 },
  'the call never arrives': { kind: 'never arrives' },
  'it responds with HTML': another(200, '<html><body>Bad gateway</body></html>'),
  'it responds with nothing': another(200, ''),
  'it responds with half of its JSON': another(200, '{"result":"ab'),
  'it responds with 503': another(503, 'Work queue depth exceeded'),
  'it responds with 401': another(401, ''),
  'it is warming up': another(
    500,
    '{"result":null,"error":{"code":-28,"message":"Verifying blocks…"},"id":null}',
  ),
}

for (const [what, fault] of Object.entries(faults))
  testOnNode(`the node is sent the transaction and ${what}: 500, and a retry succeeds, once`, async (lab) => {
    const { submit, readStatus, listEvents, listMempool, assertAccepted } = lab
    const { bill, signed } = await lab.prepare()
    const reply = await lab.submitWithFault(fault, 'sendrawtransaction', bill, signed)
    assertPaymentRejected(reply, String(reply.json.code), { status: 500 })
    assert.ok(['broadcast_unknown', 'network_unavailable'].includes(String(reply.json.code)), reply.text)
    assert.equal(await readStatus(bill.uid), 'unpaid')
    assertAccepted(await submit(bill, signed), [signed])
    assert.ok((await listMempool()).includes(signed.txid))
    assert.equal((await listEvents(bill.uid)).filter((type) => type === 'invoice.paid').length, 1)
  })

testOnNode(
  'the node is unreachable before anything is claimed: network_unavailable, and nothing is sent',
  async (lab) => {
    for (const method of ['gettxout', 'testmempoolaccept']) {
      const { bill, signed } = await lab.prepare()
      for (const fault of Object.values(faults).filter(({ kind }) => kind !== 'answer is late'))
        assertPaymentRejected(await lab.submitWithFault(fault, method, bill, signed), 'network_unavailable')
      assert.ok(!(await lab.listMempool()).includes(signed.txid))
      await until(async () => (await lab.submit(bill, signed)).status === 200)
    }
  },
)

testOnNode('the response is lost, and nobody retries: the reconciler settles the payment', async (lab) => {
  const { bill, signed } = await lab.prepare()
  const reply = await lab.submitWithFault({ kind: 'answer is lost' }, 'sendrawtransaction', bill, signed)
  assertPaymentRejected(reply, 'broadcast_unknown')
  lab.advancePastRetry()
  await until(async () => (await lab.readStatus(bill.uid)) === 'paid')
})

testOnNode(
  'the call is lost, and the payer spends the input elsewhere: the claim is released',
  async (lab) => {
    const { bill, signed, pay } = await lab.prepare()
    const reply = await lab.submitWithFault({ kind: 'never arrives' }, 'sendrawtransaction', bill, signed)
    assertPaymentRejected(reply, 'broadcast_unknown')
    const conflicting = pay({ outputs: [{ script: lab.wallet.script(), amount: 1_000_000n }] })
    await lab.node.cli('sendrawtransaction', [conflicting.hex])
    await lab.node.mine(1)
    lab.advancePastRetry()
    await until(async () => (await lab.listEvents(bill.uid)).includes('payment.rejected'))
    await lab.assertRejected(bill, signed, 'tx_inputs_spent')
  },
)

testOnNode('the node is down and comes back: 500 in between, then success', async (lab) => {
  const { bill, signed } = await lab.prepare()
  await lab.node.kill()
  assertPaymentRejected(await lab.submit(bill, signed), 'network_unavailable')
  await lab.node.restart()
  await until(async () => (await lab.submit(bill, signed)).status === 200)
  assert.ok((await lab.listMempool()).includes(signed.txid))
})
