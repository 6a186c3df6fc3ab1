import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indentJson } from '../pages/indent-json.ts'
import { formatDeliveriesQuery, parseDeliveriesQuery, toDeliveryFilter } from './filters.ts'

test('JSON is indented without changing any value', () => {
  const text = '{"a":12.50000000000000000001,"b":["x,{}:\\"]",{}],"c":{"d":[]}}'
  const lines = indentJson(text)
  assert.equal(
    lines,
    `{
  "a": 12.50000000000000000001,
  "b": [
    "x,{}:\\"]",
    {}
  ],
  "c": {
    "d": []
  }
}`,
  )
})

test('the list ignores unknown or invalid parameters', () => {
  const none = { status: null, endpoint: null, before: null }
  assert.deepEqual(parseDeliveriesQuery({}), none)
  assert.deepEqual(parseDeliveriesQuery({ status: 'gone', endpoint: '', before: 'x' }), none)
  assert.deepEqual(parseDeliveriesQuery({ status: ['failed'], endpoint: ['a'], before: {} }), none)
  assert.deepEqual(toDeliveryFilter(7, { ...none, status: 'delivered' }), {
    accountId: 7,
    onlyFailed: false,
    state: 'delivered',
  })
  assert.deepEqual(toDeliveryFilter(7, { ...none, status: 'failed', endpoint: 'e' }), {
    accountId: 7,
    onlyFailed: true,
    endpointId: 'e',
  })
  assert.equal(formatDeliveriesQuery(none), '')
  assert.equal(
    formatDeliveriesQuery({ ...none, status: 'failed', endpoint: 'a&b' }),
    '?status=failed&endpoint=a%26b',
  )
})
