import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDecimal } from '../../kernel/money.ts'
import { isUnusual } from './unusual-amount.ts'

const decimals = (...amounts: readonly number[]) => amounts.map((amount) => createDecimal(BigInt(amount), 0))

test('an amount is unusual from 100 times the median of recent invoices', () => {
  assert.equal(isUnusual(createDecimal(1250n, 0), [...decimals(10, 900), createDecimal(125n, 1)]), true)
  assert.equal(isUnusual(createDecimal(124999n, 2), [...decimals(10, 900), createDecimal(125n, 1)]), false)
})

test('with fewer than three invoices, no amount is unusual', () => {
  assert.equal(isUnusual(createDecimal(1_000_000n, 0), decimals(1, 1)), false)
  assert.equal(isUnusual(createDecimal(1_000_000n, 0), []), false)
})
