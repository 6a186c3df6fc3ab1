import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { baseUnits } from '../kernel/money.ts'
import type { Network, Pooled, SpentOutput, Verdict } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import { type ExamineRules, examine } from './examine.ts'

const btc = coins.get('BTC') ?? assert.fail()
const final = 0xffff_ffff
const script = Uint8Array.of(0x51)

/** What a chain holds: heights of unspent outputs of 1 000 base units (null: the pool's), the pool, what is mined in block 60. */
interface Facts {
  readonly unspent?: Readonly<Record<string, number | null>>
  readonly pooled?: Readonly<Record<string, Pooled>>
  readonly mined?: readonly string[]
  readonly verdict?: Verdict
  /** Of the chain, and what it is after it was caught up with. */
  readonly tips?: readonly [number, number]
}

function chainOf({
  unspent = {},
  pooled = {},
  mined = [],
  verdict = { accepted: true },
  tips = [100, 100],
}: Facts) {
  const asked: string[] = []
  const wanted: string[] = []
  const [before, after] = tips
  const output = { script, amount: baseUnits(1_000n) }
  const network: Pick<Network, 'spent' | 'pooled' | 'test' | 'block'> = {
    spent: async (outpoints) =>
      outpoints.map(({ txid, vout }): SpentOutput => {
        const height = unspent[`${txid}:${vout}`]
        if (height === undefined) return { found: false, spentInPool: false }
        return { found: true, output, height, coinbase: false }
      }),
    pooled: async (txids) => {
      wanted.push(...txids)
      return txids.map((txid) => pooled[txid] ?? null)
    },
    test: async (hex) => {
      asked.push(`tested ${hex}`)
      return verdict
    },
    block: async (height) => ({ height, hash: 'hash', previous: '', time: 0, txids: mined }),
  }
  const never = () => assert.fail('nobody asks that')
  const chain: PaymentChain = {
    network: {
      ...{
        broadcast: never,
        feeRate: never,
        relayFeeRate: never,
        tip: never,
        spends: never,
        transaction: never,
      },
      ...{ outputsTo: never, check: never, close: never },
      ...network,
    },
    tipHeight: () => (asked.includes('caught up') ? after : before),
    medianTime: async () => 1_700_000_000,
    catchUp: async () => void asked.push('caught up'),
    spentInFollowed: async () => null,
    findMined: async (txid) => (mined.includes(txid) ? { height: 60, hash: 'hash' } : null),
  }
  return { asked, wanted, chain }
}

/** A transaction of 100 virtual bytes that pays 900 base units. */
function spending(id: string, inputs: readonly string[], sequence = final, lockTime = 0): Transaction {
  const spent = inputs.map((name) => {
    const [txid = '', vout] = name.split(':')
    return { txid, vout: Number(vout), script, sequence, witness: [] }
  })
  const outputs = [{ script, amount: baseUnits(900n) }]
  return { id, version: 1, lockTime, size: 120, virtualSize: 100, inputs: spent, outputs }
}

const inPool = (fee: bigint, depends: readonly string[] = [], replaceable = false): Pooled => ({
  fee,
  size: 200,
  replaceable,
  depends,
})

const signatures = {
  check: async () => 'valid' as const,
  examine: () => assert.fail('it is not asked for the flaw'),
}

function examined(
  chain: PaymentChain,
  transactions: readonly Transaction[],
  rules: Partial<ExamineRules> = {},
) {
  const submission = { coin: btc, transactions: transactions.map((parsed) => ({ hex: parsed.id, parsed })) }
  const usual = { feeRate: 1_000n, sinceHeight: 50, refuseReplaceable: false }
  return examine(submission, chain, signatures, { ...usual, ...rules })
}

const one = [spending('a', ['x:0'])]
const there = { unspent: { 'x:0': 7 } }

test('what is not mined is weighed: fee, virtual size, and a forgiven byte for each input', async () => {
  const { chain, asked } = chainOf({ unspent: { 'x:0': 7, 'y:0': 7 } })
  assert.deepEqual(await examined(chain, [spending('a', ['x:0', 'y:0'])]), {
    submission: { fee: 1_100n, size: 100, forgiven: 2 },
    replaceable: false,
    block: null,
    judged: true,
  })
  assert.deepEqual(asked, ['tested a'])
})

