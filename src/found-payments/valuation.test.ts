import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoinCode } from '../coins/index.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { Quote } from '../invoices/quote.ts'
import { createDecimal, formatDecimal, toBaseUnits } from '../kernel/money.ts'
import type { RateSnapshot } from '../rates/snapshot.ts'
import { createValuation } from './valuation.ts'

const createQuote = (quotedAt: number, code: CoinCode): Quote => ({
  snapshotId: String(quotedAt),
  quotedAt,
  expiresAt: quotedAt + 10,
  coins: [{ code, amountOffset: 0n }],
})

/** At a rate that equals the time of the quote. */
async function valueCoins(coin: CoinCode, quotes: readonly Quote[], seenAt: number): Promise<string | null> {
  const [quote, ...pastQuotes] = quotes
  const computeValuation = createValuation({
    reader: {
      findPastQuotes: async (_, before, limit) =>
        pastQuotes.filter(({ quotedAt }) => quotedAt < before).slice(0, limit),
    },
    refreshInvoice: async (invoice) => invoice,
    getSnapshot: async (id) => {
      const value = createDecimal(BigInt(id), 0)
      const rate = { isAgreed: true, value, sources: [], observedAt: 0, validUntil: 1e9 } as const
      const rates = new Map([[coin, rate]])
      return { id, takenAt: 0, currency: 'USD', rates, feeRates: new Map() } satisfies RateSnapshot
    },
    settings: { quoteMs: 10, graceMs: 0 },
  })
  const invoice = { uid: 'uid', quote } as unknown as Invoice
  const valuation = await computeValuation(invoice, coin, { amount: toBaseUnits(100_000_000n), seenAt })
  return valuation && formatDecimal(valuation.value)
}

test('coins are valued at the newest quote that offers them, however many newer ones do not', async () => {
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
})
