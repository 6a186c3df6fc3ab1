import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBilling } from '../helpers/billing.ts'
import { startService } from '../helpers/service.ts'

const [invoices, processes] = [60, 2]

test('60 equal concurrent invoices on one fixed address, in two processes, are all created with 60 different amounts', async (t) => {
  const service = await startBilling(t, { settings: { RATE_LIMITS: 'off' } })
  const shop = await service.createFixedAddressMerchant('fixed', 'LTC')
  const otherProcess = await startService(t, {
    sharedStorage: service.storage,
    clock: service.clock,
    settings: { RATE_LIMITS: 'off' },
  })
  const all = Array.from({ length: invoices }, (_, index) => {
    const { request } = index % processes === 0 ? service : otherProcess
    return request('/invoices', { method: 'POST', token: shop.token, body: { amount: 50 } })
  })
  const replies = await Promise.all(all)
  assert.deepEqual(
    replies.filter(({ status }) => status !== 200).map(({ text }) => text),
    [],
  )
  const amounts = replies.map(({ text }) => JSON.parse(text).payment_options[0].amount).sort()
  const expectedAmounts = Array.from(
    { length: invoices },
    (_, index) => `0.5${String(index).padStart(7, '0')}`,
  )
  assert.deepEqual(
    amounts,
    ['0.5', ...expectedAmounts.slice(1).map((text) => text.replace(/0+$/, ''))].sort(),
  )
})
