import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatInvoiceQuery,
  getBoundDay,
  listActiveFilters,
  normaliseQuery,
  parseListQuery,
} from './filters.ts'

const berlin = 'Europe/Berlin'

test('empty form fields are dropped from the URL', () => {
  assert.equal(
    normaliseQuery({ q: '', status: 'paid', coin: '', from_day: '', to_day: '' }, berlin),
    'status=paid',
  )
  assert.equal(normaliseQuery({ q: ' ', account: '7' }, berlin), 'account=7')
  assert.equal(normaliseQuery({ status: '' }, berlin), '')
})

test('a URL that the API understands is left unchanged', () => {
  for (const params of [{}, { status: 'paid', q: 'a b' }, { status: 'nonsense' }, { x: '1' }, { lang: 'de' }])
    assert.equal(normaliseQuery(params, berlin), null, JSON.stringify(params))
  // The API rejects it too.
  assert.equal(normaliseQuery({ status: ['paid', 'unpaid'], coin: '' }, berlin), null)
})

test('days are in the account’s time zone, and the last day is included', () => {
  const query = new URLSearchParams(
    normaliseQuery({ from_day: '2026-03-29', to_day: '2026-03-29' }, berlin) ?? '',
  )
  assert.deepEqual(Object.fromEntries(query), {
    created_from: '2026-03-28T23:00:00.000Z',
    created_to: '2026-03-29T22:00:00.000Z',
  })
  assert.equal(getBoundDay('created_from', query.get('created_from') ?? '', berlin), '2026-03-29')
  assert.equal(getBoundDay('created_to', query.get('created_to') ?? '', berlin), '2026-03-29')
  assert.equal(getBoundDay('created_from', '2026-03-29T00:00:00.000Z', berlin), null)
})

test('payment dates are parsed like creation dates, and both can be combined', () => {
  const days = { from_day: '2026-03-01', paid_from_day: '2026-03-29', paid_to_day: '2026-03-30' }
  const query = Object.fromEntries(new URLSearchParams(normaliseQuery(days, berlin) ?? ''))
  assert.deepEqual(query, {
    created_from: '2026-02-28T23:00:00.000Z',
    paid_from: '2026-03-28T23:00:00.000Z',
    paid_to: '2026-03-30T22:00:00.000Z',
  })
  assert.equal(getBoundDay('paid_from', query.paid_from ?? '', berlin), '2026-03-29')
  assert.equal(getBoundDay('paid_to', query.paid_to ?? '', berlin), '2026-03-30')
  assert.equal(normaliseQuery({ paid_from_day: '', paid_to_day: '' }, berlin), '')
})

test('a selected day overrides a timestamp in the URL, in either order', () => {
  const [day, instant] = [{ from_day: '2026-01-01' }, { created_from: '2020-01-01T12:34:00.000Z' }]
  for (const params of [
    { ...day, ...instant },
    { ...instant, ...day },
  ])
    assert.equal(normaliseQuery(params, 'UTC'), 'created_from=2026-01-01T00%3A00%3A00.000Z')
  const empty = { ...instant, from_day: '' }
  assert.equal(normaliseQuery(empty, 'UTC'), 'created_from=2020-01-01T12%3A34%3A00.000Z')
})

test('an invalid day is passed on, and rejected as an invalid time', () => {
  assert.equal(normaliseQuery({ from_day: '2026-02-30' }, 'UTC'), 'created_from=2026-02-30')
  assert.throws(() => parseListQuery({ created_from: '2026-02-30' }), { code: 'query_invalid' })
})

test('a currency may be typed in lower case', () => {
  assert.equal(normaliseQuery({ currency: 'usd' }, 'UTC'), 'currency=USD')
})

test('the query is parsed as in the API, except for the page’s own parameters', () => {
  assert.deepEqual(parseListQuery({ status: 'paid', lang: 'ar', account: '1' }).filters, { status: 'paid' })
  assert.throws(() => parseListQuery({ nonsense: '1' }), { code: 'query_invalid' })
})

test('links keep the named parameters and apply the changes', () => {
  const params = { q: 'a&b', status: 'paid', cursor: 'c', lang: 'de' }
  assert.deepEqual(listActiveFilters(params), [
    ['q', 'a&b'],
    ['status', 'paid'],
  ])
  assert.equal(formatInvoiceQuery(params, ['q', 'status'], { status: null }), '?q=a%26b')
  assert.equal(formatInvoiceQuery(params, ['status', 'cursor'], { cursor: 'd' }), '?status=paid&cursor=d')
  assert.equal(formatInvoiceQuery(params, ['coin']), '')
})

test('a bound at the limits of Date is not a day', () => {
  for (const zone of [berlin, 'America/New_York'])
    for (const text of ['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z'])
      assert.equal(getBoundDay('created_from', text, zone), null)
})
