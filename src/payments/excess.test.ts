import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { Quote } from '../invoices/quote.ts'
import type { AnyWallet } from '../invoices/received.ts'
import {
  addDecimals,
  compareDecimals,
  computeCoinAmount,
  computeCoinValue,
  formatDecimal,
  parseDecimal,
  toBaseUnits,
} from '../kernel/money.ts'
import { computeExcess } from './excess.ts'

/** P2PKH, whose dust limit on LTC is 5 460 base units. */
const script = `76a914${'ab'.repeat(20)}88ac`
const dust = 5_460n

const read = (text: string) => parseDecimal(text) ?? assert.fail(text)

interface Case {
  readonly due: string
  readonly rate: string
  /** In base units. */
  readonly paid: bigint
  /** Values of what was received before. */
  readonly before?: readonly string[]
  readonly via?: 'protocol' | 'network'
  /** Base units that the request asks for in addition. */
  readonly offset?: bigint
}

const createQuote = (amountOffset = 0n): Quote => ({
  snapshotId: 'rates',
  quotedAt: 0,
  expiresAt: 0,
  coins: [{ code: 'LTC', amountOffset }],
})

function findExcess({ due, rate, paid, before = [], via = 'network', offset }: Case) {
  const value = computeCoinValue(toBaseUnits(paid), read(rate))
  const received = [
    ...before.map((each, index) => ({ paymentId: `pay_${index}`, value: read(each) })),
    { paymentId: 'it', value },
  ]
  const anyWallet = {
    received: received.map((each) => ({ ...each, isCounted: true })),
  } as unknown as AnyWallet
  const payment = { id: 'it', coin: 'LTC', amount: toBaseUnits(paid), value, via } as const
  return computeExcess({ amount: read(due), anyWallet, quote: createQuote(offset) }, payment, script)
}

test('the exact amount leaves no excess, and each base unit more is one', () => {
  const due = computeCoinAmount(read('12.5'), read('80.5'))
  assert.equal(findExcess({ due: '12.5', rate: '80.5', paid: due }), null)
  assert.equal(findExcess({ due: '12.5', rate: '80.5', paid: due - 1n }), null)
  const excess = findExcess({ due: '12.5', rate: '80.5', paid: due + 1n })
  assert.deepEqual([excess?.amount, excess && formatDecimal(excess.value)], [1n, '0.000000805'])
})

test('what a request to a fixed address adds to the amount is due too, but only from a submitted payment', () => {
  const due = computeCoinAmount(read('12.5'), read('80.5'))
  const invoice = { due: '12.5', rate: '80.5', offset: 3n }
  assert.equal(findExcess({ ...invoice, via: 'protocol', paid: due + 3n }), null)
  assert.equal(findExcess({ ...invoice, via: 'protocol', paid: due + 4n })?.amount, 1n)
  assert.equal(findExcess({ ...invoice, via: 'network', paid: due + 3n })?.amount, 3n)
})

test('earlier payments lower the amount due; if nothing is due, less than the dust limit doesn’t count as an excess', () => {
  const all = findExcess({ due: '10', rate: '100', paid: 10_000_000n, before: ['4', '6'] })
  assert.equal(all?.amount, 10_000_000n - dust)
  const part = findExcess({ due: '10', rate: '100', paid: 10_000_000n, before: ['4'] })
  assert.equal(part?.amount, 4_000_000n)
  assert.equal(findExcess({ due: '10', rate: '100', paid: dust, before: ['9.9999999'] }), null)
})

test('the value of an excess is exact at the rate of the payment', () => {
  for (let round = 0; round < 500; round++) {
    const rate = `${randomInt(1, 200_000)}.${randomInt(0, 2 ** 40)}`
    const due = `${randomInt(1, 100_000)}.${randomInt(0, 100)}`
    const paid = computeCoinAmount(read(due), read(rate)) + BigInt(randomInt(1, 2 ** 40))
    const excess = findExcess({ due, rate, paid })
    if (!excess) {
      assert.ok(paid <= dust, `${due} at ${rate}`)
      continue
    }
    assert.equal(
      compareDecimals(excess.value, computeCoinValue(excess.amount, read(rate))),
      0,
      `${due} at ${rate}`,
    )
    const rest = computeCoinValue(toBaseUnits(paid - excess.amount), read(rate))
    assert.equal(
      compareDecimals(addDecimals(rest, excess.value), computeCoinValue(toBaseUnits(paid), read(rate))),
      0,
    )
    if (paid - excess.amount > dust)
      assert.equal(paid - excess.amount, computeCoinAmount(read(due), read(rate)))
  }
})

test('there is no excess where only exact payments count, or where the payment has no value or one of zero', () => {
  const amount = read('10')
  const invoice = { amount, anyWallet: { received: [] } as unknown as AnyWallet, quote: createQuote() }
  const value = read('20')
  const payment = { id: 'it', coin: 'LTC', amount: toBaseUnits(20_000_000n), value, via: 'network' } as const
  assert.ok(computeExcess(invoice, payment, script))
  assert.equal(computeExcess({ ...invoice, anyWallet: null }, payment, script), null)
  assert.equal(computeExcess(invoice, { ...payment, value: null }, script), null)
  assert.equal(computeExcess(invoice, { ...payment, value: read('0') }, script), null)
})
