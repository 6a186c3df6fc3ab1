import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createManualClock, day, toIsoString } from '../../src/kernel/clock.ts'
import { assertRejected } from '../helpers/replies.ts'
import { startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'
import { openWebhookFixture } from './fixture.ts'
import { openReceiver, respondWith } from './receiver.ts'

const path = '/api/v1/webhooks'
const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', SECRET_KEY: '5e'.repeat(32) }

interface Listed {
  readonly id: string
  readonly event: string
  readonly event_id: string
  readonly url: string
  readonly state: string
  readonly attempts: readonly { at: string; status: number | null; ms: number | null; error: string | null }[]
  readonly next_at: string | null
}

test('a paid invoice reaches its webhook_url and the account’s endpoints, each signed with its own secret', async (t) => {
  const service = await startService(t, { settings, destinations: ['LTC'] })
  const [ofInvoice, ofAccount, failing] = [
    await openReceiver(t),
    await openReceiver(t),
    await openReceiver(t),
  ]
  failing.respond = respondWith(500, {}, 'try later')
  const readEndpoint = async (url: string, types: string[]) =>
    (await service.request(path, { method: 'POST', body: { url, types } })).json
  const { secret } = await readEndpoint(ofAccount.url, ['invoice.*'])
  await readEndpoint(failing.url, ['payment.accepted'])

  const { invoice } = await service.createInvoice({ webhook_url: ofInvoice.url, external_id: 'order 7' })
  const { signed, reply } = await service.pay(invoice.uid, 'LTC')
  assert.equal(reply.status, 200, reply.text)
  await until(
    async () =>
      ofInvoice.received.length === 1 && ofAccount.received.length === 2 && failing.received.length === 1,
  )

  const account = (await service.request(`${path}/secret`)).json
  const [notification] = ofInvoice.received
  const body = new Webhook(String(account.secret)).verify(
    notification?.body ?? '',
    notification?.headers ?? {},
  ) as {
    type: string
    data: Record<string, unknown>
  }
  assert.equal(body.type, 'invoice.paid')
  assert.partialDeepStrictEqual(body.data, { uid: invoice.uid, status: 'paid', hash: signed.txid })
  assert.partialDeepStrictEqual(body.data.invoice, { external_id: 'order 7', webhook_url: ofInvoice.url })
  for (const { body, headers } of ofAccount.received) new Webhook(String(secret)).verify(body, headers)
  const types = ofAccount.received.map(({ body }) => JSON.parse(body).type as string).sort()
  assert.deepEqual(types, ['invoice.created', 'invoice.paid'])

  const all = (await service.request(`${path}/deliveries`)).json.deliveries as Listed[]
  assert.equal(all.length, 4)
  const listFailed = async () =>
    (await service.request(`${path}/deliveries?failed=true`)).json.deliveries as Listed[]
  await until(async () => (await listFailed()).length === 1)
  const [one] = await listFailed()
  assert.partialDeepStrictEqual(one, { event: 'payment.accepted', url: failing.url, state: 'pending' })
  assert.partialDeepStrictEqual(one?.attempts[0], { status: 500, error: 'the endpoint responded with 500' })
  const detail = (await service.request(`${path}/deliveries/${one?.id}`)).json
  assert.partialDeepStrictEqual(detail.attempts, [{ status: 500, answer: 'try later' }])

  const other = await service.anotherMerchant('stranger', ['LTC'])
  const token = other.token
  assertRejected(await service.request(`${path}/deliveries/${one?.id}`, { token }), 404, 'delivery_not_found')
  const redeliverPath = `${path}/deliveries/${one?.id}/redeliver`
  assertRejected(await service.request(redeliverPath, { method: 'POST', token }), 404, 'delivery_not_found')

  failing.respond = respondWith(204)
  assert.equal((await service.request(redeliverPath, { method: 'POST' })).status, 200)
  await until(async () => (await listFailed()).length === 0)
  assert.equal(failing.received.at(-1)?.headers['webhook-id'], failing.received[0]?.headers['webhook-id'])
  // The logs contain no secret.
  for (const line of service.logged) assert.doesNotMatch(line, /whsec_|v1,/)
})

test('deliveries are listed page by page, and unknown parameters are rejected', async (t) => {
  const service = await startService(t, { settings, destinations: ['BTC'] })
  const receiver = await openReceiver(t)
  await service.request(path, { method: 'POST', body: { url: receiver.url } })
  for (let count = 0; count < 5; count++) await service.createInvoice()
  await until(async () => receiver.received.length === 5)
  const seen: string[] = []
  let cursor: unknown = null
  do {
    const { json } = await service.request(
      `${path}/deliveries?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    seen.push(...(json.deliveries as Listed[]).map(({ id }) => id))
    cursor = json.next_cursor
  } while (cursor !== null)
  assert.equal(new Set(seen).size, 5)
  assert.deepEqual(seen, seen.toSorted().reverse())
  for (const query of ['limit=0', 'limit=201', 'limit=x', 'failed=yes', 'what=1'])
    assertRejected(await service.request(`${path}/deliveries?${query}`), 400, 'query_invalid')
})

test('one call sends all failed deliveries again, except to disabled endpoints', async (t) => {
  const shop = await openWebhookFixture(t)
  const receiver = await openReceiver(t, respondWith(500))
  const gone = await openReceiver(t, respondWith(410))
  const id = await shop.createEndpoint(receiver.url, ['invoice.*'])
  await shop.createEndpoint(gone.url, ['invoice.*'])
  shop.start()
  await shop.invoicePaid(null, 'invoice.paid', 4)
  await shop.fanOut()
  await until(async () => (await shop.all(true)).length === 8)
  const { accountId } = shop
  const [dead] = (await shop.all()).filter(({ endpointId }) => endpointId !== id)
  await assert.rejects(shop.deliveries.redeliver(shop.by, dead?.id ?? ''), { code: 'webhook_disabled' })

  receiver.respond = respondWith(200)
  assert.equal((await shop.deliveries.redeliverFailed(shop.by)).length, 4)
  await until(async () => (await shop.all(true)).length === 4)
  const ofEndpoint = (await shop.all()).filter(({ endpointId }) => endpointId === id)
  assert.deepEqual([...new Set(ofEndpoint.map(({ state }) => state))], ['delivered'])
  // A delivered one can be sent again too; its attempts keep counting.
  await shop.deliveries.redeliver(shop.by, ofEndpoint[0]?.id ?? '')
  await until(
    async () => (await shop.deliveries.show(accountId, ofEndpoint[0]?.id ?? '')).attempts.length === 3,
  )
})

test('one delivery can be sent again manually sixty times an hour; others are unaffected', async (t) => {
  const service = await startService(t, {
    settings,
    destinations: ['BTC'],
    clock: createManualClock(Date.now()),
  })
  const receiver = await openReceiver(t)
  await service.request(path, { method: 'POST', body: { url: receiver.url } })
  await service.createInvoice()
  await service.createInvoice()
  const readList = async () => (await service.request(`${path}/deliveries`)).json.deliveries as Listed[]
  await until(async () => (await readList()).length === 2)
  const [one, other] = await readList()
  const redeliver = (id: string | undefined) =>
    service.request(`${path}/deliveries/${id}/redeliver`, { method: 'POST' })
  for (let count = 0; count < 60; count++) assert.equal((await redeliver(one?.id)).status, 200)
  const rejected = await redeliver(one?.id)
  assertRejected(rejected, 429, 'too_many_requests')
  assert.equal(rejected.headers['retry-after'], '3600')
  assert.equal((await redeliver(other?.id)).status, 200)
})

test('a delivery with very many attempts shows the newest fifty, and lists omit response bodies', async (t) => {
  const shop = await openWebhookFixture(t)
  const receiver = await openReceiver(t)
  await shop.createEndpoint(receiver.url)
  await shop.append('invoice.created', {}, { count: 2 })
  await shop.fanOut()
  const [often, once] = await shop.all()
  const tried = Array.from({ length: 60 }, (_, index) => ({
    delivery_id: often?.id ?? '',
    number: index + 1,
    at: toIsoString(shop.clock.now()),
    status: 500,
    ms: 1,
    error: 'the endpoint responded with 500',
    answer: 'a'.repeat(4_096),
  }))
  await shop.database.transact(async ({ query }) => {
    await query.insertInto('webhook_attempts').values(tried).execute()
    await query
      .updateTable('webhook_deliveries')
      .set({ attempts: 60 })
      .where('id', '=', often?.id ?? '')
      .execute()
  })
  const newest = Array.from({ length: 50 }, (_, index) => index + 11)
  const [listed, other] = await shop.all()
  assert.deepEqual(
    listed?.attempts.map(({ number }) => number),
    newest,
  )
  assert.deepEqual([...new Set(listed?.attempts.map(({ responseBody }) => responseBody))], [null])
  assert.deepEqual([other?.id, other?.attempts], [once?.id, []])
  const shown = await shop.deliveries.show(shop.accountId, often?.id ?? '')
  assert.deepEqual(
    shown.attempts.map(({ number }) => number),
    newest,
  )
  assert.equal(shown.attempts.at(-1)?.responseBody?.length, 4_096)
})

test('deliveries of a removed endpoint stay visible, and nothing else is sent to it', async (t) => {
  const shop = await openWebhookFixture(t)
  const receiver = await openReceiver(t, respondWith(500))
  const id = await shop.createEndpoint(receiver.url)
  await shop.invoicePaid(null)
  await shop.fanOut()
  await shop.endpoints.remove(shop.by, id)
  shop.start()
  const [delivery] = await shop.all()
  assert.deepEqual([delivery?.state, delivery?.nextAt], ['dead', null])
  await assert.rejects(shop.deliveries.redeliver(shop.by, delivery?.id ?? ''), { code: 'webhook_disabled' })
  assert.equal(receiver.received.length, 0)
})

test('pending deliveries follow an endpoint to its new address', async (t) => {
  const shop = await openWebhookFixture(t)
  const [old, fresh] = [await openReceiver(t), await openReceiver(t)]
  const id = await shop.createEndpoint(old.url)
  await shop.invoicePaid(null)
  await shop.fanOut()
  await shop.endpoints.change(shop.by, id, { url: fresh.url })
  shop.start()
  await shop.waitForAttempts(1)
  assert.deepEqual([old.received.length, fresh.received.length], [0, 1])
})

test('deliveries that ended a month ago are removed; pending ones stay', async (t) => {
  const shop = await openWebhookFixture(t)
  const receiver = await openReceiver(t)
  const other = await openReceiver(t, respondWith(500))
  await shop.createEndpoint(receiver.url)
  await shop.createEndpoint(other.url)
  await shop.invoicePaid(null)
  await shop.invoicePaid(receiver.url)
  await shop.fanOut()
  shop.start()
  await until(async () => (await shop.all()).every(({ attempts }) => attempts.some(({ ms }) => ms !== null)))
  shop.clock.advance(30 * day + 1)
  await shop.deliveries.prune()
  assert.deepEqual([...new Set((await shop.all()).map(({ url }) => url))], [other.url])
  const messages = await shop.database.read.query.selectFrom('webhook_messages').selectAll().execute()
  assert.equal(messages.length, 2)
})

test('the command line lists, redelivers and rotates while the service runs', async (t) => {
  const service = await startService(t, { settings, destinations: ['BTC'] })
  const { quittance } = createTerminal(service.storage.url)
  const receiver = await openReceiver(t, respondWith(500))
  await service.request(path, { method: 'POST', body: { url: receiver.url, types: ['invoice.created'] } })
  await service.createInvoice()
  const email = service.merchant.email
  const list = async (line: string) => (await quittance(`webhook ${line} --json`)).json as Listed[]
  await until(async () => (await list(`list --email ${email} --failed`)).length === 1)

  const [one] = await list(`list --email ${email}`)
  assert.ok(one)
  assert.partialDeepStrictEqual(one, { event: 'invoice.created', url: receiver.url, state: 'pending' })
  assert.deepEqual(Object.keys(one.attempts[0] ?? {}), ['at', 'status', 'ms', 'error'])
  assert.ok(one.next_at)

  receiver.respond = respondWith(200)
  assert.deepEqual(
    (await list(`redeliver --failed --email ${email}`)).map(({ id }) => id),
    [one.id],
  )
  await until(async () => (await list(`list --email ${email}`))[0]?.state === 'delivered')
  assert.deepEqual(await list(`list --email ${email} --failed`), [])
  const count = receiver.received.length
  assert.equal((await list(`redeliver --id ${one.id}`)).length, 1)
  await until(async () => receiver.received.length === count + 1)

  const secret = (await quittance(`webhook secret --email ${email} --json`)).json
  assert.deepEqual(secret, (await service.request(`${path}/secret`)).json)
  const rotated = (await quittance(`webhook secret --email ${email} --rotate --json`)).json
  assert.partialDeepStrictEqual(rotated, { previous: (secret as { secret: string }).secret })
  assert.deepEqual(rotated, (await service.request(`${path}/secret`)).json)
})

test('the command line names missing options and unknown ids', async (t) => {
  const shop = await openWebhookFixture(t)
  const { quittance } = createTerminal(shop.storage.url)
  for (const line of [
    'webhook redeliver',
    'webhook redeliver --id x --failed',
    'webhook list',
    'webhook secret',
  ])
    assert.equal((await quittance(line)).exit, 2, line)
  for (const line of ['webhook redeliver --id whd_x', 'webhook list --email nobody@example.com'])
    assert.equal((await quittance(line)).exit, 1, line)
})
