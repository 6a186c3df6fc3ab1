import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidInvoice } from '../../test/helpers/unpaid-invoice.ts'
import { systemClock } from '../kernel/clock.ts'
import { createTurns } from '../kernel/turns.ts'
import { createGreenfieldInvoices, type GreenfieldListQuery } from './invoices.ts'

/** Lists an account with this many invoices, for every order id. */
function createList(count: number, onRead: (uids: readonly string[]) => void = () => {}) {
  const uids = Array.from({ length: count }, (_, index) => `uid-${String(count - index).padStart(5, '0')}`)
  const fail = () => assert.fail()
  return createGreenfieldInvoices({
    find: fail,
    load: fail,
    create: fail,
    getRules: fail,
    findInvoiceDefaults: fail,
    cancel: fail,
    replaceMetadata: fail,
    setArchived: fail,
    lister: {
      listPage: async (_accountId, _filters, after, limit) => {
        const from = after === null ? 0 : uids.indexOf(after) + 1
        return uids.slice(from, from + limit).map((uid) => ({ uid, revision: 1 }))
      },
      findMany: async (wanted) => {
        onRead(wanted)
        return wanted.map((uid) => ({ ...unpaidInvoice, uid }))
      },
    },
    listPaymentMethods: async () => [],
    stores: { findSpeedPolicy: async () => 'HighSpeed', showStore: fail, listCoins: fail },
    baseUrl: 'https://pay.example',
    monitoringPeriodMs: 0,
    clock: systemClock,
    takeTurn: createTurns(),
  }).list
}

const everything: GreenfieldListQuery = {
  filters: [{}],
  statuses: [],
  includesArchived: true,
  includesPaymentMethods: false,
  skip: 0,
  take: 200,
}

test('a list renders one invoice at a time, and other work runs in between', async () => {
  let turns = 0
  const countTurn = () => {
    turns++
    next = setImmediate(countTurn)
  }
  let next = setImmediate(countTurn)
  const listed = JSON.parse(await createList(10)(1, everything))
  clearImmediate(next)
  assert.deepEqual(
    listed.map(({ id }: { id: string }) => id),
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => `uid-${String(number).padStart(5, '0')}`),
  )
  assert.ok(turns >= 9, `${turns} turns`)
})

test('a list for many order ids examines no more invoices than one without', async () => {
  let examined = 0
  const list = createList(6_000, (uids) => {
    examined += uids.length
  })
  const orderIds = Array.from({ length: 20 }, (_, index) => ({ externalId: `order-${index}` }))
  const listed = JSON.parse(await list(1, { ...everything, filters: orderIds, skip: 5_000, take: 1 }))
  assert.equal(listed.length, 0)
  assert.equal(examined, 5_000)
})
