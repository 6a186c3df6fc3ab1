import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import { iso } from '../../src/kernel/clock.ts'
import type { Failpoint } from '../../src/kernel/failpoint.ts'
import { ask } from '../helpers/ask.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { brokerUrl, consumeEvents, newName, withoutBroker, withoutExchange } from '../helpers/rabbitmq.ts'
import { until } from '../helpers/until.ts'
import { fundedWallet } from '../helpers/wallet.ts'
import { answering, openReceiver } from '../webhooks/receiver.ts'
import { newInvoice, openShop, price, requestFor, type Shop, submit } from './shop.ts'

// Two processes on one database, on SQLite on one file: one of them is killed, and what it had begun is finished by the other.

const longestTakeOverMs = 10_000

/** A process of the service on that database; `place`: where it dies. */
async function another(
  t: TestContext,
  { url }: Shop,
  { place, settings }: { place?: Failpoint; settings?: Readonly<Record<string, string>> } = {},
) {
  const port = await freePort()
  const fault = place === undefined ? {} : { FAILPOINT: `${place}:crash` }
  return startProcess(t, {
    url,
    port,
    settings: { LOG_LEVEL: 'silent', SECRET_KEY: '5e'.repeat(32), ...settings, ...fault },
  })
}

/** It comes to be, soon enough after this moment. */
async function takenOver(isSo: () => Promise<boolean>): Promise<void> {
  const since = performance.now()
  await until(isSo)
  const took = performance.now() - since
  assert.ok(took < longestTakeOverMs, `after ${Math.round(took)} ms`)
}

const statusOf = async (baseUrl: string, uid: string): Promise<string> =>
  Object((await ask(baseUrl, `/invoices/${uid}`)).json.invoice).status

// Most of their time they wait for a lease to end: together they take as long as the longest.
void suite('one of two processes is killed', { concurrency: true }, () => {
  for (const [place, moment] of [
    ['payment.claimed', 'before it was sent'],
    ['payment.sent', 'after it was sent'],
  ] as const) {
    test(`a payment whose process is killed ${moment} is settled by the other process within 10 s, once`, async (t) => {
      const shop = await openShop(t)
      const [dying, other] = [await another(t, shop, { place }), await another(t, shop)]
      const { invoice } = await newInvoice(dying.baseUrl, shop.shop)
      const template = await requestFor(dying.baseUrl, invoice.uid, 'LTC')
      const signed = (await fundedWallet(dying.baseUrl, 'LTC', '2')).signFor(template)
      await assert.rejects(submit(dying.baseUrl, template, [signed]))
      assert.equal(await dying.ended(), 'SIGKILL')

      await takenOver(async () => (await statusOf(other.baseUrl, invoice.uid)) === 'paid')
      await shop.assertPaidOnce(invoice.uid)
      assert.equal((await submit(other.baseUrl, template, [signed])).status, 200)
      await other.stop()
      await shop.assertSound()
    })
  }

  test('a webhook that a killed process was sending is sent by the other process within 10 s, and not before it is gone', async (t) => {
    const shop = await openShop(t)
    // It takes its time, and longer than a lease.
    const receiver = await openReceiver(t, () => {})
    const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
    const dying = await another(t, shop, { settings })
    const body = { ...price, webhook_url: receiver.url }
    const { token } = shop.shop
    const created = await ask(dying.baseUrl, '/invoices', { method: 'POST', token, body })
    const { uid } = JSON.parse(created.text).invoice
    const template = await requestFor(dying.baseUrl, uid, 'LTC')
    const signed = (await fundedWallet(dying.baseUrl, 'LTC', '2')).signFor(template)
    await submit(dying.baseUrl, template, [signed])
    await until(async () => receiver.received.length > 0)
    const other = await another(t, shop, { settings })
    const since = Date.now()
    await until(async () => Date.now() - since > 9_000)
    assert.equal(receiver.received.length, 1, 'whoever is still sending is not taken for dead')

    receiver.answer = answering(200)
    await dying.stop('SIGKILL')
    await takenOver(async () => receiver.received.length > 1)
    const deliveries = () =>
      shop.database.read.query.selectFrom('webhook_deliveries').select('state').execute()
    await until(async () => (await deliveries()).every(({ state }) => state === 'delivered'))
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.equal(ids.length, 2)
    assert.equal(new Set(ids).size, 1)
    await other.stop()
    await shop.assertSound()
  })

  test('what is due is done once by whichever process comes to it, also after one of them is killed', async (t) => {
    const shop = await openShop(t)
    const [dying, other] = [await another(t, shop), await another(t, shop)]
    const overdue = async (count: number) => {
      const made = Array.from({ length: count }, () => newInvoice(other.baseUrl, shop.shop))
      const uids = (await Promise.all(made)).map(({ invoice }) => invoice.uid)
      // As if it were a day later.
      const before = iso(Date.now() - 3_600_000)
      await shop.database.transact(({ query }) =>
        query.updateTable('invoices').set({ expires_at: before }).where('uid', 'in', uids).execute(),
      )
      return uids
    }
    const expired = async (uids: readonly string[]) => {
      const rows = await shop.database.read.query
        .selectFrom('events')
        .where('type', '=', 'invoice.expired')
        .where(
          'subject',
          'in',
          uids.map((uid) => `invoice/${uid}`),
        )
        .select('subject')
        .execute()
      return rows.length
    }
    const both = await overdue(30)
    await takenOver(async () => (await expired(both)) >= both.length)
    const uids = await overdue(30)
    await dying.stop('SIGKILL')
    await takenOver(async () => (await expired(uids)) >= uids.length)
    await other.stop()
    assert.equal(await expired([...both, ...uids]), both.length + uids.length)
    await shop.assertSound()
  })

  test('events that a killed process had taken for a broker are handed over by the other process within 10 s, each once', {
    skip: withoutBroker,
  }, async (t) => {
    const shop = await openShop(t)
    const exchange = newName()
    withoutExchange(t, exchange)
    const consumer = await consumeEvents(t, exchange)
    const settings = { EVENT_TRANSPORTS: 'amqp', AMQP_URL: brokerUrl, AMQP_EXCHANGE: exchange }
    const other = await another(t, shop, { settings })
    const dying = await another(t, shop, { settings, place: 'relay.claimed' })
    let gone = false
    void dying.ended().then(() => {
      gone = true
    })
    let made = 0
    for (; !gone; made++) await newInvoice(other.baseUrl, shop.shop)

    await takenOver(async () => consumer.once().length === made)
    assert.equal(consumer.received.length, made)
    await other.stop()
    await shop.assertSound()
  })
})
