import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CoinCode } from '../coins/index.ts'
import { hour, minute, second } from '../kernel/clock.ts'
import { parseDecimal } from '../kernel/money.ts'
import {
  computeAmountDue,
  computeQuoteExpiry,
  getIssueDeadline,
  isLive,
  needsNewQuote,
  parseQuotedCoins,
  type Quote,
  serialiseQuotedCoins,
} from './quote.ts'

const start = Date.UTC(2026, 2, 1)
const settings = { quoteMs: 15 * minute, graceMs: minute }
const createQuote = (lifetimeMs: number): Quote => ({
  snapshotId: 's',
  quotedAt: start,
  expiresAt: start + lifetimeMs,
  coins: [{ code: 'BTC', amountOffset: 0n }],
})
const decimal = (text: string) => parseDecimal(text) ?? assert.fail()

test('a quote is issued until 60 s before it expires, or a quarter of its lifetime if that is shorter', () => {
  assert.equal(getIssueDeadline(createQuote(15 * minute)), start + 14 * minute)
  assert.equal(getIssueDeadline(createQuote(4 * minute)), start + 3 * minute)
  assert.equal(getIssueDeadline(createQuote(2 * minute)), start + 90 * second)
  assert.equal(getIssueDeadline(createQuote(40 * second)), start + 30 * second)
})

test('a quote never outlives its invoice', () => {
  assert.equal(computeQuoteExpiry(start, start + hour, settings), start + 15 * minute)
  assert.equal(computeQuoteExpiry(start, start + 10 * minute, settings), start + 10 * minute)
})

test('a new quote is created once the old one is no longer issued, unless it would not expire later', () => {
  const quote = createQuote(15 * minute)
  const day = { quote, expiresAt: start + 24 * hour }
  assert.equal(needsNewQuote(day, start + 14 * minute - 1), false)
  assert.equal(needsNewQuote(day, start + 14 * minute), true)
  assert.equal(needsNewQuote(day, start + 23 * hour), true)
  const short = { quote, expiresAt: quote.expiresAt }
  assert.equal(needsNewQuote(short, start + 14 * minute), false)
  assert.equal(needsNewQuote(short, start + hour), false)
  const longer = { quote, expiresAt: quote.expiresAt + 1 }
  assert.equal(needsNewQuote(longer, start + 14 * minute), true)
})

test('a submission can use a price while arrival < expires + grace', () => {
  const quote = createQuote(15 * minute)
  assert.equal(isLive(quote, start + 16 * minute - 1, settings), true)
  assert.equal(isLive(quote, start + 16 * minute, settings), false)
  assert.equal(isLive(quote, quote.expiresAt, { ...settings, graceMs: 0 }), false)
})

test('the amount due is the price rounded up to one base unit, plus the amount offset', () => {
  assert.equal(computeAmountDue(decimal('1'), decimal('3'), { code: 'BTC', amountOffset: 0n }), 33_333_334n)
  assert.equal(computeAmountDue(decimal('1'), decimal('3'), { code: 'BTC', amountOffset: 7n }), 33_333_341n)
})

test('the amount due is never below the smallest amount, and the amount offset is added in both cases', () => {
  const due = (minAmount: bigint, amountOffset = 0n) =>
    computeAmountDue(decimal('1'), decimal('3'), { code: 'BTC', amountOffset, minAmount })
  assert.equal(due(33_333_333n), 33_333_334n)
  assert.equal(due(33_333_335n), 33_333_335n)
  assert.equal(due(33_333_335n, 7n), 33_333_342n)
})

test('the coins of a quote are parsed as they were stored', () => {
  assert.equal(
    serialiseQuotedCoins([
      { code: 'BTC', amountOffset: 0n },
      { code: 'LTC', amountOffset: 3n },
      { code: 'DOGE', amountOffset: 0n, minAmount: 1_000_000n },
      { code: 'DASH', amountOffset: 4n, minAmount: 0n },
    ]),
    'BTC,LTC+3,DOGE/1000000,DASH+4/0',
  )
  assert.deepEqual(parseQuotedCoins(''), [])
  const coin = fc.record(
    {
      code: fc.constantFrom<CoinCode>('BTC', 'BCH', 'BSV', 'DASH', 'LTC', 'DOGE'),
      amountOffset: fc.bigInt({ min: 0n, max: 1_000n }),
      minAmount: fc.bigInt({ min: 0n, max: 1_000_000n }),
    },
    { requiredKeys: ['code', 'amountOffset'], noNullPrototype: true },
  )
  fc.assert(
    fc.property(fc.array(coin), (coins) =>
      assert.deepEqual(parseQuotedCoins(serialiseQuotedCoins(coins)), coins),
    ),
  )
})
