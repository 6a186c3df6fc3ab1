import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseUnits, formatDecimal, parseDecimal } from '../kernel/money.ts'
import { countedValue, isCovered, type ReceivedOutput, remainingValue } from './received.ts'

const read = (text: string) => parseDecimal(text) ?? assert.fail()

const output = (value: string, counted = true): ReceivedOutput => ({
  paymentId: 'pay_1',
  via: 'network',
  coin: 'LTC',
  amount: baseUnits(1n),
  value: read(value),
  txid: 'ab'.repeat(32),
  vout: 0,
  counted,
  doubleSpent: false,
  blockHeight: null,
  confirmedAt: null,
  settledAt: null,
  excess: null,
})

const receiving = (amount: string, percent: string, received: ReceivedOutput[]) => ({
  amount: read(amount),
  anyWallet: { underpaidPercent: read(percent), isPaidLate: false, acceptedValue: null, received },
})

test('only counted outputs add up, and the remainder is never negative', () => {
  const outputs = [output('3.1'), output('100', false), output('0.90000000001')]
  const remaining = (amount: string) => formatDecimal(remainingValue(receiving(amount, '0', outputs)))
  assert.equal(formatDecimal(countedValue(outputs)), '4.00000000001')
  assert.equal(remaining('10'), '5.99999999999')
  assert.equal(remaining('4'), '0')
  assert.equal(formatDecimal(countedValue([])), '0')
})

test('the amount is covered exactly, or up to the shortfall that the merchant allows', () => {
  const covered = (amount: string, percent: string, value: string) =>
    isCovered(receiving(amount, percent, [output(value)]))
  assert.equal(covered('10', '0', '10'), true)
  assert.equal(covered('10', '0', '9.99999999999999'), false)
  assert.equal(covered('10', '0', '11'), true)
  assert.equal(covered('200', '0.5', '199'), true)
  assert.equal(covered('200', '0.5', '198.99999999'), false)
  assert.equal(covered('0.01', '5', '0.0095'), true)
})
