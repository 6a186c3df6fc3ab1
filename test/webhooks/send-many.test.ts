import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { until } from '../helpers/until.ts'
import { openWebhookFixture } from './fixture.ts'
import { createUnusedUrl, openReceiver, respondWith } from './receiver.ts'

const limits = {
  perReceiver: 4,
  perAccount: 24,
  total: 24,
  reserved: 0,
  perRound: 50,
  perHostPerSecond: 1_000,
}

test('hundreds of deliveries arrive while one endpoint is down and one never responds: no receiver waits for another', async (t) => {
  const shop = await openWebhookFixture(t, { limits })
  const held: ServerResponse[] = []
  const slow = await openReceiver(t, (response) => void held.push(response))
  const healthy = await Promise.all(Array.from({ length: 4 }, () => openReceiver(t)))
  const dead = await createUnusedUrl()
  for (const { url } of [slow, { url: dead }, ...healthy]) await shop.createEndpoint(url)
  await shop.append('invoice.created', {}, { count: 60 })
  await shop.fanOut()
  shop.start()

  // The healthy endpoints have everything while the slow one has not responded at all.
  await until(async () => healthy.every(({ received }) => received.length === 60))
  assert.equal(held.length, limits.perReceiver)
  for (const { maxConcurrent } of [slow, ...healthy]) assert.ok(maxConcurrent <= limits.perReceiver)
  for (const { received } of healthy)
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 60)

  slow.respond = respondWith(200)
  for (const response of held) response.end()
  await until(async () => slow.received.length === 60)
  const ofDead = async () => (await shop.all(true)).filter(({ url }) => url === dead)
  await until(async () =>
    (await ofDead()).every(({ attempts }) => attempts.some(({ error }) => error !== null)),
  )
  assert.equal((await ofDead()).length, 60)
  assert.ok(slow.maxConcurrent <= limits.perReceiver)
  assert.deepEqual(shop.faults, [])
})

test('after a restart, deliveries at every step of the schedule resume where they were', async (t) => {
  const clock = createManualClock(Date.now())
  const first = await openWebhookFixture(t, { clock, limits })
  const receiver = await openReceiver(t, respondWith(500))
  await first.createEndpoint(receiver.url)
  const waitUntilEnded = async (tries: number) =>
    until(async () =>
      (await first.all()).every(
        ({ attempts }) => attempts.length >= tries && attempts.every(({ ms }) => ms !== null),
      ),
    )
  // Forty each that have failed twice, once, and never.
  const sender = first.start()
  await first.append('invoice.created', {}, { count: 40 })
  await first.fanOut()
  await waitUntilEnded(1)
  clock.advance(5_000)
  sender.wake()
  await waitUntilEnded(2)
  await first.append('invoice.created', {}, { count: 40 })
  await first.fanOut()
  await waitUntilEnded(1)
  await sender.stop()
  await first.append('invoice.created', {}, { count: 40 })
  await first.fanOut()
  const before = await first.all()
  const places = Map.groupBy(
    before,
    ({ attempts, nextAt }) => `${attempts.length} ${nextAt === null ? '' : nextAt - clock.now()}`,
  )
  assert.deepEqual([...places].map(([place, { length }]) => [place, length]).sort(), [
    ['0 0', 40],
    ['1 5000', 40],
    ['2 300000', 40],
  ])

  const second = await openWebhookFixture(t, { clock, limits, sharedStorage: first.storage })
  receiver.respond = respondWith(200)
  receiver.received.length = 0
  const restarted = second.start()
  const waitForDeliveries = (count: number) =>
    until(async () => (await second.all()).filter(({ state }) => state === 'delivered').length === count)
  await waitForDeliveries(40)
  clock.advance(5_000)
  restarted.wake()
  await waitForDeliveries(80)
  clock.advance(5 * minute)
  restarted.wake()
  await waitForDeliveries(120)
  assert.equal(receiver.received.length, 120)
})

test('two processes send each delivery once', async (t) => {
  const shop = await openWebhookFixture(t, { limits })
  const other = await openWebhookFixture(t, { limits, clock: shop.clock, sharedStorage: shop.storage })
  const receivers = await Promise.all([openReceiver(t), openReceiver(t), openReceiver(t)])
  for (const { url } of receivers) await shop.createEndpoint(url)
  await shop.append('invoice.created', {}, { count: 50 })
  await shop.fanOut()
  shop.start()
  other.start()
  await until(async () => (await shop.all()).every(({ state }) => state === 'delivered'))
  for (const { received } of receivers) assert.equal(received.length, 50)
  assert.deepEqual([...shop.faults, ...other.faults], [])
})
