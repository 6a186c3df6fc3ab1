import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createBoundedMap } from './bounded-map.ts'

test('the entry that was set least recently is evicted first, whatever was set again or deleted', () => {
  const step = fc.record({ isDeleted: fc.boolean(), key: fc.nat(8) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 100 }), (limit, steps) => {
      const map = createBoundedMap<number, number>(limit)
      let expected: { key: number; value: number }[] = []
      for (const [value, { isDeleted, key }] of steps.entries()) {
        expected = expected.filter((entry) => entry.key !== key)
        if (isDeleted) map.delete(key)
        else {
          map.set(key, value)
          expected = [...expected, { key, value }].slice(-limit)
        }
        for (let each = 0; each <= 8; each++)
          assert.equal(map.get(each), expected.find((entry) => entry.key === each)?.value)
      }
    }),
  )
})

test('evictions share an iterator, because a new one skips all evicted entries first; it is dropped when nothing is evicted', (t) => {
  const keys = t.mock.method(Map.prototype, 'keys')
  const map = createBoundedMap<number, null>(100)
  for (let key = 0; key < 10_000; key++) map.set(key, null)
  assert.equal(keys.mock.callCount(), 1)
  for (let count = 0; count < 1_000; count++) map.set(9_999, null)
  map.set(10_000, null)
  assert.equal(keys.mock.callCount(), 2)
})
