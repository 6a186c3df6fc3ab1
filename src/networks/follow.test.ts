import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { startLitecoind, withoutLitecoind } from '../../test/helpers/litecoind.ts'
import { notesTo } from '../../test/helpers/notes.ts'
import { ltc } from '../coins/ltc.ts'
import { silent } from '../kernel/notes.ts'
import { type ChainChange, type Follower, type Following, type FollowStore, follow } from './follow.ts'
import { type Block, type BlockRef, NetworkUnavailable } from './network.ts'
import { nodeNetwork } from './node/network.ts'

/** A chain that can be made longer and shorter; `down` while its node does not answer. */
function chain() {
  const blocks: Block[] = []
  let made = 0
  const self = { blocks, down: false, grow, giveWay, network: { tip, block } }
  grow(3)
  return self

  function grow(count: number): void {
    for (let one = 0; one < count; one++) {
      const hash = (++made).toString(16).padStart(64, '0')
      const previous = blocks.at(-1)?.hash ?? '0'.repeat(64)
      blocks.push({ height: blocks.length, hash, previous, txids: [`tx of ${hash}`], time: made })
    }
  }

  function giveWay(depth: number, growth: number): void {
    blocks.splice(Math.max(1, blocks.length - depth))
    grow(growth)
  }

  async function tip(): Promise<BlockRef> {
    answer()
    const { height, hash } = blocks.at(-1) ?? assert.fail('a chain has a block')
    return { height, hash }
  }

  async function block(height: number): Promise<Block | null> {
    answer()
    return blocks[height] ?? null
  }

  function answer(): void {
    if (self.down) throw new NetworkUnavailable('down')
  }
}

/** A store that minds the order, as a database would, and remembers only so many blocks. */
function memory(remembered = 144) {
  const changes: ChainChange[] = []
  const followed: BlockRef[] = []
  const store: FollowStore = {
    newest: async () => followed.at(-1) ?? null,
    apply: async (change) => {
      const newest = followed.at(-1)
      if (change.kind === 'connect') {
        if (newest)
          assert.deepEqual([change.block.previous, change.block.height], [newest.hash, newest.height + 1])
        followed.push({ height: change.block.height, hash: change.block.hash })
        if (followed.length > remembered) followed.shift()
      } else assert.deepEqual(followed.pop(), { height: change.block.height, hash: change.block.hash })
      changes.push(change)
    },
  }
  const told = () =>
    changes.map(({ kind, block: { height } }) => `${kind === 'connect' ? '+' : '-'}${height}`)
  return { store, followed, changes, told }
}

/** A follower that looks only when it is told to. */
function start(
  t: Pick<TestContext, 'after'>,
  parts: Pick<Following, 'network' | 'store'> & Partial<Following>,
): Follower {
  const follower = follow({ name: 'LTC', pollMs: 3_600_000, log: silent, ...parts })
  t.after(() => follower.stop())
  return follower
}

test('a first start begins with the newest block, at a given height, or so many blocks below', async (t) => {
  const { network } = chain()
  const [newest, given, below, beyond] = [memory(), memory(), memory(), memory()]

  await start(t, { network, store: newest.store }).caughtUp()
  await start(t, { network, store: given.store, startAt: 1 }).caughtUp()
  await start(t, { network, store: below.store, startBelow: 1 }).caughtUp()
  await start(t, { network, store: beyond.store, startBelow: 9 }).caughtUp()

  assert.deepEqual(newest.told(), ['+2'])
  assert.deepEqual(given.told(), ['+1', '+2'])
  assert.deepEqual(below.told(), ['+1', '+2'])
  assert.deepEqual(beyond.told(), ['+0', '+1', '+2'])
})

test('blocks come one by one and in order, with the ids of their transactions, also those missed while it was off', async (t) => {
  const { network, grow, blocks } = chain()
  const { store, changes, told } = memory()
  const follower = start(t, { network, store })
  await follower.caughtUp()
  await follower.stop()
  grow(4)

  await start(t, { network, store }).caughtUp()

  assert.deepEqual(told(), ['+2', '+3', '+4', '+5', '+6'])
  assert.deepEqual(changes.at(-1), { kind: 'connect', block: blocks.at(-1) })
})

test('a chain that gives way is walked back block by block, and the other one forward', async (t) => {
  const { network, grow, giveWay } = chain()
  const { store, told } = memory()
  const follower = start(t, { network, store, startAt: 0 })
  grow(3)
  await follower.caughtUp()

  giveWay(2, 3)
  await follower.caughtUp()

  assert.deepEqual(told().slice(6), ['-5', '-4', '+4', '+5', '+6'])
})

