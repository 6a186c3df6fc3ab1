import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { createEventReader } from '../../src/events/reader-store.ts'
import { day } from '../../src/kernel/clock.ts'
import { createWebhookDeliveries } from '../../src/webhooks/deliveries.ts'
import { createFanOut } from '../../src/webhooks/fan-out.ts'
import { abortDuringTransaction } from '../helpers/abort-during-transaction.ts'
import { insertDeliveries } from '../helpers/insert-sales.ts'
import { openWebhookFixture } from './fixture.ts'

test('shutdown ends fan-out between two transactions, and the remaining events are fanned out later', async (t) => {
  const shop = await openWebhookFixture(t)
  await shop.createEndpoint('https://a.example/')
  await shop.append('invoice.created', {}, { count: 450 })
  const { transact, signal } = abortDuringTransaction(shop.transact)
  const { read } = shop.database
  const fanOut = createFanOut({
    events: createEventReader(read),
    reader: createStores(read).webhookFanOut,
    transact,
    clock: shop.clock,
  })
  assert.equal(await fanOut(signal), 100)
  assert.equal(await shop.fanOut(), 350)
})

test('on shutdown, the removal of old deliveries is left to a later round', async (t) => {
  const shop = await openWebhookFixture(t)
  await insertDeliveries(shop, shop.accountId, Array(1_100).fill('dead'))
  shop.clock.advance(30 * day + 1)
  const { transact, signal } = abortDuringTransaction(shop.transact)
  await createWebhookDeliveries(transact, shop.clock).prune(signal)
  assert.equal((await shop.all()).length, 600)
  await shop.deliveries.prune()
  assert.equal((await shop.all()).length, 0)
})
