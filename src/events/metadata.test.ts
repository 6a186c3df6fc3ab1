import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutMetadata, insertMetadata } from './metadata.ts'

const metadata = '{"metadata":{"a":[1.0,12345678901234567890]},"invoice":"{}"}'
const data = (text: string) =>
  `{"uid":"a","memo":"\\"metadata\\":{","invoice":{"payment":{"metadata":1},"metadata":${text}},"x":1}`

test('metadata is removed from an event’s data and inserted again exactly as it was written', () => {
  assert.deepEqual(cutMetadata(data(metadata)), { metadata, rest: data('null') })
  assert.equal(insertMetadata(data('null'), metadata), data(metadata))
})

test('data without metadata stays the same', () => {
  for (const text of [data('null'), '{"invoice":null}', '{"invoice":{}}', '{"metadata":{}}'])
    assert.deepEqual(cutMetadata(text), { metadata: null, rest: text })
  assert.equal(insertMetadata('{"metadata":null}', metadata), '{"metadata":null}')
})
