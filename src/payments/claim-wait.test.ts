import assert from 'node:assert/strict'
import { test } from 'node:test'
import { second } from '../kernel/clock.ts'
import type { Timers } from '../kernel/timers.ts'
import { createClaimWait } from './claim-wait.ts'

/** Time that passes only while something waits. */
function createVirtualTimers(): Timers {
  let now = 0
  return {
    now: () => now,
    schedule: (ms, work) => {
      now += ms
      work()
      return () => {}
    },
  }
}

for (const { name, method, code, maxMs } of [
  { name: "another payment's claim", method: 'wait', code: 'payment_in_flight', maxMs: 2 * second },
  {
    name: 'another process to send the same payment',
    method: 'waitForDelivery',
    code: 'broadcast_unknown',
    maxMs: 30 * second,
  },
] as const)
  test(`a submission waits ${maxMs / second} s for ${name}, then gets ${code}`, async () => {
    const timers = createVirtualTimers()
    const wait = createClaimWait(timers)[method]
    while (timers.now() < maxMs) await wait()
    await assert.rejects(wait(), { code })
    assert.equal(timers.now(), maxMs)
  })
