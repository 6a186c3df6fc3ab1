import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import { createEventReader } from '../../src/events/reader-store.ts'
import { createFanOut } from '../../src/webhooks/fan-out.ts'
import { openWebhookFixture, type WebhookFixture } from './fixture.ts'

const receivedTypes = async (shop: WebhookFixture, endpointId: string | null) =>
  (await shop.all())
    .filter((delivery) => delivery.endpointId === endpointId)
    .map(({ event }) => event)
    .sort()

test('an invoice’s webhook_url is notified when the invoice is paid, reversed or restored, and of nothing else', async (t) => {
  const shop = await openWebhookFixture(t)
  for (const type of [
    'invoice.created',
    'payment.accepted',
    'invoice.paid',
    'payment.confirmed',
    'invoice.reversed',
    'invoice.restored',
    'invoice.cancelled',
    'invoice.expired',
  ] as const)
    await shop.invoicePaid('https://shop.example/hook', type)
  await shop.invoicePaid(null)
  await shop.fanOut()
  assert.deepEqual(await receivedTypes(shop, null), ['invoice.paid', 'invoice.restored', 'invoice.reversed'])
})

test('an endpoint receives the types that it subscribes to, all types in a group, or everything, and nothing of another account', async (t) => {
  const shop = await openWebhookFixture(t)
  const one = await shop.createEndpoint('https://a.example/', ['invoice.paid', 'payment.confirmed'])
  const kind = await shop.createEndpoint('https://b.example/', ['invoice.*'])
  const everything = await shop.createEndpoint('https://c.example/')
  const off = await shop.createEndpoint('https://d.example/')
  await shop.endpoints.change(shop.by, off, { enabled: false })
  const stranger = await shop.account('stranger@example.com')
  for (const type of ['invoice.created', 'invoice.paid', 'payment.confirmed'] as const)
    await shop.invoicePaid(null, type)
  await shop.append('invoice.paid', { invoice: null }, { of: stranger })
  await shop.fanOut()
  assert.deepEqual(await receivedTypes(shop, one), ['invoice.paid', 'payment.confirmed'])
  assert.deepEqual(await receivedTypes(shop, kind), ['invoice.created', 'invoice.paid'])
  assert.deepEqual(await receivedTypes(shop, everything), [
    'invoice.created',
    'invoice.paid',
    'payment.confirmed',
  ])
  assert.deepEqual(await receivedTypes(shop, off), [])
})

test('both accounts of a link receive its events', async (t) => {
  const shop = await openWebhookFixture(t)
  const target = await shop.account('target@example.com')
  const mine = await shop.createEndpoint('https://a.example/', ['account.linked'])
  const newEndpoint = {
    url: 'https://b.example/',
    description: null,
    types: ['account.linked'],
    enabled: true,
  }
  const { endpoint: theirs } = await shop.endpoints.create({ ...shop.by, accountId: target }, newEndpoint)
  await shop.append('account.linked', { source: 1, target: 2, id: 1 }, { other: target })
  await shop.fanOut()
  assert.deepEqual(await receivedTypes(shop, mine), ['account.linked'])
  const filter = { accountId: target, onlyFailed: false }
  const page = { before: null, limit: 10 }
  assert.deepEqual(
    (await shop.deliveries.list(filter, page)).map(({ endpointId, event }) => [endpointId, event]),
    [[theirs.id, 'account.linked']],
  )
})

test('a crash during fan-out neither loses nor duplicates an event', async (t) => {
  const shop = await openWebhookFixture(t)
  await shop.createEndpoint('https://a.example/')
  await shop.append('invoice.created', {}, { count: 450 })
  let left = 1
  const { database } = shop
  // The process dies at the end of the second transaction, when all of it was written and nothing was committed.
  const failingFanOut = createFanOut({
    events: createEventReader(database.read),
    reader: createStores(database.read).webhookFanOut,
    transact: (work) =>
      createTransact(database)(async (all) => {
        const value = await work(all)
        if (left-- <= 0) throw new Error('died')
        return value
      }),
    clock: shop.clock,
  })
  await assert.rejects(failingFanOut(), /died/)
  assert.equal((await shop.all()).length, 100)
  await shop.fanOut()
  const deliveries = await shop.all()
  assert.equal(deliveries.length, 450)
  assert.equal(new Set(deliveries.map(({ eventId }) => eventId)).size, 450)
})

test('several processes share the work: each event is fanned out once', async (t) => {
  const shop = await openWebhookFixture(t)
  await shop.createEndpoint('https://a.example/')
  await shop.append('invoice.created', {}, { count: 900 })
  const others = [
    await openWebhookFixture(t, { sharedStorage: shop.storage }),
    await openWebhookFixture(t, { sharedStorage: shop.storage }),
  ]
  const counts = await Promise.all([shop, ...others].map(({ fanOut }) => fanOut()))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    900,
  )
  assert.equal(new Set((await shop.all()).map(({ eventId }) => eventId)).size, 900)
})

test('a new endpoint receives events from its creation on, and the part of the log that is still needed is known', async (t) => {
  const shop = await openWebhookFixture(t)
  await shop.append('invoice.created', {}, { count: 3 })
  await shop.fanOut()
  const id = await shop.createEndpoint('https://a.example/')
  await shop.append('invoice.paid', { invoice: null })
  const { webhookFanOut } = createStores(shop.database.read)
  assert.equal(await webhookFanOut.readPosition(), 3)
  await shop.fanOut()
  assert.equal(await webhookFanOut.readPosition(), 4)
  assert.deepEqual(await receivedTypes(shop, id), ['invoice.paid'])
})
