import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatCursor, parseCursor } from './cursor.ts'

test('a cursor decodes to the position that it encodes', () => {
  fc.assert(fc.property(fc.nat(2 ** 40), (position) => parseCursor(formatCursor(position)) === position))
})

test('text that is not a cursor is rejected', () => {
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
    assert.equal(parseCursor(text), null, JSON.stringify(text))
})

test('every accepted cursor encodes back to the same text: one position has one cursor', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 14 }), (text) => {
      const position = parseCursor(text)
      return position === null || formatCursor(position) === text
    }),
  )
})
