import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVisitorQueue, type VisitorQueue } from './visitor-queue.ts'

/** Timers that fire when a test says so, the oldest first. */
function createTimers() {
  const waits = new Set<() => void>()
  const schedule = (_ms: number, work: () => void) => {
    waits.add(work)
    return () => void waits.delete(work)
  }
  function fire(count: number): void {
    for (const work of [...waits].slice(0, count)) {
      waits.delete(work)
      work()
    }
  }
  return { timers: { now: () => 0, schedule }, fire, waiting: () => waits.size }
}

/** Named work that runs until a test ends it. */
function createWork(queue: VisitorQueue) {
  const started: number[] = []
  const ends = new Map<number, () => void>()
  const promises = new Map<number, Promise<number>>()
  return { started, enqueue, end, endNext, endAll }

  function enqueue(name: number, address = '192.0.2.1', proof: string | null = null): Promise<number> {
    const done = queue({ address, proof }, async () => {
      started.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      await promise
      return name
    })
    promises.set(name, done)
    return done
  }

  async function end(name: number): Promise<void> {
    ends.get(name)?.()
    await promises.get(name)
  }

  /** Ends the running work that started first. */
  async function endNext(count: number): Promise<void> {
    for (let ended = 0; ended < count; ended++) {
      const name = started.find((each) => ends.has(each)) ?? assert.fail('no work is running')
      await end(name)
      ends.delete(name)
    }
  }

  async function endAll(): Promise<void> {
    while (ends.size > 0) await endNext(1)
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

test('three visitors are served at once, and the others in order', async () => {
  const { timers, waiting } = createTimers()
  const { started, enqueue, endNext, endAll } = createWork(createVisitorQueue(timers))
  const all = range(6).map((name) => enqueue(name))
  assert.deepEqual(started, [0, 1, 2])
  await endNext(1)
  assert.deepEqual(started, [0, 1, 2, 3])
  await endAll()
  assert.deepEqual(await Promise.all(all), range(6))
  assert.deepEqual(started, range(6))
  assert.equal(waiting(), 0)
})

test('a visitor who has waited for several seconds gets 503 and doesn’t block the visitors behind', async () => {
  const { timers, fire } = createTimers()
  const { started, enqueue, endNext, endAll } = createWork(createVisitorQueue(timers))
  for (const name of range(3)) void enqueue(name)
  const [late] = [enqueue(3), enqueue(4)]
  const rejected = assert.rejects(late, { code: 'unavailable', status: 503, retryAfter: 5 })
  fire(1)
  await rejected
  await endNext(1)
  assert.deepEqual(started, [0, 1, 2, 4])
  await endAll()
  for (const name of [5, 6, 7]) void enqueue(name)
  assert.deepEqual(started, [0, 1, 2, 4, 5, 6, 7])
  await endAll()
})

test('with a hundred waiting the next is rejected immediately', async () => {
  const { timers, fire } = createTimers()
  const { enqueue, endAll } = createWork(createVisitorQueue(timers))
  for (const name of range(3)) void enqueue(name)
  const waiting = range(100).map((index) => enqueue(3 + index))
  await assert.rejects(enqueue(103), { code: 'unavailable' })
  fire(100)
  const settled = await Promise.allSettled(waiting)
  assert.deepEqual(new Set(settled.map(({ status }) => status)), new Set(['rejected']))
  await endAll()
})

test('addresses take turns, however many visitors each has waiting', async () => {
  const { started, enqueue, endAll } = createWork(createVisitorQueue(createTimers().timers))
  for (const name of range(6)) void enqueue(name, '192.0.2.1')
  for (const [name, address] of [
    [6, '198.51.100.1'],
    [7, '203.0.113.1'],
    [8, '198.51.100.1'],
  ] as const)
    void enqueue(name, address)
  await endAll()
  assert.deepEqual(started, [0, 1, 2, 3, 6, 7, 4, 8, 5])
})

test('networks take turns too, however many addresses they have: /32, /48 and /64 of IPv6, /24 of IPv4', async () => {
  for (const [manyAddresses, elsewhere] of [
    [range(20).map((index) => `2001:db8:${index}:0::/64`), '2a02:908:1:1::/64'],
    [range(20).map((index) => `2001:db8:1:${index}::/64`), '2001:db8:2:1::/64'],
    [range(20).map((index) => `192.0.2.${index}`), '192.0.3.1'],
  ] as const) {
    const { started, enqueue, endAll } = createWork(createVisitorQueue(createTimers().timers))
    for (const [name, address] of manyAddresses.entries()) void enqueue(name, address)
    void enqueue(20, elsewhere)
    await endAll()
    // The three running ones and one more came first.
    assert.equal(started.indexOf(20), 4, elsewhere)
  }
})

test('with a hundred waiting, the newest from the busiest network is displaced by one from elsewhere', async () => {
  const { timers, fire } = createTimers()
  const { started, enqueue, endNext, endAll } = createWork(createVisitorQueue(timers))
  for (const name of range(3)) void enqueue(name, '2001:db8:1:0::/64')
  const waiting = range(100).map((index) => enqueue(3 + index, `2001:db8:1:${index}::/64`))
  const displaced = assert.rejects(waiting[99] ?? assert.fail(), { code: 'unavailable', status: 503 })
  const newcomer = enqueue(103, '2a02:908:1:1::/64')
  await displaced
  await assert.rejects(enqueue(104, '2001:db8:1:ffff::/64'), { code: 'unavailable' })
  await endNext(2)
  assert.ok(started.includes(103))
  fire(100)
  await endAll()
  await Promise.allSettled(waiting)
  assert.equal(await newcomer, 103)
})

test('known visitors have a separate queue, which is served alternately with the main queue', async () => {
  const { timers, fire } = createTimers()
  const { started, enqueue, endNext, endAll } = createWork(createVisitorQueue(timers))
  for (const name of range(3)) void enqueue(name, '192.0.2.1')
  const strangers = range(100).map((index) => enqueue(3 + index, `${10 + index}.0.0.1`))
  const known = [103, 104].map((name) => enqueue(name, '192.0.2.1', 'a known browser'))
  await assert.rejects(enqueue(105, '250.0.0.1'), { code: 'unavailable' })
  await endNext(4)
  assert.deepEqual(started.slice(3), [103, 3, 104, 4])
  fire(100)
  await endAll()
  await Promise.allSettled(strangers)
  assert.deepEqual(await Promise.all(known), [103, 104])
})

test('at most two requests with the same proof are queued among known visitors, even from a hundred networks', async () => {
  const { started, enqueue, endNext, endAll } = createWork(createVisitorQueue(createTimers().timers))
  for (const name of range(3)) void enqueue(name)
  const copies = range(100).map((index) => enqueue(3 + index, `10.${index}.0.1`, 'one known browser'))
  const honest = enqueue(103, '192.0.2.1', 'another known browser')
  const settled = Promise.allSettled(copies)
  await endAll()
  assert.equal(await honest, 103)
  const served = (await settled).filter(({ status }) => status === 'fulfilled')
  assert.equal(served.length, 2)
  // Released slots are free again.
  for (const name of [104, 105, 106]) void enqueue(name)
  const again = [107, 108].map((name) => enqueue(name, '192.0.2.1', 'one known browser'))
  await assert.rejects(enqueue(109, '192.0.2.2', 'one known browser'), { code: 'unavailable' })
  await endNext(2)
  assert.ok(started.includes(107))
  await endAll()
  assert.deepEqual(await Promise.all(again), [107, 108])
})

test('failed work passes its slot to the next', async () => {
  const queue = createVisitorQueue(createTimers().timers)
  const run = <T>(work: () => Promise<T>) => queue({ address: '192.0.2.1', proof: null }, work)
  const fail = () => Promise.reject(new Error('broken'))
  const done = [run(fail), run(fail), run(fail), run(async () => 'done')]
  assert.deepEqual(
    (await Promise.allSettled(done)).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected', 'fulfilled'],
  )
})
