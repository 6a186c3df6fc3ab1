import assert from 'node:assert/strict'
import { test } from 'node:test'
import { second, stoppedClock } from '../kernel/clock.ts'
import { NetworkUnavailable } from '../networks/network.ts'
import { hurrying } from './hurry.ts'

test('a submission is looked at for 20 s, and then the network counts as one that does not answer', () => {
  const clock = stoppedClock(Date.UTC(2026, 2, 1))
  const hurry = hurrying(clock)
  clock.advance(20 * second - 1)
  hurry()
  clock.advance(1)
  assert.throws(hurry, NetworkUnavailable)
  hurrying(clock)()
})
