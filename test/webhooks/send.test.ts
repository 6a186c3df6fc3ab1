import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createManualClock, day, hour, minute, second, toIsoString } from '../../src/kernel/clock.ts'
import { retryDelays } from '../../src/webhooks/schedule.ts'
import type { AttemptOutcome } from '../../src/webhooks/webhook.ts'
import { until } from '../helpers/until.ts'
import { openWebhookFixture } from './fixture.ts'
import { openReceiver, respondWith } from './receiver.ts'

test('a paid invoice is posted to its webhook_url: three keys, with a signature that the published library verifies', async (t) => {
  const receiver = await openReceiver(t)
  const shop = await openWebhookFixture(t)
  await shop.invoicePaid(`${receiver.url}?key=1`)
  await shop.fanOut()
  shop.start()
  const delivery = await shop.waitForAttempts(1)

  assert.equal(delivery.state, 'delivered')
  const [one] = receiver.received
  assert.ok(one)
  assert.equal(one.path, '/hook?key=1')
  assert.equal(one.headers['content-type'], 'application/json')
  assert.equal(one.headers['webhook-id'], delivery.eventId)
  const { secret } = await shop.endpoints.showAccountSecret(shop.by)
  const body = new Webhook(secret).verify(one.body, one.headers) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['type', 'timestamp', 'data'])
  assert.equal(body.type, 'invoice.paid')
  assert.equal(body.timestamp, toIsoString(shop.clock.now()))
  const { data } = await shop.database.read.query
    .selectFrom('events')
    .select('data')
    .executeTakeFirstOrThrow()
  assert.ok(one.body.endsWith(`"data":${data}}`))
  assert.deepEqual(shop.faults, [])
})

test('a delivery whose secret cannot be read fails and is retried by the schedule', async (t) => {
  const receiver = await openReceiver(t)
  const shop = await openWebhookFixture(t)
  const secret = 'ab'.repeat(24)
  const settings = { url: receiver.url, types: [], description: null, enabled: true, secret }
  const { endpoint } = await shop.endpoints.create(shop.by, settings)
  const { query } = shop.database.read
  const { own_secret: encrypted } = await query
    .selectFrom('webhook_endpoints')
    .select('own_secret')
    .executeTakeFirstOrThrow()
  await setEncryptedSecret(shop, endpoint.id, 'encrypted with another key')
  await shop.append('invoice.created')
  await shop.fanOut()
  const sender = shop.start()
  const { attempts, state, nextAt } = await shop.waitForAttempts(1)
  assert.deepEqual(attempts[0]?.error, { code: 'send_failed', detail: 'webhook_secret_unreadable' })
  assert.deepEqual([state, nextAt], ['pending', shop.clock.now() + 5 * second])
  assert.match(String(shop.faults), /another SECRET_KEY/)
  assert.equal(receiver.received.length, 0)

  await setEncryptedSecret(shop, endpoint.id, encrypted)
  shop.clock.advance(5 * second)
  sender.wake()
  assert.equal((await shop.waitForAttempts(2)).state, 'delivered')
})

test('a secret that cannot be read is a conflict when it is shown, and can be rotated', async (t) => {
  const shop = await openWebhookFixture(t)
  const settings = { url: 'https://shop.example/', types: [], description: null, enabled: true }
  const { endpoint } = await shop.endpoints.create(shop.by, { ...settings, secret: 'ab'.repeat(24) })
  await setEncryptedSecret(shop, endpoint.id, 'encrypted with another key')
  await assert.rejects(shop.endpoints.showSecret(shop.by, endpoint.id), { code: 'webhook_secret_unreadable' })
  const { secret, previous } = await shop.endpoints.rotateSecret(shop.by, endpoint.id)
  assert.match(secret, /^whsec_/)
  assert.equal(previous, null)
  assert.deepEqual(await shop.endpoints.showSecret(shop.by, endpoint.id), { secret, previous })
})

test('the attempt is written before the request is sent', async (t) => {
  const seen: unknown[] = []
  const shop = await openWebhookFixture(t, {
    post: async () => {
      seen.push(...(await shop.database.read.query.selectFrom('webhook_attempts').selectAll().execute()))
      return { kind: 'response', status: 204, responseBody: '', retryAfter: null, ms: 3 }
    },
  })
  await shop.invoicePaid('https://shop.example/hook')
  await shop.fanOut()
  shop.start()
  const { attempts } = await shop.waitForAttempts(1)
  assert.equal(seen.length, 1)
  assert.partialDeepStrictEqual(seen[0], {
    at: toIsoString(shop.clock.now()),
    status: null,
    ms: null,
    error: null,
  })
  assert.deepEqual(attempts, [
    { number: 1, at: shop.clock.now(), status: 204, ms: 3, error: null, responseBody: '' },
  ])
})

