import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { createEventReader } from '../../src/events/reader-store.ts'
import { createFanOut, createFirstNeededPositionFinder } from '../../src/webhooks/fan-out.ts'
import { blockedUntil } from '../../src/webhooks/order.ts'
import { abortDuringTransaction } from '../helpers/abort-during-transaction.ts'
import type { TestScope } from '../helpers/databases.ts'
import { openWebhookFixture, type WebhookFixture } from './fixture.ts'

/** As many as an account may have. */
const endpointCount = 100
/** Deliveries per transaction. */
const maxDeliveries = 200

type Transaction = WebhookFixture['transact']

/** An account with many endpoints. */
async function openBusyShop(t: TestScope): Promise<WebhookFixture> {
  const shop = await openWebhookFixture(t)
  for (let index = 0; index < endpointCount; index++) await shop.insertEndpoint(`https://${index}.example/`)
  return shop
}

async function createAccount(shop: WebhookFixture, email: string): Promise<number> {
  const accountId = await shop.account(email)
  await createAccountEndpoint(shop, accountId)
  return accountId
}

async function createAccountEndpoint(
  shop: WebhookFixture,
  accountId: number,
  url = 'https://shop.example/',
): Promise<void> {
  const newEndpoint = { url, types: [], description: null, enabled: true }
  await shop.endpoints.create({ accountId, actor: 'the owner' }, newEndpoint)
}

const createFanOutWith = ({ database, clock }: WebhookFixture, transact: Transaction) =>
  createFanOut({
    events: createEventReader(database.read),
    reader: createStores(database.read).webhookFanOut,
    transact,
    clock,
  })

/** Fans out everything. Returns how many deliveries each account has after each transaction. */
async function fanOutInSteps(shop: WebhookFixture): Promise<ReadonlyMap<number, number>[]> {
  const steps: ReadonlyMap<number, number>[] = []
  const transact: Transaction = async (work) => {
    const value = await shop.transact(work)
    steps.push(await countByAccount(shop))
    return value
  }
  await createFanOutWith(shop, transact)()
  return steps
}

const readDeliveries = ({ database }: WebhookFixture) =>
  database.read.query
    .selectFrom('webhook_deliveries')
    .orderBy('receiver')
    .orderBy('subject')
    .orderBy('sequence')
    .select(['account_id', 'event_id', 'receiver', 'subject', 'sequence', 'next_at'])
    .execute()

const countByAccount = async (shop: WebhookFixture): Promise<ReadonlyMap<number, number>> =>
  new Map(
    [...Map.groupBy(await readDeliveries(shop), ({ account_id }) => account_id)].map(
      ([accountId, { length }]) => [accountId, length],
    ),
  )

/** Each receiver gets each event of one invoice once, and only the oldest is due. */
async function assertInOrder(shop: WebhookFixture, eventsPerInvoice: number): Promise<void> {
  const queues = Map.groupBy(await readDeliveries(shop), (row) => `${row.receiver} ${row.subject}`)
  for (const queue of queues.values()) {
    assert.deepEqual(
      queue.map(({ sequence }) => sequence),
      Array.from({ length: eventsPerInvoice }, (_, index) => index + 1),
    )
    assert.deepEqual(
      queue.map(({ next_at }) => next_at === new Date(blockedUntil).toISOString()),
      queue.map((_, index) => index > 0),
    )
  }
}

/** Invoices of which each has events with the sequences 1, 2, 3. */
async function appendInvoices(shop: WebhookFixture, count: number): Promise<void> {
  const invoices = Array.from({ length: count }, (_, index) => `an-invoice-${index}`)
  for (const sequence of [1, 2, 3])
    for (const invoice of invoices) await shop.append('payment.received', {}, { invoice, sequence })
}

/** Ends with the account's own backlog: the log is read, but only the first of its events are fanned out. */
async function startBacklog(shop: WebhookFixture): Promise<void> {
  const { transact, signal } = abortDuringTransaction(shop.transact)
  await createFanOutWith(shop, transact)(signal)
  const { webhookFanOut, log } = createStores(shop.database.read)
  assert.equal(await webhookFanOut.readPosition(), (await log.getBounds()).lastWritten)
  assert.ok((await webhookFanOut.readCompletePosition()) < (await webhookFanOut.readPosition()))
}

test('an account with many endpoints and events delays the others by one transaction’s deliveries', async (t) => {
  const shop = await openBusyShop(t)
  const other = await createAccount(shop, 'other@example.com')
  await shop.append('invoice.created', {}, { count: 30 })
  await shop.append('invoice.created', {}, { of: other })
  const steps = await fanOutInSteps(shop)
  const first = steps.find((counts) => counts.has(other))
  assert.ok((first?.get(shop.accountId) ?? 0) <= maxDeliveries, `${first?.get(shop.accountId)} before it`)
  assert.deepEqual(Object.fromEntries(steps.at(-1) ?? []), { [shop.accountId]: 3_000, [other]: 1 })
})

