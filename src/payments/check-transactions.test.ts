import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkSubmission,
  createChain,
  createMempoolEntry,
  createSpendingTransaction,
  script,
  type TransactionCheckFixture,
} from '../../test/helpers/check-transactions-chain.ts'
import type { Transaction as ParsedTransaction } from '../coins/coin.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { createStepRunner, type RunSteps, type Steps } from '../kernel/steps.ts'
import { NetworkUnavailableError } from '../networks/network.ts'

const one = [createSpendingTransaction('a', ['x:0'])]
const available = { outputHeights: { 'x:0': 7 } }

test('an unmined transaction has a fee, a virtual size, and one exempt byte per input', async () => {
  const { chain, calls } = createChain({ outputHeights: { 'x:0': 7, 'y:0': 7 } })
  const weight = { txid: 'a', parents: ['x', 'y'], fee: 1_100n, size: 100, exemptBytes: 2, surcharge: 0n }
  assert.deepEqual(await checkSubmission(chain, [createSpendingTransaction('a', ['x:0', 'y:0'])]), {
    unmined: new Map([['a', weight]]),
    signalsReplacement: false,
    block: null,
    ancestors: [],
    isInMempool: false,
    isTested: true,
    isVerified: true,
  })
  assert.deepEqual(calls, ['tested a'])
})

test('the deadline of a submission also applies to the lookup of its inputs', async () => {
  const checkDeadline = () => {
    throw new NetworkUnavailableError('the time is up')
  }
  // No transaction has its input: only the lookup could end it.
  await assert.rejects(checkSubmission(createChain({}).chain, one), { code: 'tx_inputs_unknown' })
  await assert.rejects(checkSubmission(createChain({}).chain, one, { checkDeadline }), /the time is up/)
})

test('the node has validated a submission once it has tested each of its transactions', async () => {
  const isTested = async (facts: TransactionCheckFixture, transactions: readonly ParsedTransaction[]) =>
    (await checkSubmission(createChain(facts).chain, transactions, { feeRate: 0n })).isTested
  const outputHeights = { 'x:0': 7, 'y:0': 7 }
  const two = [...one, createSpendingTransaction('c', ['y:0'])]
  assert.equal(await isTested({ outputHeights }, two), true)
  assert.equal(await isTested({ outputHeights, verdict: { accepted: true, alreadyKnown: true } }, one), false)
  assert.equal(await isTested({ inMempool: { a: createMempoolEntry(1_000n) } }, one), false)
  assert.equal(await isTested({ outputHeights: { 'y:0': 7 }, mined: ['a'] }, two), false)
  assert.equal(await isTested({ outputHeights }, [...one, createSpendingTransaction('b', ['a:0'])]), false)
})

test('each unmined transaction is measured on its own, and mined ones are skipped', async () => {
  const { chain } = createChain({ outputHeights: { 'a:0': 60, 'y:0': 7 }, mined: ['a'] })
  const all = [...one, createSpendingTransaction('b', ['a:0']), createSpendingTransaction('c', ['y:0'])]
  const { unmined, block } = await checkSubmission(chain, all)
  assert.deepEqual(
    [...unmined.values()].map(({ txid, fee, size, exemptBytes }) => ({ txid, fee, size, exemptBytes })),
    ['b', 'c'].map((txid) => ({ txid, fee: 100n, size: 100, exemptBytes: 1 })),
  )
  assert.equal(block, null)
})

test('a mined transaction has no fee to check, and its block is returned', async () => {
  const { chain } = createChain({ mined: ['a'] })
  assert.deepEqual(await checkSubmission(chain, one), {
    unmined: new Map(),
    signalsReplacement: false,
    block: { height: 60, hash: 'hash' },
    ancestors: [],
    isInMempool: false,
    isTested: false,
    isVerified: true,
  })
})

