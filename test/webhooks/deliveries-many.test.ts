import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { day } from '../../src/kernel/clock.ts'
import { generateEventId, generateId } from '../../src/kernel/ids.ts'
import { only } from '../helpers/databases.ts'
import { openWebhookFixture, type WebhookFixture } from './fixture.ts'

/** Abandoned deliveries of that many events, each to that many receivers; returns the ids of the events. */
async function writeDead(
  { transact, database, accountId, clock }: WebhookFixture,
  { events, receivers }: { events: number; receivers: number },
): Promise<string[]> {
  const now = clock.now() - events
  const ids = Array.from({ length: events }, (_, number) => generateEventId(now + number, 0))
  const message = (eventId: string) => ({ eventId, type: 'invoice.created', body: '{}' })
  const deliveries = ids.flatMap((eventId, number) =>
    Array.from({ length: receivers }, (_, index) => ({
      id: `whd_${generateId(now + number)}`,
      eventId,
      createdAt: now + number,
      ...{ subject: null, sequence: null },
      ...{ accountId, endpointId: null, url: 'http://127.0.0.1:9/', name: `${index}` },
    })),
  )
  await transact(({ webhookFanOut }) => webhookFanOut.insert(ids.map(message), deliveries))
  await database.transact(({ query }) =>
    query.updateTable('webhook_deliveries').set({ state: 'dead', next_at: null, failed: 1 }).execute(),
  )
  return ids
}

test('for an event with many deliveries only the newest are read', async (t) => {
  const fixture = await openWebhookFixture(t)
  const { deliveries, accountId } = fixture
  const events = await writeDead(fixture, { events: 1, receivers: 250 })
  const newest = (await fixture.all()).slice(-200)
  assert.deepEqual(
    (await deliveries.listByEvents(accountId, events)).map(({ id }) => id),
    newest.map(({ id }) => id),
  )
})

test('a delivery that arrives while all failed ones are sent again does not block the others', {
  skip: only('postgres'),
}, async (t) => {
  const fixture = await openWebhookFixture(t)
  const { deliveries, database, by } = fixture
  await writeDead(fixture, { events: 600, receivers: 1 })
  const [first] = await fixture.all()
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const arriving = database.transact(async ({ query }) => {
    const arrived = { state: 'delivered', next_at: null, failed: 0 }
    await query
      .updateTable('webhook_deliveries')
      .set(arrived)
      .where('id', '=', first?.id ?? '')
      .execute()
    held.resolve()
    await free.promise
  })
  await held.promise
  const sending = deliveries.redeliverFailed(by)
  // It has found that one, and waits for it.
  await sleep(300)
  free.resolve()
  await arriving
  assert.equal((await sending).length, 599)
})

test('an old delivery that is redelivered while old ones are pruned stays, with its attempts', {
  skip: only('postgres'),
}, async (t) => {
  const fixture = await openWebhookFixture(t)
  const { deliveries, database, transact, clock } = fixture
  await writeDead(fixture, { events: 3, receivers: 1 })
  const [first] = await fixture.all()
  const id = first?.id ?? ''
  await database.transact(async ({ query }) => {
    const none = { status: null, ms: null, error: null, answer: null }
    const at = new Date(clock.now()).toISOString()
    await query
      .insertInto('webhook_attempts')
      .values({ delivery_id: id, number: 1, at, ...none })
      .execute()
    await query.updateTable('webhook_deliveries').set({ attempts: 1 }).where('id', '=', id).execute()
  })
  clock.advance(31 * day)
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sending = transact(async ({ webhookDeliveries }) => {
    await webhookDeliveries.resend(id, clock.now())
    held.resolve()
    await free.promise
  })
  await held.promise
  const pruning = deliveries.prune()
  // It has found the old ones, including that one.
  await sleep(300)
  free.resolve()
  await Promise.all([sending, pruning])
  assert.deepEqual(
    (await fixture.all()).map(({ id, state, attempts }) => [id, state, attempts.length]),
    [[id, 'pending', 1]],
  )
})
