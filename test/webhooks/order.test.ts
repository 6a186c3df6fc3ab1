import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnose } from '../../src/doctor/check.ts'
import { deliveryChecks } from '../../src/doctor/webhook-checks.ts'
import type { EventType } from '../../src/events/event.ts'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import type { AttemptOutcome } from '../../src/webhooks/webhook.ts'
import { addCleanup, type TestScope } from '../helpers/databases.ts'
import { until } from '../helpers/until.ts'
import { openWebhookFixture, type WebhookFixture } from './fixture.ts'

const url = 'https://shop.example/hook'
const delivered: AttemptOutcome = { kind: 'response', status: 200, responseBody: '', retryAfter: null, ms: 1 }
const failed: AttemptOutcome = { ...delivered, status: 500 }
const history: readonly EventType[] = [
  'invoice.created',
  'payment.accepted',
  'invoice.paid',
  'payment.confirmed',
]

interface Sent {
  readonly url: string
  /** `<invoice> <event type>` */
  readonly event: string
  respond(outcome: AttemptOutcome): void
}

/** A shop whose receivers respond when the test tells them to. */
async function openOrderedShop(t: TestScope) {
  const sent: Sent[] = []
  let isEnding = false
  const clock = createManualClock(Date.now())
  const shop = await openWebhookFixture(t, {
    clock,
    post: ({ url, body }) =>
      new Promise((respond) => {
        const { type, data } = JSON.parse(body) as { type: string; data: { uid: string } }
        sent.push({ url, event: `${data.uid} ${type}`, respond })
        if (isEnding) respond(delivered)
      }),
  })
  const start = () => {
    const sender = shop.start()
    addCleanup(t, () => {
      isEnding = true
      for (const { respond } of sent) respond(delivered)
    })
    return sender
  }
  const readNext = async (number: number): Promise<Sent> => {
    await until(async () => sent.length >= number)
    return sent[number - 1] ?? assert.fail()
  }
  return { ...shop, start, sent, readNext, write: createWriter(shop) }
}

/** Writes the next events of an invoice, and their deliveries. */
const createWriter = (shop: WebhookFixture) => {
  const sequences = new Map<string, number>()
  return async (invoice: string, types: readonly EventType[]) => {
    for (const type of types) {
      const sequence = (sequences.get(invoice) ?? 0) + 1
      sequences.set(invoice, sequence)
      await shop.append(type, {}, { invoice, sequence })
    }
    await shop.fanOut()
  }
}

/** The delivery of the first event of the only invoice. */
const findCreated = async (shop: WebhookFixture) =>
  (await shop.all()).find(({ event }) => event === 'invoice.created') ?? assert.fail()

async function assertConsistent({ database }: WebhookFixture): Promise<void> {
  assert.deepEqual(await diagnose(database.read, deliveryChecks), { ok: true, violations: [] })
}

test('the events of an invoice are sent to an endpoint one at a time, in their order', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  await shop.write('one', history)
  await assertConsistent(shop)
  shop.start()
  for (const [index, type] of history.entries()) {
    const { event, respond } = await shop.readNext(index + 1)
    assert.equal(event, `one ${type}`)
    const planned = (await shop.all()).filter(({ nextAt }) => nextAt !== null)
    assert.deepEqual(
      planned.map((each) => each.event),
      [type],
    )
    assert.equal(shop.sent.length, index + 1)
    respond(delivered)
  }
  await until(async () => (await shop.all()).every(({ state }) => state === 'delivered'))
  await assertConsistent(shop)
  assert.deepEqual(shop.faults, [])
})

test('a failing event delays later events of its invoice at that endpoint, and nothing else', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  await shop.createEndpoint('https://other.example/hook')
  await shop.write('one', ['invoice.created', 'invoice.paid'])
  await shop.write('two', ['invoice.created', 'invoice.paid'])
  shop.start()
  const isFailing = ({ url: to, event }: Sent) => to === url && event === 'one invoice.created'
  for (let number = 1; number <= 7; number++) {
    const each = await shop.readNext(number)
    each.respond(isFailing(each) ? failed : delivered)
  }
  const arrived = shop.sent.filter((each) => !isFailing(each)).map(({ url: to, event }) => `${to} ${event}`)
  assert.equal(arrived.length, 6)
  assert.ok(!arrived.includes(`${url} one invoice.paid`))
  await until(async () => (await shop.all()).filter(({ state }) => state === 'delivered').length === 6)
  await assertConsistent(shop)
})

test('a newer event triggers an immediate attempt of the older one that is waiting, and follows when that is delivered', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  await shop.write('one', ['invoice.created'])
  const sender = shop.start()
  ;(await shop.readNext(1)).respond(failed)
  await shop.waitForAttempts(1)
  shop.clock.advance(5 * second)
  sender.wake()
  ;(await shop.readNext(2)).respond(failed)
  assert.equal((await shop.waitForAttempts(2)).nextAt, shop.clock.now() + 5 * minute)

  await shop.write('one', ['invoice.paid'])
  sender.wake()
  ;(await shop.readNext(3)).respond(delivered)
  const last = await shop.readNext(4)
  last.respond(delivered)
  assert.deepEqual(
    shop.sent.slice(2).map(({ event }) => event),
    ['one invoice.created', 'one invoice.paid'],
  )
  await until(async () => (await shop.all()).every(({ state }) => state === 'delivered'))
})

