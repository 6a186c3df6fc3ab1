import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../kernel/api-error.ts'
import { createManualClock, minute } from '../kernel/clock.ts'
import { type Claimant, createClaimLimits } from './claim-limits.ts'

const claimant = (uid: string, address = 'mallory', isVerified = false): Claimant => ({
  uid,
  address,
  isVerified,
})

function limitsAt(start = 0) {
  const clock = createManualClock(start)
  const limits = createClaimLimits(clock)
  const recordRejections = (client: Claimant, times: number) => {
    for (let time = 0; time < times; time++) limits.countRejected(client)
  }
  const isAllowed = (client: Claimant): boolean => {
    try {
      limits.check(client)
      return true
    } catch (error) {
      assert.ok(error instanceof ApiError && error.code === 'too_many_requests')
      return false
    }
  }
  return { clock, limits, recordRejections, isAllowed }
}

test('an address can make five rejected claims on an invoice, and other addresses are unaffected', () => {
  const { recordRejections, isAllowed } = limitsAt()
  recordRejections(claimant('one'), 4)
  assert.equal(isAllowed(claimant('one')), true)
  recordRejections(claimant('one'), 1)
  assert.equal(isAllowed(claimant('one')), false)
  assert.equal(isAllowed(claimant('one', 'mallory', true)), false)
  assert.equal(isAllowed(claimant('one', 'alice')), true)
  assert.equal(isAllowed(claimant('two')), true)
})

test("an address can make twenty rejected unverifiable claims, which don't limit verified ones", () => {
  const { recordRejections, isAllowed } = limitsAt()
  for (let number = 0; number < 20; number++) {
    assert.equal(isAllowed(claimant('other')), true)
    recordRejections(claimant(`${number}`), 1)
  }
  assert.equal(isAllowed(claimant('other')), false)
  assert.equal(isAllowed(claimant('other', 'mallory', true)), true)
  for (let number = 0; number < 20; number++) recordRejections(claimant(`${number}`, 'bob', true), 1)
  assert.equal(isAllowed(claimant('other', 'bob')), true)
})

test('ten minutes after its first rejected claim an address may claim again, and the error says when', () => {
  const { clock, limits, recordRejections, isAllowed } = limitsAt()
  recordRejections(claimant('one'), 1)
  clock.advance(4 * minute)
  recordRejections(claimant('one'), 4)
  assert.throws(
    () => limits.check(claimant('one')),
    (error) => error instanceof ApiError && error.retryAfter === 360,
  )
  clock.advance(6 * minute)
  assert.equal(isAllowed(claimant('one')), true)
})

test('above 20,000 clients the oldest are evicted', () => {
  const { recordRejections, isAllowed } = limitsAt()
  recordRejections(claimant('first', 'old', true), 5)
  for (let number = 0; number < 19_999; number++) recordRejections(claimant('x', `${number}`, true), 5)
  assert.equal(isAllowed(claimant('first', 'old', true)), false)
  recordRejections(claimant('x', 'one more', true), 5)
  assert.equal(isAllowed(claimant('first', 'old', true)), true)
  assert.equal(isAllowed(claimant('x', 'one more', true)), false)
})
