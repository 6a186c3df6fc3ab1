import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOver } from '../../test/helpers/scripted-node.ts'
import {
  createManualTimers,
  createMemoryFollowerStore,
  createSimulatedChain,
} from '../../test/helpers/simulated-chain.ts'
import { silentLogger } from '../kernel/logger.ts'
import { type Block, NetworkUnavailableError } from '../networks/network.ts'
import { createSignatureChecker } from '../networks/signatures.ts'
import { startChainFollowers } from './chains.ts'

test('a payer waits at most 8 s for a chain that has to catch up', async (t) => {
  const simulated = createSimulatedChain()
  const { store, followed, listChanges } = createMemoryFollowerStore()
  let blocked = Promise.resolve()
  const getBlock = async (height: number): Promise<Block | null> => {
    await blocked
    return simulated.network.getBlock(height)
  }
  const network = { ...networkOver('LTC', {}).network, ...simulated.network, getBlock }
  const clock = createManualTimers()
  const chains = startChainFollowers({
    networks: {
      get: (coin) => (coin === 'LTC' ? network : null),
      isUsable: (coin) => coin === 'LTC',
      getState: () => null,
      getFeeRates: () => new Map(),
      listCoins: () => [],
      waitUntilChecked: async () => {},
      close: async () => {},
    },
    followed: { findNewest: store.findNewest, findRecent: async (count) => followed.slice(-count).reverse() },
    apply: (_, change) => store.apply(change),
    signatures: createSignatureChecker(),
    getPollMs: () => 3_600_000,
    catchUpTimeoutMs: 8_000,
    log: silentLogger,
    timers: clock.timers,
  })
  t.after(() => chains.stop())
  await chains.waitUntilSynced()
  const chain = chains.find('LTC') ?? assert.fail()

  const { promise, resolve } = Promise.withResolvers<void>()
  blocked = promise
  simulated.grow(1_000)
  const waiting = assert.rejects(chain.catchUp(), NetworkUnavailableError)
  clock.pass(7_999)
  assert.equal(
    await Promise.race([waiting.then(() => 'over'), new Promise((go) => setImmediate(go, 'waiting'))]),
    'waiting',
  )
  clock.pass(1)
  await waiting

  resolve()
  await chain.catchUp()
  assert.equal(chains.getTipHeight('LTC'), 1_002)
  assert.equal(listChanges().length, 1_001)
})
