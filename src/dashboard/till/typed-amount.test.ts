import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInvalidAmountReason, parseTypedAmount } from './typed-amount.ts'

test('an amount can be typed in either notation, and with Arabic and Persian digits', () => {
  for (const separator of ['.', ','] as const) {
    assert.equal(parseTypedAmount('12.50', separator), '12.50')
    assert.equal(parseTypedAmount(' 12,5 ', separator), '12.5')
    assert.equal(parseTypedAmount('007', separator), '007')
    assert.equal(parseTypedAmount('12.', separator), '12')
    assert.equal(parseTypedAmount(',5', separator), '0.5')
    assert.equal(parseTypedAmount('١٢٫٥٠', separator), '12.50')
    assert.equal(parseTypedAmount('۱۲', separator), '12')
    assert.equal(parseTypedAmount('-3', separator), '-3')
    assert.equal(parseTypedAmount('90071992547409931', separator), '90071992547409931')
  }
})

test('an ambiguous separator is rejected, not guessed', () => {
  assert.equal(parseTypedAmount('1,234', '.'), null)
  assert.equal(parseTypedAmount('1.234', ','), null)
  assert.equal(parseTypedAmount('1.234', '.'), '1.234')
  assert.equal(parseTypedAmount('1,234', ','), '1.234')
  for (const text of ['1,234.50', '1 234', '1.2.3', "1'000"])
    assert.equal(parseTypedAmount(text, '.'), null, text)
})

test('text that is not a number is rejected', () => {
  for (const text of ['', ' ', '.', ',', '-', 'abc', '1e3', '0x10', '+5', '12 USD', '∞', '1\u0000'])
    assert.equal(parseTypedAmount(text, '.'), null, text)
})

test('each invalid amount has its own reason', () => {
  const usd = { separator: '.', decimals: 2 } as const
  const reasons = ['', 'twelve', '1,234', '0', '0.00', '-5', '1.005', '9999999999999999'].map((typed) =>
    getInvalidAmountReason(typed, usd),
  )
  assert.deepEqual(reasons, ['missing', 'unclear', 'unclear', 'zero', 'zero', 'zero', 'decimals', 'large'])
})
