import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MempoolEntry } from '../networks/network.ts'
import { findAncestors } from './ancestors.ts'

/** A pool of these, each with its parents; the fee of each is its own name. */
function poolOf(parents: Readonly<Record<string, readonly string[]>>) {
  const asked: string[][] = []
  const entry = (txid: string): MempoolEntry | null => {
    const depends = parents[txid]
    return depends ? { fee: BigInt(txid), size: 100, replaceable: false, depends } : null
  }
  const findInMempool = async (txids: readonly string[]) => {
    asked.push([...txids])
    return txids.map(entry)
  }
  return { asked, findInMempool }
}

const fees = (found: ReadonlyMap<string, MempoolEntry> | null): string | undefined =>
  found ? [...found.values()].map(({ fee }) => fee).join() : undefined

test('all that it rests on, parents and theirs, a generation in each round trip', async () => {
  const pool = poolOf({ 1: ['2', '3'], 2: ['4'], 3: [], 4: [] })
  assert.equal(fees(await findAncestors(['1'], pool)), '1,2,3,4')
  assert.deepEqual(pool.asked, [['1'], ['2', '3'], ['4']])
})

test('one that several ways lead to counts once', async () => {
  const pool = poolOf({ 1: ['3'], 2: ['3'], 3: ['4'], 4: [] })
  assert.equal(fees(await findAncestors(['1', '2', '1'], pool)), '1,2,3,4')
})

test('those of the submission itself are left out, and not walked through', async () => {
  const pool = poolOf({ 1: ['2'], 2: ['3'], 3: [] })
  assert.equal(fees(await findAncestors(['1', '2'], pool, { own: new Set(['2']) })), '1')
})

test('what has left the pool is no ancestor', async () => {
  const pool = poolOf({ 1: ['9'] })
  assert.equal(fees(await findAncestors(['1'], pool)), '1')
  assert.deepEqual(pool.asked, [['1'], ['9']])
  assert.deepEqual(await findAncestors([], poolOf({})), new Map())
})

test('a chain of 200 is known whole; of one that is longer nothing is', async () => {
  for (const [count, size] of [
    [200, 200],
    [201, undefined],
    [2_000, undefined],
  ] as const) {
    const names = Array.from({ length: count }, (_, place) => String(place + 1))
    const next = (name: string) => (name === String(count) ? [] : [String(Number(name) + 1)])
    const pool = poolOf(Object.fromEntries(names.map((name) => [name, next(name)])))
    assert.equal((await findAncestors(['1'], pool))?.size, size, String(count))
    assert.ok(pool.asked.length <= 200)
  }
})

test('of thousands of parents none is asked for', async () => {
  const parents = Array.from({ length: 5_000 }, (_, place) => String(place + 1))
  const pool = poolOf(Object.fromEntries(parents.map((name) => [name, []])))
  assert.equal(await findAncestors(parents, pool), null)
  assert.deepEqual(pool.asked, [])
})

test('the deadline is checked before each question', async () => {
  const pool = poolOf({ 1: ['2'], 2: ['3'], 3: [] })
  const checkDeadline = () => {
    if (pool.asked.length === 2) throw new Error('too late')
  }
  await assert.rejects(findAncestors(['1'], pool, { checkDeadline }), /too late/)
  assert.equal(pool.asked.length, 2)
})

test('no chain is known whose transactions have more than 4,000,000 virtual bytes together', async () => {
  const chain = (size: number) => ({
    findInMempool: async (txids: readonly string[]) =>
      txids.map((txid) => ({ fee: 1n, size, replaceable: false, depends: txid === '1' ? ['2'] : [] })),
  })
  assert.equal(fees(await findAncestors(['1'], chain(2_000_000))), '1,1')
  assert.equal(await findAncestors(['1'], chain(2_000_001)), null)
})
