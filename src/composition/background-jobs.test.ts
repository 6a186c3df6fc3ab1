import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { abortDuringTransaction } from '../../test/helpers/abort-during-transaction.ts'
import { openTestDatabase } from '../../test/helpers/databases.ts'
import type { Event } from '../events/event.ts'
import { createEventPruner } from '../events/prune.ts'
import { createOutboxPruner } from '../events/prune-outbox.ts'
import { assignPositions } from '../events/store.ts'
import { createExpirySweep } from '../invoices/expire.ts'
import { createIdempotencyPruner } from '../invoices/prune-idempotency.ts'
import { createManualClock, day, hour, minute, toIsoString } from '../kernel/clock.ts'
import { generateUid } from '../kernel/ids.ts'
import { systemTimers } from '../kernel/timers.ts'
import { createStores, createTransact } from './stores.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const clock = createManualClock(start + 9 * day)

/** A database with one account, and a function that counts the rows of a table. */
async function openRig(t: TestContext) {
  const { database } = await openTestDatabase(t)
  const transact = createTransact(database, ['a', 'b'])
  const shop = { email: 'shop@shop.example', name: 'shop', currency: 'USD' }
  const accountId = await transact(({ accounts }) =>
    accounts.insert({ ...shop, isOperator: false, createdAt: start, password: null }),
  )
  return {
    database,
    transact,
    accountId: accountId ?? assert.fail(),
    append,
    count,
    ending: abortDuringTransaction(transact),
  }

  /** Writes and numbers `count` events. */
  async function append(count: number): Promise<void> {
    const events = Array.from(
      { length: count },
      (_, index): Event => ({
        type: 'account.link.created',
        time: start,
        subject: `account/${index}`,
        sequence: 1,
        accountId: 1,
        data: { account_id: 1, id: index },
      }),
    )
    await transact((stores) => stores.events.append(events))
    if (database.kind === 'postgres') await database.transact(assignPositions)
  }

  async function count(table: 'events' | 'idempotency_keys' | 'outbox'): Promise<number> {
    const all = database.read.query.selectFrom(table).select((get) => get.fn.countAll().as('count'))
    return Number((await all.executeTakeFirstOrThrow()).count)
  }
}

test('idempotency keys are deleted after 72 hours, in transactions of 500', async (t) => {
  const { database, transact, accountId, count, ending } = await openRig(t)
  const createKey = (index: number, at: number) => ({
    account_id: accountId,
    route: 'POST /invoices',
    key: `key-${index}`,
    body_digest: 'digest',
    answer: '{}',
    created_at: toIsoString(at),
  })
  const old = Array.from({ length: 1_200 }, (_, index) => createKey(index, start + index))
  const recent = createKey(1_200, clock.now() - 72 * hour)
  await database.transact(({ query }) =>
    query
      .insertInto('idempotency_keys')
      .values([...old, recent])
      .execute(),
  )

  await createIdempotencyPruner(ending.transact, clock)(ending.signal)
  assert.equal(await count('idempotency_keys'), 701, 'on shutdown the next batch is left for the next start')
  const counted = abortDuringTransaction(transact)
  await createIdempotencyPruner(counted.transact, clock)()
  assert.equal(await count('idempotency_keys'), 1)
  assert.equal(counted.count(), 2)
})

test('pruning of events and outbox rows stops on shutdown and continues after the next start', async (t) => {
  const { transact, append, count, ending } = await openRig(t)
  await append(1_100)
  const rest = { keepMs: 1 * day, consumers: [], clock }
  await createEventPruner({ transact: ending.transact, ...rest })(ending.signal)
  assert.equal(await count('events'), 600)
  await createEventPruner({ transact, ...rest })()
  assert.equal(await count('events'), 0)

  const nextRound = abortDuringTransaction(transact)
  await createOutboxPruner({ transact: nextRound.transact, ...rest })(nextRound.signal)
  assert.equal(await count('outbox'), 1_700)
  await createOutboxPruner({ transact, ...rest })()
  assert.equal(await count('outbox'), 0)
})

test('the expiry sweep stops on shutdown and continues after the next start', async (t) => {
  const { database, transact, accountId, count, ending } = await openRig(t)
  const [created, end] = [toIsoString(start), toIsoString(start + 15 * minute)]
  const invoices = Array.from({ length: 250 }, () => ({
    uid: generateUid(start),
    account_id: accountId,
    status: 'unpaid' as const,
    amount: '12.5',
    currency: 'USD',
    created_at: created,
    expires_at: end,
    snapshot_id: 'rates',
    quoted_at: created,
    quote_expires_at: end,
    coins: 'LTC',
    event_sequence: 1,
    revision: 1,
  }))
  await database.transact(async ({ query }) => {
    await query.insertInto('rate_snapshots').values({ id: 'rates', taken_at: created, body: '{}' }).execute()
    await query.insertInto('invoices').values(invoices).execute()
  })
  const {
    invoices: { findOverdue, findOverdueCoins },
    unreadCoins,
  } = createStores(database.read)
  const view = { baseUrl: 'https://pay.example', getTipHeight: () => null }
  const recordPartialPayment = async () => {}
  const readPayments = async () => assert.fail('no address was issued')
  const rest = {
    findOverdue,
    findOverdueCoins,
    findUnread: unreadCoins.findUnread,
    readPayments,
    recordPartialPayment,
    view,
    clock,
    timers: systemTimers,
    graceMs: minute,
  }

  assert.equal(await createExpirySweep({ transact: ending.transact, ...rest })(ending.signal), 100)
  assert.equal(await createExpirySweep({ transact, ...rest })(), 150)
  assert.equal(await count('events'), 250)
})
