import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies } from '../../kernel/currencies.ts'
import { invoiceCommand, listSetupSteps } from './first-steps.ts'

const none = { name: false, destination: false, token: false, invoice: false, payment: false, webhook: false }

test('the shop’s name comes first and the token last, each ticked once it is done', () => {
  assert.deepEqual(
    listSetupSteps({ ...none, destination: true, invoice: true }).map(({ name, done }) => [name, done]),
    [
      ['name', false],
      ['destination', true],
      ['invoice', true],
      ['payment', false],
      ['webhook', false],
      ['token', false],
    ],
  )
})

test('there are none once all are done but those that can be left out', () => {
  const all = { ...none, destination: true, token: true, invoice: true, payment: true }
  assert.deepEqual(listSetupSteps(all), [])
  assert.deepEqual(listSetupSteps({ ...all, name: true, webhook: true }), [])
  assert.equal(listSetupSteps({ ...all, payment: false, webhook: true }).length, 6)
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