test('a chain of the same height and a shorter one are noticed as well', async (t) => {
  const { network, giveWay } = chain()
  const { store, told } = memory()
  const follower = start(t, { network, store, startAt: 0 })
  await follower.caughtUp()

  giveWay(1, 1)
  await follower.caughtUp()
  giveWay(2, 1)
  await follower.caughtUp()

  assert.deepEqual(told().slice(3), ['-2', '+2', '-2', '-1', '+1'])
})

test('when more gave way than is remembered, it goes on from there', async (t) => {
  const { network, grow, giveWay, blocks } = chain()
  const { store, told, followed } = memory(3)
  const follower = start(t, { network, store, startAt: 0 })
  grow(5)
  await follower.caughtUp()

  giveWay(6, 7)
  await follower.caughtUp()

  assert.deepEqual(told().slice(8), ['-7', '-6', '-5', '+5', '+6', '+7', '+8'])
  assert.equal(followed.at(-1)?.hash, blocks.at(-1)?.hash)
})

test('an outage is told to those who wait, logged once, and over when the node is back', async (t) => {
  const simulated = chain()
  const { store, told } = memory()
  const logged: string[] = []
  const follower = start(t, { network: simulated.network, store, log: notesTo(logged) })
  await follower.caughtUp()

  simulated.down = true
  await assert.rejects(follower.caughtUp(), NetworkUnavailable)
  await assert.rejects(follower.caughtUp(), NetworkUnavailable)
  simulated.down = false
  simulated.grow(1)
  await follower.caughtUp()

  assert.deepEqual(logged, [
    'warn: LTC: the chain cannot be followed: down',
    'info: LTC: following the chain again',
  ])
  assert.deepEqual(told(), ['+2', '+3'])
})

test('a change that could not be stored is offered again', async (t) => {
  const { network } = chain()
  const { store, told } = memory()
  let failures = 1
  const apply: FollowStore['apply'] = async (change) => {
    if (failures-- > 0) throw new Error('the database is gone')
    await store.apply(change)
  }
  const follower = start(t, { network, store: { ...store, apply } })

  await follower.caughtUp().catch(() => follower.caughtUp())

  assert.deepEqual(told(), ['+2'])
})

test('it looks by itself after each poll', async (t) => {
  const { network, grow } = chain()
  const { store, told } = memory()
  const { promise, resolve } = Promise.withResolvers<void>()
  const apply: FollowStore['apply'] = async (change) => {
    await store.apply(change)
    if (change.block.height === 3) resolve()
  }
  await start(t, { network, store: { ...store, apply }, pollMs: 1 }).caughtUp()

  grow(1)

  await promise
  assert.deepEqual(told(), ['+2', '+3'])
})

test('a follower that has ended tells those who still wait', async (t) => {
  const { network } = chain()
  const follower = start(t, { network, store: memory().store })
  await follower.stop()

  await assert.rejects(follower.caughtUp(), NetworkUnavailable)
})

test('whatever the chain does, and however often the follower starts anew, it ends up with the best chain', async () => {
  const move = fc.record({
    depth: fc.integer({ min: 0, max: 4 }),
    growth: fc.integer({ min: 0, max: 4 }),
    again: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), async (moves) => {
      const { network, giveWay, blocks } = chain()
      const { store, followed } = memory()
      let follower = follow({ name: 'LTC', network, store, startAt: 0, pollMs: 3_600_000, log: silent })
      for (const { depth, growth, again } of moves) {
        giveWay(depth, growth)
        if (again) {
          await follower.stop()
          follower = follow({ name: 'LTC', network, store, pollMs: 3_600_000, log: silent })
        }
        await follower.caughtUp()
        assert.deepEqual(
          followed,
          blocks.map(({ height, hash }) => ({ height, hash })),
        )
      }
      await follower.stop()
    }),
  )
})

test('over a real node of Litecoin, a reorganisation is followed', { skip: withoutLitecoind }, async (t) => {
  const node = await startLitecoind(t)
  const network = nodeNetwork({ coin: ltc, chain: 'regtest', rpc: node.rpc() })
  const { store, told, followed } = memory()
  const follower = start(t, { network, store })
  await follower.caughtUp()
  const [first] = await node.mine(2)
  await follower.caughtUp()

  await node.cli('invalidateblock', [first])
  await node.mine(3)
  await follower.caughtUp()

  assert.deepEqual(told(), ['+101', '+102', '+103', '-103', '-102', '+102', '+103', '+104'])
  assert.deepEqual(followed.at(-1), await network.tip())
})
