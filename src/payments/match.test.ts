import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Transaction } from '../coins/coin.ts'
import { baseUnits } from '../kernel/money.ts'
import type { PaymentRequest } from '../payment-requests/request.ts'
import { type Asked, matchRequest } from './match.ts'

const merchant = 'aa01'
const other = 'bb02'

interface Due {
  readonly script: string
  readonly amount: bigint
}

const request = (...dues: readonly Due[]): PaymentRequest => ({
  uid: 'uid',
  coin: 'BTC',
  chain: 'regtest',
  outputs: dues.map(({ script, amount }) => ({ address: `to-${script}`, script, amount: baseUnits(amount) })),
  feeRate: 1_000n,
  quotedAt: 0,
  expiresAt: 1,
  memo: 'm',
})

const asked = (snapshotId: string, live: boolean, ...dues: readonly Due[]): Asked => ({
  request: request(...dues),
  snapshotId,
  live,
})

const paying = (...outputs: readonly Due[]): Transaction => ({
  id: 'ff'.repeat(32),
  version: 1,
  lockTime: 0,
  size: 100,
  virtualSize: 100,
  inputs: [],
  outputs: outputs.map(({ script, amount }) => ({
    script: new Uint8Array(Buffer.from(script, 'hex')),
    amount: baseUnits(amount),
  })),
})

const due = { script: merchant, amount: 500n }
const none: ReadonlySet<number> = new Set()
const code = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error)
    return error.code
  }
  return 'matched'
}

test('each required output is matched by script bytes and exactly the amount', () => {
  const { outputs } = matchRequest(
    [asked('s', true, due)],
    paying({ script: other, amount: 500n }, { script: merchant, amount: 499n }, due),
    none,
  )
  assert.deepEqual(outputs, [{ txid: 'ff'.repeat(32), vout: 2, script: merchant, amount: 500n }])
})

test('two equal dues need two outputs: none settles both', () => {
  const twice = [asked('s', true, due, due)]
  assert.throws(() => matchRequest(twice, paying(due), none), {
    code: 'tx_output_missing',
    message: /to-aa01/,
  })
  assert.deepEqual(
    matchRequest(twice, paying(due, due), none).outputs.map(({ vout }) => vout),
    [0, 1],
  )
})

test('an output that another invoice has taken is passed over', () => {
  const all = [asked('s', true, due)]
  assert.equal(matchRequest(all, paying(due, due), new Set([0])).outputs[0]?.vout, 1)
  assert.equal(
    code(() => matchRequest(all, paying(due), new Set([0]))),
    'tx_output_missing',
  )
})

test('the newest price that fits and still counts is taken; when only an older one fits it is quote_expired', () => {
  const fresh = { script: merchant, amount: 700n }
  const prices = [
    asked('new', true, fresh),
    asked('old', true, due),
    asked('over', false, { ...due, amount: 300n }),
  ]
  assert.equal(matchRequest(prices, paying(fresh, due), none).snapshotId, 'new')
  assert.equal(matchRequest(prices, paying(due), none).snapshotId, 'old')
  assert.equal(
    code(() => matchRequest(prices, paying({ ...due, amount: 300n }), none)),
    'quote_expired',
  )
  assert.equal(
    code(() => matchRequest([asked('over', false, due)], paying(due), none)),
    'quote_expired',
  )
})

test('an older price that is over does not hide one that counts', () => {
  const prices = [asked('new', false, due), asked('old', true, due)]
  assert.equal(matchRequest(prices, paying(due), none).snapshotId, 'old')
})

test('what is wrong is told by the newest price that counts, with the largest output to the script', () => {
  const prices = [asked('over', false, { ...due, amount: 900n }), asked('live', true, due)]
  assert.throws(
    () =>
      matchRequest(
        prices,
        paying({ ...due, amount: 3n }, { ...due, amount: 42n }, { ...due, amount: 7n }),
        none,
      ),
    { code: 'tx_amount_mismatch', members: { expected: '0.000005', received: '0.00000042' } },
  )
})

test('what is paid elsewhere is no output to the script, whatever its amount', () => {
  const elsewhere = { script: other, amount: 42n }
  assert.equal(
    code(() => matchRequest([asked('s', true, due)], paying(elsewhere), none)),
    'tx_output_missing',
  )
  assert.throws(
    () => matchRequest([asked('s', true, due)], paying(elsewhere, { ...due, amount: 7n }), none),
    { message: /0\.00000007 BTC.*0\.000005 BTC/, members: { expected: '0.000005', received: '0.00000007' } },
  )
})

test('nothing that was asked for is no output', () => {
  assert.throws(() => matchRequest([], paying(due), none), {
    code: 'tx_output_missing',
    message: /its payment request was never asked for/,
  })
})

test('whatever the outputs: what is matched is there, once each, of the amounts that were due', () => {
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
        const key = ({ script, amount }: Due) => `${script}:${amount}`
        const left = outputs.filter((_, vout) => !taken.has(vout)).map(key)
        const enough = dues.every((each) => {
          const place = left.indexOf(key(each))
          if (place >= 0) left.splice(place, 1)
          return place >= 0
        })
        const match = () => matchRequest([asked('s', true, ...dues)], paying(...outputs), taken)
        assert.equal(code(match) === 'matched', enough)
        if (!enough) return
        const picked = match().outputs
        assert.deepEqual(picked.map(key), dues.map(key))
        assert.equal(new Set(picked.map(({ vout }) => vout)).size, picked.length)
        for (const { vout } of picked) assert.ok(!taken.has(vout))
      },
    ),
  )
})
