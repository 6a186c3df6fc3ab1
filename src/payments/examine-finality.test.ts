import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Transaction } from '@scure/btc-signer'
import { chainOf, examined, inPool, script, spending } from '../../test/helpers/examining.ts'
import type { PaymentChain } from './chain.ts'

const one = [spending('a', ['x:0'])]
const available = { unspent: { 'x:0': 7 } }

test('the newest block is fetched before a lock time is rejected', async () => {
  const locked = [spending('a', ['x:0'], 0, 101)]
  const early = chainOf({ ...available, tips: [100, 101] })
  await examined(early.chain, locked)
  assert.deepEqual(early.asked, ['caught up', 'tested a'])
  await assert.rejects(examined(chainOf(available).chain, locked), { code: 'tx_not_final' })
  const now = chainOf({ ...available, tips: [101, 101] })
  await examined(now.chain, locked)
  assert.deepEqual(now.asked, ['tested a'])
})

test('a transaction is replaceable if it or an ancestor signals replacement', async () => {
  const signalling = [spending('a', ['x:0'], 0)]
  const onPool = { unspent: { 'x:0': null }, pooled: { x: inPool(1_000n, [], true) } }
  assert.equal((await examined(chainOf(available).chain, signalling)).replaceable, true)
  assert.equal((await examined(chainOf(onPool).chain, one)).replaceable, true)
  assert.equal((await examined(chainOf(available).chain, one)).replaceable, false)
  const plain = { ...onPool, pooled: { x: inPool(1_000n) } }
  assert.equal((await examined(chainOf(plain).chain, one)).replaceable, false)
  const [, second] = [...one, spending('b', ['y:0'], 0)]
  const both = chainOf({ unspent: { 'x:0': 7, 'y:0': 7 } })
  assert.equal((await examined(both.chain, [...one, ...(second ? [second] : [])])).replaceable, true)
})

test('where replaceable transactions are rejected, that happens before inputs are looked up', async () => {
  const rules = { refuseReplaceable: true }
  const signalling = [spending('a', ['x:0'], 0)]
  await assert.rejects(examined(chainOf(available).chain, signalling, rules), { code: 'tx_replaceable' })
  await assert.rejects(examined(chainOf({}).chain, signalling, rules), { code: 'tx_replaceable' })
  assert.equal((await examined(chainOf(available).chain, one, rules)).replaceable, false)
})

test('the median time is read once, however many transactions are locked until a time', async () => {
  const locked = ['a', 'b', 'c'].map((id) => spending(id, [`${id}-in:0`], 0, 1_600_000_000))
  const { chain, asked } = chainOf({ unspent: { 'a-in:0': 7, 'b-in:0': 7, 'c-in:0': 7 } })
  await examined(chain, locked, { feeRate: 0n })
  assert.equal(asked.filter((each) => each === 'median time').length, 1)
})

for (const [signals, sequence] of [
  [true, 0xffff_fffd],
  [false, 0xffff_fffe],
] as const) {
  test(`where the node does not report it, the bytes of an ancestor tell that it ${signals ? 'signals' : 'does not signal'} replacement`, async () => {
    const { network, ...rest } = chainOf({ unspent: { 'x:0': null }, pooled: { x: inPool(1_000n) } }).chain
    const chain: PaymentChain = {
      ...rest,
      network: {
        ...network,
        findInMempool: async (txids) =>
          (await network.findInMempool(txids)).map((entry) => entry && { ...entry, replaceable: null }),
        transaction: async () => {
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
    assert.equal((await examined(chain, one)).replaceable, signals)
  })
}
