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

const createSale = (sum: string, { currency = 'USD', coin = 'BTC', count = 1 } = {}): SalesTotal => ({
  sum: parseDecimal(sum) ?? assert.fail(),
  currency,
  coin,
  count,
})
const computeSum = (...sales: SalesTotal[]): string => formatDecimal(computeRevenue(sales).sum)

test('sums are exact where floats are not', () => {
  assert.equal(computeSum(createSale('0.1'), createSale('0.2')), '0.3')
  assert.equal(computeSum(createSale('1.005'), createSale('1.005'), createSale('1.005')), '3.015')
  assert.equal(computeSum(...Array.from({ length: 10_000 }, () => createSale('0.0001'))), '1')
  // The total of 100 000 invoices of the maximum amount, and a hundredth more.
  assert.equal(
    computeSum(createSale('100000000000000000000'), createSale('0.01')),
    '100000000000000000000.01',
  )
})

test('revenue counts the invoices', () => {
  assert.equal(computeRevenue([createSale('1', { count: 2 }), createSale('2', { count: 3 })]).count, 5)
  assert.deepEqual(computeRevenue([]), noRevenue)
})

test('merged sales give the same sums, one per currency and coin', () => {
  const sales = [
    createSale('0.1'),
    createSale('0.2', { count: 2 }),
    createSale('1', { coin: 'LTC' }),
    createSale('1', { currency: 'EUR' }),
  ]
  assert.deepEqual(mergeSales(sales), [
    createSale('0.3', { count: 3 }),
    createSale('1', { coin: 'LTC' }),
    createSale('1', { currency: 'EUR' }),
  ])
  assert.deepEqual(computeRevenue(mergeSales(sales)), computeRevenue(sales))
})

test('the account’s own currency comes first even without a sale, and each other currency has its own line', () => {
  const lines = sumByCurrency(
    [
      createSale('3', { currency: 'JPY' }),
      createSale('1', { currency: 'EUR' }),
      createSale('2', { currency: 'EUR' }),
    ],
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
    createSale('1', { coin: 'LTC' }),
    createSale('1', { coin: 'LTC' }),
    createSale('1', { coin: 'BTC' }),
    createSale('0.003', { coin: 'DOGE' }),
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
  const coins = sumByCoin([createSale('1', { coin: 'LTC' }), createSale('1.0', { coin: 'BCH' })]).map(
    ({ coin }) => coin,
  )
  assert.deepEqual(coins, ['BCH', 'LTC'])
})
