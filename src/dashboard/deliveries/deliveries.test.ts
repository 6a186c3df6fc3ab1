import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from './faults.ts'
import { filterOf, parseDeliveriesQuery, queryOf } from './filters.ts'
import { indented } from './indent.ts'

test('JSON is indented without changing any value', () => {
  const text = '{"a":12.50000000000000000001,"b":["x,{}:\\"]",{}],"c":{"d":[]}}'
  const lines = indented(text)
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

test('unknown or invalid parameters of the list are ignored', () => {
  const none = { status: null, endpoint: null, before: null }
  assert.deepEqual(parseDeliveriesQuery({}), none)
  assert.deepEqual(parseDeliveriesQuery({ status: 'gone', endpoint: '', before: 'x' }), none)
  assert.deepEqual(parseDeliveriesQuery({ status: ['failed'], endpoint: ['a'], before: {} }), none)
  assert.deepEqual(filterOf(7, { ...none, status: 'delivered' }), {
    accountId: 7,
    failed: false,
    state: 'delivered',
  })
  assert.deepEqual(filterOf(7, { ...none, status: 'failed', endpoint: 'e' }), {
    accountId: 7,
    failed: true,
    endpointId: 'e',
  })
  assert.equal(queryOf(none), '')
  assert.equal(queryOf({ ...none, status: 'failed', endpoint: 'a&b' }), '?status=failed&endpoint=a%26b')
})

test('a failed attempt is explained in the reader’s language, with the error code if there is one', () => {
  const fault = (error: string) => faultOf({ status: null, error })
  assert.equal(fault('no answer within the time limit')?.sentence, 'deliveries_fault_late')
  assert.equal(fault('its name is not known')?.sentence, 'deliveries_fault_name')
  assert.deepEqual(fault('the TLS handshake failed (CERT_HAS_EXPIRED)'), {
    sentence: 'deliveries_fault_tls',
    code: 'CERT_HAS_EXPIRED',
  })
  assert.equal(fault('the connection was closed during the TLS handshake')?.sentence, 'deliveries_fault_tls')
  assert.equal(fault('something new'), null)
  assert.equal(faultOf({ status: 301, error: 'x' })?.sentence, 'deliveries_fault_redirect')
  assert.equal(faultOf({ status: 500, error: 'x' })?.sentence, 'deliveries_fault_status')
})
