import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute } from '../../src/kernel/clock.ts'
import { getFormats } from '../../src/platform/web/language.ts'
import { getRows as tableOf } from '../helpers/csv.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Sale } from '../helpers/insert-sales.ts'
import { cards, findFigures, getPlainText, getRows, noon, startOverview } from '../helpers/overview.ts'

const service = await startOverview(fileScope)
const { clock, seller } = service

test('figures are for today, 7 and 30 days by payment time; reversed payments are excluded', async () => {
  const { readPage } = await seller('figures', [
    { paidAt: noon, amount: '0.1' },
    { paidAt: noon, amount: '0.2' },
    { paidAt: noon, amount: '1000', status: 'reversed' },
    { paidAt: noon - 6 * day, amount: '1' },
    { paidAt: noon - 7 * day, amount: '10' },
    { paidAt: noon - 29 * day, amount: '100' },
    { paidAt: noon - 30 * day, amount: '5000' },
  ])
  assert.deepEqual(cards(await readPage()), [
    'Today $0.30 Invoices: 2',
    '7 days $1.30 Invoices: 3',
    '30 days $111.30 Invoices: 5',
  ])
})

test('each other currency has its own line, below the account’s currency', async () => {
  const { readPage } = await seller(
    'currencies',
    [
      { paidAt: noon, amount: '9.99', currency: 'USD' },
      { paidAt: noon, amount: '1500', currency: 'JPY' },
      { paidAt: noon, amount: '1500', currency: 'JPY' },
      { paidAt: noon, amount: '3', currency: 'EUR' },
    ],
    { currency: 'EUR' },
  )
  const [today] = cards(await readPage())
  assert.equal(today, 'Today €3.00 Invoices: 1 ¥3,000 · Invoices: 2 $9.99 · Invoices: 1')
})

test('sums are exact for any number and size', async () => {
  const { readPage } = await seller('exact', [
    { paidAt: noon, amount: '1000000000000000' },
    ...Array.from({ length: 9 }, () => ({ paidAt: noon, amount: '999999999999999.99' })),
    { paidAt: noon, amount: '0.01' },
  ])
  assert.match(cards(await readPage())[0] ?? '', /\$9,999,999,999,999,999\.92/)
})

const edges: readonly [zone: string, now: string, begins: string][] = [
  ['UTC', '2026-03-30T12:00Z', '2026-03-30T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-30T12:00Z', '2026-03-29T18:15:00.000Z'],
  ['Pacific/Apia', '2026-03-30T12:00Z', '2026-03-30T11:00:00.000Z'],
  // The day on which clocks go forward.
  ['Europe/Berlin', '2026-03-29T20:00Z', '2026-03-28T23:00:00.000Z'],
  // The day on which they go back: a 25th hour.
  ['America/New_York', '2026-11-02T04:59:59.999Z', '2026-11-01T04:00:00.000Z'],
  // The day has no midnight.
  ['America/Santiago', '2026-09-06T12:00Z', '2026-09-06T04:00:00.000Z'],
]
for (const [zone, now, begins] of edges)
  test(`a day begins at local midnight in ${zone}: ${begins} at ${now}`, async (t) => {
    t.after(() => clock.set(noon))
    clock.set(Date.parse(now))
    const begin = Date.parse(begins)
    const { readPage } = await seller(
      `zone-${zone.replace('/', '-').toLowerCase()}`,
      [
        { paidAt: begin - 1, amount: '100' },
        { paidAt: begin, amount: '1' },
        { paidAt: Math.max(begin, Date.parse(now)), amount: '2' },
      ],
      { zone },
    )
    const [today, week] = cards(await readPage())
    assert.equal(today, 'Today $3.00 Invoices: 2')
    assert.equal(week, '7 days $103.00 Invoices: 3')
    assert.match(getPlainText(await readPage()), new RegExp(`Days are in ${zone}`))
  })

test('the period is in the URL: hours of today, 7 days, or 30', async () => {
  const { readPage } = await seller('periods', [
    { paidAt: noon - 10 * minute, amount: '4' },
    { paidAt: noon - day, amount: '5' },
    { paidAt: noon - 20 * day, amount: '6' },
  ])
  const week = getRows(await readPage(), 'Paid per day')
  assert.equal(week.length, 7)
  assert.equal(week[0], 'Mon, Mar 30 $4.00 1')
  assert.equal(week[1], 'Sun, Mar 29 $5.00 1')
  assert.equal(week[2], 'Sat, Mar 28 $0.00 0')
  const month = getRows(await readPage('?period=30d'), 'Paid per day')
  assert.equal(month.length, 30)
  assert.equal(month[20], 'Tue, Mar 10 $6.00 1')
  const today = getRows(await readPage('?period=today'), 'Paid per hour')
  // The hours so far.
  assert.equal(today.length, 13)
  assert.deepEqual(today.slice(0, 2), ['12:00 $0.00 0', '11:00 $4.00 1'])
  // An unknown period falls back to the default.
  assert.equal(getRows(await readPage('?period=year'), 'Paid per day').length, 7)
})

