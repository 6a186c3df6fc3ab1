import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { Quote } from '../invoices/quote.ts'
import { createManualClock, hour } from '../kernel/clock.ts'
import { createDecimal, formatDecimal, toBaseUnits } from '../kernel/money.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { createValuation } from './valuation.ts'

/** The snapshot's id is its rate. */
const createQuote = (quotedAt: number, code: CoinCode, rate = quotedAt): Quote => ({
  snapshotId: String(rate),
  quotedAt,
  expiresAt: quotedAt + 10,
  coins: [
    { code: 'BCH', amountOffset: 0n },
    { code, amountOffset: 0n },
  ],
})

interface Situation {
  /** The rate of the newest snapshot; null if there is none. */
  readonly currentRate?: number | null
  /** The fee rate in the newest snapshot; null if the node reports none. In earlier ones, it is 1. */
  readonly currentFeeRate?: bigint | null
  readonly from?: number
  readonly watchedSince?: number | null
  readonly isMined?: boolean
  readonly now?: number
  readonly status?: Invoice['status']
}

async function valuate(
  coin: CoinCode,
  quotes: readonly Quote[],
  until: number,
  {
    currentRate = null,
    currentFeeRate = null,
    from = until,
    watchedSince = 0,
    isMined = true,
    now = until + hour,
    status = 'unpaid',
  }: Situation = {},
) {
  const [quote, ...pastQuotes] = quotes
  const createSnapshot = (id: string): RateSnapshot => {
    const value = createDecimal(BigInt(id), 0)
    const rate = { isAgreed: true, value, sources: [], observedAt: 0, validUntil: 1e9 } as const
    return {
      id,
      takenAt: 0,
      currency: 'USD',
      rates: new Map([[coin, rate]]),
      feeRates: new Map([[coin, 1n]]),
    }
  }
  const feeRates = new Map(currentFeeRate === null ? [] : [[coin, currentFeeRate]])
  const computeValuation = createValuation({
    reader: {
      findPastQuotes: async (_, before, limit) =>
        pastQuotes.filter(({ quotedAt }) => quotedAt < before).slice(0, limit),
    },
    getSnapshot: async (id) => createSnapshot(id),
    storeNewestRates: async () =>
      currentRate === null
        ? { ...createSnapshot('0'), rates: new Map() }
        : { ...createSnapshot(String(currentRate)), feeRates },
    settings: { quoteMs: 10, graceMs: 0 },
    clock: createManualClock(now),
  })
  const invoice = { uid: 'uid', status, quote } as unknown as Invoice
  const sighting = { from, until, watchedSince, isMined }
  return computeValuation(invoice, coin, { amount: toBaseUnits(100_000_000n), ...sighting })
}

async function valueCoins(...args: Parameters<typeof valuate>): Promise<string | null> {
  const valuation = await valuate(...args)
  return valuation && formatDecimal(valuation.value)
}

test('without a current rate, coins are valued at the newest quote that offers them, however many newer ones do not', async () => {
  const newer = Array.from({ length: 300 }, (_, index) => createQuote(10_000 - index * 10, 'BTC'))
  const older = [createQuote(70, 'LTC'), createQuote(60, 'LTC')]
  assert.equal(await valueCoins('LTC', [...newer, ...older], 10_005), '70')
  assert.equal(await valueCoins('LTC', [...older], 10_005), '70')
  assert.equal(await valueCoins('DASH', [...newer, ...older], 10_005), null)
})

test('other work runs between two pages of old quotes', async () => {
  let turns = 0
  const countTurns = () => {
    turns++
    turn = setImmediate(countTurns)
  }
  let turn = setImmediate(countTurns)
  const quotes = Array.from({ length: 128 * 20 }, (_, index) => createQuote(100_000 - index * 10, 'BTC'))
  assert.equal(await valueCoins('LTC', quotes, 100_005), null)
  clearImmediate(turn)
  assert.ok(turns >= 20, `${turns} turns`)
})