test('a transaction that spends from a block not yet followed waits for it', async () => {
  const { chain, calls } = createChain({ outputHeights: { 'x:0': 101 }, tips: [100, 101] })
  await checkSubmission(chain, one)
  assert.deepEqual(calls, ['caught up', 'tested a'])
})

test("a lock time in seconds is compared with the chain's median time", async () => {
  const until = (seconds: number) => [createSpendingTransaction('a', ['x:0'], 0, seconds)]
  assert.ok(await checkSubmission(createChain(available).chain, until(1_699_999_999)))
  await assert.rejects(checkSubmission(createChain(available).chain, until(1_700_000_000)), {
    code: 'tx_not_final',
  })
})

test('only the parents of inputs are looked up in the mempool', async () => {
  const mixed = createChain({
    outputHeights: { 'x:0': null, 'y:0': 7 },
    inMempool: { x: createMempoolEntry(300n) },
  })
  await checkSubmission(mixed.chain, [createSpendingTransaction('a', ['x:0', 'y:0'])])
  assert.deepEqual(mixed.requestedTxids, ['x'])
  const spentChain = createChain({})
  await assert.rejects(checkSubmission(spentChain.chain, one), { code: 'tx_inputs_unknown' })
  assert.deepEqual(spentChain.requestedTxids, ['a'])
})

test('missing inputs are rejected', async () => {
  await assert.rejects(checkSubmission(createChain({}).chain, one), { code: 'tx_inputs_unknown' })
})

test('missing inputs are reported before the values of others are added up', async () => {
  const [mined, spentChain] = [
    createSpendingTransaction('a', ['x:0']),
    createSpendingTransaction('b', ['y:0']),
  ]
  const amount = toBaseUnits(1_001n)
  const spendthrift = { ...mined, outputs: [{ script, amount }] }
  await assert.rejects(checkSubmission(createChain(available).chain, [spendthrift]), {
    code: 'tx_outputs_exceed_inputs',
  })
  await assert.rejects(checkSubmission(createChain(available).chain, [spendthrift, spentChain]), {
    code: 'tx_inputs_unknown',
  })
})

test("the mempool's fee and size are used, and a transaction in it doesn't have to be sent again", async () => {
  const { chain, calls } = createChain({ inMempool: { a: createMempoolEntry(250n) } })
  const { unmined } = await checkSubmission(chain, one)
  assert.partialDeepStrictEqual(unmined.get('a'), { fee: 250n, size: 200, exemptBytes: 1 })
  assert.deepEqual(calls, [])
  await assert.rejects(checkSubmission(chain, one, { feeRate: 2_000n }), /accepted once it is mined/)
  await assert.rejects(
    checkSubmission(createChain(available).chain, one, { feeRate: 2_000n }),
    /Nothing was sent/,
  )
})

test('unconfirmed parents are included with their ancestors; one byte per input is exempt as long as it fits their size', async () => {
  const above = {
    outputHeights: { 'x:0': null },
    inMempool: { x: createMempoolEntry(0n, ['w']), w: createMempoolEntry(0n) },
  }
  const { chain } = createChain(above)
  // A fee of 100 covers 99 bytes alone, but not 499.
  await assert.rejects(checkSubmission(chain, one), {
    code: 'tx_fee_too_low',
    members: { actual: '0.2', required: '1' },
  })
  assert.equal((await checkSubmission(chain, one, { feeRate: 200n })).unmined.get('a')?.fee, 100n)
  // 99 and twice 199 bytes must be paid for.
  assert.ok(await checkSubmission(chain, one, { feeRate: 201n }))
  await assert.rejects(checkSubmission(chain, one, { feeRate: 202n }), { code: 'tx_fee_too_low' })
  const own = createChain({ inMempool: { a: createMempoolEntry(100n, ['x']), x: createMempoolEntry(0n) } })
  await assert.rejects(checkSubmission(own.chain, one, { feeRate: 300n }), { code: 'tx_fee_too_low' })
})

