import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '../../test/helpers/seeded.ts'
import { NetworkUnavailableError, type TransactionSpends } from '../networks/network.ts'
import { createDisconnectedBlockReader, watchLostParents } from './lost-parents.ts'

/** A transaction and its inputs; `a:0` is an outpoint. */
const createSpends = (txid: string, ...inputs: readonly string[]): TransactionSpends => ({
  txid,
  inputs: inputs.map((name) => {
    const [parent = '', vout] = name.split(':')
    return { txid: parent, vout: Number(vout) }
  }),
})

/** The outpoints that payments watch when a block is disconnected; `dependents`: payment and transaction of the block, as `payment:a`. */
async function findWatched(
  lost: readonly TransactionSpends[],
  ...dependents: readonly string[]
): Promise<string[]> {
  const found: string[] = []
  const store = {
    findDependentPayments: async (_coin: string, txids: readonly string[]) =>
      dependents
        .map((name) => {
          const [paymentId = '', txid = ''] = name.split(':')
          return { paymentId, txid }
        })
        .filter(({ txid }) => txids.includes(txid)),
    watchInputs: async (_coin: string, id: string, inputs: readonly { txid: string; vout: number }[]) => {
      found.push(...inputs.map(({ txid, vout }) => `${id} ${txid}:${vout}`))
    },
  }
  await watchLostParents(store, 'LTC', lost)
  return found
}

test('a payment watches the inputs of its ancestors in a disconnected block, in any order', async () => {
  const block = [
    createSpends('a', 'x:0'),
    createSpends('b', 'a:0', 'y:1'),
    createSpends('c', 'b:0'),
    createSpends('d', 'z:0'),
  ]
  const expected = ['pay b:0', 'pay a:0', 'pay y:1', 'pay x:0']
  assert.deepEqual(await findWatched(block, 'pay:c'), expected)
  assert.deepEqual(await findWatched(block.toReversed(), 'pay:c'), expected)
  assert.deepEqual(await findWatched(block, 'one:a', 'two:d'), ['one x:0', 'two z:0'])
  assert.deepEqual(await findWatched(block), [])
})

test('a payment watches at most 2,000 inputs of a disconnected block, the nearest first', async () => {
  const many = Array.from({ length: 2_000 }, (_, vout) => `x:${vout}`)
  const inputs = await findWatched([createSpends('a', ...many), createSpends('b', 'a:0')], 'pay:b')
  assert.equal(inputs.length, 2_000)
  assert.equal(inputs[0], 'pay a:0')
})

test('each transaction of a disconnected block is read a constant number of times, even with children before parents', async () => {
  for (const length of [100, 1_000]) {
    let reads = 0
    const chain = Array.from({ length }, (_, index) => {
      const { txid, inputs } = createSpends(`tx${index}`, index === 0 ? 'x:0' : `tx${index - 1}:0`)
      return {
        txid,
        get inputs() {
          reads++
          return inputs
        },
      }
    })
    assert.equal((await findWatched(chain.toReversed(), `pay:tx${length - 1}`)).length, length)
    assert.ok(reads <= 2 * length, `${reads} reads of ${length} transactions`)
  }
})

test('the order of a disconnected block makes no difference', async () => {
  const { between, happens, getNext } = createSeededRandom(1)
  for (let round = 0; round < 100; round++) {
    const block = Array.from({ length: 30 }, (_, index) =>
      createSpends(
        `tx${index}`,
        ...Array.from({ length: between(1, 3) }, (_input, vout) =>
          index > 0 && happens(0.7) ? `tx${between(0, index - 1)}:${vout}` : `outside:${vout}`,
        ),
      ),
    )
    const dependents = [`one:tx${between(0, 29)}`, `two:tx${between(0, 29)}`, 'two:tx29']
    const expected = await findWatched(block, ...dependents)
    const byId = block.toSorted((one, other) => (one.txid < other.txid ? -1 : 1))
    const keyed = block.map((spends) => ({ spends, key: getNext() }))
    const shuffled = keyed.toSorted((one, other) => one.key - other.key).map(({ spends }) => spends)
    for (const order of [block.toReversed(), byId, shuffled])
      assert.deepEqual(await findWatched(order, ...dependents), expected)
  }
})

test('an unreadable block is skipped after three attempts, with a warning; an unreachable node is waited for', async () => {
  const warnings: { text: string; fields: unknown }[] = []
  const warn = (text: string, fields?: unknown) => void warnings.push({ text, fields })
  const log = { info: () => {}, warn, error: () => {} }
  let attempts = 0
  let isDown = false
  const network = {
    findBlockSpends: async () => {
      attempts++
      throw new NetworkUnavailableError('Block not available')
    },
    getTip: async () => {
      if (isDown) throw new NetworkUnavailableError('down')
      return { height: 9, hash: 'tip' }
    },
  }
  const read = createDisconnectedBlockReader(() => network, log)
  assert.deepEqual(await read('LTC', { height: 8, hash: 'lost' }), [])
  assert.equal(attempts, 3)
  const [warning, ...others] = warnings
  assert.match(String(warning?.text), /disconnected block 8 can't be read/)
  assert.deepEqual(warning?.fields, { block: 'lost', reason: 'Block not available' })
  assert.deepEqual(others, [])
  isDown = true
  await assert.rejects(read('LTC', { height: 8, hash: 'lost' }), NetworkUnavailableError)
})

test('an internal error is not mistaken for a block that the node doesn’t have', async () => {
  const network = {
    findBlockSpends: () => Promise.reject(new TypeError('a mistake of ours')),
    getTip: async () => ({ height: 9, hash: 'tip' }),
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const read = createDisconnectedBlockReader(() => network, log)
  await assert.rejects(read('LTC', { height: 8, hash: 'lost' }), TypeError)
})
