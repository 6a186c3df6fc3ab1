import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCpuShare } from './cpu-share.ts'

/** A stopped clock, and work that takes a given time. */
function start() {
  let now = 1_000_000
  let used = 0
  const waits: { readonly at: number; readonly work: () => void }[] = []
  const timers = {
    now: () => now,
    schedule(ms: number, work: () => void) {
      waits.push({ at: now + ms, work })
      return () => {}
    },
  }
  const run = createCpuShare(timers, () => used)
  const done: string[] = []
  return {
    done,
    waitsUntil: () => waits.map(({ at }) => at - 1_000_000),
    runFor: (accountId: number, name: string, ms: number) =>
      run(accountId, () => {
        done.push(name)
        used += ms
      }),
    advance(ms: number) {
      now += ms
      for (const { work } of waits.splice(0)) work()
    },
  }
}

test('an account may use half a second at once, and then waits five times as long as it used', async () => {
  const { done, runFor, waitsUntil, advance } = start()
  await runFor(1, 'burst', 500)
  await runFor(1, 'one more', 100)
  const waiting = [runFor(1, 'first', 10), runFor(1, 'second', 10)]
  await runFor(2, 'other account', 10)
  assert.deepEqual(done, ['burst', 'one more', 'other account'])
  assert.deepEqual(waitsUntil(), [500])
  advance(500)
  await waiting[0]
  assert.deepEqual(done.slice(3), ['first'])
  await new Promise((next) => setImmediate(next))
  assert.deepEqual(waitsUntil(), [550])
  advance(50)
  await waiting[1]
  assert.deepEqual(done.slice(4), ['second'])
})

test('ordinary work never waits', async () => {
  const { done, runFor, waitsUntil, advance } = start()
  for (let second = 0; second < 100; second++) {
    for (let count = 0; count < 50; count++) await runFor(1, 'handshake', 3)
    advance(1_000)
  }
  assert.equal(done.length, 5_000)
  assert.deepEqual(waitsUntil(), [])
})

test('work that fails counts, and the next call runs', async () => {
  const { done, runFor } = start()
  const run = createCpuShare()
  await assert.rejects(run(1, () => assert.fail('broken')))
  await runFor(1, 'next', 1)
  assert.deepEqual(done, ['next'])
})
