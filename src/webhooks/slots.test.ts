import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deal } from './slots.ts'

const limits = { perReceiver: 4, inAll: 12, perRound: 10 }

test('receivers get equal numbers while there are enough, the one that waits the longest first', () => {
  assert.deepEqual(
    [...deal(['a', 'b', 'c'], new Map(), limits)],
    [
      ['a', 4],
      ['b', 3],
      ['c', 3],
    ],
  )
})

test('a receiver that holds its connections gets none before the others have theirs', () => {
  const underWay = new Map([
    ['slow', 4],
    ['slower', 3],
    ['third', 4],
  ])
  assert.deepEqual([...deal(['slow', 'slower', 'quick'], underWay, limits)], [['quick', 1]])
})

test('no limit is ever passed, and nothing that is free is kept back', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  fc.assert(
    fc.property(
      fc.uniqueArray(names),
      fc.dictionary(names, fc.integer({ min: 1, max: 4 })),
      (waiting, busy) => {
        const underWay = new Map(Object.entries(busy))
        const dealt = deal(waiting, underWay, limits)
        const given = [...dealt.values()].reduce((sum, count) => sum + count, 0)
        const held = [...underWay.values()].reduce((sum, count) => sum + count, 0)
        const has = (name: string) => (underWay.get(name) ?? 0) + (dealt.get(name) ?? 0)
        for (const name of waiting) assert.ok(has(name) <= limits.perReceiver)
        const room = Math.max(0, Math.min(limits.inAll - held, limits.perRound))
        const wanted = waiting.reduce((sum, name) => sum + limits.perReceiver - (underWay.get(name) ?? 0), 0)
        assert.equal(given, Math.min(room, wanted))
      },
    ),
  )
})
