import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  createPayment,
  createQuotedRequest,
  type Due,
  due,
  merchant,
  none,
  other,
} from '../../test/helpers/quoted-requests.ts'
import { runToEnd } from '../kernel/steps.ts'
import { matchRequest as matchInSteps } from './match.ts'

const matchRequest = (...parameters: Parameters<typeof matchInSteps>) => runToEnd(matchInSteps(...parameters))

const code = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return getCode(error)
  }
  return 'matched'
}

function getCode(error: unknown): unknown {
  assert.ok(error instanceof Error && 'code' in error)
  return error.code
}

test('each required output is matched by script bytes and exact amount', () => {
  const { outputs } = matchRequest(
    [createQuotedRequest('s', true, due)],
    createPayment({ script: other, amount: 500n }, { script: merchant, amount: 499n }, due),
    none,
  )
  assert.deepEqual(outputs, [{ txid: 'ff'.repeat(32), vout: 2, script: merchant, amount: 500n }])
})

test('two equal amounts need two outputs: no output counts for both', () => {
  const twice = [createQuotedRequest('s', true, due, due)]
  assert.throws(() => matchRequest(twice, createPayment(due), none), {
    code: 'tx_output_missing',
    message: /to-aa01/,
  })
  assert.deepEqual(
    matchRequest(twice, createPayment(due, due), none).outputs.map(({ vout }) => vout),
    [0, 1],
  )
})

test('an output that another invoice has claimed is skipped', () => {
  const all = [createQuotedRequest('s', true, due)]
  assert.equal(matchRequest(all, createPayment(due, due), new Set([0])).outputs[0]?.vout, 1)
  assert.equal(
    code(() => matchRequest(all, createPayment(due), new Set([0]))),
    'tx_output_missing',
  )
})

test('the newest valid matching price is used; if only an expired one matches, it is quote_expired', () => {
  const newest = { script: merchant, amount: 700n }
  const prices = [
    createQuotedRequest('new', true, newest),
    createQuotedRequest('old', true, due),
    createQuotedRequest('over', false, { ...due, amount: 300n }),
  ]
  assert.equal(matchRequest(prices, createPayment(newest, due), none).snapshotId, 'new')
  assert.equal(matchRequest(prices, createPayment(due), none).snapshotId, 'old')
  assert.equal(
    code(() => matchRequest(prices, createPayment({ ...due, amount: 300n }), none)),
    'quote_expired',
  )
  assert.equal(
    code(() => matchRequest([createQuotedRequest('over', false, due)], createPayment(due), none)),
    'quote_expired',
  )
})

test("an expired price doesn't prevent a match with a valid one", () => {
  const prices = [createQuotedRequest('new', false, due), createQuotedRequest('old', true, due)]
  assert.equal(matchRequest(prices, createPayment(due), none).snapshotId, 'old')
})

test('the error refers to the newest valid price and the largest output to the script', () => {
  const prices = [
    createQuotedRequest('over', false, { ...due, amount: 900n }),
    createQuotedRequest('live', true, due),
  ]
  assert.throws(
    () =>
      matchRequest(
        prices,
        createPayment({ ...due, amount: 3n }, { ...due, amount: 42n }, { ...due, amount: 7n }),
        none,
      ),
    { code: 'tx_amount_mismatch', members: { expected: '0.000005', received: '0.00000042' } },
  )
})

test("outputs to other scripts don't count, whatever their amount", () => {
  const elsewhere = { script: other, amount: 42n }
  assert.equal(
    code(() => matchRequest([createQuotedRequest('s', true, due)], createPayment(elsewhere), none)),
    'tx_output_missing',
  )
  assert.throws(
    () =>
      matchRequest(
        [createQuotedRequest('s', true, due)],
        createPayment(elsewhere, { ...due, amount: 7n }),
        none,
      ),
    { message: /0\.00000007 BTC.*0\.000005 BTC/, members: { expected: '0.000005', received: '0.00000007' } },
  )
})

test('an output of zero to the script is a wrong amount, not a missing output', () => {
  assert.throws(
    () => matchRequest([createQuotedRequest('live', true, due)], createPayment({ ...due, amount: 0n }), none),
    {
      code: 'tx_amount_mismatch',
      members: { expected: '0.000005', received: '0' },
    },
  )
})

test('without a required output nothing matches', () => {
  assert.throws(() => matchRequest([], createPayment(due), none), {
    code: 'tx_output_missing',
    message: /no payment request was issued for it/,
  })
})

test('for any outputs, each match exists, is used once, and has an amount that was due', () => {
  const output = fc.record({
    script: fc.constantFrom(merchant, other, 'cc03'),
    amount: fc.bigInt({ min: 1n, max: 4n }),
  })
  fc.assert(
    fc.property(
      fc.array(output, { minLength: 1, maxLength: 4 }),
      fc.array(output, { minLength: 1, maxLength: 8 }),
      fc.uniqueArray(fc.nat(7)),
      (dues, outputs, takenPlaces) => {
        const taken = new Set(takenPlaces)
        const createKey = ({ script, amount }: Due) => `${script}:${amount}`
        const left = outputs.filter((_, vout) => !taken.has(vout)).map(createKey)
        const isSettled = dues.every((each) => {
          const index = left.indexOf(createKey(each))
          if (index >= 0) left.splice(index, 1)
          return index >= 0
        })
        const match = () =>
          matchRequest([createQuotedRequest('s', true, ...dues)], createPayment(...outputs), taken)
        assert.equal(code(match) === 'matched', isSettled)
        if (!isSettled) return
        const picked = match().outputs
        assert.deepEqual(picked.map(createKey), dues.map(createKey))
        assert.equal(new Set(picked.map(({ vout }) => vout)).size, picked.length)
        for (const { vout } of picked) assert.ok(!taken.has(vout))
      },
    ),
  )
})
