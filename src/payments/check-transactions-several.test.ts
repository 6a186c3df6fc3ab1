import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkSubmission,
  createChain,
  createMempoolEntry,
  createSpendingTransaction,
} from '../../test/helpers/check-transactions-chain.ts'
import { NetworkUnavailableError } from '../networks/network.ts'

const plain = createSpendingTransaction('a', ['x:0'])
const outputHeights = { 'x:0': 7, 'y:0': 7 }

test('each transaction of a submission must be final, whichever comes first', async () => {
  const byHeight = createSpendingTransaction('b', ['y:0'], 0, 200)
  const byTime = createSpendingTransaction('b', ['y:0'], 0, 1_800_000_000)
  for (const locked of [byHeight, byTime])
    for (const both of [
      [plain, locked],
      [locked, plain],
    ])
      await assert.rejects(checkSubmission(createChain({ outputHeights }).chain, both, { feeRate: 0n }), {
        code: 'tx_not_final',
      })
  const elapsed = createSpendingTransaction('b', ['y:0'], 0, 1_600_000_000)
  assert.ok(await checkSubmission(createChain({ outputHeights }).chain, [plain, elapsed], { feeRate: 0n }))
})

test('one transaction that spends from a block not yet followed is enough to wait for it', async () => {
  const both = [plain, createSpendingTransaction('b', ['y:0'])]
  const { chain, calls } = createChain({ outputHeights: { 'x:0': 7, 'y:0': 101 }, tips: [100, 101] })
  await checkSubmission(chain, both, { feeRate: 0n })
  assert.deepEqual(calls, ['caught up', 'tested a', 'tested b'])
})

test('one input from a block not yet followed is enough to wait for it', async () => {
  const { chain, calls } = createChain({ outputHeights: { 'x:0': 7, 'y:0': 101 }, tips: [100, 101] })
  await checkSubmission(chain, [createSpendingTransaction('a', ['x:0', 'y:0'])])
  assert.deepEqual(calls, ['caught up', 'tested a'])
})

test('an input from the newest followed block needs no wait', async () => {
  const { chain, calls } = createChain({ outputHeights: { 'x:0': 100 }, tips: [100, 101] })
  await checkSubmission(chain, [plain])
  assert.deepEqual(calls, ['tested a'])
})

test('unconfirmed ancestors are listed without the transactions of the submission', async () => {
  const inMempool = { a: createMempoolEntry(200n, ['w']), w: createMempoolEntry(200n) }
  const chainOfTwo = [plain, createSpendingTransaction('b', ['a:0'])]
  const { ancestors } = await checkSubmission(
    createChain({ outputHeights: { 'a:0': null }, inMempool }).chain,
    chainOfTwo,
    {
      feeRate: 0n,
    },
  )
  assert.deepEqual(ancestors, ['w'])
})

test('the deadline of a submission also applies to the lookup of its ancestors', async () => {
  const { chain, requestedTxids } = createChain({
    outputHeights: { 'x:0': null },
    inMempool: { x: createMempoolEntry(1n, ['w']) },
  })
  const checkDeadline = () => {
    if (requestedTxids.includes('x')) throw new NetworkUnavailableError('the time is up')
  }
  await assert.rejects(checkSubmission(chain, [plain], { checkDeadline }), /the time is up/)
})

test('an ancestor that leaves the mempool before its bytes are read does not signal replacement', async () => {
  const { network, ...rest } = createChain({
    outputHeights: { 'x:0': null },
    inMempool: { x: { ...createMempoolEntry(1_000n), isReplaceable: null } },
  }).chain
  const chain = { ...rest, network: { ...network, getTransaction: async () => null } }
  assert.equal((await checkSubmission(chain, [plain])).signalsReplacement, false)
})
