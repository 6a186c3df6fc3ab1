import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import { second } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { addCleanup, generousTimeout, only, type TestScope } from '../helpers/databases.ts'
import { openWebhookFixture, type WebhookFixture } from './fixture.ts'

/** Claims by two processes, over separate connections, of deliveries to that many receivers. */
async function openTwoProcesses(t: TestScope, receivers: number, each: number) {
  const shop = await openWebhookFixture(t)
  for (let index = 0; index < receivers; index++)
    await shop.createEndpoint(`https://receiver-${index}.example/`)
  await shop.append('invoice.created', {}, { count: each })
  await shop.fanOut()
  const waiting = await createStores(shop.database.read).webhookDeliveries.listDueReceivers(shop.clock.now())
  const names = waiting.map(({ receiver }) => receiver)
  assert.equal(names.length, receivers)
  const other = await openDatabase(shop.storage.url, generousTimeout)
  addCleanup(t, () => other.close())
  return { shop, names, transacts: [shop.transact, createTransact(other)] as const }
}

/** Deadlocks that PostgreSQL has detected in this database since it was created. */
async function deadlocks({ database }: WebhookFixture): Promise<number> {
  const { rows } = await database.read.query.executeQuery<{ deadlocks: bigint }>({
    ...database.read.query.selectFrom('webhook_deliveries').select('id').compile(),
    sql: 'select deadlocks from pg_stat_database where datname = current_database()',
    parameters: [],
  })
  return Number(rows[0]?.deadlocks)
}

test('two processes that claim deliveries of the same receivers in opposite order do not wait for each other', {
  skip: only('postgres'),
}, async (t) => {
  const { shop, names, transacts } = await openTwoProcesses(t, 2, 4)
  const now = shop.clock.now()
  const orders = [names, names.toReversed()]
  // Both have claimed from their first receiver before either continues with the other's.
  const firstClaims = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const claimed = await Promise.all(
    transacts.map((transact, index) =>
      transact(async ({ webhookDeliveries }) => {
        runs++
        const [first = '', second = ''] = orders[index] ?? []
        const mine = await webhookDeliveries.claim(new Map([[first, 2]]), now, now + 8_000)
        firstClaims[index]?.resolve()
        await firstClaims[1 - index]?.promise
        return [...mine, ...(await webhookDeliveries.claim(new Map([[second, 2]]), now, now + 8_000))]
      }),
    ),
  )
  assert.equal(runs, 2, 'one of them was run again')
  const ids = claimed.flat().map(({ id }) => id)
  assert.deepEqual([ids.length, new Set(ids).size], [8, 8])
  assert.equal(await deadlocks(shop), 0)
})

test('two processes that claim repeatedly take each delivery once, without a deadlock', async (t) => {
  const { shop, names, transacts } = await openTwoProcesses(t, 12, 40)
  const now = shop.clock.now()
  const taken = await Promise.all(
    transacts.map(async (transact, index) => {
      const ids: string[] = []
      const order = index === 0 ? names : names.toReversed()
      const remaining = new Map(order.map((name) => [name, 5]))
      const claim = () =>
        transact(({ webhookDeliveries }) => webhookDeliveries.claim(remaining, now, now + 8 * second))
      for (let some = await claim(); some.length > 0; some = await claim())
        ids.push(...some.map(({ id }) => id))
      return ids
    }),
  )
  const ids = taken.flat()
  assert.deepEqual([ids.length, new Set(ids).size], [480, 480])
  if (shop.database.kind === 'postgres') assert.equal(await deadlocks(shop), 0)
})
