import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase, type TestScope } from '../../test/helpers/databases.ts'
import { toBaseUnits } from '../kernel/money.ts'
import { maxAmountOffset, reserveAmounts } from './reservation.ts'
import { createReservationStore } from './reservation-store.ts'

const now = Date.UTC(2026, 2, 1)
const liveUntil = now + 1_000
const fixed = { coin: 'LTC', amount: toBaseUnits(100n), fixedScript: '51' } as const

async function open(t: TestScope) {
  const { database } = await openTestDatabase(t)
  const reserve = (
    uid: string,
    more: {
      offered?: Parameters<typeof reserveAmounts>[1]
      now?: number
      liveUntil?: number
      accountId?: number
    } = {},
  ) =>
    database.transact((sql) =>
      reserveAmounts(createReservationStore(sql), more.offered ?? [fixed], {
        uid,
        accountId: 1,
        liveUntil,
        now,
        ...more,
      }),
    )
  const readOffset = async (uid: string, at = now) => (await reserve(uid, { now: at }))[0]?.amountOffset
  return { database, reserve, readOffset }
}

test('a derived address needs no offset; a fixed one gets the smallest free amount', async (t) => {
  const { reserve } = await open(t)
  const offered = [{ coin: 'BTC', amount: toBaseUnits(50n), fixedScript: null }, fixed] as const
  for (const [uid, amountOffset] of [
    ['a', 0n],
    ['b', 1n],
    ['c', 2n],
  ] as const) {
    assert.deepEqual(await reserve(uid, { offered }), [
      { code: 'BTC', amountOffset: 0n },
      { code: 'LTC', amountOffset },
    ])
  }
})

test('an invoice that reserves again gets the same amount', async (t) => {
  const { readOffset } = await open(t)
  assert.deepEqual(
    [await readOffset('a'), await readOffset('b'), await readOffset('a'), await readOffset('b')],
    [0n, 1n, 0n, 1n],
  )
})

test('the same amount for another script or coin is a different reservation', async (t) => {
  const { reserve } = await open(t)
  await reserve('a')
  const offered = [
    { ...fixed, fixedScript: '52' },
    { ...fixed, coin: 'DOGE' as const },
  ]
  assert.deepEqual(
    (await reserve('b', { offered })).map(({ amountOffset }) => amountOffset),
    [0n, 0n],
  )
})

test('an amount is free after its quote and the grace period, unless a claim holds it', async (t) => {
  const { database, readOffset } = await open(t)
  await readOffset('a')
  assert.equal(await readOffset('b', liveUntil - 1), 1n)
  assert.equal(await readOffset('c', liveUntil), 0n)
  await database.transact(({ query }) => query.updateTable('reserved_amounts').set({ held: 1 }).execute())
  assert.equal(await readOffset('d', liveUntil + 1), 1n)
})

test('a shorter reservation doesn’t shorten a longer one', async (t) => {
  const { reserve, readOffset } = await open(t)
  await reserve('a', { liveUntil: liveUntil + 5_000 })
  await reserve('a')
  assert.equal(await readOffset('b', liveUntil), 1n)
  assert.equal(await readOffset('c', liveUntil + 5_000), 0n)
})

test('a coin is unavailable when all 1000 offsets are taken', async (t) => {
  const { database, reserve } = await open(t)
  const rows = Array.from({ length: Number(maxAmountOffset) + 1 }, (_, index) => ({
    coin: 'LTC',
    script: '51',
    amount: 100 + index,
    invoice_uid: `other ${index}`,
    live_until: new Date(liveUntil).toISOString(),
  }))
  await database.transact(({ query }) => query.insertInto('reserved_amounts').values(rows).execute())
  assert.deepEqual(await reserve('a'), [])
  await database.transact(({ query }) =>
    query
      .deleteFrom('reserved_amounts')
      .where('amount', '=', 100 + Number(maxAmountOffset))
      .execute(),
  )
  assert.deepEqual(await reserve('a'), [{ code: 'LTC', amountOffset: maxAmountOffset }])
})

test('whatever its prices, a later account leaves half of the offsets at every price to the first', async (t) => {
  const { database, reserve } = await open(t)
  const created_at = new Date(now).toISOString()
  await database.transact(async ({ query }) => {
    for (const id of [1, 2]) {
      const account = { email: `${id}@example.com`, name: '', currency: 'USD', operator: 0, created_at }
      await query.insertInto('accounts').values(account).execute()
      const destination = { account_id: id, coin: 'LTC', kind: 'address', value: '', script: '51' } as const
      await query
        .insertInto('destinations')
        .values({ ...destination, key_id: null, created_at, turn: id })
        .execute()
    }
  })
  const maxOffset = Number(maxAmountOffset)
  // Prices from 10 000 down, then up, each until it is denied.
  const prices = [3, 2.4, 2, 1.7, 1.2, 0.9, 0.5, 0, 0.3, 1, 1.5, 2.2].map((part) => 10_000 + part * maxOffset)
  for (const price of prices) {
    const offered = [{ ...fixed, amount: toBaseUnits(BigInt(price)) }]
    for (let index = 0; ; index++)
      if ((await reserve(`${price} ${index}`, { offered, accountId: 2 })).length === 0) break
  }
  const rows = await database.read.query.selectFrom('reserved_amounts').select('amount').execute()
  const amounts = rows.map(({ amount }) => Number(amount))
  assert.ok(amounts.length > maxOffset)
  for (let price = 9_000; price < 14_000; price++) {
    const usedInRange = amounts.filter((amount) => amount >= price && amount <= price + maxOffset).length
    assert.ok(usedInRange <= maxOffset / 2, `${usedInRange} at ${price}`)
  }
})
