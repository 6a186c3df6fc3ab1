import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allocateSlots as dealTo, type SenderLimits, type SendTarget, type WaitingReceiver } from './slots.ts'

const limits = { perReceiver: 4, perAccount: 12, total: 12, perRound: 10, perHostPerSecond: 50 }

/** Receivers of an account, each on its own host. */
const of = (accountId: number, ...receivers: readonly string[]): WaitingReceiver[] =>
  receivers.map((receiver) => ({ receiver, accountId, host: `${receiver}.example` }))

const deal = (waiting: readonly WaitingReceiver[], inFlight: readonly SendTarget[], some: SenderLimits) =>
  dealTo(waiting, inFlight, some, () => true)

const times = (count: number, one: readonly SendTarget[]): SendTarget[] =>
  Array.from({ length: count }, () => one).flat()

test('receivers get equal numbers of slots while enough are free, the longest waiting first', () => {
  assert.deepEqual(
    [...deal(of(1, 'a', 'b', 'c'), [], limits)],
    [
      ['a', 4],
      ['b', 3],
      ['c', 3],
    ],
  )
})

test('a receiver that keeps its connections busy gets no more until the others have theirs', () => {
  const inFlight = [...times(4, of(1, 'slow')), ...times(3, of(1, 'slower')), ...times(4, of(1, 'third'))]
  assert.deepEqual([...deal(of(1, 'slow', 'slower', 'quick'), inFlight, limits)], [['quick', 1]])
})

test('when slots are scarce, an account with many receivers gets no more than one with a single receiver', () => {
  const waiting = [...of(1, 'a', 'b', 'c', 'd', 'e', 'f'), ...of(2, 'single')]
  assert.deepEqual(
    [...deal(waiting, [], { ...limits, perRound: 6 })],
    [
      ['a', 1],
      ['single', 3],
      ['b', 1],
      ['c', 1],
    ],
  )
})

test('a freed slot goes to the account with the fewest in use, however much longer others wait', () => {
  const inFlight = [...of(1, 'a', 'b', 'c', 'd', 'e'), ...times(3, [...of(2, 'f'), ...of(3, 'g')])]
  const waiting = [...of(1, 'h', 'i'), ...of(2, 'j'), ...of(4, 'single')]
  assert.deepEqual([...deal(waiting, inFlight, limits)], [['single', 1]])
})

test('slots that one account may not use stay free for the next', () => {
  const limited = { ...limits, perAccount: 6 }
  const waiting = of(1, 'a', 'b', 'c')
  assert.deepEqual([...deal(waiting, [], limited).values()], [2, 2, 2])
  assert.deepEqual([...deal([...waiting, ...of(2, 'd')], times(2, waiting), limited)], [['d', 4]])
})

test('no limit is ever exceeded, and no usable slot stays idle', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const accountOf = (name: string) => (name < 'd' ? 1 : 2)
  const addressee = (receiver: string) => ({ receiver, accountId: accountOf(receiver), host: receiver })
  const limited = { ...limits, perAccount: 7 }
  fc.assert(
    fc.property(
      fc.uniqueArray(names),
      fc.dictionary(names, fc.integer({ min: 1, max: 4 })),
      (waiting, busy) => {
        const inFlight = Object.entries(busy).flatMap(([name, count]) => times(count, [addressee(name)]))
        const allocated = deal(waiting.map(addressee), inFlight, limited)
        const total = [...allocated.values()].reduce((sum, count) => sum + count, 0)
        const inUseBefore = (name: string) => busy[name] ?? 0
        const inUse = (name: string) => inUseBefore(name) + (allocated.get(name) ?? 0)
        for (const name of waiting) assert.ok(inUse(name) <= limited.perReceiver)
        const wanted = [1, 2].map((account) => {
          const inUseByAccount = inFlight.filter(({ accountId }) => accountId === account).length
          const own = waiting.filter((name) => accountOf(name) === account)
          const total = own.reduce((sum, name) => sum + (allocated.get(name) ?? 0), 0)
          assert.ok(total === 0 || inUseByAccount + total <= limited.perAccount)
          const open = own.reduce((sum, name) => sum + limited.perReceiver - inUseBefore(name), 0)
          return Math.max(0, Math.min(open, limited.perAccount - inUseByAccount))
        })
        const freeSlots = Math.max(0, Math.min(limited.total - inFlight.length, limited.perRound))
        assert.equal(
          total,
          Math.min(
            freeSlots,
            wanted.reduce((sum, count) => sum + count, 0),
          ),
        )
      },
    ),
  )
})

test('a delivery to a host at its limit is skipped and takes no slot from other receivers', () => {
  const busy = of(1, 'a', 'b', 'c', 'd').map((each) => ({ ...each, host: 'busy.example' }))
  let freeSlots = 3
  const allocated = dealTo([...busy, ...of(1, 'free'), ...of(2, 'other')], [], limits, (host) =>
    host === 'busy.example' ? freeSlots-- > 0 : true,
  )
  assert.deepEqual([...allocated].toSorted(), [
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['free', 3],
    ['other', 4],
  ])
})
