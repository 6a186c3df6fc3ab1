import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, second } from '../kernel/clock.ts'
import { NetworkUnavailableError } from '../networks/network.ts'
import { createDeadline } from './deadline.ts'

test('a submission is checked for up to 20 s, then the network counts as unavailable', () => {
  const clock = createManualClock(Date.UTC(2026, 2, 1))
  const checkDeadline = createDeadline(clock)
  clock.advance(20 * second - 1)
  checkDeadline()
  clock.advance(1)
  assert.throws(checkDeadline, NetworkUnavailableError)
  createDeadline(clock)()
})
