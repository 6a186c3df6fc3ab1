import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { serialise } from '../coins/codec/transaction.ts'
import { coins } from '../coins/index.ts'
import { baseUnits } from '../kernel/money.ts'
import { Refused } from '../kernel/refused.ts'
import { parseSubmission, requireCoin } from './parse.ts'

/** A transaction that any coin can read, told from others by `vout`; its witness, where it has one, is of that many bytes. */
function hexOf(vout: number, witnessBytes = 0): string {
  const input = { txid: 'ab'.repeat(32), vout, script: new Uint8Array(), sequence: 0, witness: [] }
  const witness = witnessBytes > 0 ? [new Uint8Array(witnessBytes)] : []
  const body = {
    version: 1,
    lockTime: 0,
    inputs: [{ ...input, witness }],
    outputs: [{ script: new Uint8Array(), amount: baseUnits(1n) }],
  }
  return Buffer.from(serialise(body)).toString('hex')
}

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'read'
  } catch (error) {
    assert.ok(error instanceof Refused, String(error))
    return error.code
  }
}

test('the coin of the path or of the body, without case; they must agree', () => {
  const submission = { coin: 'lTc', transactions: [hexOf(0)] }
  assert.equal(parseSubmission(submission, 'ltC').coin.code, 'LTC')
  assert.equal(parseSubmission(submission, null).coin.code, 'LTC')
  assert.equal(
    codeOf(() => parseSubmission(submission, 'BTC')),
    'currency_mismatch',
  )
  assert.equal(
    codeOf(() => parseSubmission({ ...submission, coin: 'ETH' }, null)),
    'coin_not_offered',
  )
  assert.equal(
    codeOf(() => requireCoin('ETH')),
    'coin_not_offered',
  )
  assert.equal(requireCoin('doge').code, 'DOGE')
})

test('the transactions in their order, with the hex as it was sent', () => {
  const hexes = [hexOf(0), hexOf(1).toUpperCase()]
  const { transactions } = parseSubmission({ coin: 'DASH', transactions: hexes }, 'DASH')
  assert.deepEqual(
    transactions.map(({ hex }) => hex),
    hexes,
  )
  assert.notEqual(transactions[0]?.parsed.id, transactions[1]?.parsed.id)
})

test('the same id twice is refused, also with another witness', () => {
  const twice = { coin: 'BTC', transactions: [hexOf(0), hexOf(0, 20)] }
  assert.equal(
    codeOf(() => parseSubmission(twice, null)),
    'tx_count',
  )
})

test('virtual bytes count where witnesses are a quarter, bytes where something cannot be read', () => {
  for (const code of ['BTC', 'LTC']) {
    assert.equal(
      codeOf(() => parseSubmission({ coin: code, transactions: [hexOf(0, 390_000)] }, null)),
      'read',
    )
    assert.equal(
      codeOf(() => parseSubmission({ coin: code, transactions: [hexOf(0, 399_990)] }, null)),
      'tx_too_large',
    )
  }
  for (const [code, { largestTransaction }] of coins) {
    const garbage = (bytes: number) => ({ coin: code, transactions: ['ff'.repeat(bytes)] })
    assert.equal(
      codeOf(() => parseSubmission(garbage(largestTransaction), null)),
      'tx_unparseable',
    )
    assert.equal(
      codeOf(() => parseSubmission(garbage(largestTransaction + 1), null)),
      'tx_too_large',
    )
  }
})

test('no bytes do more than be refused', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 })
  const mutated = fc
    .record({ at: fc.nat(60), byte: fc.nat(255), rest: fc.uint8Array({ maxLength: 8 }) })
    .map(({ at, byte, rest }) => {
      const copy = Buffer.from(hexOf(3), 'hex')
      copy[at % copy.length] = byte
      return Buffer.concat([copy, rest])
    })
  fc.assert(
    fc.property(fc.constantFrom(...coins.keys()), fc.oneof(bytes, mutated), (coin, given) => {
      const hex = Buffer.from(given).toString('hex')
      const code = codeOf(() => parseSubmission({ coin, transactions: [hex] }, null))
      assert.ok(code === 'read' || code === 'tx_unparseable', code)
    }),
    { numRuns: 500 },
  )
})
