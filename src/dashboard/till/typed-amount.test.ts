import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf, readTyped } from './typed-amount.ts'

test('an amount is read as it is typed in either notation, and in the digits of Arabic and Persian keyboards', () => {
  for (const sign of ['.', ','] as const) {
    assert.equal(readTyped('12.50', sign), '12.50')
    assert.equal(readTyped(' 12,5 ', sign), '12.5')
    assert.equal(readTyped('007', sign), '007')
    assert.equal(readTyped('12.', sign), '12')
    assert.equal(readTyped(',5', sign), '0.5')
    assert.equal(readTyped('١٢٫٥٠', sign), '12.50')
    assert.equal(readTyped('۱۲', sign), '12')
    assert.equal(readTyped('-3', sign), '-3')
    assert.equal(readTyped('90071992547409931', sign), '90071992547409931')
  }
})

test('what could be thousands or decimals is not guessed', () => {
  assert.equal(readTyped('1,234', '.'), null)
  assert.equal(readTyped('1.234', ','), null)
  assert.equal(readTyped('1.234', '.'), '1.234')
  assert.equal(readTyped('1,234', ','), '1.234')
  for (const text of ['1,234.50', '1 234', '1.2.3', "1'000"]) assert.equal(readTyped(text, '.'), null, text)
})

test('what is no number is none', () => {
  for (const text of ['', ' ', '.', ',', '-', 'abc', '1e3', '0x10', '+5', '12 USD', '∞', '1\u0000'])
    assert.equal(readTyped(text, '.'), null, text)
})

test('why an amount was not taken is told apart', () => {
  const usd = { sign: '.', decimals: 2 } as const
  const told = ['', 'twelve', '1,234', '0', '0.00', '-5', '1.005', '9999999999999999'].map((typed) =>
    faultOf(typed, usd),
  )
  assert.deepEqual(told, ['missing', 'unclear', 'unclear', 'zero', 'zero', 'zero', 'decimals', 'large'])
})