test('a failing receiver gets ten attempts over three days, by the schedule in the database, and then the delivery is abandoned', async (t) => {
  const receiver = await openReceiver(t, respondWith(500, {}, 'no'))
  const clock = createManualClock(Date.now())
  const shop = await openWebhookFixture(t, { clock })
  await shop.invoicePaid(receiver.url)
  await shop.fanOut()
  const sender = shop.start()
  const start = clock.now()
  for (const [index, wait] of retryDelays.entries()) {
    const { nextAt, state, hasFailed } = await shop.waitForAttempts(index + 1)
    assert.deepEqual(
      { nextAt, state, hasFailed },
      { nextAt: clock.now() + wait, state: 'pending', hasFailed: true },
    )
    clock.advance(wait - 1)
    sender.wake()
    assert.equal(receiver.received.length, index + 1)
    clock.advance(1)
    sender.wake()
  }
  const last = await shop.waitForAttempts(retryDelays.length + 1)
  assert.deepEqual([last.state, last.nextAt], ['dead', null])
  assert.equal(clock.now() - start, 272_105 * second)
  assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.partialDeepStrictEqual(last.attempts[0], { status: 500, error: null, responseBody: 'no' })
})

test('a receiver that recovers after an hour gets the delivery at the next time of the schedule', async (t) => {
  const receiver = await openReceiver(t, respondWith(503))
  const clock = createManualClock(Date.now())
  const shop = await openWebhookFixture(t, { clock })
  await shop.invoicePaid(receiver.url)
  await shop.fanOut()
  const sender = shop.start()
  for (const [index, wait] of [5 * second, 5 * minute, 30 * minute].entries()) {
    await shop.waitForAttempts(index + 1)
    clock.advance(wait)
    sender.wake()
  }
  await shop.waitForAttempts(4)
  receiver.respond = respondWith(204)
  clock.advance(2 * hour)
  sender.wake()
  const { state, hasFailed, attempts } = await shop.waitForAttempts(5)
  assert.deepEqual([state, hasFailed], ['delivered', false])
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [503, 503, 503, 503, 204],
  )
})

const failure: AttemptOutcome = { kind: 'response', status: 500, responseBody: '', retryAfter: null, ms: 1 }
const interruption: AttemptOutcome = {
  kind: 'interrupted',
  error: { code: 'send_failed', detail: 'EMFILE' },
  ms: 1,
}

for (const first of [failure, interruption]) {
  test(`a redelivery requested during an attempt that is then ${first.kind} is sent immediately, with a whole schedule`, async (t) => {
    const outcome = Promise.withResolvers<AttemptOutcome>()
    const posts: Promise<AttemptOutcome>[] = []
    const shop = await openWebhookFixture(t, {
      limits: { perReceiver: 1, perAccount: 1, total: 1, reserved: 0, perRound: 1, perHostPerSecond: 9 },
      post: () => {
        posts.push(posts.length === 0 ? outcome.promise : Promise.resolve(failure))
        return posts.at(-1) ?? assert.fail()
      },
    })
    await shop.invoicePaid('https://shop.example/hook')
    await shop.fanOut()
    shop.start()
    await until(async () => posts.length === 1)
    const [delivery] = await shop.all()
    await shop.deliveries.redeliver(shop.by, delivery?.id ?? '')
    outcome.resolve(first)
    const { state, nextAt } = await shop.waitForAttempts(2)
    assert.deepEqual([state, nextAt], ['pending', shop.clock.now() + 5 * second])
  })
}

test('Retry-After is respected if it is later than the schedule, up to an hour', async (t) => {
  const cases = [
    ['120', 2 * minute],
    ['1', 5 * second],
    ['86400', 1 * hour],
    ['soon', 5 * second],
  ] as const
  for (const [header, expected] of cases) {
    await t.test(`Retry-After: ${header}`, async (t) => {
      const receiver = await openReceiver(t, respondWith(429, { 'retry-after': header }))
      const shop = await openWebhookFixture(t)
      await shop.invoicePaid(receiver.url)
      await shop.fanOut()
      shop.start()
      assert.equal((await shop.waitForAttempts(1)).nextAt, shop.clock.now() + expected)
    })
  }
})

test('410 ends the delivery of an invoice', async (t) => {
  const receiver = await openReceiver(t, respondWith(410))
  const shop = await openWebhookFixture(t)
  await shop.invoicePaid(receiver.url)
  await shop.fanOut()
  shop.start()
  assert.deepEqual(
    [await shop.waitForAttempts(1)].map(({ state, nextAt }) => [state, nextAt]),
    [['dead', null]],
  )
})

