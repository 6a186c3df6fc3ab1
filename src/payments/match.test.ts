import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Transaction } from '../coins/coin.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { runToEnd } from '../kernel/steps.ts'
import type { PaymentRequest } from '../payment-requests/request.ts'
import { matchRequest as matchInSteps, type QuotedRequest } from './match.ts'

const matchRequest = (...parameters: Parameters<typeof matchInSteps>) => runToEnd(matchInSteps(...parameters))

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
  outputs: dues.map(({ script, amount }) => ({
    address: `to-${script}`,
    script,
    amount: toBaseUnits(amount),
  })),
  feeRate: 1_000n,
  quotedAt: 0,
  expiresAt: 1,
  memo: 'm',
})

const quoted = (snapshotId: string, live: boolean, ...dues: readonly Due[]): QuotedRequest => ({
  request: request(...dues),
  snapshotId,
  value: null,
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
    amount: toBaseUnits(amount),
  })),
})

const due = { script: merchant, amount: 500n }
const none: ReadonlySet<number> = new Set()
const code = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return codeOf(error)
  }
  return 'matched'
}

function codeOf(error: unknown): unknown {
  assert.ok(error instanceof Error && 'code' in error)
  return error.code
}

test('each required output is matched by script bytes and exact amount', () => {
  const { outputs } = matchRequest(
    [quoted('s', true, due)],
    paying({ script: other, amount: 500n }, { script: merchant, amount: 499n }, due),
    none,
  )
  assert.deepEqual(outputs, [{ txid: 'ff'.repeat(32), vout: 2, script: merchant, amount: 500n }])
})

test('two equal amounts need two outputs: none settles both', () => {
  const twice = [quoted('s', true, due, due)]
  assert.throws(() => matchRequest(twice, paying(due), none), {
    code: 'tx_output_missing',
    message: /to-aa01/,
  })
  assert.deepEqual(
    matchRequest(twice, paying(due, due), none).outputs.map(({ vout }) => vout),
    [0, 1],
  )
})

test('an output that another invoice has claimed is skipped', () => {
  const all = [quoted('s', true, due)]
  assert.equal(matchRequest(all, paying(due, due), new Set([0])).outputs[0]?.vout, 1)
  assert.equal(
    code(() => matchRequest(all, paying(due), new Set([0]))),
    'tx_output_missing',
  )
})

test('the newest valid matching price is used; if only an expired one matches, it is quote_expired', () => {
  const fresh = { script: merchant, amount: 700n }
  const prices = [
    quoted('new', true, fresh),
    quoted('old', true, due),
    quoted('over', false, { ...due, amount: 300n }),
  ]
  assert.equal(matchRequest(prices, paying(fresh, due), none).snapshotId, 'new')
  assert.equal(matchRequest(prices, paying(due), none).snapshotId, 'old')
  assert.equal(
    code(() => matchRequest(prices, paying({ ...due, amount: 300n }), none)),
    'quote_expired',
  )
  assert.equal(
    code(() => matchRequest([quoted('over', false, due)], paying(due), none)),
    'quote_expired',
  )
})

test("an expired price doesn't hide a valid one", () => {
  const prices = [quoted('new', false, due), quoted('old', true, due)]
  assert.equal(matchRequest(prices, paying(due), none).snapshotId, 'old')
})

test('the error refers to the newest valid price and the largest output to the script', () => {
  const prices = [quoted('over', false, { ...due, amount: 900n }), quoted('live', true, due)]
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

test("outputs to other scripts don't count, whatever their amount", () => {
  const elsewhere = { script: other, amount: 42n }
  assert.equal(
    code(() => matchRequest([quoted('s', true, due)], paying(elsewhere), none)),
    'tx_output_missing',
  )
  assert.throws(
    () => matchRequest([quoted('s', true, due)], paying(elsewhere, { ...due, amount: 7n }), none),
    { message: /0\.00000007 BTC.*0\.000005 BTC/, members: { expected: '0.000005', received: '0.00000007' } },
  )
})

/** A transaction of that many outputs that counts the reads of one of them. */
function counted(count: number, output: (vout: number) => Due) {
  const maxReads = { most: 0 }
  const outputs = paying(...Array.from({ length: count }, (_, vout) => output(vout))).outputs.map((each) => {
    const reads = { script: 0, amount: 0 }
    const countReads = <Field extends 'script' | 'amount'>(field: Field) => {
      maxReads.most = Math.max(maxReads.most, ++reads[field])
      return each[field]
    }
    return {
      get script() {
        return countReads('script')
      },
      get amount() {
        return countReads('amount')
      },
    }
  })
  return { transaction: { ...paying(), outputs }, maxReads }
}

const prices = (count: number, live: boolean) =>
  Array.from({ length: count }, (_, price) =>
    quoted(`s${price}`, live, { ...due, amount: 1_000n + BigInt(price) }),
  )

test('an output of zero to the script is a wrong amount, not a missing output', () => {
  assert.throws(() => matchRequest([quoted('live', true, due)], paying({ ...due, amount: 0n }), none), {
    code: 'tx_amount_mismatch',
    members: { expected: '0.000005', received: '0' },
  })
})

test('however many prices were quoted, each output is read once to find the paid one', () => {
  const { transaction, maxReads } = counted(300, (vout) => ({ ...due, amount: BigInt(vout) }))
  const all = [...prices(200, true), quoted('oldest', true, { ...due, amount: 299n })]
  assert.equal(matchRequest(all, transaction, none).snapshotId, 'oldest')
  assert.equal(maxReads.most, 1)
})

test('and once more to explain a mismatch, even if every output has the amount of every price and is claimed', () => {
  const wrong = counted(300, (vout) => ({ ...due, amount: BigInt(vout) }))
  assert.throws(() => matchRequest(prices(200, true), wrong.transaction, none), {
    code: 'tx_amount_mismatch',
    members: { expected: '0.00001', received: '0.00000299' },
  })
  assert.equal(wrong.maxReads.most, 2)

  const same = counted(300, () => due)
  const all = Array.from({ length: 200 }, (_, price) => quoted(`s${price}`, true, due))
  const taken = new Set(Array.from({ length: 300 }, (_, vout) => vout))
  assert.equal(
    code(() => matchRequest(all, same.transaction, taken)),
    'tx_output_missing',
  )
  assert.ok(same.maxReads.most <= 2)
})

test('a transaction with very many outputs is examined in steps', () => {
  const stepsFor = (count: number) => {
    const { transaction } = counted(count, () => due)
    const steps = matchInSteps([quoted('s', true, due)], transaction, none)
    let taken = 0
    while (!steps.next().done) taken += 1
    return taken
  }
  assert.equal(stepsFor(100), 0)
  assert.ok(stepsFor(111_000) >= 10)
})

test('without a required output nothing matches', () => {
  assert.throws(() => matchRequest([], paying(due), none), {
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
        const key = ({ script, amount }: Due) => `${script}:${amount}`
        const left = outputs.filter((_, vout) => !taken.has(vout)).map(key)
        const isSettled = dues.every((each) => {
          const index = left.indexOf(key(each))
          if (index >= 0) left.splice(index, 1)
          return index >= 0
        })
        const match = () => matchRequest([quoted('s', true, ...dues)], paying(...outputs), taken)
        assert.equal(code(match) === 'matched', isSettled)
        if (!isSettled) return
        const picked = match().outputs
        assert.deepEqual(picked.map(key), dues.map(key))
        assert.equal(new Set(picked.map(({ vout }) => vout)).size, picked.length)
        for (const { vout } of picked) assert.ok(!taken.has(vout))
      },
    ),
  )
})
