import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidInvoice } from '../../test/helpers/unpaid-invoice.ts'
import type { Invoice } from '../invoices/invoice.ts'
import type { ReceivedOutput } from '../invoices/received.ts'
import { parseDecimal, toBaseUnits } from '../kernel/money.ts'
import { toInvoiceView } from './invoice-view.ts'

const parse = (text: string) => parseDecimal(text) ?? assert.fail(text)

function getPaidAmount(
  { status, amount, currency = 'USD' }: { status: string; amount: string; currency?: string },
  value: string,
  excess: bigint | null = null,
): string {
  const output = { value: parse(value), isCounted: true, excess: excess && toBaseUnits(excess) }
  const anyWallet = {
    underpaidPercent: parse('0'),
    isPaidLate: false,
    acceptedValue: null,
    received: [output as ReceivedOutput],
  }
  const payment = { settledAt: null }
  const invoice = { ...unpaidInvoice, status, amount: parse(amount), currency, anyWallet, payment }
  const context = { baseUrl: '', monitoringPeriodMs: 0, speedPolicy: 'HighSpeed' } as const
  return toInvoiceView(invoice as Invoice, context).paidAmount
}

test('the paid amount of an any-wallet invoice is the amount that was asked for, although coins cannot pay it exactly', () => {
  assert.equal(getPaidAmount({ status: 'paid', amount: '12.5' }, '12.5001'), '12.5')
  assert.equal(getPaidAmount({ status: 'paid', amount: '12.5' }, '12.512'), '12.5')
})

test('while an invoice is not paid, the paid amount is rounded down to the minor unit of the currency', () => {
  for (const status of ['unpaid', 'expired', 'cancelled', 'reversed'])
    for (const [value, paidAmount] of [
      ['6.2549', '6.25'],
      ['6.255', '6.25'],
      ['6.2', '6.2'],
      ['12.4999', '12.49'],
    ] as const)
      assert.equal(getPaidAmount({ status, amount: '12.5' }, value), paidAmount)
  assert.equal(getPaidAmount({ status: 'unpaid', amount: '1250', currency: 'JPY' }, '1249.9'), '1249')
})

test('another paid amount of a paid invoice is rounded to the minor unit of the currency, halves to even, as in BTCPay Server', () => {
  for (const [value, paidAmount] of [
    ['12.4549', '12.45'],
    ['12.445', '12.44'],
    ['12.455', '12.46'],
    ['12.4', '12.4'],
  ] as const)
    assert.equal(getPaidAmount({ status: 'paid', amount: '12.5' }, value), paidAmount)
  assert.equal(getPaidAmount({ status: 'paid', amount: '12.5' }, '13.0012', 5n), '13')
  assert.equal(getPaidAmount({ status: 'paid', amount: '12.5' }, '12.4949'), '12.49')
})