test('today has 23 or 25 hours when clocks change', async (t) => {
  t.after(() => clock.set(noon))
  for (const [now, count] of [
    ['2026-03-29T21:59Z', 23],
    ['2026-10-25T22:59Z', 25],
  ] as const) {
    clock.set(Date.parse(now))
    const { readPage } = await seller(`hours${count}`, [{ paidAt: clock.now() }], { zone: 'Europe/Berlin' })
    assert.equal(getRows(await readPage('?period=today'), 'Paid per hour').length, count)
  }
})

test('coin shares are of the total in the account’s currency', async () => {
  const { readPage } = await seller('shares', [
    { paidAt: noon, amount: '30', coin: 'BTC' },
    { paidAt: noon, amount: '10', coin: 'DOGE' },
    { paidAt: noon, amount: '500', coin: 'BSV', currency: 'EUR' },
  ])
  assert.deepEqual(getRows(await readPage(), 'Share by coin'), ['BTC $30.00 75% 1', 'DOGE $10.00 25% 1'])
})

test('the payment time is the median of the paid invoices, with its distribution', async () => {
  const createTimes = (ms: number): Sale => ({ paidAt: noon, createdAt: noon - ms })
  const { readPage } = await seller('times', [
    createTimes(20_000),
    createTimes(90_000),
    createTimes(2 * hour),
  ])
  assert.match(getPlainText(await readPage()), /Half of the invoices were paid within 1 min 30 sec \./)
  const rows = getRows(await readPage(), 'Time to payment')
  assert.deepEqual(
    rows.filter((row) => !row.endsWith(' 0')),
    ['Up to 30 sec 1', 'Over 1 min, up to 2 min 1', 'Over 1 hr 1'],
  )
})

const midnights: readonly [zone: string, midnight: string][] = [
  ['UTC', '2026-03-30T00:00:00.000Z'],
  ['Asia/Tokyo', '2026-03-29T15:00:00.000Z'],
  // Clocks went forward the day before.
  ['Europe/Berlin', '2026-03-29T22:00:00.000Z'],
]
for (const [zone, midnight] of midnights)
  test(`every figure links to exactly the rows that it counts, in ${zone}`, async () => {
    const today = Date.parse(midnight)
    const { token, browser, readPage } = await seller(
      `rows-${zone.replace('/', '-').toLowerCase()}`,
      [
        { paidAt: noon - minute, amount: '0.1' },
        { paidAt: noon - minute, amount: '0.2', coin: 'DOGE' },
        // Created before the range and paid within it, once on its very first millisecond.
        { paidAt: today, createdAt: today - 3 * hour, amount: '1' },
        { paidAt: today - 5 * day, createdAt: today - 29 * day, amount: '2', coin: 'BTC' },
        // Created yesterday and paid later; paid in its last millisecond.
        { paidAt: today + hour, createdAt: today - hour, amount: '4' },
        { paidAt: today - 1, createdAt: today - 2 * hour, amount: '8' },
        { paidAt: noon - 20 * day, amount: '16' },
        { paidAt: noon - 31 * day, createdAt: noon - 31 * day - hour, amount: '32' },
        { paidAt: noon - hour, amount: '64', status: 'reversed' },
        { paidAt: noon - hour, amount: '128.5', currency: 'EUR' },
        { paidAt: noon - 3 * day, amount: '256', currency: 'EUR', coin: 'BTC', status: 'reversed' },
        { paidAt: noon - 3 * day, amount: '512', currency: 'JPY' },
      ],
      { zone },
    )
    let followed = 0
    for (const period of ['today', '7d', '30d'])
      for (const { href, sum, count } of findFigures(await readPage(`?period=${period}`))) {
        const list = await browser.get(href)
        assert.equal(list.status, 200, href)
        const { search, searchParams } = new URL(href, service.baseUrl)
        assert.equal([...list.text.matchAll(/<th scope="row">/g)].length, count, `${period} ${href}`)
        const table = await service.request(`/invoices.csv${search}`, { token })
        const rows = tableOf(table.text)
        const cents = rows.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
        const currency = searchParams.get('currency') ?? ''
        assert.equal(rows.length, count, href)
        assert.equal(getFormats('en').formatMoney(String(cents / 100), currency), sum, href)
        assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(['paid']))
        followed++
      }
    // Three cards in three currencies, except for today's yen, on each of three pages, with their bars and coins.
    assert.ok(followed > 3 * 8 + 3 * 4, `${followed} figures`)
  })
