import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReceivedOutput } from '../invoices/received.ts'
import { createDecimal, toBaseUnits } from '../kernel/money.ts'
import { hasRoom, maxPayments, maxSmallPayments, takeLargest } from './limits.ts'

const amount = createDecimal(1_000n, 0)

const createOutput = (value: bigint, change: Partial<ReceivedOutput> = {}): ReceivedOutput => ({
  paymentId: 'pay',
  via: 'network',
  coin: 'LTC',
  amount: toBaseUnits(value),
  value: createDecimal(value, 0),
  txid: 'aa',
  vout: 0,
  isCounted: true,
  isDoubleSpent: false,
  blockHeight: 7,
  confirmedAt: null,
  settledAt: null,
  excess: null,
  ...change,
})

const createInvoice = (
  received: readonly ReceivedOutput[],
  status: 'unpaid' | 'paid' | 'expired' = 'unpaid',
) => ({
  status,
  amount,
  anyWallet: { underpaidPercent: createDecimal(0n, 0), isPaidLate: false, acceptedValue: null, received },
})

const repeat = (count: number, each: ReceivedOutput) => Array.from({ length: count }, () => each)

describe('another payment of an invoice', () => {
  const mined = { isCounted: true, isMined: true }
  const uncounted = { isCounted: false }

  test('is accepted up to 100 times, whatever its size', () => {
    const value = createDecimal(10n, 0)
    const invoice = (count: number) => createInvoice(repeat(count, createOutput(10n, uncounted)))
    assert.equal(hasRoom(invoice(maxPayments - 1), { ...mined, value }), true)
    assert.equal(hasRoom(invoice(maxPayments), { ...mined, value }), false)
  })

  test('below 1% of the amount is accepted up to 20 times', () => {
    const invoice = (count: number) => createInvoice(repeat(count, createOutput(9n)))
    const small = { ...mined, value: createDecimal(99n, 1) }
    assert.equal(hasRoom(invoice(maxSmallPayments - 1), small), true)
    assert.equal(hasRoom(invoice(maxSmallPayments), small), false)
    assert.equal(hasRoom(invoice(maxSmallPayments), { ...mined, value: createDecimal(10n, 0) }), true)
    assert.equal(hasRoom(createInvoice(repeat(maxSmallPayments, createOutput(10n))), small), true)
  })

  test('that completes the amount is always accepted', () => {
    const received = [...repeat(maxSmallPayments, createOutput(1n)), createOutput(979n)]
    const last = { ...mined, value: createDecimal(1n, 0) }
    assert.equal(hasRoom(createInvoice(received), last), true)
    assert.equal(hasRoom(createInvoice(received), { ...last, isCounted: false }), false)
    assert.equal(hasRoom(createInvoice(received, 'expired'), last), false)
    assert.equal(hasRoom(createInvoice([...received, createOutput(1n)], 'paid'), last), false)
    const all = repeat(maxPayments, createOutput(10n, uncounted))
    assert.equal(hasRoom(createInvoice(all), { ...mined, value: amount }), true)
  })

  test('in a block is not displaced by unconfirmed payments', () => {
    const pending = repeat(maxPayments, createOutput(100n, { ...uncounted, blockHeight: null }))
    const value = createDecimal(100n, 0)
    assert.equal(hasRoom(createInvoice(pending), { ...mined, value }), true)
    assert.equal(hasRoom(createInvoice(pending), { isCounted: true, isMined: false, value }), false)
  })
})

describe('the outputs of transactions', () => {
  const createTransaction = (
    txid: string,
    outputs: readonly (readonly [script: string, amount: bigint])[],
  ) => ({
    txid,
    hex: '',
    inputs: [],
    outputs: outputs.map(([script, amount], vout) => ({ vout, script, amount: toBaseUnits(amount) })),
  })

  test('are limited to the largest to each script, and summed', () => {
    const many = Array.from({ length: maxPayments + 1 }, (_, index) => ['aa', BigInt(index + 1)] as const)
    const { largest, totals } = takeLargest([
      createTransaction('1', many),
      createTransaction('2', [
        ['aa', 500n],
        ['bb', 1n],
        ['bb', 0n],
      ]),
    ])
    const sum = (BigInt(maxPayments + 1) * BigInt(maxPayments + 2)) / 2n + 500n
    assert.deepEqual(
      totals,
      new Map([
        ['aa', { count: maxPayments + 2, amount: sum }],
        ['bb', { count: 1, amount: 1n }],
      ]),
    )
    assert.deepEqual(
      largest.map(({ txid, outputs }) => [txid, outputs.length]),
      [
        ['1', maxPayments - 1],
        ['2', 2],
      ],
    )
    assert.equal(largest[0]?.outputs[0]?.amount, 3n)
    assert.deepEqual(largest[1]?.outputs, [
      { vout: 0, script: 'aa', amount: 500n },
      { vout: 1, script: 'bb', amount: 1n },
    ])
  })
})
