import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies } from '../../kernel/currencies.ts'
import { firstSteps, invoiceCommand } from './first-steps.ts'

const none = { destination: false, token: false, invoice: false, payment: false, webhook: false }

test('the steps stand in their order, each ticked once it is done', () => {
  assert.deepEqual(
    firstSteps({ ...none, destination: true, invoice: true }).map(({ name, done }) => [name, done]),
    [
      ['destination', true],
      ['token', false],
      ['invoice', true],
      ['payment', false],
      ['webhook', false],
    ],
  )
})

test('there are none once all are done but the one that can be left out', () => {
  const all = { ...none, destination: true, token: true, invoice: true, payment: true }
  assert.deepEqual(firstSteps(all), [])
  assert.deepEqual(firstSteps({ ...all, webhook: true }), [])
  assert.equal(firstSteps({ ...all, payment: false, webhook: true }).length, 5)
})

test('the command holds an amount that its currency can have', () => {
  for (const currency of currencies.keys()) {
    const command = invoiceCommand('https://pay.example/shop', currency)
    const [, body = ''] = /-d '(.*)'$/.exec(command) ?? []
    const { amount, currency: named } = JSON.parse(body)
    assert.ok(Number.isInteger(amount) && amount > 0)
    assert.equal(named, currency)
    assert.match(command, /^curl https:\/\/pay\.example\/shop\/invoices -u "\$TOKEN:" /)
  }
})