test('the node has judged the bytes of a submission when it has looked at each of its transactions itself', async () => {
  const isJudged = async (facts: Facts, transactions: readonly Transaction[]) =>
    (await examined(chainOf(facts).chain, transactions, { feeRate: 1n })).judged
  const unspent = { 'x:0': 7, 'y:0': 7 }
  const two = [...one, spending('c', ['y:0'])]
  assert.equal(await isJudged({ unspent }, two), true)
  assert.equal(await isJudged({ unspent, verdict: { accepted: true, known: true } }, one), false)
  assert.equal(await isJudged({ pooled: { a: inPool(1_000n) } }, one), false)
  assert.equal(await isJudged({ unspent: { 'y:0': 7 }, mined: ['a'] }, two), false)
  assert.equal(await isJudged({ unspent }, [...one, spending('b', ['a:0'])]), false)
})

test('several transactions are weighed together, and those that are mined are not', async () => {
  const { chain } = chainOf({ unspent: { 'a:0': 60, 'y:0': 7 }, mined: ['a'] })
  const all = [...one, spending('b', ['a:0']), spending('c', ['y:0'])]
  const { submission, block } = await examined(chain, all)
  assert.deepEqual(submission, { fee: 200n, size: 200, forgiven: 2 })
  assert.equal(block, null)
})

test('of what is mined there is nothing to weigh, and its block is told', async () => {
  const { chain } = chainOf({ mined: ['a'] })
  assert.deepEqual(await examined(chain, one), {
    submission: { fee: 0n, size: 0, forgiven: 0 },
    replaceable: false,
    block: { height: 60, hash: 'hash' },
    judged: false,
  })
})

test('before a lock time is refused, the newest block is looked at', async () => {
  const locked = [spending('a', ['x:0'], 0, 101)]
  const early = chainOf({ ...there, tips: [100, 101] })
  await examined(early.chain, locked)
  assert.deepEqual(early.asked, ['caught up', 'tested a'])
  await assert.rejects(examined(chainOf(there).chain, locked), { code: 'tx_not_final' })
  const now = chainOf({ ...there, tips: [101, 101] })
  await examined(now.chain, locked)
  assert.deepEqual(now.asked, ['tested a'])
})

test('a lock time in seconds is held against the median time of the chain', async () => {
  const until = (seconds: number) => [spending('a', ['x:0'], 0, seconds)]
  assert.ok(await examined(chainOf(there).chain, until(1_699_999_999)))
  await assert.rejects(examined(chainOf(there).chain, until(1_700_000_000)), { code: 'tx_not_final' })
})

test('the pool is asked for what an input rests on, and for nothing else', async () => {
  const mixed = chainOf({ unspent: { 'x:0': null, 'y:0': 7 }, pooled: { x: inPool(300n) } })
  await examined(mixed.chain, [spending('a', ['x:0', 'y:0'])])
  assert.deepEqual(mixed.wanted, ['x'])
  const gone = chainOf({})
  await assert.rejects(examined(gone.chain, one), { code: 'tx_inputs_unknown' })
  assert.deepEqual(gone.wanted, ['a'])
})

test('one that signals replacement is replaceable, and so is one that rests on such', async () => {
  const signalling = [spending('a', ['x:0'], 0)]
  const onPool = { unspent: { 'x:0': null }, pooled: { x: inPool(1_000n, [], true) } }
  assert.equal((await examined(chainOf(there).chain, signalling)).replaceable, true)
  assert.equal((await examined(chainOf(onPool).chain, one)).replaceable, true)
  assert.equal((await examined(chainOf(there).chain, one)).replaceable, false)
  const plain = { ...onPool, pooled: { x: inPool(1_000n) } }
  assert.equal((await examined(chainOf(plain).chain, one)).replaceable, false)
  const [, second] = [...one, spending('b', ['y:0'], 0)]
  const both = chainOf({ unspent: { 'x:0': 7, 'y:0': 7 } })
  assert.equal((await examined(both.chain, [...one, ...(second ? [second] : [])])).replaceable, true)
})

