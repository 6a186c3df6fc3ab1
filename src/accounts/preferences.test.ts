import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDecimal } from '../kernel/money.ts'
import { listInvalidFields, pickChangedColumns, toStoredAccount } from './account-change.ts'
import { toPreferences } from './preferences.ts'

const stored = {
  name: 'Shop',
  currency: 'USD',
  operator: false,
  time_zone: 'UTC',
  coins: null,
  hold_seconds: null,
  confirmations: null,
  frame_origins: '',
  any_wallet: false,
  underpaid_percent: '0',
  email_exceptions: true,
  email_receipts: false,
}

test('the accepted shortfall is 0 to 5 percent, with up to six decimals, and is stored in one form', () => {
  for (const [text, percent] of [
    ['0', '0'],
    ['0.0', '0'],
    ['0.50', '0.5'],
    ['00.5', '0.5'],
    ['5e-1', '0.5'],
    ['4.999999', '4.999999'],
    ['5', '5'],
    ['5.000000000', '5'],
  ] as const)
    assert.deepEqual(toStoredAccount({ underpaidPercent: text }), { underpaid_percent: percent })
})

test('any other shortfall is rejected', () => {
  for (const underpaidPercent of ['', ' ', '-0.1', '5.000001', '50', '0.0000001', '0,5', '1%', 'NaN', '1e9'])
    assert.throws(() => toStoredAccount({ underpaidPercent }), { code: 'account_invalid' }, underpaidPercent)
})

test('an unexpected error is not reported as an invalid field', () => {
  assert.throws(() => listInvalidFields({ confirmations: null as never }), TypeError)
})

test('only an invalid shortfall is listed as an invalid field', () => {
  assert.deepEqual(listInvalidFields({ acceptsAnyWallet: true, underpaidPercent: '6', name: '' }), [
    'underpaidPercent',
    'name',
  ])
})

test('the same shortfall in another notation changes nothing', () => {
  const columns = toStoredAccount({ acceptsAnyWallet: false, underpaidPercent: '0.00' })
  assert.deepEqual(pickChangedColumns(stored, columns), {})
  assert.deepEqual(pickChangedColumns(stored, toStoredAccount({ acceptsAnyWallet: true })), {
    any_wallet: true,
  })
})

test('stored preferences are read exactly', () => {
  const { acceptsAnyWallet, underpaidPercent } = toPreferences({
    ...stored,
    any_wallet: true,
    underpaid_percent: '0.000001',
  })
  assert.deepEqual([acceptsAnyWallet, formatDecimal(underpaidPercent)], [true, '0.000001'])
})
