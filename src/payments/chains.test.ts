import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createScriptedNetwork } from '../../test/helpers/scripted-node.ts'
import {
  createManualTimers,
  createMemoryFollowerStore,
  createSimulatedChain,
} from '../../test/helpers/simulated-chain.ts'
import { silentLogger } from '../kernel/logger.ts'
import type { FollowedBlock } from '../networks/follow.ts'
import { FollowerConflictError } from '../networks/follower-conflict-error.ts'
import { type Block, NetworkUnavailableError, type TransactionSpends } from '../networks/network.ts'
import { createSignatureChecker } from '../networks/signatures.ts'
import { PackedTxids } from '../networks/txids.ts'
import { startChainFollowers } from './chains.ts'

/** Follows a simulated Litecoin chain; no other coin has a node. Its tip is polled only when a test waits for it. */
function startLitecoin(t: TestContext) {
  const simulated = createSimulatedChain()
  const { store, followedBlocks, listChanges } = createMemoryFollowerStore()
  const { timers, pass } = createManualTimers()
  const node = {
    isUsable: true,
    /** Blocks are returned only after this. */
    unblocked: Promise.resolve(),
    /** Called before a change is applied. */
    beforeChange: async () => {},
    /** Called before the newest block is read from the store. */
    beforeRead: () => {},
    /** Overrides the newest block of the store. */
    newest: undefined as FollowedBlock | null | undefined,
  }
  const getBlock = async (height: number): Promise<Block | null> => {
    await node.unblocked
    return simulated.network.getBlock(height)
  }
  const spends = new Map<string, TransactionSpends[]>()
  const findBlockSpends = async (hash: string) => spends.get(hash) ?? []
  const network = {
    ...createScriptedNetwork('LTC', {}).network,
    ...simulated.network,
    getBlock,
    findBlockSpends,
  }
  const chains = startChainFollowers({
    networks: {
      get: (coin) => (coin === 'LTC' ? network : null),
      isUsable: (coin) => coin === 'LTC' && node.isUsable,
      getState: () => null,
      getFeeRates: () => new Map(),
      listCoins: () => [],
      waitUntilChecked: async () => {},
      close: async () => {},
    },
    followedBlocks: {
      findNewest: async () => {
        node.beforeRead()
        return node.newest === undefined ? store.findNewest() : node.newest
      },
      findRecent: async (_coin, count) => followedBlocks.slice(-count).reverse(),
    },
    apply: async (_, change) => {
      await node.beforeChange()
      await store.apply(change)
    },
    signatures: createSignatureChecker(),
    getPollMs: () => 3_600_000,
    catchUpTimeoutMs: 8_000,
    log: silentLogger,
    timers,
  })
  t.after(() => chains.stop())
  return { chains, simulated, followedBlocks, spends, listChanges, pass, node }
}

test('a payer waits at most 8 s for a chain that has to catch up', async (t) => {
  const { chains, simulated, listChanges, pass, node } = startLitecoin(t)
  await chains.waitUntilSynced()
  const chain = chains.find('LTC') ?? assert.fail()

  const { promise, resolve } = Promise.withResolvers<void>()
  node.unblocked = promise
  simulated.grow(1_000)
  const waiting = assert.rejects(chain.catchUp(), NetworkUnavailableError)
  pass(7_999)
  assert.equal(
    await Promise.race([waiting.then(() => 'over'), new Promise((go) => setImmediate(go, 'waiting'))]),
    'waiting',
  )
  pass(1)
  await waiting

  resolve()
  await chain.catchUp()
  assert.equal(chains.getTipHeight('LTC'), 1_002)
  assert.equal(listChanges().length, 1_001)
})

test('a chain pays only once a block was followed, and while its node is usable', async (t) => {
  const { chains, node } = startLitecoin(t)
  assert.equal(chains.find('LTC'), null)
  assert.equal(chains.getTipHeight('LTC'), null)
  await chains.waitUntilSynced()
  assert.equal(chains.find('LTC')?.getTipHeight(), 2)
  assert.equal(chains.isFollowing('LTC'), true)
  node.isUsable = false
  assert.equal(chains.find('LTC'), null)
  assert.equal(chains.isFollowing('LTC'), false)
  await assert.rejects(chains.catchUp('LTC'), {
    name: 'NetworkUnavailableError',
    message: /LTC/,
  })
})

test('a coin without a node is neither followed nor found', async (t) => {
  const { chains } = startLitecoin(t)
  await chains.waitUntilSynced()
  assert.equal(chains.find('BTC'), null)
  assert.equal(chains.isFollowing('BTC'), false)
  await assert.rejects(chains.catchUp('BTC'), NetworkUnavailableError)
})

