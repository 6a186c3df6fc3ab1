import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies } from '../../kernel/currencies.ts'
import { buildInvoiceCommand, listSetupSteps } from './first-steps.ts'

const none = {
  name: false,
  destination: false,
  any_wallet: false,
  token: false,
  invoice: false,
  payment: false,
  webhook: false,
}

test('the shop’s name comes first and the token last, and each step is ticked once done', () => {
  assert.deepEqual(
    listSetupSteps({ ...none, destination: true, invoice: true }).map(({ name, isDone }) => [name, isDone]),
    [
      ['name', false],
      ['destination', true],
      ['any_wallet', false],
      ['invoice', true],
      ['payment', false],
      ['webhook', false],
      ['token', false],
    ],
  )
})

test('the first steps disappear once all required ones are done', () => {
  const all = { ...none, destination: true, token: true, invoice: true, payment: true }
  assert.deepEqual(listSetupSteps(all), [])
  assert.deepEqual(listSetupSteps({ ...all, name: true, any_wallet: true, webhook: true }), [])
  assert.equal(listSetupSteps({ ...all, payment: false, webhook: true }).length, 7)
})

test('accepting payments from any wallet is recommended until it is on, and never required', () => {
  const stepIn = (progress: typeof none) =>
    listSetupSteps(progress).find(({ name }) => name === 'any_wallet') ?? assert.fail()
  assert.deepEqual(
    [stepIn(none).isDone, stepIn(none).isOptional, stepIn({ ...none, any_wallet: true }).isDone],
    [false, true, true],
  )
})

test('the example command has an amount that is valid in its currency', () => {
  for (const currency of currencies.keys()) {
    const command = buildInvoiceCommand('https://pay.example/shop', currency)
    const [, body = ''] = /-d '(.*)'$/.exec(command) ?? []
    const { amount, currency: named } = JSON.parse(body)
    assert.ok(Number.isInteger(amount) && amount > 0)
    assert.equal(named, currency)
    assert.match(command, /^curl https:\/\/pay\.example\/shop\/invoices -u "\$TOKEN:" /)
  }
})
