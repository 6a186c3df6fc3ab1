import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAlert, openSignedInBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { insertSales } from '../helpers/insert-sales.ts'
import { startListing } from '../helpers/invoice-lists.ts'

const service = await startListing(fileScope)
const path = '/dashboard/invoices'

/** A new merchant, signed in. Of its three invoices the oldest was paid last, the newest never. */
async function open(name: string) {
  const bodies = [{ amount: 9.5 }, { amount: 100 }, { amount: 12 }]
  const merchant = await service.createMerchantWithInvoices(name, bodies)
  const { uids } = merchant
  for (const uid of [uids[1], uids[0]]) {
    service.clock.advance(1_000)
    assert.equal((await service.pay(uid ?? '', 'LTC')).reply.status, 200)
  }
  return { ...merchant, browser: await openSignedInBrowser(service, merchant.id) }
}

async function listPage(browser: TestBrowser, query = ''): Promise<string> {
  const { status, text } = await browser.get(`${path}${query}`)
  assert.equal(status, 200, getAlert(text) ?? text)
  return text
}

const findUids = (page: string): string[] =>
  [...page.matchAll(/<th scope="row"><a href="\/dashboard\/invoices\/([0-9a-z]{36})/g)].map(
    ([, uid = '']) => uid,
  )

/** The link of that column's heading, and the sort order it announces. */
function heading(page: string, name: string) {
  const found = new RegExp(
    `<th scope="col"(?: aria-sort="(\\w+)")?><a class="sort" href="([^"]*)">${name}`,
  ).exec(page)
  const [, order = null, href = assert.fail(`no heading ${name}`)] = found ?? []
  return { order, href: href.replaceAll('&#38;', '&') }
}

test('the list can be sorted by creation, payment and amount in both directions; unpaid ones come last', async () => {
  const { uids, browser } = await open('sorts')
  const [first, second, third] = uids
  for (const [sort, expected] of [
    ['-created', [third, second, first]],
    ['created', [first, second, third]],
    ['paid', [second, first, third]],
    ['-paid', [first, second, third]],
    ['amount', [first, third, second]],
    ['-amount', [second, third, first]],
  ] as const)
    assert.deepEqual(findUids(await listPage(browser, `?sort=${sort}`)), expected, sort)
  assert.match(await listPage(browser, '?sort=-paid'), /Latest payment first. Unpaid invoices come last./)
  assert.match(await listPage(browser, '?sort=amount'), /Smallest amount first, within each currency./)
})

test('a heading announces its order and links to the opposite; other columns start descending', async () => {
  const { browser } = await open('headings')
  const page = await listPage(browser)
  assert.deepEqual(heading(page, 'Created'), { order: 'descending', href: `${path}?sort=created` })
  assert.deepEqual(heading(page, 'Paid'), { order: null, href: `${path}?sort=-paid` })
  assert.deepEqual(heading(page, 'Amount'), { order: null, href: `${path}?sort=-amount` })
  const paid = await listPage(browser, '?sort=-paid')
  assert.deepEqual(heading(paid, 'Created'), { order: null, href: path })
  assert.deepEqual(heading(paid, 'Paid'), { order: 'descending', href: `${path}?sort=paid` })
  const firstPage = await listPage(browser, '?sort=paid')
  assert.deepEqual(heading(firstPage, 'Paid'), { order: 'ascending', href: `${path}?sort=-paid` })
  assert.equal([...firstPage.matchAll(/aria-sort=/g)].length, 1)
})

test('filters, presets, the form and the pager keep the order; another order starts at the first page', async () => {
  const { uids, browser } = await open('keeps')
  const hrefs = (page: string): string[] =>
    [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'))
  const page = await listPage(browser, '?status=paid&q=12&currency=USD&sort=amount')
  for (const left of ['q=12&currency=USD', 'q=12&status=paid'])
    assert.ok(hrefs(page).includes(`${path}?${left}&sort=amount`), left)
  assert.match(page, /<input type="hidden" name="sort" value="amount">/)
  const presets = [...page.matchAll(/class="date-preset" href="([^"]*)"/g)].map(([, href = '']) => href)
  assert.equal(presets.length, 3)
  for (const preset of presets) assert.match(preset, /&#38;sort=amount$/)
  const first = await listPage(browser, '?sort=-paid&limit=1')
  const next = `${path}?sort=-paid&limit=1&cursor=${uids[0]}`
  assert.ok(hrefs(first).includes(next))
  const second = await listPage(browser, next.slice(path.length))
  assert.deepEqual(findUids(second), [uids[1]])
  assert.ok(hrefs(second).includes(`${path}?sort=-paid&limit=1`))
  assert.deepEqual(heading(second, 'Amount').href, `${path}?sort=-amount&limit=1`)
  // The exports ignore the order: they are always newest first.
  assert.ok(hrefs(second).includes('/invoices.csv'))
})

test("an unknown order gets 400 with the page, and the form doesn't send it again", async () => {
  const { browser } = await open('unknown')
  for (const query of ['sort=status', 'sort=--paid', 'sort=constructor', 'sort=paid&sort=amount']) {
    const { status, text } = await browser.get(`${path}?${query}`)
    assert.equal(status, 400, query)
    assert.match(getAlert(text) ?? '', /filter is invalid/, query)
    assert.ok(!text.includes('name="sort"'))
    assert.deepEqual(findUids(text), [])
  }
  const { status } = await browser.get(`${path}?sort=`)
  assert.equal(status, 303)
})

test('the API accepts no order but its own', async () => {
  const { token, uids } = await open('api')
  assert.equal((await service.request('/invoices?sort=paid', { token })).status, 400)
  assert.equal((await service.request('/invoices.csv?sort=paid', { token })).status, 400)
  const { invoices } = await service.list('', token)
  assert.deepEqual(
    invoices.map(({ invoice }) => invoice.uid),
    uids.toReversed(),
  )
})

test('a search with too many matches says so, with a link to them, newest first', async () => {
  const { id } = await service.anotherMerchant('many')
  const browser = await openSignedInBrowser(service, id)
  const createSale = (index: number) => ({ paidAt: service.clock.now(), externalId: `order-${index}` })
  for (let from = 0; from < 5_001; from += 1_000)
    await insertSales(
      service,
      id,
      Array.from({ length: Math.min(1_000, 5_001 - from) }, (_, index) => createSale(from + index)),
    )
  const page = await listPage(browser, '?q=order&sort=amount')
  assert.match(page, /Too many invoices to sort/)
  assert.match(page, /More than 5,000 invoices match/)
  assert.match(page, /<a href="\/dashboard\/invoices\?q=order">Show newest first<\/a>/)
  assert.deepEqual(findUids(page), [])
  const all = await listPage(browser, '?currency=USD&sort=-amount&limit=10')
  assert.equal(findUids(all).length, 10)
  const searchPage = await listPage(browser, '?q=order-12&sort=-amount')
  assert.match(searchPage, /Matching invoices: 111, total/)
  assert.equal(findUids(searchPage).length, 50)
})