test('410 disables an endpoint, abandons its pending deliveries, and notifies its owner by an event', async (t) => {
  const gone = await openReceiver(t, respondWith(410))
  const other = await openReceiver(t)
  const shop = await openWebhookFixture(t)
  const id = await shop.createEndpoint(gone.url, ['invoice.*'])
  await shop.createEndpoint(other.url, ['webhook.*'])
  await shop.invoicePaid(null, 'invoice.paid', 3)
  await shop.fanOut()
  shop.start()
  await until(async () => (await shop.all()).every(({ state }) => state === 'dead'))

  const endpoint = await shop.endpoints.show(shop.accountId, id)
  assert.deepEqual([endpoint.enabled, endpoint.disabledAt], [false, shop.clock.now()])
  if (shop.database.kind === 'postgres') await shop.append('invoice.created')
  await shop.fanOut()
  await until(async () => other.received.length === 1)
  const notification = JSON.parse(other.received[0]?.body ?? '')
  assert.equal(notification.type, 'webhook.endpoint.disabled')
  assert.partialDeepStrictEqual(notification.data, {
    account_id: shop.accountId,
    endpoint_id: id,
    url: gone.url,
  })
  const { subject, sequence } = await shop.database.read.query
    .selectFrom('events')
    .where('type', '=', 'webhook.endpoint.disabled')
    .select(['subject', 'sequence'])
    .executeTakeFirstOrThrow()
  assert.deepEqual([subject, Number(sequence)], [`account/${shop.accountId}`, 1])

  // A disabled endpoint receives nothing more until its owner enables it.
  await shop.invoicePaid(null)
  await shop.fanOut()
  assert.equal((await shop.all()).filter(({ endpointId }) => endpointId === id).length, 3)
})

test('an endpoint without a success for five days is disabled with one event; a success restarts the five days', async (t) => {
  const receiver = await openReceiver(t, respondWith(500))
  const clock = createManualClock(Date.now())
  const shop = await openWebhookFixture(t, { clock })
  const id = await shop.createEndpoint(receiver.url, ['invoice.*'])
  const sender = shop.start()
  const oneMore = async (count: number) => {
    await shop.invoicePaid(null)
    await shop.fanOut()
    sender.wake()
    await until(async () => {
      const ended = (await shop.all()).filter(({ attempts }) => attempts.some(({ ms }) => ms !== null))
      return ended.length === count
    })
  }
  const enabled = async () => (await shop.endpoints.show(shop.accountId, id)).enabled
  await oneMore(1)
  clock.advance(4 * day)
  receiver.respond = respondWith(200)
  await oneMore(2)
  await until(async () => (await shop.all()).every(({ state }) => state === 'delivered'))
  receiver.respond = respondWith(500)
  await oneMore(3)
  clock.advance(5 * day - 1)
  await oneMore(4)
  assert.equal(await enabled(), true)
  clock.advance(1)
  sender.wake()
  await oneMore(5)
  await until(async () => !(await enabled()))
  const events = await shop.database.read.query
    .selectFrom('events')
    .where('type', '=', 'webhook.endpoint.disabled')
    .selectAll()
    .execute()
  assert.equal(events.length, 1)
})

test('a request that shutdown interrupted does not count, and is sent again soon', async (t) => {
  const receiver = await openReceiver(t, () => {})
  const clock = createManualClock(Date.now())
  const shop = await openWebhookFixture(t, { clock })
  await shop.invoicePaid(receiver.url)
  await shop.fanOut()
  const sender = shop.start()
  await until(async () => receiver.received.length === 1)
  await sender.stop()
  const [cut] = await shop.all()
  assert.deepEqual([cut?.state, cut?.hasFailed, cut?.nextAt], ['pending', false, clock.now() + 5 * second])
  assert.equal(cut?.attempts[0]?.error?.code, 'interrupted')

  receiver.respond = respondWith(200)
  clock.advance(5 * second)
  shop.start()
  const { state, attempts } = await shop.waitForAttempts(2)
  assert.deepEqual([state, attempts.length], ['delivered', 2])
})

test('after a crash during an attempt, the delivery is sent again once the lease has expired, and the attempt shows it', async (t) => {
  const clock = createManualClock(Date.now())
  const shop = await openWebhookFixture(t, { clock })
  const receiver = await openReceiver(t)
  await shop.invoicePaid(receiver.url)
  await shop.fanOut()
  const now = clock.now()
  const name = `${shop.accountId} ${new URL(receiver.url).host}`
  // A process that dies here has claimed, and sent nothing or everything.
  await shop.transact(({ webhookDeliveries }) =>
    webhookDeliveries.claim(new Map([[name, 5]]), now, now + minute),
  )
  clock.advance(minute)
  shop.start()
  await until(async () => (await shop.all())[0]?.state === 'delivered')
  const [delivery] = await shop.all()
  assert.deepEqual(
    delivery?.attempts.map(({ ms, status, error }) => [ms === null, status, error?.code]),
    [
      [true, null, 'interrupted'],
      [false, 200, undefined],
    ],
  )
})

function setEncryptedSecret(
  { database }: Pick<Awaited<ReturnType<typeof openWebhookFixture>>, 'database'>,
  id: string,
  encrypted: string | null,
) {
  return database.transact(({ query }) =>
    query.updateTable('webhook_endpoints').set({ own_secret: encrypted }).where('id', '=', id).execute(),
  )
}