test('the extra attempt for a newer event does not shorten the schedule', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  await shop.write('one', ['invoice.created'])
  const sender = shop.start()
  ;(await shop.readNext(1)).respond(failed)
  await shop.waitForAttempts(1)
  for (const [index, type] of (
    ['payment.accepted', 'invoice.paid', 'payment.confirmed'] as const
  ).entries()) {
    await shop.write('one', [type])
    sender.wake()
    ;(await shop.readNext(index + 2)).respond(failed)
    const firstEnded = async () => {
      const first = await findCreated(shop)
      return first.attempts.length === index + 2 && first.attempts.every(({ ms }) => ms !== null)
    }
    await until(firstEnded)
    assert.equal((await findCreated(shop)).nextAt, shop.clock.now() + 5 * second)
  }
  await assertConsistent(shop)
})

test('an event written during a failing attempt triggers another attempt immediately', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  await shop.write('one', ['invoice.created'])
  shop.start()
  const first = await shop.readNext(1)
  await shop.write('one', ['invoice.paid'])
  assert.equal(shop.sent.length, 1)
  first.respond(failed)
  const second = await shop.readNext(2)
  assert.equal(second.event, 'one invoice.created')
  second.respond(delivered)
  assert.equal((await shop.readNext(3)).event, 'one invoice.paid')
})

test('an abandoned event is skipped: the next one is sent', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  await shop.write('one', ['invoice.created', 'invoice.paid'])
  const sender = shop.start()
  for (let number = 1; number <= 10; number++) {
    const { event, respond } = await shop.readNext(number)
    assert.equal(event, 'one invoice.created')
    // Healthy otherwise, so that it is not disabled.
    respond(failed)
    await until(
      async () => (await findCreated(shop)).attempts.filter(({ ms }) => ms !== null).length === number,
    )
    const first = await findCreated(shop)
    shop.clock.advance((first.nextAt ?? shop.clock.now()) - shop.clock.now())
    sender.wake()
  }
  assert.equal((await shop.readNext(11)).event, 'one invoice.paid')
  assert.deepEqual(
    new Map((await shop.all()).map(({ event, state }) => [event, state])),
    new Map([
      ['invoice.created', 'dead'],
      ['invoice.paid', 'pending'],
    ]),
  )
  await assertConsistent(shop)
})

test('a redelivered event is sent before pending later ones of its invoice, but not concurrently with one that is being sent', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  await shop.write('one', ['invoice.created', 'payment.accepted', 'invoice.paid'])
  shop.start()
  ;(await shop.readNext(1)).respond(delivered)
  const second = await shop.readNext(2)
  const first = await findCreated(shop)
  await shop.deliveries.redeliver(shop.by, first.id)
  await assertConsistent(shop)
  assert.equal(shop.sent.length, 2)
  second.respond(failed)
  const repeated = await shop.readNext(3)
  assert.equal(repeated.event, 'one invoice.created')
  await assertConsistent(shop)
  repeated.respond(delivered)
  const again = await shop.readNext(4)
  assert.equal(again.event, 'one payment.accepted')
  again.respond(delivered)
  assert.equal((await shop.readNext(5)).event, 'one invoice.paid')
})

test('redelivering all failed events of an invoice sends them in order', async (t) => {
  const shop = await openOrderedShop(t)
  const id = await shop.createEndpoint(url)
  await shop.write('one', history)
  await shop.endpoints.change(shop.by, id, { enabled: false })
  await shop.endpoints.change(shop.by, id, { enabled: true })
  assert.deepEqual(new Set((await shop.all()).map(({ state }) => state)), new Set(['dead']))
  assert.equal((await shop.deliveries.redeliverFailed(shop.by)).length, history.length)
  await assertConsistent(shop)
  shop.start()
  for (const [index, type] of history.entries()) {
    const { event, respond } = await shop.readNext(index + 1)
    assert.equal(event, `one ${type}`)
    respond(delivered)
  }
})

test('events of an account are not delayed by each other', async (t) => {
  const shop = await openOrderedShop(t)
  await shop.createEndpoint(url)
  const time = shop.clock.now()
  const { accountId } = shop
  for (const sequence of [1, 2])
    await shop.transact(({ events }) =>
      events.append([
        {
          type: 'account.link.created',
          time,
          subject: `account/${accountId}`,
          sequence,
          accountId,
          data: { account_id: accountId, id: 1 },
        },
      ]),
    )
  await shop.numberEvents()
  await shop.fanOut()
  shop.start()
  await shop.readNext(2)
})
