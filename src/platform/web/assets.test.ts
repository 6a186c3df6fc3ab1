import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEncoding } from './assets.ts'
import { createSharedPage } from './send.ts'

test('the best encoding is chosen that the client accepts', () => {
  assert.equal(chooseEncoding('gzip, deflate, br'), 'br')
  assert.equal(chooseEncoding('br;q=0, GZIP;q=0.5'), 'gzip')
  assert.equal(chooseEncoding('identity'), null)
  assert.equal(chooseEncoding(undefined), null)
})

test('only the first encodings of a long header are read', () => {
  assert.equal(chooseEncoding(`br,${'x'.repeat(15_000)}`), 'br')
  assert.equal(chooseEncoding(`${','.repeat(15_000)}br`), null)
  assert.equal(chooseEncoding(`${','.repeat(100)}br`), null)
})

test('a page that is the same for everyone is compressed once per encoding', async () => {
  const { readBody, etag } = createSharedPage('text')
  for (const encoding of ['br', 'gzip', null] as const)
    assert.equal(await readBody(encoding), await readBody(encoding))
  assert.equal(etag, createSharedPage('text').etag)
  assert.notEqual(etag, createSharedPage('other').etag)
})
