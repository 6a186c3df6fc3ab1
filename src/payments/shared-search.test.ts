import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../kernel/clock.ts'
import { createSharedSearch } from './shared-search.ts'

test('a transaction whose block was disconnected is searched for again', async () => {
  const clock = createManualClock(0)
  const timers = { now: () => clock.now(), schedule: () => assert.fail('unexpected timer') }
  let hash = 'old'
  const search = async (txids: readonly string[]) => new Map(txids.map((txid) => [txid, { height: 3, hash }]))
  const find = createSharedSearch({ search, timers })
  assert.deepEqual(await find('a', 0, new Set(['old'])), { height: 3, hash: 'old' })
  hash = 'new'
  clock.advance(minute)
  assert.deepEqual(await find('a', 0, new Set(['new'])), { height: 3, hash: 'new' })
})
