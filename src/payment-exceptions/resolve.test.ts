import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAcceptable, isExceptionId } from './resolve.ts'

test('partial and late payments can be accepted, a surplus only while the invoice is reversed, and an excess never', () => {
  const statuses = ['unpaid', 'paid', 'expired', 'cancelled', 'reversed'] as const
  const acceptable = (kind: Parameters<typeof isAcceptable>[0]['kind']) =>
    statuses.filter((status) => isAcceptable({ kind }, { status }))
  assert.deepEqual(acceptable('partial'), statuses)
  assert.deepEqual(acceptable('late'), statuses)
  assert.deepEqual(acceptable('surplus'), ['reversed'])
  assert.deepEqual(acceptable('excess'), [])
})

test('the id of an exception is its prefix and 26 characters', () => {
  assert.equal(isExceptionId(`pex_${'0'.repeat(26)}`), true)
  for (const id of [
    '',
    'pex_',
    `pex_${'0'.repeat(25)}`,
    `pex_${'0'.repeat(27)}`,
    `pex_${'A'.repeat(26)}`,
    ` pex_${'0'.repeat(26)}`,
  ])
    assert.equal(isExceptionId(id), false, id)
})
