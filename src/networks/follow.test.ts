import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startLitecoind, withoutLitecoind } from '../../test/helpers/litecoind.ts'
import { createMemoryLogger } from '../../test/helpers/memory-logger.ts'
import {
  createMemoryFollowerStore,
  createSimulatedChain,
  startFollower,
} from '../../test/helpers/simulated-chain.ts'
import { ltc } from '../coins/ltc.ts'
import { silentLogger } from '../kernel/logger.ts'
import { type ChainFollowerStore, startChainFollower } from './follow.ts'
import { NetworkUnavailableError } from './network.ts'
import { createNodeNetwork } from './node/network.ts'

test('the first start begins at the newest block, at a given height, or a number of blocks below the tip', async (t) => {
  const { network } = createSimulatedChain()
  const [newest, fixedHeight, below, beyond] = [
    createMemoryFollowerStore(),
    createMemoryFollowerStore(),
    createMemoryFollowerStore(),
    createMemoryFollowerStore(),
  ]

  await startFollower(t, { network, store: newest.store }).waitUntilCaughtUp()
  await startFollower(t, { network, store: fixedHeight.store, startHeight: 1 }).waitUntilCaughtUp()
  await startFollower(t, { network, store: below.store, startDepth: 1 }).waitUntilCaughtUp()
  await startFollower(t, { network, store: beyond.store, startDepth: 9 }).waitUntilCaughtUp()

  assert.deepEqual(newest.listChanges(), ['+2'])
  assert.deepEqual(fixedHeight.listChanges(), ['+1', '+2'])
  assert.deepEqual(below.listChanges(), ['+1', '+2'])
  assert.deepEqual(beyond.listChanges(), ['+0', '+1', '+2'])
})

test('blocks arrive one by one and in order with their txids, including those missed while the service was off', async (t) => {
  const { network, grow, blocks } = createSimulatedChain()
  const { store, changes, listChanges } = createMemoryFollowerStore()
  const follower = startFollower(t, { network, store })
  await follower.waitUntilCaughtUp()
  await follower.stop()
  grow(4)

  await startFollower(t, { network, store }).waitUntilCaughtUp()

  assert.deepEqual(listChanges(), ['+2', '+3', '+4', '+5', '+6'])
  assert.deepEqual(changes.at(-1), { kind: 'connect', block: blocks.at(-1) })
})

test('a reorganised chain is disconnected block by block, and the new one connected', async (t) => {
  const { network, grow, replaceBlocks } = createSimulatedChain()
  const { store, listChanges } = createMemoryFollowerStore()
  const follower = startFollower(t, { network, store, startHeight: 0 })
  grow(3)
  await follower.waitUntilCaughtUp()

  replaceBlocks(2, 3)
  await follower.waitUntilCaughtUp()

  assert.deepEqual(listChanges().slice(6), ['-5', '-4', '+4', '+5', '+6'])
})

test('a reorganisation to an equal or lower height is detected too', async (t) => {
  const { network, replaceBlocks } = createSimulatedChain()
  const { store, listChanges } = createMemoryFollowerStore()
  const follower = startFollower(t, { network, store, startHeight: 0 })
  await follower.waitUntilCaughtUp()

  replaceBlocks(1, 1)
  await follower.waitUntilCaughtUp()
  replaceBlocks(2, 1)
  await follower.waitUntilCaughtUp()

  assert.deepEqual(listChanges().slice(3), ['-2', '+2', '-2', '-1', '+1'])
})

test('after a reorganisation deeper than the stored blocks, following continues from there', async (t) => {
  const { network, grow, replaceBlocks, blocks } = createSimulatedChain()
  const { store, listChanges, followedBlocks } = createMemoryFollowerStore(3)
  const follower = startFollower(t, { network, store, startHeight: 0 })
  grow(5)
  await follower.waitUntilCaughtUp()

  replaceBlocks(6, 7)
  await follower.waitUntilCaughtUp()

  assert.deepEqual(listChanges().slice(8), ['-7', '-6', '-5', '+5', '+6', '+7', '+8'])
  assert.equal(followedBlocks.at(-1)?.hash, blocks.at(-1)?.hash)
})

test('after such a reorganisation, following continues from there even if the service stops in between', async (t) => {
  const { network, grow, replaceBlocks, blocks } = createSimulatedChain()
  const { store, listChanges, followedBlocks } = createMemoryFollowerStore(3)
  grow(5)
  const follower = startFollower(t, { network, store, startHeight: 0 })
  await follower.waitUntilCaughtUp()
  await follower.stop()
  replaceBlocks(6, 7)
  let left = 3
  const apply: ChainFollowerStore['apply'] = async (change) => {
    if (left === 0) throw new Error('the process is gone')
    await store.apply(change)
    left--
  }
  const stopping = startFollower(t, { network, store: { ...store, apply } })
  await assert.rejects(stopping.waitUntilCaughtUp())
  await stopping.stop()

  await startFollower(t, { network, store }).waitUntilCaughtUp()

  assert.deepEqual(listChanges().slice(8), ['-7', '-6', '-5', '+5', '+6', '+7', '+8'])
  assert.equal(followedBlocks.at(-1)?.hash, blocks.at(-1)?.hash)
})

