import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fileScope } from '../helpers/databases.ts'
import { getMemos, type Page, startListing } from '../helpers/invoice-lists.ts'
import type { Merchant } from '../helpers/service.ts'

const service = await startListing(fileScope)
const { list, createMerchantWithInvoices } = service

/** Follows the cursors to the end. */
async function allPages(query: string, { token }: Merchant): Promise<string[]> {
  const uids: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await list(`${query}${cursor === null ? '' : `&cursor=${cursor}`}`, token)
    uids.push(...page.invoices.map(({ invoice }) => invoice.uid))
    cursor = page.next_cursor
  } while (cursor !== null)
  return uids
}

test('limit is 50 by default, 200 at most; next_cursor leads to the next page, and is null on the last', async () => {
  const merchant = await createMerchantWithInvoices(
    'many',
    Array.from({ length: 103 }, (_, index) => ({ memo: `${index}` })),
  )
  const first = await list('', merchant.token)
  assert.equal(first.invoices.length, 50)
  const second = await list(`cursor=${first.next_cursor}`, merchant.token)
  assert.equal(second.invoices.length, 50)
  const third = await list(`cursor=${second.next_cursor}`, merchant.token)
  assert.equal(third.invoices.length, 3)
  assert.equal(third.next_cursor, null)
  assert.deepEqual(
    [...getMemos(first), ...getMemos(second), ...getMemos(third)],
    merchant.uids.map((_, index) => `${102 - index}`),
  )
  assert.equal((await list('limit=200', merchant.token)).invoices.length, 103)
  assert.equal((await list('limit=103', merchant.token)).next_cursor, null)
})

test('another account’s cursor gives no access to its invoices', async () => {
  const one = await createMerchantWithInvoices('cursor-one', [{ memo: 'a' }, { memo: 'b' }])
  const other = await createMerchantWithInvoices('cursor-other', [{ memo: 'c' }, { memo: 'd' }])
  const { next_cursor } = await list('limit=1', other.token)
  assert.deepEqual(getMemos(await list(`cursor=${next_cursor}`, one.token)), ['b', 'a'])
})

test('the pages together are the list, without duplicates or gaps, while other invoices are created', async () => {
  const merchant = await createMerchantWithInvoices(
    'paged',
    Array.from({ length: 25 }, () => ({ memo: 'word' })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom('', 'q=word&', 'status=unpaid&'),
      async (limit, filter) => {
        const before = await allPages(`${filter}limit=200`, merchant)
        const creation = service.createInvoice({ memo: 'word' }, { token: merchant.token })
        const paged = await allPages(`${filter}limit=${limit}`, merchant)
        const { invoice } = await creation
        assert.deepEqual(paged, paged.toSorted().reverse())
        assert.equal(new Set(paged).size, paged.length)
        // An invoice created during the listing may or may not appear.
        assert.deepEqual(
          paged.filter((uid) => uid !== invoice.uid),
          before,
        )
      },
    ),
    { numRuns: 15 },
  )
})

test('invoices of the same millisecond have a stable order across pages', async () => {
  const merchant = await service.anotherMerchant('instant', ['LTC'])
  const created = await Promise.all(
    Array.from({ length: 20 }, () => service.createInvoice({}, { token: merchant.token })),
  )
  const uids = created
    .map(({ invoice }) => invoice.uid)
    .toSorted()
    .reverse()
  assert.deepEqual(await allPages('limit=3', merchant), uids)
})
