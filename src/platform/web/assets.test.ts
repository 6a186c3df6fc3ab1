import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codingOf } from './assets.ts'

test('the best encoding is chosen that the client accepts', () => {
  assert.equal(codingOf('gzip, deflate, br'), 'br')
  assert.equal(codingOf('br;q=0, GZIP;q=0.5'), 'gzip')
  assert.equal(codingOf('identity'), null)
  assert.equal(codingOf(undefined), null)
})

test('only the first encodings of a long header are read', () => {
  assert.equal(codingOf(`br,${'x'.repeat(15_000)}`), 'br')
  assert.equal(codingOf(`${','.repeat(15_000)}br`), null)
  assert.equal(codingOf(`${','.repeat(100)}br`), null)
})
