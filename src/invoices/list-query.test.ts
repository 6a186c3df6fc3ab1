import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInvoiceQuery } from './list-query.ts'

const queryInvalid = { code: 'query_invalid' }

test('without parameters there is no filter and the limit is 50', () => {
  assert.deepEqual(parseInvoiceQuery({}), { filters: {}, limit: 50, cursor: null, account: null })
})

test('every parameter is parsed', () => {
  const uid = '0'.repeat(36)
  assert.deepEqual(
    parseInvoiceQuery({
      status: 'paid',
      currency: 'EUR',
      coin: 'ltc',
      external_id: ' order 1 ',
      created_from: '2026-01-31T12:00:00+02:00',
      created_to: '2026-02-01',
      paid_from: '2026-01-31T00:00:00-05:30',
      paid_to: '2026-02-02',
      q: ' Two Coffees 12.50 ',
      limit: '200',
      cursor: uid,
      account: '7',
    }),
    {
      filters: {
        status: 'paid',
        currency: 'EUR',
        coin: 'LTC',
        externalId: ' order 1 ',
        createdFrom: Date.UTC(2026, 0, 31, 10),
        createdTo: Date.UTC(2026, 1, 1),
        paidFrom: Date.UTC(2026, 0, 31, 5, 30),
        paidTo: Date.UTC(2026, 1, 2),
        search: { text: 'Two Coffees 12.50', words: ['coffees', 'two', '12', '50'], amount: null },
      },
      limit: 200,
      cursor: uid,
      account: 7,
    },
  )
})

test('a numeric q also matches amounts, in canonical form; a blank q is ignored', () => {
  assert.equal(parseInvoiceQuery({ q: '12.50' }).filters.search?.amount, '12.5')
  assert.equal(parseInvoiceQuery({ q: '1e3' }).filters.search?.amount, '1000')
  assert.equal(parseInvoiceQuery({ q: '-1' }).filters.search?.amount, null)
  assert.deepEqual(parseInvoiceQuery({ q: '  ' }).filters, {})
})

test('q has at most 200 characters', () => {
  assert.ok(parseInvoiceQuery({ q: 'x'.repeat(200) }).filters.search)
  assert.throws(() => parseInvoiceQuery({ q: 'x'.repeat(201) }), queryInvalid)
})

test('times are ISO 8601 with a time zone, on existing days', () => {
  for (const [text, time] of [
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-01-01T00:00Z', Date.UTC(2026, 0, 1)],
    ['2026-01-01T00:00:00.5Z', Date.UTC(2026, 0, 1) + 500],
    ['2026-01-01T23:59:59.999-12:00', Date.UTC(2026, 0, 2, 11, 59, 59, 999)],
    ['0001-01-01', Date.parse('0001-01-01')],
  ] as const) {
    assert.equal(parseInvoiceQuery({ created_from: text }).filters.createdFrom, time)
    assert.equal(parseInvoiceQuery({ paid_to: text }).filters.paidTo, time)
  }
  for (const text of [
    '2026-02-29',
    '2026-04-31',
    '2026-00-01',
    '26-01-01',
    '2026-1-1',
    '2026-01-01 00:00Z',
    '2026-01-01T00:00',
    '2026-01-01T24:01Z',
    '2026-01-01T00:00:00.0001Z',
    '+020260-01-01',
    'now',
    '',
  ])
    for (const name of ['created_to', 'paid_from'])
      assert.throws(() => parseInvoiceQuery({ [name]: text }), {
        ...queryInvalid,
        message: new RegExp(`${name} must be an ISO 8601 time`),
      })
})

test('an unknown or repeated parameter, or one with a NUL, is rejected', () => {
  for (const query of [
    { page: '1' },
    { constructor: 'x' },
    { status: ['paid', 'unpaid'] },
    { q: ['a'] },
    { q: 'a\0' },
  ])
    assert.throws(() => parseInvoiceQuery(query), queryInvalid)
})

test('an invalid account id matches no account and gets the same response as another’s', () => {
  for (const account of ['', 'x', '-1', '1.5', '9'.repeat(16)])
    assert.equal(parseInvoiceQuery({ account }).account, -1)
})

test('a search uses its eight longest distinct words', () => {
  const q = 'a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj jjjjjjjjjj'
  const { filters } = parseInvoiceQuery({ q })
  assert.deepEqual(
    filters.search?.words.map(({ length }) => length),
    [10, 9, 8, 7, 6, 5, 4, 3],
  )
})
