import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, sharedBytes } from './at-once.ts'

test('as many run at once under a key as may, and another when one has ended, however often that is said', () => {
  const enter = atOnce(2)
  const leave = enter('a')
  enter('a')
  assert.equal(enter('a'), null)
  assert.ok(enter('b'), 'another key has places of its own')
  leave?.()
  leave?.()
  assert.ok(enter('a'))
  assert.equal(enter('a'), null)
})

test('bodies share their memory: what is small is free, what goes beyond it needs room, and gives it back once', () => {
  const newShare = sharedBytes({ most: 100, alone: 1_000, free: 10 })
  const [first, second, small] = [newShare(), newShare(), newShare()]
  assert.equal(first.grow(70), true)
  assert.equal(second.grow(50), true)
  assert.equal(second.grow(1), false)
  assert.equal(small.grow(10), true)
  second.end()
  second.end()
  assert.equal(newShare().grow(50), true)
  assert.equal(newShare().grow(11), false)
  first.end()
  assert.equal(newShare().grow(61), true)
})

test('one that is alone has more room, and not without end', () => {
  const newShare = sharedBytes({ most: 100, alone: 1_000, free: 10 })
  const [lone, second] = [newShare(), newShare()]
  assert.equal(lone.grow(500), true)
  assert.equal(lone.grow(510), true)
  assert.equal(lone.grow(1), false)
  assert.equal(second.grow(11), false)
  lone.end()
  assert.equal(second.grow(11), true)
})
