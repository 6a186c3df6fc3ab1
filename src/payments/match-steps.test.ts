import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPayment,
  createQuotedRequest,
  type Due,
  due,
  none,
} from '../../test/helpers/quoted-requests.ts'
import { runToEnd } from '../kernel/steps.ts'
import { matchRequest } from './match.ts'

const runMatch = (...parameters: Parameters<typeof matchRequest>) => runToEnd(matchRequest(...parameters))

/** A transaction of that many outputs that counts the reads of one of them. */
function counted(count: number, output: (vout: number) => Due) {
  const maxReads = { most: 0 }
  const outputs = createPayment(...Array.from({ length: count }, (_, vout) => output(vout))).outputs.map(
    (each) => {
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
    },
  )
  return { transaction: { ...createPayment(), outputs }, maxReads }
}

const prices = (count: number, isLive: boolean) =>
  Array.from({ length: count }, (_, price) =>
    createQuotedRequest(`s${price}`, isLive, { ...due, amount: 1_000n + BigInt(price) }),
  )

test('however many prices were quoted, each output is read once to find the paid one', () => {
  const { transaction, maxReads } = counted(300, (vout) => ({ ...due, amount: BigInt(vout) }))
  const all = [...prices(200, true), createQuotedRequest('oldest', true, { ...due, amount: 299n })]
  assert.equal(runMatch(all, transaction, none).snapshotId, 'oldest')
  assert.equal(maxReads.most, 1)
})

test('each output is read once more to explain a mismatch, even if every output has the amount of every price and is claimed', () => {
  const wrong = counted(300, (vout) => ({ ...due, amount: BigInt(vout) }))
  assert.throws(() => runMatch(prices(200, true), wrong.transaction, none), {
    code: 'tx_amount_mismatch',
    members: { expected: '0.00001', received: '0.00000299' },
  })
  assert.equal(wrong.maxReads.most, 2)

  const same = counted(300, () => due)
  const all = Array.from({ length: 200 }, (_, price) => createQuotedRequest(`s${price}`, true, due))
  const taken = new Set(Array.from({ length: 300 }, (_, vout) => vout))
  assert.throws(() => runMatch(all, same.transaction, taken), { code: 'tx_output_missing' })
  assert.ok(same.maxReads.most <= 2)
})

test('a transaction with very many outputs is examined in steps', () => {
  const stepsFor = (count: number) => {
    const { transaction } = counted(count, () => due)
    const steps = matchRequest([createQuotedRequest('s', true, due)], transaction, none)
    let taken = 0
    while (!steps.next().done) taken += 1
    return taken
  }
  assert.equal(stepsFor(100), 0)
  assert.ok(stepsFor(111_000) >= 10)
})
