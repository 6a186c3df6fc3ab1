import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDecimal, parseDecimal } from '../../kernel/money.ts'
import { byCoin, byCurrency, condensed, noRevenue, type SalesTotal, takingsOf } from './figures.ts'

const sale = (sum: string, { currency = 'USD', coin = 'BTC', count = 1 } = {}): SalesTotal => ({
  sum: parseDecimal(sum) ?? assert.fail(),
  currency,
  coin,
  count,
})
const sumOf = (...sales: SalesTotal[]): string => formatDecimal(takingsOf(sales).sum)

test('a sum is exact where floats are not', () => {
  assert.equal(sumOf(sale('0.1'), sale('0.2')), '0.3')
  assert.equal(sumOf(sale('1.005'), sale('1.005'), sale('1.005')), '3.015')
  assert.equal(sumOf(...Array.from({ length: 10_000 }, () => sale('0.0001'))), '1')
  // What 100 000 invoices of the largest amount come to, and a hundredth.
  assert.equal(sumOf(sale('100000000000000000000'), sale('0.01')), '100000000000000000000.01')
})

test('it knows how many there are', () => {
  assert.equal(takingsOf([sale('1', { count: 2 }), sale('2', { count: 3 })]).count, 5)
  assert.deepEqual(takingsOf([]), noRevenue)
})

test('what is condensed comes to the same, one for each currency and coin', () => {
  const sales = [
    sale('0.1'),
    sale('0.2', { count: 2 }),
    sale('1', { coin: 'LTC' }),
    sale('1', { currency: 'EUR' }),
  ]
  assert.deepEqual(condensed(sales), [
    sale('0.3', { count: 3 }),
    sale('1', { coin: 'LTC' }),
    sale('1', { currency: 'EUR' }),
  ])
  assert.deepEqual(takingsOf(condensed(sales)), takingsOf(sales))
})

test('the account’s own currency comes first, even without a sale; the others have a line each', () => {
  const lines = byCurrency(
    [sale('3', { currency: 'JPY' }), sale('1', { currency: 'EUR' }), sale('2', { currency: 'EUR' })],
    'USD',
  )
  assert.deepEqual(
    lines.map(({ currency, sum, count }) => [currency, formatDecimal(sum), count]),
    [
      ['USD', '0', 0],
      ['EUR', '3', 2],
      ['JPY', '3', 1],
    ],
  )
})

test('the shares of the coins are of the whole, the largest first', () => {
  const shares = byCoin([
    sale('1', { coin: 'LTC' }),
    sale('1', { coin: 'LTC' }),
    sale('1', { coin: 'BTC' }),
    sale('0.003', { coin: 'DOGE' }),
  ])
  assert.deepEqual(
    shares.map(({ coin, thousandths }) => [coin, thousandths]),
    [
      ['LTC', 666],
      ['BTC', 333],
      ['DOGE', 1],
    ],
  )
  assert.deepEqual(byCoin([]), [])
})

test('equal shares stand in the order of their codes', () => {
  const coins = byCoin([sale('1', { coin: 'LTC' }), sale('1.0', { coin: 'BCH' })]).map(({ coin }) => coin)
  assert.deepEqual(coins, ['BCH', 'LTC'])
})
