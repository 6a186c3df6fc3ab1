import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBilling } from '../helpers/billing.ts'
import { startService } from '../helpers/service.ts'

const [invoices, processes] = [60, 2]

test('60 equal concurrent invoices on one fixed address, in two processes, are all created with 60 different amounts', async (t) => {
  const service = await startBilling(t, { settings: { RATE_LIMITS: 'off' } })
  const shop = await service.fixedMerchant('fixed', 'LTC')
  const beside = await startService(t, {
    beside: service.storage,
    clock: service.clock,
    settings: { RATE_LIMITS: 'off' },
  })
  const all = Array.from({ length: invoices }, (_, place) => {
    const { request } = place % processes === 0 ? service : beside
    return request('/invoices', { method: 'POST', token: shop.token, body: { amount: 50 } })
  })
  const replies = await Promise.all(all)
  assert.deepEqual(
    replies.filter(({ status }) => status !== 200).map(({ text }) => text),
    [],
  )
  const amounts = replies.map(({ text }) => JSON.parse(text).payment_options[0].amount).sort()
  const asked = Array.from({ length: invoices }, (_, place) => `0.5${String(place).padStart(7, '0')}`)
  assert.deepEqual(amounts, ['0.5', ...asked.slice(1).map((text) => text.replace(/0+$/, ''))].sort())
})
