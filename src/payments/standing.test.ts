import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../coins/coin.ts'
import { baseUnits } from '../kernel/money.ts'
import type { Network, SpentOutput } from '../networks/network.ts'
import type { PaymentChain } from './chain.ts'
import { standingsOf } from './standing.ts'

/** What a chain holds: heights of unspent outputs (null: the pool's), who is in the pool, who spends what. */
interface Facts {
  readonly unspent?: Readonly<Record<string, number | null>>
  readonly pooled?: readonly string[]
  readonly spentInPool?: readonly string[]
  readonly spentInBlocks?: readonly string[]
  readonly mined?: Readonly<Record<string, number>>
}

function chainOf({ unspent = {}, pooled = [], spentInPool = [], spentInBlocks = [], mined = {} }: Facts) {
  const asked: string[] = []
  const output = { script: Uint8Array.of(1), amount: baseUnits(5n) }
  const network: Pick<Network, 'spent' | 'pooled' | 'block'> = {
    spent: async (outpoints) =>
      outpoints.map(({ txid, vout }): SpentOutput => {
        const height = unspent[`${txid}:${vout}`]
        if (height !== undefined) return { found: true, output, height, coinbase: false }
        return { found: false, spentInPool: spentInPool.includes(`${txid}:${vout}`) }
      }),
    pooled: async (txids) =>
      txids.map((txid) =>
        pooled.includes(txid) ? { fee: 1n, size: 1, replaceable: false, depends: [] } : null,
      ),
    block: async (height) => ({
      height,
      hash: `hash ${height}`,
      previous: '',
      time: 0,
      txids: Object.keys(mined).filter((txid) => mined[txid] === height),
    }),
  }
  const chain: PaymentChain = {
    network: { ...missing, ...network },
    tipHeight: () => 100,
    medianTime: async () => 0,
    catchUp: async () => void asked.push('caught up'),
    spentInFollowed: async (outpoints) => {
      asked.push('looked for who spent them')
      const isSpent = outpoints.some(({ txid, vout }) => spentInBlocks.includes(`${txid}:${vout}`))
      return isSpent ? { height: 1, hash: 'hash 1' } : null
    },
    findMined: async (txid, above) => {
      asked.push('searched')
      const height = mined[txid]
      return height !== undefined && height > above ? { height, hash: `hash ${height}` } : null
    },
  }
  return { asked, chain }
}

const never = () => assert.fail('nobody asks that')
const missing: Network = {
  spent: never,
  pooled: never,
  test: never,
  broadcast: never,
  feeRate: never,
  relayFeeRate: never,
  tip: never,
  block: never,
  spends: never,
  transaction: never,
  outputsTo: never,
  check: never,
  close: never,
}

/** `a` spends `x:0`, and has so many outputs. */
function spending(id: string, inputs: readonly string[], outputs = 1): Transaction {
  return {
    id,
    version: 1,
    lockTime: 0,
    size: 100,
    virtualSize: 100,
    inputs: inputs.map((name) => {
      const [txid = '', vout] = name.split(':')
      return { txid, vout: Number(vout), script: new Uint8Array(), sequence: 0, witness: [] }
    }),
    outputs: Array.from({ length: outputs }, () => ({ script: Uint8Array.of(2), amount: baseUnits(3n) })),
  }
}

async function knownAs(facts: Facts, transactions: readonly Transaction[], since = 50): Promise<string> {
  const standings = await standingsOf(transactions, chainOf(facts).chain, since)
  return standings.map((each) => (each.known === 'absent' ? each.refused.code : each.known)).join()
}

test('one whose inputs are all there is fresh, be they mined or in the pool', async () => {
  const { chain } = chainOf({ unspent: { 'x:0': 7, 'y:1': null } })
  const [standing = assert.fail()] = await standingsOf([spending('a', ['x:0', 'y:1'])], chain, 50)
  assert.ok(standing.known === 'fresh')
  assert.deepEqual(
    standing.held.map(({ unconfirmed }) => unconfirmed),
    [null, 'pool'],
  )
})

test('one that the pool has is pooled, though its inputs are spent: by itself', async () => {
  assert.equal(await knownAs({ pooled: ['a'], spentInPool: ['x:0'] }, [spending('a', ['x:0'])]), 'pooled')
})