test('the height follows connected and disconnected blocks', async (t) => {
  const { chains, simulated, listChanges, node } = startLitecoin(t)
  await chains.waitUntilSynced()
  simulated.grow(2)
  await chains.catchUp('LTC')
  assert.equal(chains.getTipHeight('LTC'), 4)

  const heights: (number | null)[] = []
  node.beforeChange = async () => void heights.push(chains.getTipHeight('LTC'))
  simulated.replaceBlocks(2, 1)
  await chains.catchUp('LTC')
  assert.deepEqual(listChanges(), ['+2', '+3', '+4', '-4', '-3', '+3'])
  assert.deepEqual(heights, [4, 3, 2])
  assert.equal(chains.getTipHeight('LTC'), 3)
})

test('the height follows a change before the store is read again', async (t) => {
  const { chains, simulated, listChanges, node } = startLitecoin(t)
  await chains.waitUntilSynced()
  simulated.grow(2)
  await chains.catchUp('LTC')
  const heights: string[] = []
  node.beforeRead = () => void heights.push(`${listChanges().at(-1)} ${chains.getTipHeight('LTC')}`)
  simulated.replaceBlocks(2, 1)
  await chains.catchUp('LTC')
  assert.deepEqual([...new Set(heights)], ['+4 4', '-4 3', '-3 2', '+3 3'])
})

test('a block whose effects are not all written does not count yet', async (t) => {
  const { chains, simulated, node } = startLitecoin(t)
  await chains.waitUntilSynced()
  simulated.grow(1)
  const hash = simulated.blocks.at(-1)?.hash ?? ''
  node.newest = { height: 3, hash, isUnfinished: true, isOldestStored: true }
  node.beforeChange = async () => {
    throw new NetworkUnavailableError('interrupted')
  }
  await assert.rejects(chains.catchUp('LTC'))
  assert.equal(chains.getTipHeight('LTC'), 2)
  node.newest = { height: 3, hash, isUnfinished: false, isOldestStored: true }
  await chains.catchUp('LTC')
  assert.equal(chains.getTipHeight('LTC'), 3)
})

test('a block that another process has written is read from the store', async (t) => {
  const { chains, simulated, followedBlocks, listChanges, node } = startLitecoin(t)
  await chains.waitUntilSynced()
  simulated.grow(1)
  const { height, hash } = simulated.blocks.at(-1) ?? assert.fail()
  node.beforeChange = async () => {
    followedBlocks.push({ height, hash })
    throw new FollowerConflictError('block 3')
  }
  await chains.catchUp('LTC')
  assert.equal(chains.getTipHeight('LTC'), 3)
  assert.deepEqual(listChanges(), ['+2'])
})

test('a block that cannot be written does not raise the height, and is reported as a failure', async (t) => {
  const { chains, simulated, node } = startLitecoin(t)
  await chains.waitUntilSynced()
  simulated.grow(1)
  node.beforeChange = async () => {
    throw new Error('the disk is full')
  }
  await assert.rejects(chains.catchUp('LTC'), /the disk is full/)
  assert.equal(chains.getTipHeight('LTC'), 2)
  assert.equal(chains.isFollowing('LTC'), false)
})

test('a chain finds its followed tip, and transactions and spent outputs in followed blocks', async (t) => {
  const { chains, simulated, followedBlocks, spends } = startLitecoin(t)
  await chains.waitUntilSynced()
  const chain = chains.find('LTC') ?? assert.fail()
  assert.deepEqual(await chain.findFollowedTip(), followedBlocks.at(-1))
  const tip = simulated.blocks.at(-1) ?? assert.fail()
  simulated.blocks[2] = { ...tip, txids: PackedTxids.of(['ab'.repeat(32)]) }
  assert.deepEqual(await chain.findMined('ab'.repeat(32), 0), { height: 2, hash: tip.hash })
  spends.set(tip.hash, [{ txid: 'ab'.repeat(32), inputs: [{ txid: 'cd'.repeat(32), vout: 1 }] }])
  const spent = { txid: 'cd'.repeat(32), vout: 1 }
  assert.deepEqual(await chain.findSpendingBlock([spent]), { height: 2, hash: tip.hash })
  assert.equal(await chain.findSpendingBlock([{ ...spent, vout: 0 }]), null)
  followedBlocks.length = 0
  assert.equal(await chain.findFollowedTip(), null)
})

test('nothing is followed after stop', async (t) => {
  const { chains, simulated, listChanges } = startLitecoin(t)
  await chains.waitUntilSynced()
  const chain = chains.find('LTC') ?? assert.fail()
  await chains.stop()
  simulated.grow(1)
  await assert.rejects(chain.catchUp(), NetworkUnavailableError)
  await chains.waitUntilSynced()
  assert.deepEqual(listChanges(), ['+2'])
})
