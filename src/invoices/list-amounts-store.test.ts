import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../../test/helpers/databases.ts'
import { daysAfterStart, openSortedList } from '../../test/helpers/sorted-list.ts'
import { formatDecimal } from '../kernel/money.ts'
import type { InvoiceFilters } from './list.ts'

const { lister, busy, rows, matching } = await openSortedList(fileScope)

test('the amounts of a list are exactly those of the matching invoices, whatever the filters', async () => {
  const search = { text: 'order-web', words: [], amount: null }
  for (const filters of [
    {},
    { status: 'paid' },
    { currency: 'EUR', createdFrom: daysAfterStart(10) },
    { currency: 'GBP' },
    { paidFrom: daysAfterStart(5), paidTo: daysAfterStart(55) },
    { paidFrom: daysAfterStart(20), paidTo: daysAfterStart(22), coin: 'LTC' },
    { search },
    { search: { text: '12.5', words: [], amount: '12.5' }, status: 'expired' },
  ] satisfies InvoiceFilters[]) {
    const counts = new Map<string, number>()
    for (const { status, currency, amount } of matching(filters)) {
      const name = `${status} ${amount} ${currency}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const found = new Map<string, number>()
    for (const { status, currency, amount, count } of (await lister.listAmounts(
      busy,
      filters,
      rows.length,
    )) ?? []) {
      const name = `${status} ${formatDecimal(amount)} ${currency}`
      found.set(name, (found.get(name) ?? 0) + count)
    }
    assert.deepEqual(found, counts, JSON.stringify(filters))
  }
})

test('above the requested number of invoices no amounts are returned', async () => {
  assert.equal(await lister.listAmounts(busy, {}, rows.length - 1), null)
  assert.notEqual(await lister.listAmounts(busy, {}, rows.length), null)
})