test('where that is refused, it is refused before anybody asks whose the inputs are', async () => {
  const rules = { refuseReplaceable: true }
  const signalling = [spending('a', ['x:0'], 0)]
  await assert.rejects(examined(chainOf(there).chain, signalling, rules), { code: 'tx_replaceable' })
  await assert.rejects(examined(chainOf({}).chain, signalling, rules), { code: 'tx_replaceable' })
  assert.equal((await examined(chainOf(there).chain, one, rules)).replaceable, false)
})

test('inputs that are gone are refused', async () => {
  await assert.rejects(examined(chainOf({}).chain, one), { code: 'tx_inputs_unknown' })
})

test('that inputs are gone is said before anybody counts what the others hold', async () => {
  const [mined, gone] = [spending('a', ['x:0']), spending('b', ['y:0'])]
  const amount = baseUnits(1_001n)
  const spendthrift = { ...mined, outputs: [{ script, amount }] }
  await assert.rejects(examined(chainOf(there).chain, [spendthrift]), { code: 'tx_outputs_exceed_inputs' })
  await assert.rejects(examined(chainOf(there).chain, [spendthrift, gone]), { code: 'tx_inputs_unknown' })
})

test('the pool’s word counts for what it has: fee and size, and that it need not be sent again', async () => {
  const { chain, asked } = chainOf({ pooled: { a: inPool(250n) } })
  const { submission } = await examined(chain, one)
  assert.deepEqual(submission, { fee: 250n, size: 200, forgiven: 1 })
  assert.deepEqual(asked, [])
  await assert.rejects(examined(chain, one, { feeRate: 2_000n }), /taken once it is mined/)
  await assert.rejects(examined(chainOf(there).chain, one, { feeRate: 2_000n }), /Nothing was sent/)
})

test('parents in the pool are weighed along, and theirs; none of their bytes is forgiven', async () => {
  const above = { unspent: { 'x:0': null }, pooled: { x: inPool(0n, ['w']), w: inPool(0n) } }
  const { chain } = chainOf(above)
  // 100 for 99 bytes are enough alone; for 499 they are not.
  await assert.rejects(examined(chain, one), {
    code: 'tx_fee_too_low',
    members: { actual: '0.2', required: '1' },
  })
  assert.equal((await examined(chain, one, { feeRate: 200n })).submission.fee, 100n)
  await assert.rejects(examined(chain, one, { feeRate: 201n }), { code: 'tx_fee_too_low' })
  const own = chainOf({ pooled: { a: inPool(100n, ['w']), w: inPool(0n) } })
  await assert.rejects(examined(own.chain, one, { feeRate: 300n }), { code: 'tx_fee_too_low' })
})

test('an input that is mined has no ancestors, whatever the pool says of its transaction', async () => {
  const { chain } = chainOf({
    unspent: { 'x:0': 7, 'y:0': null },
    pooled: { x: inPool(0n), y: inPool(300n) },
  })
  const both = [spending('a', ['x:0', 'y:0'])]
  assert.equal((await examined(chain, both, { feeRate: 4_000n })).submission.fee, 1_100n)
})

test('those of the submission are weighed once, and not as ancestors', async () => {
  const pooled = { a: inPool(200n), b: inPool(200n, ['a']) }
  const { submission } = await examined(chainOf({ pooled }).chain, [...one, spending('b', ['a:0'])])
  assert.deepEqual(submission, { fee: 400n, size: 400, forgiven: 2 })
  const poor = { a: inPool(0n), b: inPool(400n, ['a']) }
  assert.ok(await examined(chainOf({ pooled: poor }).chain, [...one, spending('b', ['a:0'])]))
})

test('a no of the node is the answer, with the rate of what was submitted', async () => {
  const rejection = { reason: 'fee_too_low', text: '' } as const
  const { chain } = chainOf({ ...there, verdict: { accepted: false, rejection } })
  await assert.rejects(examined(chain, one), {
    code: 'tx_fee_too_low',
    members: { actual: '1', required: '1' },
  })
  const full = chainOf({
    ...there,
    verdict: { accepted: false, rejection: { reason: 'pool_full', text: '' } },
  })
  await assert.rejects(examined(full.chain, one), /Bitcoin network/)
})
