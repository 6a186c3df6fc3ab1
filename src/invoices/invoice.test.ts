import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidInvoice } from '../../test/helpers/unpaid-invoice.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import { toBaseUnits } from '../kernel/money.ts'
import {
  countConfirmations,
  hasEnded,
  hasPayment,
  type Invoice,
  isReplaceable,
  requirePayable,
  type SettledPayment,
} from './invoice.ts'

const payment: SettledPayment = {
  id: 'pay_1',
  coin: 'LTC',
  amount: toBaseUnits(1n),
  txids: ['ab'],
  signalsReplacement: false,
  requiredConfirmations: null,
  acceptedAt: 2,
  confirmedAt: null,
  settledAt: null,
  blockHeight: null,
}

const statuses = ['unpaid', 'paid', 'reversed', 'cancelled', 'expired'] as const

/** An invoice in that status with the matching fields. */
function getInvoice(status: Invoice['status']): Invoice {
  if (status === 'paid' || status === 'reversed') return { ...unpaidInvoice, status, paidAt: 2, payment }
  return { ...unpaidInvoice, status }
}

test('an unpaid invoice can be paid and keeps its status', () => {
  assert.deepEqual(requirePayable(getInvoice('unpaid')), getInvoice('unpaid'))
})

test('other invoices cannot be paid, and the error names the status', () => {
  for (const status of ['paid', 'cancelled', 'expired', 'reversed'] as const)
    assert.throws(() => requirePayable(getInvoice(status)), { code: `invoice_${status}` }, status)
})

test('an invoice has a payment once it is paid, even if the payment is reversed', () => {
  assert.deepEqual(
    statuses.filter((status) => hasPayment(getInvoice(status))),
    ['paid', 'reversed'],
  )
})

test('an invoice is closed once it is cancelled or expired', () => {
  assert.deepEqual(
    statuses.filter((status) => hasEnded({ status })),
    ['cancelled', 'expired'],
  )
})

test('an unmined payment can be replaced if it signals that, and on BTC always', () => {
  const unmined = (coin: CoinCode, signalsReplacement: boolean) =>
    isReplaceable({ coin, signalsReplacement, blockHeight: null })
  for (const coin of coins.keys()) {
    assert.equal(unmined(coin, true), true, coin)
    assert.equal(unmined(coin, false), coin === 'BTC', coin)
  }
})

test('a mined payment cannot be replaced', () => {
  for (const signalsReplacement of [true, false])
    assert.equal(isReplaceable({ coin: 'BTC', signalsReplacement, blockHeight: 0 }), false)
})

test("confirmations are the payment's own block and those on top of it", () => {
  assert.equal(countConfirmations({ blockHeight: 100 }, 100), 1)
  assert.equal(countConfirmations({ blockHeight: 100 }, 105), 6)
  assert.equal(countConfirmations({ blockHeight: 0 }, 0), 1)
})

test('a payment has no confirmations without a block, while the chain height is unknown, or above it', () => {
  assert.equal(countConfirmations({ blockHeight: null }, 105), 0)
  assert.equal(countConfirmations({ blockHeight: 0 }, null), 0)
  assert.equal(countConfirmations({ blockHeight: 100 }, 98), 0)
})
