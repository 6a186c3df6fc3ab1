import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAlert, openSignedInBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startListing } from '../helpers/invoice-lists.ts'
import { linksPath } from '../helpers/links.ts'

const service = await startListing(fileScope)
const path = '/dashboard/invoices'

/** A new merchant, signed in, with invoices of these external ids, the oldest first. */
async function open(name: string, bodies: readonly Record<string, unknown>[] = []) {
  const merchant = await service.createMerchantWithInvoices(name, bodies)
  return { ...merchant, browser: await openSignedInBrowser(service, merchant.id) }
}

/** The listed invoices by uid. */
const findUids = (page: string): string[] =>
  [...page.matchAll(/<th scope="row"><a href="\/dashboard\/invoices\/([0-9a-z]{36})/g)].map(
    ([, uid = '']) => uid,
  )

async function listPage(browser: TestBrowser, query = ''): Promise<string> {
  const { status, text } = await browser.get(`${path}${query}`)
  assert.equal(status, 200, getAlert(text) ?? text)
  return text
}

const linkNamed = (page: string, name: string): string | null => {
  const [, href = null] = new RegExp(`<a[^>]* href="([^"]*)"[^>]*>(?:<span>)?${name}`).exec(page) ?? []
  return href?.replaceAll('&#38;', '&') ?? null
}

const texts = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))

const bodies = ['order 1', 'order 2', 'order 3'].map((external_id, index) => ({
  external_id,
  amount: 10 + index,
}))

test('the list shows the account’s own invoices, newest first, with amount, status, external id and time', async () => {
  const { uids, browser } = await open('lists', bodies)
  const page = await listPage(browser)
  assert.deepEqual(findUids(page), uids.toReversed())
  const [, row = ''] = /<tbody>(<tr>[\s\S]*?<\/tr>)/.exec(page) ?? []
  assert.match(texts(row), /\$12\.00 +Unpaid +– +order 3 +Mar 1, 2026, 12:0\d/)
})

test("the list accepts the API's filters and returns the same invoices", async () => {
  const { uids, token, browser } = await open('narrows', [...bodies, { currency: 'EUR', memo: 'Äpfel' }])
  await service.request(`/invoices/${uids[0]}`, { method: 'DELETE', token })
  for (const query of [
    'status=cancelled',
    'status=unpaid',
    'currency=EUR',
    'coin=LTC',
    'external_id=order%202',
    'q=order',
    'q=11.00',
    'q=%C3%A4pfel',
    `q=${uids[1]}`,
    'created_from=2026-03-01T12:00:00.000Z&status=unpaid',
    'created_to=2026-03-01T00:00:00.000Z',
    'paid_from=2026-03-01T12:00:00.000Z',
    'paid_to=2026-03-01T12:00:00.000Z&currency=EUR',
    'limit=2',
  ]) {
    const { invoices } = await service.list(query, token)
    assert.deepEqual(
      findUids(await listPage(browser, `?${query}`)),
      invoices.map(({ invoice }) => invoice.uid),
      query,
    )
  }
})

test('q finds the txid of a payment, and the coin column names the coin', async () => {
  const { uids, browser } = await open('paid', bodies)
  const { signed, reply } = await service.pay(uids[1] ?? '', 'LTC')
  assert.equal(reply.status, 200)
  const page = await listPage(browser, `?q=${signed.txid}`)
  assert.deepEqual(findUids(page), [uids[1]])
  assert.match(texts(page), /Paid[\s\S]* LTC/)
})

test('empty form fields are dropped from the URL, and days become timestamps in the account’s time zone', async () => {
  const { id, browser } = await open('zoned', bodies)
  await service.database.transact((sql) =>
    sql.query.updateTable('accounts').set({ time_zone: 'Europe/Berlin' }).where('id', '=', id).execute(),
  )
  const { status, headers } = await browser.get(
    `${path}?q=&status=unpaid&coin=&currency=&external_id=&from_day=2026-03-01&to_day=2026-03-01`,
  )
  assert.equal(status, 303)
  const to = new URL(String(headers.location), service.baseUrl)
  assert.deepEqual(Object.fromEntries(to.searchParams), {
    status: 'unpaid',
    created_from: '2026-02-28T23:00:00.000Z',
    created_to: '2026-03-01T23:00:00.000Z',
  })
  const page = await listPage(browser, to.search)
  assert.equal(findUids(page).length, 3)
  assert.match(page, /name="from_day" type="date"[^>]* value="2026-03-01"/)
  assert.match(page, /name="to_day" type="date"[^>]* value="2026-03-01"/)
  // In the account's zone, UTC on hover.
  assert.match(page, /title="Mar 1, 2026, 1\d:\d\d UTC">Mar 1, 2026, 1\d:\d\d</)
})

