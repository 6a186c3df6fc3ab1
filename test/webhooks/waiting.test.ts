import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIsoString } from '../../src/kernel/clock.ts'
import { createWebhookWaitingStore, maxReceiversPerRound } from '../../src/webhooks/waiting-store.ts'
import { openWebhookFixture } from './fixture.ts'

const rowsPerStatement = 200

test('however many hosts of invoices wait for a retry, a round reads 1 000 of them, and the next round continues', async (t) => {
  const shop = await openWebhookFixture(t)
  const other = await shop.account('other@example.com')
  await shop.append('invoice.paid', {}, { count: 1 })
  const [{ id: event_id }] = (await shop.database.read.query.selectFrom('events').select('id').execute()) as [
    { id: string },
  ]
  const count = 1_400
  const created_at = toIsoString(shop.clock.now())
  const later = toIsoString(shop.clock.now() + 1)
  const create = (index: number, account_id: number, next_at: string) => {
    const host = `h${index}.shop.example`
    const target = { url: `https://${host}/`, endpoint_id: null, receiver: `${account_id} ${host}` }
    const state = { state: 'pending', next_at, attempts: 1, tries: 1, failed: 1 }
    return { id: `whd_${index}`, event_id, account_id, created_at, ...target, ...state }
  }
  const rows = Array.from({ length: count }, (_, index) => create(index, shop.accountId, later))
  rows.push(create(count, shop.accountId, created_at), create(count + 1, other, created_at))
  await shop.database.transact(async ({ query }) => {
    await query
      .insertInto('webhook_messages')
      .values({ event_id, type: 'invoice.paid', body: '{}' })
      .execute()
    for (let from = 0; from < rows.length; from += rowsPerStatement)
      await query
        .insertInto('webhook_deliveries')
        .values(rows.slice(from, from + rowsPerStatement))
        .execute()
  })
  const { listDueReceivers } = createWebhookWaitingStore(shop.database.read)
  const listRounds = async () => {
    const rounds = [await listDueReceivers(shop.clock.now()), await listDueReceivers(shop.clock.now())]
    return rounds.map((receivers) => receivers.map(({ receiver }) => receiver))
  }
  const due = [`${other} h${count + 1}.shop.example`, `${shop.accountId} h${count}.shop.example`]
  const rounds = await listRounds()
  assert.deepEqual(rounds.flat().toSorted(), due.toSorted())
  assert.deepEqual(await listRounds(), rounds)

  shop.clock.advance(1)
  const [first = [], second = []] = await listRounds()
  assert.deepEqual([first.length, second.length], [maxReceiversPerRound, rows.length - maxReceiversPerRound])
  assert.deepEqual(new Set([...first, ...second]).size, rows.length)
})
