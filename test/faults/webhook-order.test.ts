import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { createSeededRandom } from '../helpers/seeded.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, type Received } from '../webhooks/receiver.ts'
import { askWithRetry, createInvoice, openShop } from './shop.ts'

const invoices = 24
const order = ['invoice.created', 'invoice.cancelled']

/** Event types by invoice, in the order of arrival. */
function typesByInvoice(received: readonly Received[]): ReadonlyMap<string, readonly string[]> {
  const events = received.map(({ body }) => JSON.parse(body) as { type: string; data: { uid: string } })
  const groups = Map.groupBy(events, ({ data }) => data.uid)
  return new Map([...groups].map(([uid, group]) => [uid, group.map(({ type }) => type)]))
}

test('events of each invoice arrive in order although a receiver fails and one of two processes is killed while it sends', async (t) => {
  const shop = await openShop(t)
  const chance = createSeededRandom(7)
  const held: ServerResponse[] = []
  const seen = new Set<string>()
  let isHolding = true
  const receiver = await openReceiver(t, (response, { headers }) => {
    const id = headers['webhook-id'] ?? ''
    const isFirst = !seen.has(id)
    seen.add(id)
    // Only the first attempt of an event fails, or waits and may time out on a busy machine: the second retry is minutes later.
    if (isFirst && isHolding && chance.happens(0.5)) return void held.push(response)
    const fails = isFirst && chance.happens(0.3)
    response.writeHead(fails ? 500 : 200).end()
  })
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', SECRET_KEY: '5e'.repeat(32), LOG_LEVEL: 'silent' }
  const start = async () => startProcess(t, { url: shop.url, port: await freePort(), settings })
  const [killed, other] = [await start(), await start()]
  const { token } = shop.shop
  const added = await askWithRetry(other.baseUrl, '/api/v1/webhooks', {
    method: 'POST',
    token,
    body: { url: receiver.url, types: order },
  })
  assert.equal(added.status, 200, added.text)

  for (let count = 0; count < invoices; count++) {
    const { uid } = (await createInvoice(other.baseUrl, shop.shop)).invoice
    const path = `/invoices/${uid}`
    const { status, text } = await askWithRetry(other.baseUrl, path, { method: 'DELETE', token })
    assert.equal(status, 200, text)
  }
  await until(async () => held.length >= 4)
  await killed.stop('SIGKILL')
  await until(async () => held.some(({ destroyed }) => destroyed))
  isHolding = false
  for (const response of held) response.end()

  const states = () =>
    shop.database.read.query
      .selectFrom('webhook_deliveries')
      .where('endpoint_id', 'is not', null)
      .select('state')
      .execute()
  await until(async () => {
    const rows = await states()
    return rows.length === invoices * order.length && rows.every(({ state }) => state === 'delivered')
  })
  const arrived = typesByInvoice(receiver.received)
  assert.equal(arrived.size, invoices)
  for (const [uid, types] of arrived)
    assert.deepEqual(
      types,
      types.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
      uid,
    )
  await other.stop()
  await shop.assertSound()
})