test('a timestamp that no field can show is kept when the form is submitted', async () => {
  const { browser } = await open('moments')
  const page = await listPage(browser, '?created_from=2026-03-01T12:34:00.000Z')
  assert.match(page, /<input type="hidden" name="created_from" value="2026-03-01T12:34:00.000Z">/)
})

test('a payment range is described in plain language, and stays when another filter changes', async () => {
  const { id, browser } = await open('paid-range', bodies)
  await service.database.transact((sql) =>
    sql.query.updateTable('accounts').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', id).execute(),
  )
  const { headers } = await browser.get(
    `${path}?status=paid&from_day=&to_day=&paid_from_day=2026-03-01&paid_to_day=2026-03-02`,
  )
  const range = 'paid_from=2026-02-28T15%3A00%3A00.000Z&paid_to=2026-03-02T15%3A00%3A00.000Z'
  assert.equal(headers.location, `${path}?status=paid&${range}`)
  const page = await listPage(browser, `?status=paid&${range}`)
  assert.equal(linkNamed(page, 'Status: '), `${path}?${range}`)
  assert.equal(
    linkNamed(page, 'Paid from <bdi[^>]*>2026-03-01'),
    `${path}?status=paid&${range.split('&')[1]}`,
  )
  assert.equal(linkNamed(page, 'Paid to <bdi[^>]*>2026-03-02'), `${path}?status=paid&${range.split('&')[0]}`)
  // Both are kept with everything else in the form.
  assert.match(page, /name="paid_from_day" type="date"[^>]* value="2026-03-01"/)
  assert.match(page, /name="paid_to_day" type="date"[^>]* value="2026-03-02"/)
  const hours = await listPage(
    browser,
    '?paid_from=2026-03-01T03:30:00.000Z&paid_to=2026-03-01T04:30:00.000Z',
  )
  assert.match(texts(hours), /Paid from Mar 1, 2026, 12:30[\s\S]*Paid before Mar 1, 2026, 13:30/)
  assert.match(hours, /<input type="hidden" name="paid_to" value="2026-03-01T04:30:00.000Z">/)
  for (const [lang, words] of [
    ['de', /Bezahlt ab [\s\S]*Bezahlt bis /],
    ['ar', /دُفعت من [\s\S]*دُفعت إلى /],
  ] as const)
    assert.match(texts(await listPage(browser, `?lang=${lang}&${range}`)), words)
})

test('each active filter has a link that removes it, and one link clears all', async () => {
  const { browser } = await open('chips', bodies)
  const page = await listPage(browser, '?status=unpaid&q=order&external_id=order+1')
  assert.equal(linkNamed(page, 'Status: '), `${path}?q=order&external_id=order+1`)
  assert.equal(linkNamed(page, 'Search: '), `${path}?status=unpaid&external_id=order+1`)
  assert.equal(linkNamed(page, 'Clear filters'), path)
  assert.equal(linkNamed(await listPage(browser), 'Clear filters'), null)
})

test('pages are linked by a cursor: to the next one, and back to the first', async () => {
  const { uids, browser } = await open('pages', bodies)
  const first = await listPage(browser, '?limit=2&status=unpaid')
  assert.deepEqual(findUids(first), [uids[2], uids[1]])
  assert.equal(linkNamed(first, 'First page'), null)
  const next = linkNamed(first, 'Next page') ?? assert.fail()
  assert.equal(next, `${path}?status=unpaid&limit=2&cursor=${uids[1]}`)
  const second = await listPage(browser, next.slice(path.length))
  assert.deepEqual(findUids(second), [uids[0]])
  assert.equal(linkNamed(second, 'Next page'), null)
  assert.equal(linkNamed(second, 'First page'), `${path}?status=unpaid&limit=2`)
})

test('exports contain exactly the filtered list, with every row', async () => {
  const { uids, token, browser } = await open('exports', bodies)
  await service.request(`/invoices/${uids[0]}`, { method: 'DELETE', token })
  const page = await listPage(browser, '?status=unpaid&q=order&limit=1')
  const csv = linkNamed(page, 'CSV') ?? assert.fail()
  assert.equal(csv, '/invoices.csv?q=order&status=unpaid')
  const rows = (await browser.get(csv)).text.trim().split('\r\n').slice(1)
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    [uids[2], uids[1]],
  )
  const lines = await browser.get(linkNamed(page, 'JSON Lines') ?? assert.fail())
  assert.equal(lines.status, 200)
  assert.equal(lines.text.trim().split('\n').length, 2)
})

