import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCursor, writeCursor } from './cursor.ts'

test('a cursor is read as the position that was written', () => {
  fc.assert(fc.property(fc.nat(2 ** 40), (position) => readCursor(writeCursor(position)) === position))
})

test('a text that no cursor is written as is no cursor', () => {
  for (const text of [
    '',
    'c',
    '1',
    'c-1',
    'c01',
    'C1',
    'c1 ',
    ' c1',
    'c1.5',
    'cA',
    'cé',
    'c1\n',
    `c${'z'.repeat(12)}`,
  ])
    assert.equal(readCursor(text), null, JSON.stringify(text))
})

test('whatever is read as a cursor is written as the same text: one place has one cursor', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 14 }), (text) => {
      const position = readCursor(text)
      return position === null || writeCursor(position) === text
    }),
  )
})
