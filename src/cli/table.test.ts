import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTable } from './table.ts'

const hostile = 'a\u001b[2Jb\u009b31mc\u202ed\u2066e\u2028f\u200fg'
const unsafe = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

test('untrusted text cannot inject terminal escapes or change text direction, even nested in objects and lists', () => {
  for (const result of [
    { memo: hostile },
    { metadata: { note: [hostile] } },
    [{ memo: hostile }],
    [hostile],
  ]) {
    const shown = formatTable(result)
    assert.doesNotMatch(shown, unsafe, JSON.stringify(result))
    assert.match(shown, /a.*b.*31mc d e f g/)
    assert.equal(shown.split('\n').length, Array.isArray(result) ? 2 : 1)
  }
})

test('Arabic and Hebrew text is printed unchanged', () => {
  assert.equal(formatTable({ memo: 'قهوة שלום' }), 'memo  قهوة שלום')
})
