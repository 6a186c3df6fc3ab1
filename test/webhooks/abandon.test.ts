import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { createAbandonPending } from '../../src/webhooks/abandon.ts'
import { createDeliveryReportStore } from '../../src/webhooks/report-store.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { openWebhookFixture, type WebhookFixture } from './fixture.ts'
import { openReceiver, respondWith } from './receiver.ts'

/** More than one transaction abandons. */
const many = 700

/** A merchant with an endpoint that has that many pending deliveries. */
async function withBacklog(t: Parameters<typeof openWebhookFixture>[0]) {
  const shop = await openWebhookFixture(t)
  const receiver = await openReceiver(t)
  const id = await shop.createEndpoint(receiver.url)
  await shop.append('invoice.created', {}, { count: many })
  await shop.fanOut()
  const abandonPending = createAbandonPending({
    reader: createStores(shop.database.read).webhookDeliveries,
    transact: shop.transact,
  })
  return { shop, receiver, id, abandonPending }
}

async function readWritten({ database }: WebhookFixture, state: string): Promise<number> {
  const { query } = database.read
  return (await query.selectFrom('webhook_deliveries').where('state', '=', state).select('id').execute())
    .length
}

/** Sends one to another endpoint, which comes after everything that is due. */
async function assertNothingSent(
  shop: WebhookFixture,
  receiver: { readonly received: readonly unknown[] },
  t: Parameters<typeof openWebhookFixture>[0],
) {
  const other = await openReceiver(t)
  await shop.createEndpoint(other.url)
  await shop.append('invoice.created')
  await shop.fanOut()
  shop.start()
  await until(async () => (await readWritten(shop, 'delivered')) === 1)
  assert.equal(other.received.length, 1)
  assert.equal(receiver.received.length, 0)
  assert.deepEqual(shop.faults, [])
}

const listStates = (all: Awaited<ReturnType<WebhookFixture['all']>>) => [
  ...new Set(all.map(({ state, hasFailed, nextAt }) => `${state} ${hasFailed} ${nextAt}`)),
]

test('a disabled endpoint receives none of its pending deliveries, however many, and all are shown as abandoned immediately', async (t) => {
  const { shop, receiver, id, abandonPending } = await withBacklog(t)
  await shop.endpoints.change(shop.by, id, { enabled: false })
  // Each transaction writes a part, so none reaches a time limit of the database.
  assert.equal(await readWritten(shop, 'pending'), many - 500)
  assert.deepEqual(listStates(await shop.all()), ['dead true null'])
  const pending = { accountId: shop.accountId, onlyFailed: false, state: 'pending' } as const
  assert.deepEqual(await shop.deliveries.list(pending, { before: null, limit: 10 }), [])
  const [newest] = (await shop.all()).slice(-1)
  await assert.rejects(shop.deliveries.redeliver(shop.by, newest?.id ?? ''), { code: 'webhook_disabled' })
  const now = shop.clock.now()
  const claimed = await shop.transact(({ webhookDeliveries }) =>
    webhookDeliveries.claim(new Map([[id, 5]]), now, now + 8_000),
  )
  assert.deepEqual(claimed, [])
  await assertNothingSent(shop, receiver, t)

  await abandonPending()
  assert.deepEqual([await readWritten(shop, 'pending'), await readWritten(shop, 'dead')], [0, many])
})

test('a removed endpoint receives none of its pending deliveries, and all are shown as abandoned immediately', async (t) => {
  const { shop, receiver, id, abandonPending } = await withBacklog(t)
  await shop.endpoints.remove(shop.by, id)
  assert.equal(await readWritten(shop, 'pending'), many - 500)
  assert.deepEqual(listStates(await shop.all()), ['dead false null'])
  await assertNothingSent(shop, receiver, t)
  await abandonPending()
  assert.deepEqual([await readWritten(shop, 'pending'), await readWritten(shop, 'dead')], [0, many])
})

