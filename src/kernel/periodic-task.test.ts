import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startPeriodicTask } from './periodic-task.ts'

/** Work that counts its rounds, on a clock that the test moves. */
function startCountedTask(
  t: TestContext,
  round: (count: number, signal: AbortSignal) => Promise<void> = async () => {},
  ms = 1_000,
  minPauseMs = 0,
) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let rounds = 0
  const failures: unknown[] = []
  const work = startPeriodicTask(
    ms,
    (signal) => round(++rounds, signal),
    (error) => failures.push(error),
    undefined,
    minPauseMs,
  )
  const tick = async (ms: number) => {
    t.mock.timers.tick(ms)
    await nextTurn()
  }
  return { ...work, failures, tick, rounds: () => rounds }
}

test('the first round starts immediately, the next one an interval after the last has ended', async (t) => {
  const { rounds, tick, stop } = startCountedTask(t)
  assert.equal(rounds(), 1)
  await nextTurn()
  await tick(999)
  assert.equal(rounds(), 1)
  await tick(1)
  assert.equal(rounds(), 2)
  await stop()
})

test('rounds never overlap: the interval starts when the round ends', async (t) => {
  const first = Promise.withResolvers<void>()
  const { rounds, tick, stop } = startCountedTask(t, (count) =>
    count === 1 ? first.promise : Promise.resolve(),
  )
  await tick(10_000)
  assert.equal(rounds(), 1)
  first.resolve()
  await nextTurn()
  await tick(1_000)
  assert.equal(rounds(), 2)
  await stop()
})

test('a failed round is reported, and the next one still runs', async (t) => {
  const { rounds, failures, tick, stop } = startCountedTask(t, async (count) => {
    if (count === 1) throw new Error('first')
  })
  await nextTurn()
  await tick(1_000)
  assert.equal(rounds(), 2)
  assert.deepEqual(failures.map(String), ['Error: first'])
  await stop()
})

test('of consecutive failures only the first is reported, and again the first after a success', async (t) => {
  const { failures, tick, stop } = startCountedTask(t, async (count) => {
    if (count !== 4) throw new Error(`round ${count}`)
  })
  await nextTurn()
  for (let count = 0; count < 6; count++) await tick(1_000)
  assert.deepEqual(failures.map(String), ['Error: round 1', 'Error: round 5'])
  await stop()
})

test('failures a minute apart are all reported', async (t) => {
  const fail = async (count: number) => {
    throw new Error(`round ${count}`)
  }
  const { failures, tick, stop } = startCountedTask(t, fail, 60_000)
  await nextTurn()
  await tick(60_000)
  assert.deepEqual(failures.map(String), ['Error: round 1', 'Error: round 2'])
  await stop()
})

test('wake starts the next round immediately, or right after the current round', async (t) => {
  const second = Promise.withResolvers<void>()
  const { rounds, wake, stop } = startCountedTask(t, (count) =>
    count === 2 ? second.promise : Promise.resolve(),
  )
  await nextTurn()
  wake()
  await nextTurn()
  assert.equal(rounds(), 2)
  wake()
  second.resolve()
  await nextTurn()
  assert.equal(rounds(), 3)
  await stop()
})

test('many wakes within the minimum pause start one round, after it', async (t) => {
  const { rounds, wake, tick, stop } = startCountedTask(t, undefined, 1_000, 20)
  await nextTurn()
  wake()
  await tick(19)
  wake()
  assert.equal(rounds(), 1)
  await tick(1)
  assert.equal(rounds(), 2)
  await tick(20)
  assert.equal(rounds(), 2, 'nothing was announced')
  wake()
  await nextTurn()
  assert.equal(rounds(), 3, 'the minimum pause is over')
  await tick(20)
  await tick(980)
  assert.equal(rounds(), 4, 'the interval')
  await tick(20)
  await stop()
})

test('stop waits for the current round, and none follows', async (t) => {
  const first = Promise.withResolvers<void>()
  const { rounds, tick, stop } = startCountedTask(t, () => first.promise)
  let stopped = false
  const signal = stop().then(() => {
    stopped = true
  })
  await nextTurn()
  assert.equal(stopped, false)
  first.resolve()
  await signal
  await tick(10_000)
  assert.equal(rounds(), 1)
})

test('stop signals the current round, so that work in many steps can end between two steps', async (t) => {
  const step = Promise.withResolvers<void>()
  const { failures, stop } = startCountedTask(t, async (_, signal) => {
    while (!signal.aborted) await step.promise
  })
  const ended = stop()
  step.resolve()
  await ended
  assert.deepEqual(failures, [])
})

test('stop ends the wait between two rounds', async (t) => {
  const { rounds, stop } = startCountedTask(t)
  await nextTurn()
  await stop()
  await stop()
  assert.equal(rounds(), 1)
})
