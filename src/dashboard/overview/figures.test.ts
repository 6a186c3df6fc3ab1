import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDecimal, parseDecimal } from '../../kernel/money.ts'
import {
  computeRevenue,
  mergeSales,
  noRevenue,
  type SalesTotal,
  sumByCoin,
  sumByCurrency,
} from './figures.ts'

const sale = (sum: string, { currency = 'USD', coin = 'BTC', count = 1 } = {}): SalesTotal => ({
  sum: parseDecimal(sum) ?? assert.fail(),
  currency,
  coin,
  count,
})
const computeSum = (...sales: SalesTotal[]): string => formatDecimal(computeRevenue(sales).sum)

test('sums are exact where floats are not', () => {
  assert.equal(computeSum(sale('0.1'), sale('0.2')), '0.3')
  assert.equal(computeSum(sale('1.005'), sale('1.005'), sale('1.005')), '3.015')
  assert.equal(computeSum(...Array.from({ length: 10_000 }, () => sale('0.0001'))), '1')
  // The total of 100 000 invoices of the maximum amount, and a hundredth more.
  assert.equal(computeSum(sale('100000000000000000000'), sale('0.01')), '100000000000000000000.01')
})

test('revenue counts the invoices', () => {
  assert.equal(computeRevenue([sale('1', { count: 2 }), sale('2', { count: 3 })]).count, 5)
  assert.deepEqual(computeRevenue([]), noRevenue)
})

test('merged sales give the same sums, one per currency and coin', () => {
  const sales = [
    sale('0.1'),
    sale('0.2', { count: 2 }),
    sale('1', { coin: 'LTC' }),
    sale('1', { currency: 'EUR' }),
  ]
  assert.deepEqual(mergeSales(sales), [
    sale('0.3', { count: 3 }),
    sale('1', { coin: 'LTC' }),
    sale('1', { currency: 'EUR' }),
  ])
  assert.deepEqual(computeRevenue(mergeSales(sales)), computeRevenue(sales))
})

test('the account’s own currency comes first even without a sale, and each other currency has its own line', () => {
  const lines = sumByCurrency(
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

test('coin shares are percentages of the total, the largest first', () => {
  const shares = sumByCoin([
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
  assert.deepEqual(sumByCoin([]), [])
})

test('equal shares are sorted by coin code', () => {
  const coins = sumByCoin([sale('1', { coin: 'LTC' }), sale('1.0', { coin: 'BCH' })]).map(({ coin }) => coin)
  assert.deepEqual(coins, ['BCH', 'LTC'])
})