test('an invalid filter gets 400 with the form, the typed values and an error', async () => {
  const { browser } = await open('mistaken', bodies)
  for (const query of [
    'status=settled',
    'from_day=2026-02-30',
    'currency=dollars&q=kept',
    'nonsense=1',
    'limit=9999',
  ]) {
    const [first, location] = [await browser.get(`${path}?${query}`), `${path}?${query}`]
    const { status, text } = first.status === 303 ? await browser.get(String(first.headers.location)) : first
    assert.equal(status, 400, location)
    assert.match(getAlert(text) ?? '', /filter is invalid/, location)
    assert.deepEqual(findUids(text), [])
  }
  const { text } = await browser.get(`${path}?currency=dollars&q=kept`)
  assert.match(text, /<option value="dollars" selected>/)
  assert.match(text, /name="q"[^>]* value="kept"/)
})

test('typed values are text on the page, never markup', async () => {
  const { browser } = await open('escaped', [{ external_id: '<script>alert(1)</script>' }])
  const page = await listPage(browser, `?q=${encodeURIComponent('<script>')}`)
  assert.equal(findUids(page).length, 1)
  assert.ok(!/<script>|"><script/.test(page))
})

test('an empty list explains how to create an invoice; one without matches, how to search', async () => {
  const { browser } = await open('nobody')
  const empty = await listPage(browser)
  assert.match(texts(empty), /No invoices yet[\s\S]*curl [\s\S]*\/invoices -u "\$TOKEN:"/)
  assert.equal(linkNamed(empty, 'New invoice'), `${path}/new`)
  const unmatched = await listPage(browser, '?q=nothing')
  assert.match(texts(unmatched), /No matching invoices/)
  assert.equal(linkNamed(unmatched, 'Clear filters'), path)
})

test('a viewer sees the owner’s list under a banner, without any write; a stranger sees nothing', async () => {
  const [owner, viewer, stranger] = [await open('grants', bodies), await open('looks'), await open('strange')]
  await service.request(linksPath, { method: 'POST', token: owner.token, body: { email: viewer.email } })
  const page = await listPage(viewer.browser, `?account=${owner.id}&status=unpaid`)
  assert.equal(findUids(page).length, 3)
  assert.match(texts(page), /Read-only: grants@example\.com/)
  assert.equal(linkNamed(page, 'New invoice'), null)
  assert.match(page, new RegExp(`/dashboard/invoices/${owner.uids[2]}\\?account=${owner.id}"`))
  assert.match(page, new RegExp(`<input type="hidden" name="account" value="${owner.id}">`))
  const csv = linkNamed(page, 'CSV') ?? assert.fail()
  assert.equal(csv, `/invoices.csv?account=${owner.id}&status=unpaid`)
  assert.equal((await viewer.browser.get(csv)).text.trim().split('\r\n').length, 4)
  const { status, text } = await stranger.browser.get(`${path}?account=${owner.id}`)
  assert.equal(status, 404)
  assert.ok(!text.includes('order'))
})

test('a timestamp beyond the calendar gets 400 with the page, in any time zone', async () => {
  const { browser } = await open('far')
  await browser.submit('/dashboard/settings/preferences', { time_zone: 'Europe/Berlin' })
  const { status, text } = await browser.get(`${path}?created_from=%2B275760-09-13T00:00:00.000Z`)
  assert.equal(status, 400, text)
})

test('the list shows payment times, memos and the totals of the filtered invoices', async () => {
  const { uids, browser } = await open('columns', [
    { amount: 10, memo: 'Blue lamp' },
    { amount: 2.5, memo: 'x'.repeat(100) },
    { amount: 4, currency: 'EUR' },
  ])
  await service.pay(uids[0] ?? '', 'LTC')
  assert.doesNotMatch(await listPage(browser), /class="totals"/)
  const page = await listPage(browser, '?created_from=2026-01-01')
  assert.match(texts(page), /Matching invoices: 3, total +\$12\.50 +\+ +€4\.00 +· paid +\$10\.00/)
  assert.match(page, new RegExp(`<bdi>${'x'.repeat(60)}…</bdi>`))
  const row =
    /<tr><th scope="row"><a href="[^"]*">[^<]*<bdi[^>]*>\$10\.00[\s\S]*?<\/tr>/.exec(page)?.[0] ?? page
  assert.match(row, /data-label="Paid"><time/)
  assert.match(row, /data-label="Memo"><bdi>Blue lamp/)
  assert.doesNotMatch(await listPage(browser, '?status=cancelled'), /class="totals"/)
})

test('currencies are selected from a list, and day presets keep the other filters', async () => {
  const { browser } = await open('presets', [{ amount: 1 }])
  const page = await listPage(browser, '?status=unpaid&currency=JPY')
  assert.match(
    page,
    /<select id="currency" name="currency">[\s\S]*<option value="JPY" selected>JPY<\/option>/,
  )
  const today = linkNamed(page, 'Today') ?? ''
  assert.match(today, /\?status=unpaid&currency=JPY&created_from=2026-\d\d-\d\dT00%3A00%3A00\.000Z$/)
  assert.match(await listPage(browser, today.slice(path.length)), /aria-current="true">Today</)
})