test('new events of other accounts come before the next part of a backlog', async (t) => {
  const shop = await openBusyShop(t)
  const other = await createAccount(shop, 'other@example.com')
  await shop.append('invoice.created', {}, { count: 10 })
  await startBacklog(shop)
  await shop.append('invoice.created', {}, { of: other })
  const { transact, signal } = abortDuringTransaction(shop.transact)
  await createFanOutWith(shop, transact)(signal)
  assert.deepEqual(Object.fromEntries(await countByAccount(shop)), { [shop.accountId]: 100, [other]: 1 })
})

test('accounts with a backlog take turns', async (t) => {
  const shop = await openBusyShop(t)
  const other = await shop.account('other@example.com')
  for (let index = 0; index < 20; index++)
    await createAccountEndpoint(shop, other, `https://${index}.host.example/`)
  await shop.append('invoice.created', {}, { count: 20 })
  await shop.append('invoice.created', {}, { count: 40, of: other })
  const steps = await fanOutInSteps(shop)
  const lastOfOther = steps.find((counts) => counts.get(other) === 800)
  assert.ok((lastOfOther?.get(shop.accountId) ?? 0) <= 5 * maxDeliveries)
  assert.deepEqual(Object.fromEntries(steps.at(-1) ?? []), { [shop.accountId]: 2_000, [other]: 800 })
})

test('a backlog is read even if other accounts always have new events', async (t) => {
  const shop = await openBusyShop(t)
  const other = await createAccount(shop, 'other@example.com')
  await shop.append('invoice.created', {}, { count: 10 })
  await startBacklog(shop)
  let left = 10
  let backlogged = 0
  const transact: Transaction = async (work) => {
    if (left > 0) await shop.append('invoice.created', {}, { count: 50, of: other })
    const value = await shop.transact(work)
    if (--left === 0) backlogged = (await countByAccount(shop)).get(shop.accountId) ?? 0
    return value
  }
  await createFanOutWith(shop, transact)()
  assert.ok(backlogged > 100, `${backlogged} after ten transactions`)
  assert.deepEqual(Object.fromEntries(await countByAccount(shop)), { [shop.accountId]: 1_000, [other]: 500 })
})

test('events of a backlog are fanned out once and in order, even if the process dies in every second transaction', async (t) => {
  const shop = await openBusyShop(t)
  await appendInvoices(shop, 5)
  let isDone = false
  for (let survived = 0; !isDone; survived = 1) {
    let left = survived
    // The process dies at the end of a transaction, when all of it was written and nothing was committed.
    const transact: Transaction = (work) =>
      shop.transact(async (stores) => {
        const value = await work(stores)
        if (left-- <= 0) throw new Error('died')
        return value
      })
    isDone = await createFanOutWith(shop, transact)().then(
      () => true,
      () => false,
    )
  }
  assert.equal((await readDeliveries(shop)).length, 15 * endpointCount)
  await assertInOrder(shop, 3)
})

test('several processes fan out a backlog once and in order', async (t) => {
  const shop = await openBusyShop(t)
  await appendInvoices(shop, 5)
  const others = [
    await openWebhookFixture(t, { sharedStorage: shop.storage }),
    await openWebhookFixture(t, { sharedStorage: shop.storage }),
  ]
  const counts = await Promise.all([shop, ...others].map(({ fanOut }) => fanOut()))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    15 * endpointCount,
  )
  await assertInOrder(shop, 3)
})

test('an event of two accounts is fanned out for both, even if one of them has a backlog', async (t) => {
  const shop = await openBusyShop(t)
  const other = await createAccount(shop, 'other@example.com')
  await shop.append('invoice.created', {}, { count: 5 })
  await shop.append('account.linked', { source: 1, target: 2, id: 1 }, { other })
  await startBacklog(shop)
  assert.equal((await countByAccount(shop)).get(other), 1)
  await shop.fanOut()
  assert.deepEqual(Object.fromEntries(await countByAccount(shop)), { [shop.accountId]: 600, [other]: 1 })
})

test('an event that is written while its account has a backlog comes after the backlog', async (t) => {
  const shop = await openBusyShop(t)
  const invoice = 'an-invoice'
  for (const sequence of [1, 2, 3]) await shop.append('payment.received', {}, { invoice, sequence })
  await startBacklog(shop)
  await shop.append('payment.received', {}, { invoice, sequence: 4 })
  await shop.fanOut()
  await assertInOrder(shop, 4)
})

test('the events of a backlog are kept until they are fanned out', async (t) => {
  const shop = await openBusyShop(t)
  await shop.append('invoice.created', {}, { count: 5 })
  const { webhookFanOut } = createStores(shop.database.read)
  const findFirstNeededPosition = createFirstNeededPositionFinder(webhookFanOut)
  assert.equal(await findFirstNeededPosition(), 1)
  await startBacklog(shop)
  assert.equal(await findFirstNeededPosition(), 2)
  await shop.fanOut()
  assert.equal(await findFirstNeededPosition(), 6)
})