test('a mined input has no ancestors, whatever the mempool reports', async () => {
  const { chain } = createChain({
    outputHeights: { 'x:0': 7, 'y:0': null },
    inMempool: { x: createMempoolEntry(0n), y: createMempoolEntry(300n) },
  })
  const both = [createSpendingTransaction('a', ['x:0', 'y:0'])]
  assert.equal((await checkSubmission(chain, both, { feeRate: 4_000n })).unmined.get('a')?.fee, 1_100n)
})

test('earlier transactions of the submission are counted once, and not as ancestors', async () => {
  const inMempool = { a: createMempoolEntry(200n), b: createMempoolEntry(200n, ['a']) }
  const { unmined } = await checkSubmission(createChain({ inMempool }).chain, [
    ...one,
    createSpendingTransaction('b', ['a:0']),
  ])
  assert.deepEqual(
    [...unmined.values()].map(({ fee, size }) => [fee, size]),
    [
      [200n, 200],
      [200n, 200],
    ],
  )
  const poor = { a: createMempoolEntry(0n), b: createMempoolEntry(400n, ['a']) }
  assert.ok(
    await checkSubmission(createChain({ inMempool: poor }).chain, [
      ...one,
      createSpendingTransaction('b', ['a:0']),
    ]),
  )
})

test("the last transaction must meet the rate alone: an ancestor in the mempool that overpays doesn't help", async () => {
  const { chain } = createChain({
    outputHeights: { 'x:0': null },
    inMempool: { x: createMempoolEntry(1_000_000n) },
  })
  await assert.rejects(checkSubmission(chain, one, { feeRate: 1_011n }), {
    code: 'tx_fee_too_low',
    members: { actual: '1', required: '1.011' },
  })
})

test('a fee is not checked when the mempool chain is longer than the limit', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `p${index}`)
  const inMempool = Object.fromEntries(
    names.map((name, index) => [name, createMempoolEntry(1_000n, [`p${index + 1}`])]),
  )
  const { chain } = createChain({ outputHeights: { 'p0:0': null }, inMempool })
  await assert.rejects(
    checkSubmission(chain, [createSpendingTransaction('a', ['p0:0'])]),
    /unconfirmed ancestors. Nothing was sent/,
  )
  const own = createChain({ inMempool: { ...inMempool, a: createMempoolEntry(1_000n, ['p0']) } })
  await assert.rejects(
    checkSubmission(own.chain, [createSpendingTransaction('a', ['p0:0'])]),
    /accepted once it is mined/,
  )
})

test("the node's rejection is returned, with the fee rate of the rejected transaction", async () => {
  const rejection = { reason: 'fee_too_low', text: '' } as const
  const { chain } = createChain({ ...available, verdict: { accepted: false, rejection } })
  await assert.rejects(checkSubmission(chain, one), {
    code: 'tx_fee_too_low',
    members: { actual: '1', required: '1' },
  })
  const full = createChain({
    ...available,
    verdict: { accepted: false, rejection: { reason: 'pool_full', text: '' } },
  })
  await assert.rejects(checkSubmission(full.chain, one), /Litecoin network/)
})

test('a submission of thousands of available inputs is checked in steps, even if no single transaction has many', async () => {
  const names = (id: string) => Array.from({ length: 1_500 }, (_, vout) => `${id}:${vout}`)
  const line = ['a', 'b', 'c', 'd'].map((id) => createSpendingTransaction(id, names(`${id}x`)))
  const outputHeights = Object.fromEntries(line.flatMap(({ id }) => names(`${id}x`)).map((name) => [name, 7]))
  const { chain } = createChain({ outputHeights })
  const run = createStepRunner()
  let turns = 0
  const runSteps: RunSteps = (work) => run(counted(work))
  await checkSubmission(chain, line, { runSteps })
  // 6 000 inputs: their relations, values, parents in the mempool, and sizes.
  assert.equal(turns, 12)

  function* counted<T>(work: Steps<T>): Steps<T> {
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
      turns++
      yield
    }
  }
})
