import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { serialise } from '../coins/codec/transaction.ts'
import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { runToEnd } from '../kernel/steps.ts'
import type { PaymentSubmission } from '../payment-requests/dialects/dialect.ts'
import { parseSubmission, requireCoin } from './parse.ts'

const parse = (submission: PaymentSubmission, pathCoin: string | null) =>
  runToEnd(parseSubmission(submission, pathCoin))

/** A transaction that any coin can parse, distinguished by `vout`, with a witness of that many bytes if any. */
function toHex(vout: number, witnessBytes = 0): string {
  const input = { txid: 'ab'.repeat(32), vout, script: new Uint8Array(), sequence: 0, witness: [] }
  const witness = witnessBytes > 0 ? [new Uint8Array(witnessBytes)] : []
  const body = {
    version: 1,
    lockTime: 0,
    inputs: [{ ...input, witness }],
    outputs: [{ script: new Uint8Array(), amount: toBaseUnits(1n) }],
  }
  return Buffer.from(serialise(body)).toString('hex')
}

const getCode = (work: () => unknown): string => {
  try {
    work()
    return 'read'
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return error.code
  }
}

test('the coin comes from path or body, ignoring case, and they must agree', () => {
  const submission = { coin: 'lTc', transactions: [toHex(0)] }
  assert.equal(parse(submission, 'ltC').coin.code, 'LTC')
  assert.equal(parse(submission, null).coin.code, 'LTC')
  assert.equal(
    getCode(() => parse(submission, 'BTC')),
    'currency_mismatch',
  )
  assert.equal(
    getCode(() => parse({ ...submission, coin: 'ETH' }, null)),
    'coin_not_offered',
  )
  assert.equal(
    getCode(() => requireCoin('ETH')),
    'coin_not_offered',
  )
  assert.equal(requireCoin('doge').code, 'DOGE')
})

test('the transactions keep their order, and the hex as it was sent', () => {
  const hexes = [toHex(0), toHex(1).toUpperCase()]
  const { transactions } = parse({ coin: 'DASH', transactions: hexes }, 'DASH')
  assert.deepEqual(
    transactions.map(({ hex }) => hex),
    hexes,
  )
  assert.notEqual(transactions[0]?.parsed.id, transactions[1]?.parsed.id)
})

test('a duplicate txid is rejected, even with another witness', () => {
  const twice = { coin: 'BTC', transactions: [toHex(0), toHex(0, 20)] }
  assert.equal(
    getCode(() => parse(twice, null)),
    'tx_count',
  )
})

test('size limits count virtual bytes with witnesses, and bytes if a transaction cannot be parsed', () => {
  for (const code of ['BTC', 'LTC']) {
    assert.equal(
      getCode(() => parse({ coin: code, transactions: [toHex(0, 390_000)] }, null)),
      'read',
    )
    assert.equal(
      getCode(() => parse({ coin: code, transactions: [toHex(0, 399_990)] }, null)),
      'tx_too_large',
    )
  }
  for (const [code, { maxTransactionBytes }] of coins) {
    const garbage = (bytes: number) => ({ coin: code, transactions: ['ff'.repeat(bytes)] })
    assert.equal(
      getCode(() => parse(garbage(maxTransactionBytes), null)),
      'tx_unparseable',
    )
    assert.equal(
      getCode(() => parse(garbage(maxTransactionBytes + 1), null)),
      'tx_too_large',
    )
  }
})

test('any bytes are parsed or rejected without another error', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 })
  const mutated = fc
    .record({ at: fc.nat(60), byte: fc.nat(255), rest: fc.uint8Array({ maxLength: 8 }) })
    .map(({ at, byte, rest }) => {
      const copy = Buffer.from(toHex(3), 'hex')
      copy[at % copy.length] = byte
      return Buffer.concat([copy, rest])
    })
  fc.assert(
    fc.property(fc.constantFrom(...coins.keys()), fc.oneof(bytes, mutated), (coin, anyBytes) => {
      const hex = Buffer.from(anyBytes).toString('hex')
      const code = getCode(() => parse({ coin, transactions: [hex] }, null))
      assert.ok(code === 'read' || code === 'tx_unparseable', code)
    }),
    { numRuns: 500 },
  )
})

test('invalid hex is rejected at any length, and duplicates before anything is parsed', () => {
  for (const [coin, { maxTransactionBytes }] of coins)
    for (const hex of ['zz', '0g', 'ｆｆ', 'ff\n0', `${'00'.repeat(maxTransactionBytes - 1)}0x`])
      assert.equal(
        getCode(() => parse({ coin, transactions: [hex] }, null)),
        'body_invalid',
      )
  for (const transactions of [
    ['ff', 'ff'],
    ['ff', 'FF'],
  ])
    assert.equal(
      getCode(() => parse({ coin: 'LTC', transactions }, null)),
      'tx_count',
    )
})

test('a large submission is parsed in steps of at most 1 000 inputs, outputs or witness items', () => {
  for (const [coin, { maxTransactionBytes, signatures }] of coins) {
    const many = Math.floor((maxTransactionBytes - 100) / 41)
    const inputs = Array.from({ length: many }, (_, vout) => ({
      txid: 'ab'.repeat(32),
      vout,
      script: new Uint8Array(),
      sequence: 0,
      witness: [],
    }))
    const output = { script: new Uint8Array(), amount: toBaseUnits(1n) }
    const outputs = Array.from({ length: Math.floor((maxTransactionBytes - 100) / 9) }, () => output)
    const body = { version: 1, lockTime: 0, inputs, outputs: [output] }
    const [first] = inputs
    assert(first)
    assert(countSteps(coin, body) >= many / 1_000)
    assert(countSteps(coin, { ...body, inputs: [first], outputs }) >= outputs.length / 1_000)
    if (signatures !== 'segwit') continue
    const witness = Array.from({ length: 300_000 }, () => new Uint8Array())
    assert(countSteps(coin, { ...body, inputs: [{ ...first, witness }] }) >= 300)
  }
})

test('each of many large transactions is parsed in its own steps', () => {
  const transactions = Array.from({ length: 16 }, (_, vout) => toHex(vout, 300_000))
  const steps = parseSubmission({ coin: 'BTC', transactions }, null)
  let count = 1
  while (!steps.next().done) count++
  assert(count >= 32, `${count} steps`)
})

function countSteps(coin: string, body: Parameters<typeof serialise>[0]): number {
  const hex = Buffer.from(serialise(body)).toString('hex')
  const steps = parseSubmission({ coin, transactions: [hex] }, null)
  for (let count = 1; ; count++) {
    const step = steps.next()
    if (!step.done) continue
    assert.equal(step.value.transactions.length, 1)
    return count
  }
}
