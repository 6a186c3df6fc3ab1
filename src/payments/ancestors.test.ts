import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MempoolEntry } from '../networks/network.ts'
import { findAncestors } from './ancestors.ts'

/** A mempool of these transactions with their parents. The fee of each is its own name. */
function createMempool(parents: Readonly<Record<string, readonly string[]>>) {
  const queries: string[][] = []
  const entry = (txid: string): MempoolEntry | null => {
    const depends = parents[txid]
    return depends ? { fee: BigInt(txid), size: 100, isReplaceable: false, depends, time: 0 } : null
  }
  const findInMempool = async (txids: readonly string[]) => {
    queries.push([...txids])
    return txids.map(entry)
  }
  return { queries, findInMempool }
}

const fees = (found: ReadonlyMap<string, MempoolEntry> | null): string | undefined =>
  found ? [...found.values()].map(({ fee }) => fee).join() : undefined

test('all ancestors are collected, one generation per round trip', async () => {
  const pool = createMempool({ 1: ['2', '3'], 2: ['4'], 3: [], 4: [] })
  assert.equal(fees(await findAncestors(['1'], pool)), '1,2,3,4')
  assert.deepEqual(pool.queries, [['1'], ['2', '3'], ['4']])
})

test('an ancestor reachable in several ways counts once', async () => {
  const pool = createMempool({ 1: ['3'], 2: ['3'], 3: ['4'], 4: [] })
  assert.equal(fees(await findAncestors(['1', '2', '1'], pool)), '1,2,3,4')
})

test('transactions of the submission itself are excluded and not followed', async () => {
  const pool = createMempool({ 1: ['2'], 2: ['3'], 3: [] })
  assert.equal(fees(await findAncestors(['1', '2'], pool, { submittedTxids: new Set(['2']) })), '1')
})

test('a transaction that has left the mempool is not an ancestor', async () => {
  const pool = createMempool({ 1: ['9'] })
  assert.equal(fees(await findAncestors(['1'], pool)), '1')
  assert.deepEqual(pool.queries, [['1'], ['9']])
  assert.deepEqual(await findAncestors([], createMempool({})), new Map())
})

test('a chain of 200 is collected completely, a longer one not at all', async () => {
  for (const [count, size] of [
    [200, 200],
    [201, undefined],
    [2_000, undefined],
  ] as const) {
    const names = Array.from({ length: count }, (_, index) => String(index + 1))
    const getNext = (name: string) => (name === String(count) ? [] : [String(Number(name) + 1)])
    const pool = createMempool(Object.fromEntries(names.map((name) => [name, getNext(name)])))
    assert.equal((await findAncestors(['1'], pool))?.size, size, String(count))
    assert.ok(pool.queries.length <= 200)
  }
})

test('with thousands of parents nothing is queried', async () => {
  const parents = Array.from({ length: 5_000 }, (_, index) => String(index + 1))
  const pool = createMempool(Object.fromEntries(parents.map((name) => [name, []])))
  assert.equal(await findAncestors(parents, pool), null)
  assert.deepEqual(pool.queries, [])
})

test('the deadline is checked before each query', async () => {
  const pool = createMempool({ 1: ['2'], 2: ['3'], 3: [] })
  const checkDeadline = () => {
    if (pool.queries.length === 2) throw new Error('too late')
  }
  await assert.rejects(findAncestors(['1'], pool, { checkDeadline }), /too late/)
  assert.equal(pool.queries.length, 2)
})

test('a chain of more than 4,000,000 virtual bytes is not collected', async () => {
  const chain = (size: number) => ({
    findInMempool: async (txids: readonly string[]) =>
      txids.map((txid) => ({
        fee: 1n,
        size,
        isReplaceable: false,
        depends: txid === '1' ? ['2'] : [],
        time: 0,
      })),
  })
  assert.equal(fees(await findAncestors(['1'], chain(2_000_000))), '1,1')
  assert.equal(await findAncestors(['1'], chain(2_000_001)), null)
})
