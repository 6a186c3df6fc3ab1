import assert from 'node:assert/strict'
import { parse } from 'node:querystring'
import { parseInvoiceQuery } from '../../../src/invoices/list-query.ts'
import { ApiError } from '../../../src/kernel/api-error.ts'
import { toIsoString } from '../../../src/kernel/clock.ts'
import { decodeText, encodeText, getResultOrNull, type Target } from '../target.ts'

const isRejected = (error: unknown): boolean => error instanceof ApiError && error.code === 'query_invalid'

/** The query of an invoice list. */
export const lists: Target = {
  initialInputs: [
    'status=unpaid&currency=USD&coin=btc&limit=200',
    'created_from=2026-01-31T00:00:00Z&created_to=2026-02-28',
    'paid_from=2026-01-31T00:00:00Z&paid_to=2026-02-28',
    'q=a+b%20c&external_id=x',
    'cursor=0192f0c4-0000-7000-8000-000000000000&account=7',
    'q=12.50&limit=0',
    'status=a&status=b',
    'created_from=2026-02-30',
    'colour=red',
    'q=%00',
  ].map(encodeText),
  words: [
    'status=',
    '&currency=',
    '&coin=',
    '&external_id=',
    '&created_from=',
    '&created_to=',
    '&paid_from=',
    '&paid_to=',
    '&q=',
    '&limit=',
    '&cursor=',
    '&account=',
    'T00:00:00+23:59',
    '9999-12-31',
    '0000-01-01',
    '%',
    '%ff',
    '=',
    '&',
    'Z',
    '+00:00',
  ],

  run(input) {
    const query = { ...parse(decodeText(input)) }
    const read = getResultOrNull(() => parseInvoiceQuery(query), isRejected)
    if (!read) return
    assert(Number.isInteger(read.limit) && read.limit >= 1 && read.limit <= 200)
    assert(read.account === null || Number.isSafeInteger(read.account))
    const { createdFrom, createdTo, paidFrom, paidTo, search } = read.filters
    for (const time of [createdFrom, createdTo, paidFrom, paidTo])
      if (time !== undefined) assert.equal(Date.parse(toIsoString(time)), time)
    for (const word of search?.words ?? []) assert(word.length > 0 && word.length <= 100)
    assert.deepEqual(parseInvoiceQuery(query), read)
  },
}
