import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../kernel/api-error.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { type AmountKey, createAmountQueue } from './amount-queue.ts'

const createKey = (
  coin: AmountKey['coin'],
  amount: bigint,
  fixedScript: string | null = 'script',
): AmountKey => ({
  coin,
  amount: toBaseUnits(amount),
  fixedScript,
})
const [btc, ltc] = [createKey('BTC', 1n), createKey('LTC', 1n)]

/** Timeouts fire only when the test calls them. */
function createQueueWithTimers() {
  const timeouts = new Set<() => void>()
  const after = (_ms: number, work: () => void) => {
    timeouts.add(work)
    return () => void timeouts.delete(work)
  }
  return { queue: createAmountQueue({ now: () => 0, schedule: after }), timeouts }
}

/** Work that runs until it is ended. */
function startWork(queue: ReturnType<typeof createAmountQueue>, keys: readonly AmountKey[]) {
  const work = Promise.withResolvers<void>()
  const state = { isRunning: false, end: work.resolve, ended: Promise.resolve() }
  state.ended = queue(keys, async () => {
    state.isRunning = true
    await work.promise
  })
  return state
}

const isUnavailable = (error: unknown) => error instanceof ApiError && error.code === 'unavailable'

test('equal amounts on one address are reserved sequentially, in order of arrival', async () => {
  const { queue, timeouts } = createQueueWithTimers()
  const [first, second, third] = [startWork(queue, [ltc]), startWork(queue, [ltc]), startWork(queue, [ltc])]
  await nextTurn()
  assert.deepEqual([first.isRunning, second.isRunning, third.isRunning], [true, false, false])
  first.end()
  await nextTurn()
  assert.deepEqual([second.isRunning, third.isRunning], [true, false])
  second.end()
  third.end()
  await Promise.all([first.ended, second.ended, third.ended])
  assert.equal(timeouts.size, 0)
})

test('other amounts, other addresses and derived addresses don’t wait', async () => {
  const { queue } = createQueueWithTimers()
  const first = startWork(queue, [ltc])
  const others = [
    [createKey('LTC', 2n)],
    [createKey('LTC', 1n, 'other')],
    [createKey('LTC', 1n, null)],
    [btc],
    [],
  ].map((each) => startWork(queue, each))
  await nextTurn()
  assert.ok(others.every(({ isRunning }) => isRunning))
  for (const each of [first, ...others]) each.end()
})

test('two requests for the same amounts in different order don’t deadlock', async () => {
  const { queue } = createQueueWithTimers()
  const pair = [startWork(queue, [btc, ltc]), startWork(queue, [ltc, btc])]
  for (const each of pair) each.end()
  await Promise.all(pair.map(({ ended }) => ended))
})

test('failed work releases its amounts', async () => {
  const { queue } = createQueueWithTimers()
  await assert.rejects(queue([ltc], async () => assert.fail('the work ran')))
  assert.equal(await queue([ltc], async () => 'yes'), 'yes')
})

test('a request that waits too long fails with unavailable and doesn’t block the next', async () => {
  const { queue, timeouts } = createQueueWithTimers()
  const first = startWork(queue, [btc, ltc])
  await nextTurn()
  const late = queue([ltc], async () => assert.fail('it had timed out'))
  const rejection = assert.rejects(late, isUnavailable)
  await nextTurn()
  const third = startWork(queue, [ltc])
  const [timeout] = timeouts
  timeout?.()
  await rejection
  first.end()
  third.end()
  await Promise.all([first.ended, third.ended])
  assert.equal(await queue([btc, ltc], async () => 'free'), 'free')
})

test('with 1,000 requests waiting the next fails with unavailable immediately', async () => {
  const { queue } = createQueueWithTimers()
  const first = startWork(queue, [ltc])
  const waiting = Array.from({ length: 1_000 }, () => queue([ltc], async () => {}))
  await nextTurn()
  await assert.rejects(
    queue([ltc], async () => {}),
    isUnavailable,
  )
  first.end()
  await Promise.all(waiting)
})
