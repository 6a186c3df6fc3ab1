import assert from 'node:assert/strict'
import { test } from 'node:test'
import { table } from './table.ts'

const hostile = 'a\u001b[2Jb\u009b31mc\u202ed\u2066e\u2028f\u200fg'
const unsafe = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

test('text from others neither commands the terminal nor turns its direction, in objects and lists within a cell too', () => {
  for (const answer of [
    { memo: hostile },
    { metadata: { note: [hostile] } },
    [{ memo: hostile }],
    [hostile],
  ]) {
    const shown = table(answer)
    assert.doesNotMatch(shown, unsafe, JSON.stringify(answer))
    assert.match(shown, /a.*b.*31mc d e f g/)
    assert.equal(shown.split('\n').length, Array.isArray(answer) ? 2 : 1)
  }
})

test('Arabic and Hebrew text is printed as it is', () => {
  assert.equal(table({ memo: 'قهوة שלום' }), 'memo  قهوة שלום')
})
