import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CoinCode, coins } from '../../coins/index.ts'
import { createManualClock, hour } from '../../kernel/clock.ts'
import { formatPair, type Pair, type Rate } from '../rate.ts'
import { createListedPairsFetch, UnlistedPairError } from './listed-pairs.ts'

const start = Date.UTC(2026, 2, 1)
const pairs: readonly Pair[] = [...coins.keys()].flatMap((coin: CoinCode) =>
  ['USD', 'EUR', 'GBP'].map((currency) => ({ coin, currency })),
)
const { signal } = new AbortController()

/** An exchange that rejects a request with any pair it doesn't list, and counts its requests. */
function exchange(listed: Set<string>) {
  const seen = { requests: 0 }
  const fetchPairs = async (requested: readonly Pair[]): Promise<readonly Rate[]> => {
    seen.requests++
    if (!requested.every((pair) => listed.has(formatPair(pair)))) throw new UnlistedPairError('one of them')
    return requested.map((pair) => ({
      ...pair,
      value: { digits: 1n, scale: 0 },
      source: 'exchange',
      observedAt: start,
    }))
  }
  return { fetchPairs, seen }
}

test("unlisted pairs don't affect the pairs that an exchange does list", async () => {
  const some = fc.uniqueArray(fc.constantFrom(...pairs.map(formatPair)), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(some, async (names) => {
      const fetch = createListedPairsFetch(createManualClock(start), exchange(new Set(names)).fetchPairs)
      assert.deepEqual((await fetch(pairs, signal)).map(formatPair).sort(), names.sort())
    }),
  )
})

test('a rejected pair is skipped for an hour, then requested again', async () => {
  const clock = createManualClock(start)
  const listed = new Set(pairs.map(formatPair))
  listed.delete('LTC/EUR')
  const { fetchPairs, seen } = exchange(listed)
  const fetch = createListedPairsFetch(clock, fetchPairs)
  await fetch(pairs, signal)
  seen.requests = 0
  assert.equal((await fetch(pairs, signal)).length, pairs.length - 1)
  assert.equal(seen.requests, 1)

  listed.add('LTC/EUR')
  clock.advance(hour + 1)
  assert.equal((await fetch(pairs, signal)).length, pairs.length)
})

test('an exchange that rejects every pair has failed, and all of them are requested again', async () => {
  const listed = new Set<string>()
  const fetch = createListedPairsFetch(createManualClock(start), exchange(listed).fetchPairs)
  await assert.rejects(fetch(pairs, signal), /every pair was rejected/)
  for (const pair of pairs) listed.add(formatPair(pair))
  assert.equal((await fetch(pairs, signal)).length, pairs.length)
})

test('any other failure fails the whole request', async () => {
  const fetch = createListedPairsFetch(createManualClock(start), () => Promise.reject(new Error('down')))
  await assert.rejects(fetch(pairs, signal), /down/)
})
