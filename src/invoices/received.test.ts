import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decimal, formatDecimal, parseDecimal, toBaseUnits } from '../kernel/money.ts'
import {
  type AnyWallet,
  computeCountedValue,
  computeRemainingValue,
  hasReceived,
  isCovered,
  type ReceivedOutput,
  withReceived,
} from './received.ts'

const read = (text: string) => parseDecimal(text) ?? assert.fail()

const createOutput = (value: string, isCounted = true): ReceivedOutput => ({
  paymentId: 'pay_1',
  via: 'network',
  coin: 'LTC',
  amount: toBaseUnits(1n),
  value: read(value),
  txid: 'ab'.repeat(32),
  vout: 0,
  isCounted,
  isDoubleSpent: false,
  blockHeight: null,
  confirmedAt: null,
  settledAt: null,
  excess: null,
})

const createReceiving = (
  amount: string,
  percent: string,
  received: ReceivedOutput[],
  acceptedValue: string | null = null,
): { amount: Decimal; anyWallet: AnyWallet } => ({
  amount: read(amount),
  anyWallet: {
    underpaidPercent: read(percent),
    isPaidLate: false,
    acceptedValue: acceptedValue === null ? null : read(acceptedValue),
    received,
  },
})

/** An invoice that is paid by protocol only. */
const exact = (amount: string) => ({ amount: read(amount), anyWallet: null })

test('only counted outputs add up, and the remainder is never negative', () => {
  const outputs = [createOutput('3.1'), createOutput('100', false), createOutput('0.90000000001')]
  const remaining = (amount: string) =>
    formatDecimal(computeRemainingValue(createReceiving(amount, '0', outputs)))
  assert.equal(formatDecimal(computeCountedValue(outputs)), '4.00000000001')
  assert.equal(remaining('10'), '5.99999999999')
  assert.equal(remaining('4'), '0')
  assert.equal(formatDecimal(computeCountedValue([])), '0')
})

test('the amount is covered exactly, or up to the shortfall that the merchant allows', () => {
  const covered = (amount: string, percent: string, value: string) =>
    isCovered(createReceiving(amount, percent, [createOutput(value)]))
  assert.equal(covered('10', '0', '10'), true)
  assert.equal(covered('10', '0', '9.99999999999999'), false)
  assert.equal(covered('10', '0', '11'), true)
  assert.equal(covered('200', '0.5', '199'), true)
  assert.equal(covered('200', '0.5', '198.99999999'), false)
  assert.equal(covered('0.01', '5', '0.0095'), true)
})

test('after the merchant has accepted a value, that value covers the amount, and less does not', () => {
  const covered = (accepted: string, value: string) =>
    isCovered(createReceiving('200', '5', [createOutput(value)], accepted))
  assert.equal(covered('120', '120'), true)
  assert.equal(covered('120', '121'), true)
  assert.equal(covered('120', '119.99999999'), false)
})

test('after the merchant has accepted more than the allowed shortfall requires, the shortfall is still allowed', () => {
  const covered = (value: string) => isCovered(createReceiving('200', '5', [createOutput(value)], '199'))
  assert.equal(covered('190'), true)
  assert.equal(covered('189.99'), false)
})

test('an invoice paid by protocol only is never covered, however small, and all of it is due', () => {
  assert.equal(isCovered(exact('0.00000001')), false)
  assert.equal(formatDecimal(computeRemainingValue(exact('10'))), '10')
})

test('part of the amount is received once one output is counted', () => {
  const received = (...outputs: ReceivedOutput[]) => hasReceived(createReceiving('10', '0', outputs))
  assert.equal(received(createOutput('3', false), createOutput('1'), createOutput('2', false)), true)
  assert.equal(received(createOutput('3', false)), false)
  assert.equal(received(), false)
  assert.equal(hasReceived(exact('10')), false)
})

test('recording outputs changes nothing else in the invoice', () => {
  const invoice = { ...createReceiving('10', '0.5', [createOutput('3')], '4'), uid: 'uid' }
  const others = [createOutput('1'), createOutput('2')]
  assert.deepEqual(withReceived(invoice, others), {
    ...createReceiving('10', '0.5', others, '4'),
    uid: 'uid',
  })
  assert.deepEqual(withReceived(exact('10'), others), exact('10'))
})
