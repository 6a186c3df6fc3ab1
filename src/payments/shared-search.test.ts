import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../kernel/clock.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import type { BlockPosition } from './payment.ts'
import { createSharedSearch } from './shared-search.ts'

/** Every transaction is in the block at height 3. */
function createSearch() {
  const clock = createManualClock(0)
  const timers = { now: () => clock.now(), schedule: () => assert.fail('unexpected timer') }
  const self = { hash: 'old', clock, find: createSharedSearch({ search, timers }) }
  return self

  async function search(
    txids: readonly string[],
    aboveHeight: number,
  ): Promise<ReadonlyMap<string, BlockPosition>> {
    return new Map(aboveHeight < 3 ? txids.map((txid) => [txid, { height: 3, hash: self.hash }]) : [])
  }
}

test('a transaction whose block was disconnected is searched for again', async () => {
  const search = createSearch()
  const { find, clock } = search
  assert.deepEqual(await find('a', 0, new Set(['old'])), { height: 3, hash: 'old' })
  search.hash = 'new'
  clock.advance(minute)
  assert.deepEqual(await find('a', 0, new Set(['new'])), { height: 3, hash: 'new' })
})

test('a search that does not reach far enough back does not decide for a caller that starts lower', async () => {
  const { find, clock } = createSearch()
  const hashes = new Set(['old'])
  const [later, earlier] = await Promise.allSettled([find('a', 5, hashes), find('a', 0, hashes)])
  assert.deepEqual(later, { status: 'fulfilled', value: null })
  assert.ok(earlier.status === 'rejected' && earlier.reason instanceof NetworkUnavailableError)
  clock.advance(minute)
  assert.deepEqual(await find('a', 0, hashes), { height: 3, hash: 'old' })
})

test('a search reaches back to the lowest height of all callers that wait for the transaction', async () => {
  const { find, clock } = createSearch()
  const hashes = new Set(['old'])
  assert.equal(await find('b', 5, hashes), null)
  await assert.rejects(find('a', 0, hashes), NetworkUnavailableError)
  clock.advance(minute)
  assert.deepEqual(await find('a', 5, hashes), { height: 3, hash: 'old' })
})

test('a height that is lowered while a search is running is covered by the next search, also if another caller starts it', async () => {
  const { find, clock } = createSearch()
  const hashes = new Set(['old'])
  const later = find('a', 5, hashes)
  await assert.rejects(find('a', 0, hashes), NetworkUnavailableError)
  assert.equal(await later, null)
  clock.advance(minute)
  assert.equal(await find('b', 5, hashes).then((position) => position?.height), 3)
  assert.deepEqual(await find('a', 0, hashes), { height: 3, hash: 'old' })
})
