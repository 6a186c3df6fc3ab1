import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMemoryLogger } from '../../test/helpers/memory-logger.ts'
import { createManualClock, minute, second } from '../kernel/clock.ts'
import { computeNextDelayMs, createRatePoller } from './poller.ts'
import type { Pair, Rate } from './rate.ts'
import type { RateSource } from './sources/source.ts'

const start = Date.UTC(2026, 2, 1)
const bitcoin: Pair = { coin: 'BTC', currency: 'USD' }
const litecoin: Pair = { coin: 'LTC', currency: 'USD' }

const createRate = (pair: Pair, digits: bigint, source: string): Rate => ({
  ...pair,
  value: { digits, scale: 0 },
  source,
  observedAt: start,
})

/** Polls these sources until the end of the test, with their log. */
function polling(t: TestContext, sources: readonly RateSource[], pollMs = 30 * second) {
  const logged: string[] = []
  const log = createMemoryLogger(logged)
  const polled = createRatePoller({
    sources,
    pairs: [bitcoin, litecoin],
    pollMs,
    clock: createManualClock(start),
    log,
  })
  t.after(() => polled.stop())
  return { ...polled, logged }
}

const values = (rates: readonly Rate[]): string[] =>
  rates.map(({ source, value }) => `${source} ${value.digits}`)

test('a source that never responds does not delay the others', async (t) => {
  const waiting = Promise.withResolvers<readonly Rate[]>()
  const slow: RateSource = { name: 'slow', fetch: () => waiting.promise }
  const quick: RateSource = { name: 'quick', fetch: async () => [createRate(bitcoin, 50_000n, 'quick')] }
  const { start: begin, listRates, getVersion } = polling(t, [slow, quick])
  const first = begin()
  while (getVersion() === 0) await new Promise(setImmediate)
  assert.deepEqual(values(listRates(bitcoin)), ['quick 50000'])

  waiting.resolve([createRate(bitcoin, 50_001n, 'slow')])
  await first
  assert.deepEqual(values(listRates(bitcoin)), ['slow 50001', 'quick 50000'])
})

test('sources are polled repeatedly until stopped', async (t) => {
  let requests = 0
  const finished = Promise.withResolvers<void>()
  const source: RateSource = {
    name: 'counting',
    fetch: async () => {
      if (++requests === 5) finished.resolve()
      return [createRate(bitcoin, BigInt(requests), 'counting')]
    },
  }
  const { start: begin, stop, listRates } = polling(t, [source], 1)
  // The timers alone don't keep a process alive.
  const alive = setInterval(() => {}, 1_000)
  await begin()
  await finished.promise
  clearInterval(alive)
  await stop()
  const last = requests
  assert.deepEqual(values(listRates(bitcoin)), [`counting ${last}`])
  await new Promise(setImmediate)
  assert.equal(requests, last)
})

test('stopping aborts a pending request', async (t) => {
  const source: RateSource = {
    name: 'hanging',
    fetch: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  const { start: begin, stop, logged } = polling(t, [source])
  const first = begin()
  await stop()
  await first
  assert.deepEqual(logged, [])
})

test('stopping waits for a request that a caller has started', async (t) => {
  const waiting = Promise.withResolvers<readonly Rate[]>()
  const { pollOnce, stop } = polling(t, [{ name: 'slow', fetch: () => waiting.promise }])
  const ended: string[] = []
  const refreshing = pollOnce().then(() => ended.push('pollOnce'))
  const stopping = stop().then(() => ended.push('stop'))
  await new Promise(setImmediate)
  assert.deepEqual(ended, [])
  waiting.resolve([])
  await Promise.all([refreshing, stopping])
  assert.deepEqual(ended.toSorted(), ['pollOnce', 'stop'])
})

test('a new response replaces the whole previous one, and a failure keeps it', async (t) => {
  const responses: (readonly Rate[] | Error)[] = [
    [createRate(bitcoin, 50_000n, 's'), createRate(litecoin, 80n, 's')],
    new Error('down'),
    [createRate(litecoin, 81n, 's')],
  ]
  const source: RateSource = {
    name: 's',
    fetch: async () => {
      const response = responses.shift()
      if (!response || response instanceof Error) throw response
      return response
    },
  }
  const { pollOnce, listRates } = polling(t, [source])
  await pollOnce()
  assert.deepEqual(values(listRates()), ['s 50000', 's 80'])
  await pollOnce()
  assert.deepEqual(values(listRates()), ['s 50000', 's 80'])
  await pollOnce()
  assert.deepEqual(values(listRates()), ['s 81'])
  assert.deepEqual(listRates(bitcoin), [])
})

test('callers during a request share its response', async (t) => {
  let requests = 0
  const { pollOnce } = polling(t, [
    {
      name: 's',
      fetch: async () => {
        requests++
        await new Promise(setImmediate)
        return []
      },
    },
  ])
  await Promise.all([pollOnce(), pollOnce(), pollOnce()])
  assert.equal(requests, 1)
})

test('callers that wait for the first rates do not request them again', async (t) => {
  const slowRates = Promise.withResolvers<readonly Rate[]>()
  let requests = 0
  const fast: RateSource = {
    name: 'fast',
    fetch: async () => {
      requests++
      return [createRate(bitcoin, 1n, 'fast')]
    },
  }
  const slow: RateSource = { name: 'slow', fetch: () => slowRates.promise }
  const { waitUntilPolled, listRates } = polling(t, [fast, slow])
  const first = waitUntilPolled()
  await new Promise(setImmediate)
  const second = waitUntilPolled()
  slowRates.resolve([createRate(bitcoin, 2n, 'slow')])
  await Promise.all([first, second])
  await waitUntilPolled()
  assert.deepEqual(values(listRates(bitcoin)), ['fast 1', 'slow 2'])
  assert.equal(requests, 1)
})

test('a failing source is logged once, and once when it recovers', async (t) => {
  const outcomes = [false, false, false, true, true]
  const source: RateSource = {
    name: 's',
    fetch: async () => {
      if (!outcomes.shift()) throw new Error('down')
      return []
    },
  }
  const { pollOnce, logged } = polling(t, [source])
  for (let round = 0; round < 5; round++) await pollOnce()
  assert.deepEqual(logged, ['warn: a rate source failed', 'info: a rate source works again'])
})

test('the delay doubles with each consecutive failure, up to five minutes', () => {
  const defaultMs = 30 * second
  const waits = [0, 1, 2, 3, 4, 5, 1_000].map((failures) => computeNextDelayMs(defaultMs, failures) / second)
  assert.deepEqual(waits, [30, 60, 120, 240, 300, 300, 300])
  assert.equal(computeNextDelayMs(10 * minute, 3), 10 * minute, 'never sooner than the default')
})
