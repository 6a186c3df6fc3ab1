import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../kernel/clock.ts'
import { createRateLimiter, formatRateLimitHeaders, getAddressKey, parseRateLimits } from './rate-limits.ts'

test('a till that creates 60 invoices in 10 s with one token hits no limit', () => {
  const clock = createManualClock(0)
  const take = createRateLimiter(parseRateLimits('creations=120/10'), clock)
  for (let count = 0; count < 60; count++) {
    assert.equal(take('creations', 'tok_1')?.isAllowed, true)
    clock.advance(166)
  }
})

test('the request above the limit is rejected until the window ends', () => {
  const clock = createManualClock(0)
  const take = createRateLimiter(parseRateLimits('calls=2/60'), clock)
  assert.equal(take('calls', 'a')?.isAllowed, true)
  assert.equal(take('calls', 'a')?.isAllowed, true)
  clock.advance(20_500)
  const rejected = take('calls', 'a')
  assert.equal(rejected?.isAllowed, false)
  assert.equal(rejected?.resetSeconds, 40)
  assert.equal(take('calls', 'b')?.isAllowed, true, 'each caller has its own window')
  clock.advance(39_500)
  assert.equal(take('calls', 'a')?.isAllowed, true)
})

test('requests with random tokens do not evict the counter of an IP address', () => {
  const take = createRateLimiter(parseRateLimits('addresses=1/60'), createManualClock(0))
  take('addresses', '192.0.2.1')
  for (let count = 0; count <= 100_000; count++) take('calls', `token-${count}`)
  assert.equal(take('addresses', '192.0.2.1')?.isAllowed, false)
})

test('a clock that was set back blocks no client for longer than one window', () => {
  const clock = createManualClock(10_000_000)
  const take = createRateLimiter(parseRateLimits('calls=1/60'), clock)
  take('calls', 'a')
  clock.set(0)
  assert.equal(take('calls', 'a')?.isAllowed, true)
})

test('off disables the limits, and omitted ones keep their defaults', () => {
  assert.equal(createRateLimiter(parseRateLimits('off'), createManualClock(0))('calls', 'a'), null)
  const limits = parseRateLimits('calls=5/1')
  assert.deepEqual(limits.get('calls'), { count: 5, windowMs: 1_000 })
  assert.deepEqual(limits.get('creations'), { count: 120, windowMs: 10_000 })
})

test('an invalid limit is named in the error', () => {
  for (const text of ['calls', 'calls=0/10', 'calls=1/0', 'other=1/1', 'calls=1', '', 'OFF']) {
    assert.throws(() => parseRateLimits(text), /must have the form/)
  }
})

test('the addresses of one IPv6 network count as one, and an IPv4 address in any notation as itself', () => {
  assert.equal(getAddressKey('203.0.113.7'), '203.0.113.7')
  assert.equal(getAddressKey('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(getAddressKey('203.0.113.7:4711'), '203.0.113.7')
  assert.equal(getAddressKey('[::ffff:203.0.113.7]:4711'), '203.0.113.7')
  assert.equal(getAddressKey('[2001:db8:0:1::5]:4711'), getAddressKey('2001:db8:0:1::5'))
  assert.equal(getAddressKey('junk:4711'), getAddressKey('junk'))
  assert.equal(getAddressKey('junk'), getAddressKey('"><svg>'))
  assert.equal(getAddressKey('2001:db8:0:1::5'), getAddressKey('2001:0DB8:0000:0001:ffff::9'))
  assert.notEqual(getAddressKey('2001:db8:0:1::5'), getAddressKey('2001:db8:0:2::5'))
  assert.equal(getAddressKey('::1'), '0:0:0:0::/64')
})

test('the headers state the policy, the remaining requests and the reset time', () => {
  const allowance = createRateLimiter(parseRateLimits('creations=120/10'), createManualClock(0))(
    'creations',
    'a',
  )
  assert.ok(allowance)
  assert.deepEqual(formatRateLimitHeaders(allowance), {
    'ratelimit-policy': '"creations";q=120;w=10',
    ratelimit: '"creations";r=119;t=10',
  })
})
