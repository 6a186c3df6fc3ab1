import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Transaction } from '@scure/btc-signer'
import {
  checkSubmission,
  createChain,
  createMempoolEntry,
  createSpendingTransaction,
  script,
} from '../../test/helpers/check-transactions-chain.ts'
import type { PaymentChain } from './chain.ts'

const one = [createSpendingTransaction('a', ['x:0'])]
const available = { outputHeights: { 'x:0': 7 } }

test('the newest block is fetched before a lock time is rejected', async () => {
  const locked = [createSpendingTransaction('a', ['x:0'], 0, 101)]
  const early = createChain({ ...available, tips: [100, 101] })
  await checkSubmission(early.chain, locked)
  assert.deepEqual(early.calls, ['caught up', 'tested a'])
  await assert.rejects(checkSubmission(createChain(available).chain, locked), { code: 'tx_not_final' })
  const now = createChain({ ...available, tips: [101, 101] })
  await checkSubmission(now.chain, locked)
  assert.deepEqual(now.calls, ['tested a'])
})

test('a transaction is replaceable if it or an ancestor signals replacement', async () => {
  const signalling = [createSpendingTransaction('a', ['x:0'], 0)]
  const onPool = { outputHeights: { 'x:0': null }, inMempool: { x: createMempoolEntry(1_000n, [], true) } }
  assert.equal((await checkSubmission(createChain(available).chain, signalling)).signalsReplacement, true)
  assert.equal((await checkSubmission(createChain(onPool).chain, one)).signalsReplacement, true)
  assert.equal((await checkSubmission(createChain(available).chain, one)).signalsReplacement, false)
  const plain = { ...onPool, inMempool: { x: createMempoolEntry(1_000n) } }
  assert.equal((await checkSubmission(createChain(plain).chain, one)).signalsReplacement, false)
  const [, second] = [...one, createSpendingTransaction('b', ['y:0'], 0)]
  const both = createChain({ outputHeights: { 'x:0': 7, 'y:0': 7 } })
  assert.equal(
    (await checkSubmission(both.chain, [...one, ...(second ? [second] : [])])).signalsReplacement,
    true,
  )
})

test('if replaceable transactions are rejected, this happens before inputs are looked up', async () => {
  const rules = { rejectsReplaceable: true }
  const signalling = [createSpendingTransaction('a', ['x:0'], 0)]
  await assert.rejects(checkSubmission(createChain(available).chain, signalling, rules), {
    code: 'tx_replaceable',
  })
  await assert.rejects(checkSubmission(createChain({}).chain, signalling, rules), {
    code: 'tx_replaceable',
  })
  assert.equal((await checkSubmission(createChain(available).chain, one, rules)).signalsReplacement, false)
})

test('the median time is read once, however many transactions are locked until a time', async () => {
  const locked = ['a', 'b', 'c'].map((id) => createSpendingTransaction(id, [`${id}-in:0`], 0, 1_600_000_000))
  const { chain, calls } = createChain({ outputHeights: { 'a-in:0': 7, 'b-in:0': 7, 'c-in:0': 7 } })
  await checkSubmission(chain, locked, { feeRate: 0n })
  assert.equal(calls.filter((each) => each === 'median time').length, 1)
})

for (const [signals, sequence] of [
  [true, 0xffff_fffd],
  [false, 0xffff_fffe],
] as const) {
  test(`if the node does not report it, the bytes of an ancestor reveal that it ${signals ? 'signals' : 'does not signal'} replacement`, async () => {
    const { network, ...rest } = createChain({
      outputHeights: { 'x:0': null },
      inMempool: { x: createMempoolEntry(1_000n) },
    }).chain
    const chain: PaymentChain = {
      ...rest,
      network: {
        ...network,
        findInMempool: async (txids) =>
          (await network.findInMempool(txids)).map((entry) => entry && { ...entry, isReplaceable: null }),
        getTransaction: async () => {
          const ancestor = new Transaction({ allowUnknownInputs: true, allowUnknownOutputs: true })
          ancestor.addOutput({ script, amount: 900n })
          ancestor.addInput({
            txid: 'ab'.repeat(32),
            index: 0,
            sequence,
            finalScriptSig: Uint8Array.of(0x51),
          })
          return Buffer.from(ancestor.toBytes(true)).toString('hex')
        },
      },
    }
    assert.equal((await checkSubmission(chain, one)).signalsReplacement, signals)
  })
}
