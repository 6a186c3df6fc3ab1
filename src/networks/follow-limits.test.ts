import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryLogger } from '../../test/helpers/memory-logger.ts'
import {
  createManualTimers,
  createMemoryFollowerStore,
  createSimulatedChain,
  startFollower,
} from '../../test/helpers/simulated-chain.ts'
import { type Block, NetworkUnavailableError } from './network.ts'

test("an unusable node is not followed: its blocks don't replace followed ones", async (t) => {
  const simulated = createSimulatedChain()
  const { store, listChanges } = createMemoryFollowerStore()
  const logged: string[] = []
  const follower = startFollower(t, {
    network: simulated.network,
    store,
    startHeight: 0,
    log: createMemoryLogger(logged),
  })
  await follower.waitUntilCaughtUp()
  const [first = assert.fail(), ...others] = simulated.blocks

  simulated.unfit = 'it is still downloading the chain'
  simulated.blocks.splice(0, Number.POSITIVE_INFINITY, first)
  await assert.rejects(follower.waitUntilCaughtUp(), NetworkUnavailableError)
  simulated.unfit = "it is another coin's node"
  simulated.grow(7)
  await assert.rejects(follower.waitUntilCaughtUp(), NetworkUnavailableError)
  assert.deepEqual(listChanges(), ['+0', '+1', '+2'])

  simulated.unfit = null
  simulated.blocks.splice(0, Number.POSITIVE_INFINITY, first, ...others)
  simulated.grow(1)
  await follower.waitUntilCaughtUp()
  assert.deepEqual(listChanges(), ['+0', '+1', '+2', '+3'])
  assert.deepEqual(logged, [
    'warn: LTC: cannot follow the chain: it is still downloading the chain',
    'info: LTC: resumed following the chain',
  ])
})

test("the first start doesn't begin at a block of an unusable node", async (t) => {
  const { store, listChanges } = createMemoryFollowerStore()
  const simulated = createSimulatedChain()
  simulated.unfit = 'it is still downloading the chain'
  const follower = startFollower(t, { network: simulated.network, store })
  await assert.rejects(follower.waitUntilCaughtUp(), NetworkUnavailableError)
  assert.deepEqual(listChanges(), [])
})

test('a caller that waits too long gets an error, and the follower continues', async (t) => {
  const { network, grow } = createSimulatedChain()
  const { store, listChanges } = createMemoryFollowerStore()
  const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowBlock = async (height: number): Promise<Block | null> => {
    reading.resolve()
    await read.promise
    return network.getBlock(height)
  }
  const clock = createManualTimers()
  const follower = startFollower(t, {
    network: { ...network, getBlock: slowBlock },
    store,
    timers: clock.timers,
  })
  const [unlimited, limited] = [follower.waitUntilCaughtUp(), follower.waitUntilCaughtUp(8_000)]
  await reading.promise
  const late = follower.waitUntilCaughtUp(8_000)

  clock.pass(8_000)
  await assert.rejects(limited, NetworkUnavailableError)
  await assert.rejects(late, NetworkUnavailableError)
  assert.deepEqual(listChanges(), [])

  read.resolve()
  grow(2)
  await unlimited
  await follower.waitUntilCaughtUp(8_000)
  assert.deepEqual(listChanges(), ['+2', '+3', '+4'])
  await follower.stop()
  assert.equal(clock.waiting(), 0, 'no timer is left behind')
})
