import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../../test/helpers/databases.ts'
import { daysAfterStart, openSortedList } from '../../test/helpers/sorted-list.ts'
import { createInvoicePager, type Sort } from './browse.ts'
import type { InvoiceFilters } from './list.ts'

const { lister, busy, other, rows, expected } = await openSortedList(fileScope)

/** All pages in sequence, each starting where the last one ended. */
async function listAllPages(
  filters: InvoiceFilters,
  { by, direction }: Sort,
  limit: number,
): Promise<string[]> {
  const found: string[] = []
  for (let after: string | null = null; ; after = found.at(-1) ?? null) {
    const page: readonly string[] =
      by === 'created'
        ? (await lister.listPage(busy, filters, after, limit, direction)).map(({ uid }) => uid)
        : ((await lister.listSorted(busy, filters, { by, direction, after, limit })) ?? assert.fail())
    found.push(...page)
    if (page.length < limit) return found
  }
}

const sorts: Sort[] = (['created', 'paid', 'amount'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
)

const search = (text: string): InvoiceFilters => ({ search: { text, words: [], amount: null } })

const filterSets: InvoiceFilters[] = [
  {},
  { status: 'paid' },
  { status: 'reversed' },
  { status: 'expired' },
  { currency: 'USD' },
  { currency: 'EUR' },
  { currency: 'GBP' },
  { coin: 'LTC' },
  { status: 'paid', currency: 'USD', coin: 'LTC' },
  { createdFrom: daysAfterStart(10), createdTo: daysAfterStart(50) },
  { createdFrom: daysAfterStart(50) },
  { status: 'unpaid', createdTo: daysAfterStart(5) },
  { paidFrom: daysAfterStart(5), paidTo: daysAfterStart(55) },
  { paidFrom: daysAfterStart(20), paidTo: daysAfterStart(22) },
  { paidTo: daysAfterStart(50), status: 'paid', currency: 'USD' },
  { paidFrom: daysAfterStart(30), status: 'reversed' },
  {
    paidFrom: daysAfterStart(5),
    paidTo: daysAfterStart(55),
    createdFrom: daysAfterStart(6),
    createdTo: daysAfterStart(40),
  },
  { paidFrom: daysAfterStart(13), paidTo: daysAfterStart(12) },
  { status: 'unpaid', paidFrom: daysAfterStart(1) },
  search('order-web-17'),
  search('order-web'),
  { ...search('order-web'), status: 'paid', paidFrom: daysAfterStart(10) },
  { search: { text: '12.5', words: [], amount: '12.5' } },
  { search: { text: 'lamp', words: ['lamp'], amount: null } },
  { search: { text: 'rug', words: ['rug'], amount: null }, createdFrom: daysAfterStart(20) },
]

for (const sort of sorts)
  test(`pages sorted by ${sort.by}, ${sort.direction}, together contain all matches in order, whatever the filters`, async () => {
    for (const filters of filterSets)
      assert.deepEqual(
        await listAllPages(filters, sort, filters.search ? 1_103 : 617),
        expected(filters, sort),
        JSON.stringify(filters),
      )
    for (const filters of [
      {},
      { currency: 'JPY' },
      { status: 'cancelled' as const, createdFrom: daysAfterStart(58) },
    ])
      assert.deepEqual(
        await listAllPages(filters, sort, 29),
        expected(filters, sort),
        JSON.stringify(filters),
      )
  })

test('a search with too many matches is not sorted', async () => {
  for (const by of ['paid', 'amount'] as const)
    assert.equal(
      await lister.listSorted(busy, search('order'), { by, direction: 'asc', after: null, limit: 10 }),
      null,
    )
})

test('a page continues after an invoice that no longer matches, but not after one of another account', async () => {
  const sort: Sort = { by: 'amount', direction: 'asc' }
  const filters: InvoiceFilters = { status: 'cancelled' }
  const all = expected({ currency: 'USD' }, sort)
  const lastPaid =
    rows.find(({ uid, status }) => all.indexOf(uid) > 2_000 && status === 'paid') ?? assert.fail()
  const cancelled = new Set(expected(filters, sort))
  const behind = expected({}, sort).filter((uid) => cancelled.has(uid) || uid === lastPaid.uid)
  const page = { ...sort, by: 'amount', limit: 50 } as const
  assert.deepEqual(
    await lister.listSorted(busy, filters, { ...page, after: lastPaid.uid }),
    behind.slice(behind.indexOf(lastPaid.uid) + 1).slice(0, 50),
  )
  const [{ uid: foreign } = { uid: '' }] = await lister.listPage(other, {}, null, 1)
  for (const each of [filters, {}, { currency: 'USD' }])
    assert.deepEqual(await lister.listSorted(busy, each, { ...page, after: foreign }), [])
})

test('a page keeps the sort order and returns the start of the next one', async () => {
  const sort: Sort = { by: 'paid', direction: 'desc' }
  const filters: InvoiceFilters = { status: 'paid', createdFrom: daysAfterStart(57) }
  const all = expected(filters, sort)
  const reader = {
    ...lister,
    findMany: async (uids: readonly string[]) => uids.toReversed().map((uid) => ({ uid })),
  }
  const browse = createInvoicePager(reader as unknown as typeof lister)
  const page = await browse(busy, { filters, sort, limit: 10, cursor: all[4] ?? '' })
  assert.deepEqual(
    page?.invoices.map(({ uid }) => uid),
    all.slice(5, 15),
  )
  assert.equal(page?.next, all[14])
})