test('one in a block since the address was handed out is mined, however old the block, while an output is unspent', async () => {
  const facts = { unspent: { 'a:1': 51 }, mined: { a: 51 } }
  const { chain, asked } = chainOf(facts)
  const [standing] = await standingsOf([spending('a', ['x:0'], 2)], chain, 50)
  assert.deepEqual(standing, { known: 'mined', block: { height: 51, hash: 'hash 51' } })
  assert.deepEqual(asked, ['caught up'])
})

test('with all outputs spent the followed blocks are searched', async () => {
  assert.equal(await knownAs({ mined: { a: 60 } }, [spending('a', ['x:0'])]), 'mined')
  assert.equal(await knownAs({ mined: { a: 50 } }, [spending('a', ['x:0'])]), 'tx_inputs_unknown')
})

test('the blocks are not searched while an input is still there: by the chain’s word, by the pool’s, or in the pool', async () => {
  const facts = [{ unspent: { 'x:0': 7 } }, { spentInPool: ['x:0'] }, { unspent: { 'x:0': null } }]
  for (const fact of facts) {
    const { chain, asked } = chainOf({ ...fact, mined: { a: 60 } })
    const [standing] = await standingsOf([spending('a', ['x:0', 'y:0'])], chain, 50)
    assert.equal(standing?.known, 'absent')
    const looked = 'spentInPool' in fact ? [] : ['looked for who spent them']
    assert.deepEqual(asked, ['caught up', ...looked])
  }
})

test('an input is asked for again before that is believed: the block may have come since', async () => {
  const unspent: Record<string, number | null> = { 'x:0': 7 }
  const { chain, asked } = chainOf({ unspent, mined: { a: 60 } })
  const catchUp = async () => void delete unspent['x:0']
  const [standing] = await standingsOf([spending('a', ['x:0', 'y:0'])], { ...chain, catchUp }, 50)
  assert.deepEqual(standing, { known: 'mined', block: { height: 60, hash: 'hash 60' } })
  assert.deepEqual(asked, ['searched'])
})

test('one that was mined at that height or before is tx_too_old', async () => {
  for (const height of [50, 3]) {
    const { chain } = chainOf({ unspent: { 'a:0': height }, mined: { a: height } })
    await assert.rejects(standingsOf([spending('a', ['x:0'])], chain, 50), { code: 'tx_too_old' })
  }
})

test('inputs that another has are tx_inputs_spent: by the pool’s word, or by a followed block', async () => {
  assert.equal(await knownAs({ spentInPool: ['x:0'] }, [spending('a', ['x:0'])]), 'tx_inputs_spent')
  assert.equal(await knownAs({ spentInBlocks: ['x:0'] }, [spending('a', ['x:0'])]), 'tx_inputs_spent')
  assert.equal(await knownAs({ unspent: { 'x:0': 1 } }, [spending('a', ['x:0', 'y:0'])]), 'tx_inputs_unknown')
})

test('an earlier transaction of the submission is a parent while the network has it not', async () => {
  const chain = [spending('a', ['x:0']), spending('b', ['a:0']), spending('c', ['b:0'])]
  assert.equal(await knownAs({ unspent: { 'x:0': 1 } }, chain), 'fresh,fresh,fresh')
  assert.equal(
    await knownAs({ unspent: { 'x:0': 1 } }, chain.toReversed()),
    'tx_inputs_unknown,tx_inputs_unknown,fresh',
  )
  assert.equal(
    await knownAs({ unspent: { 'x:0': 1 } }, [spending('a', ['x:0']), spending('b', ['a:1'])]),
    'fresh,tx_inputs_unknown',
  )
})

test('what a parent of the submission pays is what its child holds', async () => {
  const { chain } = chainOf({ unspent: { 'x:0': 1 } })
  const [, child] = await standingsOf([spending('a', ['x:0']), spending('b', ['a:0'])], chain, 50)
  const held = { script: Uint8Array.of(2), amount: 3n, coinbaseHeight: null, unconfirmed: 'submission' }
  assert.deepEqual(child, { known: 'fresh', held: [held] })
})

test('where the network has the parent, it knows best what became of the child', async () => {
  const chain = [spending('a', ['x:0']), spending('b', ['a:0'])]
  assert.equal(await knownAs({ pooled: ['a'], unspent: { 'a:0': null } }, chain), 'pooled,fresh')
  assert.equal(await knownAs({ pooled: ['a', 'b'], spentInPool: ['a:0'] }, chain), 'pooled,pooled')
  assert.equal(await knownAs({ mined: { a: 60 }, unspent: { 'a:0': 60 } }, chain), 'mined,fresh')
  assert.equal(await knownAs({ mined: { a: 60, b: 61 }, unspent: { 'b:0': 61 } }, chain), 'mined,mined')
  assert.equal(await knownAs({ mined: { a: 60 }, spentInPool: ['a:0'] }, chain), 'mined,tx_inputs_spent')
})

