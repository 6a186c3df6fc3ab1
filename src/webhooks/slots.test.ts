import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allocateSlots, type SenderLimits, type SendTarget, type WaitingReceiver } from './slots.ts'

const limits = { perReceiver: 4, perAccount: 12, total: 12, reserved: 0, perRound: 10, perHostPerSecond: 50 }

/** Receivers of an account, each on its own host. */
const createReceivers = (accountId: number, ...receivers: readonly string[]): WaitingReceiver[] =>
  receivers.map((receiver) => ({ receiver, accountId, host: `${receiver}.example` }))

const allocate = (waiting: readonly WaitingReceiver[], inFlight: readonly SendTarget[], some: SenderLimits) =>
  allocateSlots(waiting, inFlight, some, () => true)

const repeat = (count: number, one: readonly SendTarget[]): SendTarget[] =>
  Array.from({ length: count }, () => one).flat()

test('while enough slots are free, receivers get equal numbers of them, longest waiting first', () => {
  assert.deepEqual(
    [...allocate(createReceivers(1, 'a', 'b', 'c'), [], limits)],
    [
      ['a', 4],
      ['b', 3],
      ['c', 3],
    ],
  )
})

test('a receiver that keeps its connections busy gets no more until the others have theirs', () => {
  const inFlight = [
    ...repeat(4, createReceivers(1, 'slow')),
    ...repeat(3, createReceivers(1, 'slower')),
    ...repeat(4, createReceivers(1, 'third')),
  ]
  assert.deepEqual(
    [...allocate(createReceivers(1, 'slow', 'slower', 'quick'), inFlight, limits)],
    [['quick', 1]],
  )
})

test('when slots are scarce, an account with many receivers gets no more than one with a single receiver', () => {
  const waiting = [...createReceivers(1, 'a', 'b', 'c', 'd', 'e', 'f'), ...createReceivers(2, 'single')]
  assert.deepEqual(
    [...allocate(waiting, [], { ...limits, perRound: 6 })],
    [
      ['a', 1],
      ['single', 3],
      ['b', 1],
      ['c', 1],
    ],
  )
})

test('a freed slot goes to the account with the fewest in use, however much longer others wait', () => {
  const inFlight = [
    ...createReceivers(1, 'a', 'b', 'c', 'd', 'e'),
    ...repeat(3, [...createReceivers(2, 'f'), ...createReceivers(3, 'g')]),
  ]
  const waiting = [
    ...createReceivers(1, 'h', 'i'),
    ...createReceivers(2, 'j'),
    ...createReceivers(4, 'single'),
  ]
  assert.deepEqual([...allocate(waiting, inFlight, limits)], [['single', 1]])
})

test('slots that one account may not use stay free for the next', () => {
  const limited = { ...limits, perAccount: 6 }
  const waiting = createReceivers(1, 'a', 'b', 'c')
  assert.deepEqual([...allocate(waiting, [], limited).values()], [2, 2, 2])
  assert.deepEqual(
    [...allocate([...waiting, ...createReceivers(2, 'd')], repeat(2, waiting), limited)],
    [['d', 4]],
  )
})

test('accounts with many requests in progress leave the reserved slots to the others', () => {
  const reserving = {
    perReceiver: 40,
    perAccount: 40,
    total: 40,
    reserved: 10,
    perRound: 40,
    perHostPerSecond: 50,
  }
  const waiting = createReceivers(1, 'a', 'b')
  assert.deepEqual([...allocate(waiting, [], reserving).values()], [15, 15])
  const inFlight = repeat(15, waiting)
  assert.deepEqual([...allocate([...waiting, ...createReceivers(2, 'c')], inFlight, reserving)], [['c', 8]])
})

test('no limit is ever exceeded, and no usable slot stays idle', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const getAccount = (name: string) => (name < 'd' ? 1 : 2)
  const createTarget = (receiver: string) => ({ receiver, accountId: getAccount(receiver), host: receiver })
  const limited = { ...limits, perAccount: 7 }
  fc.assert(
    fc.property(
      fc.uniqueArray(names),
      fc.dictionary(names, fc.integer({ min: 1, max: 4 })),
      (waiting, busy) => {
        const inFlight = Object.entries(busy).flatMap(([name, count]) => repeat(count, [createTarget(name)]))
        const allocated = allocate(waiting.map(createTarget), inFlight, limited)
        const total = [...allocated.values()].reduce((sum, count) => sum + count, 0)
        const inUseBefore = (name: string) => busy[name] ?? 0
        const inUse = (name: string) => inUseBefore(name) + (allocated.get(name) ?? 0)
        for (const name of waiting) assert.ok(inUse(name) <= limited.perReceiver)
        const wanted = [1, 2].map((account) => {
          const inUseByAccount = inFlight.filter(({ accountId }) => accountId === account).length
          const own = waiting.filter((name) => getAccount(name) === account)
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
  const busy = createReceivers(1, 'a', 'b', 'c', 'd').map((each) => ({ ...each, host: 'busy.example' }))
  let freeSlots = 3
  const allocated = allocateSlots(
    [...busy, ...createReceivers(1, 'free'), ...createReceivers(2, 'other')],
    [],
    limits,
    (host) => (host === 'busy.example' ? freeSlots-- > 0 : true),
  )
  assert.deepEqual([...allocated].toSorted(), [
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['free', 3],
    ['other', 4],
  ])
})
