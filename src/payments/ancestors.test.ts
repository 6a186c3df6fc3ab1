import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pooled } from '../networks/network.ts'
import { ancestorsOf } from './ancestors.ts'

/** A pool of these, each with its parents; the fee of each is its own name. */
function poolOf(parents: Readonly<Record<string, readonly string[]>>) {
  const asked: string[][] = []
  const entry = (txid: string): Pooled | null => {
    const depends = parents[txid]
    return depends ? { fee: BigInt(txid), size: 100, replaceable: false, depends } : null
  }
  const pooled = async (txids: readonly string[]) => {
    asked.push([...txids])
    return txids.map(entry)
  }
  return { asked, pooled }
}

const fees = (found: readonly Pooled[]): string => found.map(({ fee }) => fee).join()

test('all that it rests on, parents and theirs, a generation in each round trip', async () => {
  const pool = poolOf({ 1: ['2', '3'], 2: ['4'], 3: [], 4: [] })
  assert.equal(fees(await ancestorsOf(['1'], pool)), '1,2,3,4')
  assert.deepEqual(pool.asked, [['1'], ['2', '3'], ['4']])
})

test('one that several ways lead to counts once', async () => {
  const pool = poolOf({ 1: ['3'], 2: ['3'], 3: ['4'], 4: [] })
  assert.equal(fees(await ancestorsOf(['1', '2', '1'], pool)), '1,2,3,4')
})

test('those of the submission itself are left out, and not walked through', async () => {
  const pool = poolOf({ 1: ['2'], 2: ['3'], 3: [] })
  assert.equal(fees(await ancestorsOf(['1', '2'], pool, new Set(['2']))), '1')
})

test('what has left the pool is no ancestor', async () => {
  const pool = poolOf({ 1: ['9'] })
  assert.equal(fees(await ancestorsOf(['1'], pool)), '1')
  assert.deepEqual(pool.asked, [['1'], ['9']])
  assert.deepEqual(await ancestorsOf([], poolOf({})), [])
})

test('a walk ends, however long the chain is', async () => {
  const names = Array.from({ length: 2_000 }, (_, place) => String(place + 1))
  const pool = poolOf(Object.fromEntries(names.map((name) => [name, [String(Number(name) + 1)]])))
  assert.equal((await ancestorsOf(['1'], pool)).length, 50)
})

test('beyond 200 ancestors nobody looks for more', async () => {
  for (const [count, found] of [
    [200, 201],
    [201, 201],
  ] as const) {
    const parents = Array.from({ length: count }, (_, place) => String(place + 1))
    const pool = poolOf({ ...Object.fromEntries(parents.map((name) => [name, ['1000']])), 1000: [] })
    assert.equal((await ancestorsOf(parents, pool)).length, found, String(count))
  }
})

test('of thousands of parents 201 are asked for: one more than are looked for', async () => {
  const parents = Array.from({ length: 5_000 }, (_, place) => String(place + 1))
  const pool = poolOf(Object.fromEntries(parents.map((name) => [name, []])))
  assert.equal((await ancestorsOf(parents, pool)).length, 201)
  assert.deepEqual(
    pool.asked.map(({ length }) => length),
    [201],
  )
})