test('an outage is reported to waiting callers, logged once, and ends when the node is back', async (t) => {
  const simulated = createSimulatedChain()
  const { store, listChanges } = createMemoryFollowerStore()
  const logged: string[] = []
  const follower = startFollower(t, { network: simulated.network, store, log: createMemoryLogger(logged) })
  await follower.waitUntilCaughtUp()

  simulated.down = true
  await assert.rejects(follower.waitUntilCaughtUp(), NetworkUnavailableError)
  await assert.rejects(follower.waitUntilCaughtUp(), NetworkUnavailableError)
  assert.equal(follower.isFailing(), true)
  simulated.down = false
  simulated.grow(1)
  await follower.waitUntilCaughtUp()

  assert.deepEqual(logged, [
    'warn: LTC: cannot follow the chain: down',
    'info: LTC: resumed following the chain',
  ])
  assert.deepEqual(listChanges(), ['+2', '+3'])
  assert.equal(follower.isFailing(), false)
})

test('a change that could not be stored is delivered again', async (t) => {
  const { network } = createSimulatedChain()
  const { store, listChanges } = createMemoryFollowerStore()
  let failures = 1
  const apply: ChainFollowerStore['apply'] = async (change) => {
    if (failures-- > 0) throw new Error('the database is gone')
    await store.apply(change)
  }
  const follower = startFollower(t, { network, store: { ...store, apply } })

  await follower.waitUntilCaughtUp().catch(() => follower.waitUntilCaughtUp())

  assert.deepEqual(listChanges(), ['+2'])
})

test('a new block is detected by polling', async (t) => {
  const { network, grow } = createSimulatedChain()
  const { store, listChanges } = createMemoryFollowerStore()
  const { promise, resolve } = Promise.withResolvers<void>()
  const apply: ChainFollowerStore['apply'] = async (change) => {
    await store.apply(change)
    if (change.block.height === 3) resolve()
  }
  await startFollower(t, { network, store: { ...store, apply }, pollMs: 1 }).waitUntilCaughtUp()

  grow(1)

  await promise
  assert.deepEqual(listChanges(), ['+2', '+3'])
})

test('a stopped follower rejects its waiting callers', async (t) => {
  const { network } = createSimulatedChain()
  const follower = startFollower(t, { network, store: createMemoryFollowerStore().store })
  await follower.stop()

  await assert.rejects(follower.waitUntilCaughtUp(), NetworkUnavailableError)
})

test('whatever the chain does and however often the follower restarts, it ends up on the best chain', async () => {
  const move = fc.record({
    depth: fc.integer({ min: 0, max: 4 }),
    growth: fc.integer({ min: 0, max: 4 }),
    again: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), async (moves) => {
      const { network, replaceBlocks, blocks } = createSimulatedChain()
      const { store, followedBlocks } = createMemoryFollowerStore()
      let follower = startChainFollower({
        name: 'LTC',
        network,
        store,
        startHeight: 0,
        pollMs: 3_600_000,
        log: silentLogger,
      })
      for (const { depth, growth, again } of moves) {
        replaceBlocks(depth, growth)
        if (again) {
          await follower.stop()
          follower = startChainFollower({ name: 'LTC', network, store, pollMs: 3_600_000, log: silentLogger })
        }
        await follower.waitUntilCaughtUp()
        assert.deepEqual(
          followedBlocks,
          blocks.map(({ height, hash }) => ({ height, hash })),
        )
      }
      await follower.stop()
    }),
  )
})

test('a reorganisation on a real Litecoin node is followed', { skip: withoutLitecoind }, async (t) => {
  const node = await startLitecoind(t)
  const network = createNodeNetwork({ coin: ltc, chain: 'regtest', rpc: node.rpc() })
  const { store, listChanges, followedBlocks } = createMemoryFollowerStore()
  const follower = startFollower(t, { network, store })
  await follower.waitUntilCaughtUp()
  const [first] = await node.mine(2)
  await follower.waitUntilCaughtUp()

  await node.cli('invalidateblock', [first])
  await node.mine(3)
  await follower.waitUntilCaughtUp()

  assert.deepEqual(listChanges(), ['+101', '+102', '+103', '-103', '-102', '+102', '+103', '+104'])
  assert.deepEqual(followedBlocks.at(-1), await network.getTip())
})
