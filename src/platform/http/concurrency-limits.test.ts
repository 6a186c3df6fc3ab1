import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConcurrencyLimit, createMemoryBudget } from './concurrency-limits.ts'

test('each key has a limit of concurrent operations, and one finishing frees one slot however often it is released', () => {
  const acquire = createConcurrencyLimit(2)
  const release = acquire('a')
  acquire('a')
  assert.equal(acquire('a'), null)
  assert.ok(acquire('b'), 'each key has its own slots')
  release?.()
  release?.()
  assert.ok(acquire('a'))
  assert.equal(acquire('a'), null)
})

test('bodies share a memory budget: small ones are free, larger ones reserve the rest and release it once', () => {
  const createShare = createMemoryBudget({ maxTotal: 100, maxAlone: 1_000, freePerBody: 10 })
  const [first, second, small] = [createShare(), createShare(), createShare()]
  assert.equal(first.reserve(70), true)
  assert.equal(second.reserve(50), true)
  assert.equal(second.reserve(1), false)
  assert.equal(small.reserve(10), true)
  second.release()
  second.release()
  assert.equal(createShare().reserve(50), true)
  assert.equal(createShare().reserve(11), false)
  first.release()
  assert.equal(createShare().reserve(61), true)
})

test('a single large body can reserve more than the shared limit, but only up to a limit of its own', () => {
  const createShare = createMemoryBudget({ maxTotal: 100, maxAlone: 1_000, freePerBody: 10 })
  const [lone, second] = [createShare(), createShare()]
  assert.equal(lone.reserve(500), true)
  assert.equal(lone.reserve(510), true)
  assert.equal(lone.reserve(1), false)
  assert.equal(second.reserve(11), false)
  assert.equal(createShare().reserve(10), true, 'small bodies stay free')
  lone.release()
  assert.equal(second.reserve(11), true)
})
