import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseForm } from './form-body.ts'

const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=${index}`).join('&')

test('a form has up to 100 fields; with more it is body_invalid, and none of them is read', () => {
  assert.equal(Object.keys(parseForm(fields(100))).length, 100)
  assert.throws(() => parseForm(fields(101)), {
    code: 'body_invalid',
    message: 'The form has more than 100 fields: send fewer.',
  })
  assert.throws(() => parseForm('&'.repeat(65_536)), { code: 'body_invalid' })
})

test('a form with a duplicate field is body_invalid', () => {
  assert.deepEqual(parseForm('a=1&b=%C3%A4+c'), { a: '1', b: 'ä c' })
  assert.throws(() => parseForm('a=1&a=2'), { code: 'body_invalid' })
})
