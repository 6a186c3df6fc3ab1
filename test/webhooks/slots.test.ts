import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../helpers/until.ts'
import { openWebhookFixture } from './fixture.ts'
import { openReceiver } from './receiver.ts'

const limits = {
  perReceiver: 4,
  perAccount: 8,
  total: 16,
  reserved: 0,
  perRound: 50,
  perHostPerSecond: 1_000,
}

test('a merchant with many receivers that never respond delays no other merchant’s webhooks', async (t) => {
  const shop = await openWebhookFixture(t, { limits })
  const silent = await openReceiver(t, () => {})
  // More on one host than an account may add today.
  for (let index = 0; index < 30; index++) await shop.insertEndpoint(`${silent.url}?${index}`)
  await shop.append('invoice.created', {}, { count: 5 })
  await shop.fanOut()
  shop.start()
  await until(async () => silent.inProgress >= limits.perAccount)

  // The other account's is written later: 150 of the first are older, and most of their receivers have nothing in progress.
  const healthy = await openReceiver(t)
  const accountId = await shop.account('other@example.com')
  const newEndpoint = { url: healthy.url, types: [], description: null, enabled: true }
  await shop.endpoints.create({ accountId, actor: 'the other' }, newEndpoint)
  await shop.append('invoice.created', {}, { count: 20, of: accountId })
  await shop.fanOut()
  await until(async () => healthy.received.length === 20)
  assert.equal(silent.received.length, limits.perAccount)
  assert.deepEqual(shop.faults, [])
})

test('no host gets more requests a second than the limit, whatever the accounts; other hosts do not wait', async (t) => {
  let now = 0
  const shop = await openWebhookFixture(t, {
    limits: { ...limits, perHostPerSecond: 5 },
    monotonicMs: () => now,
  })
  const [popular, quiet] = [await openReceiver(t), await openReceiver(t)]
  const accountId = await shop.account('other@example.com')
  for (const path of ['a', 'b']) await shop.createEndpoint(`${popular.url}/${path}`)
  const newEndpoint = { url: popular.url, types: [], description: null, enabled: true }
  await shop.endpoints.create({ accountId, actor: 'the other' }, newEndpoint)
  await shop.append('invoice.created', {}, { count: 6 })
  await shop.append('invoice.created', {}, { count: 6, of: accountId })
  await shop.fanOut()
  shop.start()
  await until(async () => popular.received.length >= 5)
  // Three of these rounds, and nothing more for the first host.
  await shop.createEndpoint(quiet.url.replace('127.0.0.1', 'localhost'))
  for (let count = 1; count <= 3; count++) {
    await shop.append('payment.accepted')
    await shop.fanOut()
    await until(async () => quiet.received.length === count)
  }
  assert.equal(popular.received.length, 5)
  for (let second = 1; popular.received.length < 18 + 6; second++) {
    now = second * 1_000
    const expectedCount = Math.min(24, 5 * (second + 1))
    await until(async () => popular.received.length >= expectedCount)
    assert.equal(popular.received.length, expectedCount)
  }
  assert.deepEqual(shop.faults, [])
})
