import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NetworkUnavailable, type TransactionSpends } from '../networks/network.ts'
import { lostBlockReader, watchLostParents } from './lost-parents.ts'

/** A transaction and its inputs; `a:0` is an outpoint. */
const spending = (txid: string, ...inputs: readonly string[]): TransactionSpends => ({
  txid,
  inputs: inputs.map((name) => {
    const [parent = '', vout] = name.split(':')
    return { txid: parent, vout: Number(vout) }
  }),
})

/** The outpoints that payments watch when a block is disconnected; `dependants`: payment and transaction of the block, as `payment:a`. */
async function watched(
  lost: readonly TransactionSpends[],
  ...dependants: readonly string[]
): Promise<string[]> {
  const found: string[] = []
  const store = {
    dependants: async () =>
      dependants.map((name) => {
        const [paymentId = '', txid = ''] = name.split(':')
        return { paymentId, txid }
      }),
    watchInputs: async (_coin: string, id: string, inputs: readonly { txid: string; vout: number }[]) => {
      found.push(...inputs.map(({ txid, vout }) => `${id} ${txid}:${vout}`))
    },
  }
  await watchLostParents(store, 'LTC', lost)
  return found
}

test('a payment watches the inputs of its ancestors in a disconnected block, in any order', async () => {
  const block = [
    spending('a', 'x:0'),
    spending('b', 'a:0', 'y:1'),
    spending('c', 'b:0'),
    spending('d', 'z:0'),
  ]
  const expected = ['pay b:0', 'pay a:0', 'pay y:1', 'pay x:0']
  assert.deepEqual(await watched(block, 'pay:c'), expected)
  assert.deepEqual(await watched(block.toReversed(), 'pay:c'), expected)
  assert.deepEqual(await watched(block, 'one:a', 'two:d'), ['one x:0', 'two z:0'])
  assert.deepEqual(await watched(block), [])
})

test('a payment watches at most 2,000 inputs of a disconnected block, the nearest first', async () => {
  const many = Array.from({ length: 2_000 }, (_, vout) => `x:${vout}`)
  const inputs = await watched([spending('a', ...many), spending('b', 'a:0')], 'pay:b')
  assert.equal(inputs.length, 2_000)
  assert.equal(inputs[0], 'pay a:0')
})

test('an unreadable block is skipped after three attempts, with a warning; an unreachable node is waited for', async () => {
  const warnings: string[] = []
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text), error: () => {} }
  let attempts = 0
  let isDown = false
  const network = {
    findBlockSpends: async () => {
      attempts++
      throw new NetworkUnavailable('Block not available')
    },
    tip: async () => {
      if (isDown) throw new NetworkUnavailable('down')
      return { height: 9, hash: 'tip' }
    },
  }
  const read = lostBlockReader(() => network, log)
  assert.deepEqual(await read('LTC', { height: 8, hash: 'lost' }), [])
  assert.equal(attempts, 3)
  assert.match(warnings.join(), /block 8, which has left the chain, can't be read/)
  isDown = true
  await assert.rejects(read('LTC', { height: 8, hash: 'lost' }), NetworkUnavailable)
})
