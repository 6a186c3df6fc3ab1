import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAccept } from './dialect.ts'

test('the media types of an Accept header are read in lower case and without parameters', () => {
  assert.deepEqual(parseAccept('Application/Payment-Request; q=0.9, */*'), [
    'application/payment-request',
    '*/*',
  ])
  assert.deepEqual(parseAccept(undefined), [''])
})

test('a long Accept header is read up to a limit', () => {
  assert.ok(parseAccept(','.repeat(15_000)).length <= 32)
  assert.deepEqual(parseAccept(`text/html, ${'x'.repeat(15_000)}`)[0], 'text/html')
})