test('of the quotes that are valid when the coins are seen, the best for the payer decides', async () => {
  const quotes = [createQuote(208, 'LTC'), createQuote(205, 'LTC'), createQuote(190, 'LTC')]
  assert.equal(await valueCoins('LTC', quotes, 209), '208')
  assert.equal(await valueCoins('LTC', quotes, 206), '205')
  assert.equal(await valueCoins('LTC', quotes, 199), '190')
  const falling = [createQuote(208, 'LTC', 80), createQuote(205, 'LTC', 95), createQuote(203, 'LTC', 90)]
  assert.equal(await valueCoins('LTC', falling, 208), '95')
  assert.equal(await valueCoins('LTC', falling.slice(0, 1), 208, { currentRate: 77 }), '80')
})

test('coins that were seen when no quote was valid are valued at the current rate', async () => {
  const quotes = [createQuote(200, 'LTC')]
  for (const status of ['unpaid', 'paid', 'reversed'] as const)
    assert.equal(await valueCoins('LTC', quotes, 210, { currentRate: 77, status }), '77')
  assert.equal(await valueCoins('LTC', quotes, 209, { currentRate: 77 }), '200')
})

test('coins for an invoice that has ended are valued at its newest quote', async () => {
  for (const status of ['expired', 'cancelled'] as const)
    assert.equal(await valueCoins('LTC', [createQuote(200, 'LTC')], 210, { currentRate: 77, status }), '200')
})

test('a quote applies that was valid when the node got the coins, or when the service found them', async () => {
  const quotes = [createQuote(230, 'LTC'), createQuote(200, 'LTC')]
  assert.equal(await valueCoins('LTC', quotes, 300, { currentRate: 77, from: 205 }), '230')
  assert.equal(await valueCoins('LTC', quotes, 220, { currentRate: 77, from: 205 }), '200')
  assert.equal(await valueCoins('LTC', quotes, 231, { currentRate: 77, from: 215 }), '230')
})

test('the newest quote applies to an open invoice if the coins may have been sent in time, unseen', async () => {
  const quotes = [createQuote(200, 'LTC')]
  for (const [watchedSince, value] of [
    [null, '200'],
    [210, '200'],
    [209, '77'],
  ] as const)
    assert.equal(await valueCoins('LTC', quotes, 300, { currentRate: 77, watchedSince }), value)
  // An hour later, most wallets have sent them again.
  const watched = { currentRate: 77, watchedSince: 210 }
  assert.equal(await valueCoins('LTC', quotes, 209 + hour, watched), '200')
  assert.equal(await valueCoins('LTC', quotes, 210 + hour, watched), '77')
  const reversed = { currentRate: 77, watchedSince: null, status: 'reversed' } as const
  assert.equal(await valueCoins('LTC', quotes, 300, reversed), '77')
})

test('without a current rate, coins in the mempool have no value before they are mined', async () => {
  const quotes = [createQuote(200, 'LTC')]
  assert.equal(await valueCoins('LTC', quotes, 300, { isMined: false }), null)
  assert.equal(await valueCoins('LTC', quotes, 300), '200')
  assert.equal(await valueCoins('LTC', quotes, 205, { isMined: false }), '200')
})

test('a quote that was made before the clock was set back still applies', async () => {
  assert.equal(await valueCoins('LTC', [createQuote(200, 'LTC')], 100, { currentRate: 77, now: 100 }), '200')
  // Not one that was made after an older block.
  const quotes = [createQuote(200, 'LTC'), createQuote(100, 'LTC', 90)]
  assert.equal(await valueCoins('LTC', quotes, 105, { currentRate: 77, now: 205 }), '90')
})

test('at the current rate, the current fee rate applies, or that of the newest quote if the node reports none', async () => {
  const quotes = [createQuote(200, 'LTC')]
  assert.equal((await valuate('LTC', quotes, 300, { currentRate: 77, currentFeeRate: 2n }))?.feeRate, 2n)
  assert.equal((await valuate('LTC', quotes, 300, { currentRate: 77 }))?.feeRate, 1n)
})