test('failed deliveries of a removed endpoint are counted nowhere: not as failed, not for the operator, not on the overview', async (t) => {
  const { shop, id, abandonPending } = await withBacklog(t)
  const read = createStores(shop.database.read)
  const readCounts = async () => {
    const { pending, failing, exhausted } = await createDeliveryReportStore(
      shop.database.read,
    ).countDeliveries()
    const overview = await read.overview.countFailedDeliveries(shop.accountId, 10_000)
    return { pending, failing, exhausted, overview, listed: (await shop.all(true)).length }
  }
  // Half of them failed before, as the sender writes it.
  const { query } = shop.database.read
  const some = (
    await query.selectFrom('webhook_deliveries').orderBy('id').limit(600).select('id').execute()
  ).map(({ id }) => id)
  await shop.database.transact(({ query }) =>
    query
      .updateTable('webhook_deliveries')
      .set({ state: 'dead', next_at: null, failed: 1 })
      .where('id', 'in', some)
      .execute(),
  )
  assert.partialDeepStrictEqual(await readCounts(), { exhausted: 600, overview: 600, pending: 100 })
  await shop.endpoints.remove(shop.by, id)
  await abandonPending()
  assert.deepEqual(await readCounts(), { pending: 0, failing: 0, exhausted: 0, overview: 0, listed: 0 })
  assert.equal((await shop.all()).length, many)
  assert.ok((await shop.all()).every(({ canBeSent }) => !canBeSent))
})

test('an endpoint that is disabled and immediately enabled again has lost its pending deliveries', async (t) => {
  const { shop, receiver, id, abandonPending } = await withBacklog(t)
  await shop.endpoints.change(shop.by, id, { enabled: false })
  await shop.endpoints.change(shop.by, id, { enabled: true })
  assert.equal(await readWritten(shop, 'dead'), many)
  await shop.append('invoice.created')
  await shop.fanOut()
  // The endpoint is enabled: nothing is abandoned.
  await abandonPending()
  shop.start()
  await until(async () => (await readWritten(shop, 'delivered')) === 1)
  assert.equal(receiver.received.length, 1)
  assert.deepEqual([await readWritten(shop, 'dead'), await readWritten(shop, 'pending')], [many, 0])
})

test('an endpoint that responds with 410 is disabled despite a large backlog, and its attempts are recorded', async (t) => {
  const { shop, receiver, id } = await withBacklog(t)
  receiver.respond = respondWith(410)
  shop.start()
  await until(async () => !(await shop.endpoints.show(shop.accountId, id)).enabled)
  await until(async () => (await shop.all()).every(({ attempts }) => attempts.every(({ ms }) => ms !== null)))
  assert.deepEqual(listStates(await shop.all()), ['dead true null'])
  assert.deepEqual(shop.faults, [])
})

test('deliveries created for an endpoint just as it was disabled are abandoned on the next run', async (t) => {
  const shop = await openWebhookFixture(t)
  const receiver = await openReceiver(t)
  const id = await shop.createEndpoint(receiver.url)
  await shop.append('invoice.created')
  const switchedOff = { enabled: 0, disabled_at: null }
  await shop.fanOut()
  // As by a process that had read the endpoint while it was enabled, or one that died before it had abandoned all.
  await shop.database.transact(({ query }) =>
    query.updateTable('webhook_endpoints').set(switchedOff).where('id', '=', id).execute(),
  )
  await startService(t, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' }, sharedStorage: shop.storage })
  await until(async () => (await readWritten(shop, 'dead')) === 1)
  assert.equal(receiver.received.length, 0)
})

test('a completed delivery shows the address where it arrived; any other shows the endpoint’s current address', async (t) => {
  const shop = await openWebhookFixture(t)
  const [old, fresh] = [await openReceiver(t), await openReceiver(t, respondWith(500))]
  const id = await shop.createEndpoint(old.url)
  shop.start()
  await shop.invoicePaid(null)
  await shop.fanOut()
  await until(async () => (await shop.all())[0]?.state === 'delivered')
  shop.clock.advance(1)
  await shop.endpoints.change(shop.by, id, { url: fresh.url })
  await shop.invoicePaid(null)
  await shop.fanOut()
  await until(async () => (await shop.all(true)).length === 1)
  const urls = async () => (await shop.all()).map(({ url }) => url)
  assert.deepEqual(await urls(), [old.url, fresh.url])

  await shop.endpoints.change(shop.by, id, { url: `${old.url}?again` })
  assert.deepEqual(await urls(), [old.url, `${old.url}?again`])
  const [arrived] = await shop.all()
  await shop.deliveries.redeliver(shop.by, arrived?.id ?? '')
  await until(async () => old.received.length === 2)
  assert.equal(old.received[1]?.path, '/hook?again')
  // A removed endpoint leaves the address that was tried last.
  await until(async () => (await shop.all()).every(({ attempts }) => attempts.every(({ ms }) => ms !== null)))
  await shop.endpoints.remove(shop.by, id)
  assert.deepEqual(await urls(), [`${old.url}?again`, fresh.url])
})