test('two of one submission that spend the same: the later one is tx_inputs_spent', async () => {
  const both = [spending('a', ['x:0']), spending('b', ['x:0'])]
  assert.equal(await knownAs({ unspent: { 'x:0': 1 } }, both), 'fresh,tx_inputs_spent')
  const more = [spending('a', ['x:0']), spending('b', ['x:0', 'y:0'])]
  assert.equal(await knownAs({ unspent: { 'x:0': 1, 'y:0': 1 } }, more), 'fresh,tx_inputs_spent')
})

test('the blocks are searched for the first that has lost its inputs, also behind one that has not', async () => {
  const both = [spending('a', ['x:0']), spending('b', ['y:0'])]
  assert.equal(
    await knownAs({ unspent: { 'x:0': 1 }, spentInBlocks: ['y:0'] }, both),
    'fresh,tx_inputs_spent',
  )
})

/** The chain of these facts, with what it was asked for outputs. */
function chainAskedFor(facts: Facts) {
  const { chain, asked } = chainOf(facts)
  const questions: string[][] = []
  const spent: Network['spent'] = (outpoints) => {
    questions.push(outpoints.map(({ txid, vout }) => `${txid}:${vout}`))
    return chain.network.spent(outpoints)
  }
  return { asked, questions, chain: { ...chain, network: { ...chain.network, spent } } }
}

test('of an old transaction a hundred outputs are asked for', async () => {
  const { chain, questions } = chainAskedFor({})
  await standingsOf([spending('a', ['x:0'], 150)], chain, 50)
  assert.deepEqual(
    questions.map((names) => names.length),
    [1, 100],
  )
})

test('inputs that were gone are not asked for again', async () => {
  const { chain, questions } = chainAskedFor({})
  await standingsOf([spending('a', ['x:0'])], chain, 50)
  assert.deepEqual(questions, [['x:0'], ['a:0']])
})

test('one input that is there is enough to say that no block has the transaction', async () => {
  const unspent: Record<string, number | null> = { 'x:0': 7, 'y:0': 8 }
  const { chain, asked } = chainOf({ unspent, mined: { a: 60 } })
  const catchUp = async () => void delete unspent['x:0']
  const [standing] = await standingsOf([spending('a', ['x:0', 'y:0', 'z:0'])], { ...chain, catchUp }, 50)
  assert.equal(standing?.known, 'absent')
  assert.ok(!asked.includes('searched'))
})

test('an output that is in no block does not tell the height; the next one does', async () => {
  const { chain, asked } = chainOf({ unspent: { 'a:0': null, 'a:1': 51 }, mined: { a: 51 } })
  const [standing] = await standingsOf([spending('a', ['x:0'], 2)], chain, 50)
  assert.equal(standing?.known, 'mined')
  assert.deepEqual(asked, ['caught up'])
})

test('where the block is no longer there, it is as if the transaction were in none', async () => {
  const { chain } = chainOf({ unspent: { 'a:0': 51 } })
  for (const block of [chain.network.block, async () => null]) {
    const network = { ...chain.network, block }
    const [standing] = await standingsOf([spending('a', ['x:0'])], { ...chain, network }, 50)
    assert.ok(standing?.known === 'absent' && standing.refused.code === 'tx_inputs_unknown')
  }
})

test('however many inputs are gone, and of however many transactions, the blocks are searched once', async () => {
  const inputs = Array.from({ length: 3_000 }, (_, place) => `x:${place}`)
  const made = ['a', 'b', 'c'].map((id) =>
    spending(
      id,
      inputs.map((name) => id + name),
    ),
  )
  const { chain, asked } = chainOf({ spentInBlocks: ['ax:2999', 'bx:7'] })
  const standings = await standingsOf(made, chain, 50)
  assert.deepEqual(
    standings.map((each) => each.known === 'absent' && each.refused.code),
    ['tx_inputs_spent', 'tx_inputs_unknown', 'tx_inputs_unknown'],
  )
  assert.equal(asked.filter((each) => each === 'looked for who spent them').length, 1)
})
