import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import type { FailpointName } from '../../src/kernel/failpoint.ts'
import { freePort } from '../helpers/free-port.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { startProcess } from '../helpers/process.ts'
import {
  brokerUrl,
  consumeEvents,
  createUniqueName,
  deleteExchangeAfterTest,
  withoutBroker,
} from '../helpers/rabbitmq.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet } from '../helpers/wallet.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'
import { createInvoice, openShop, requestFor, type Shop, submit } from './shop.ts'

// Two processes on one database (on SQLite, one file): one of them is killed, and the other finishes its work.

const maxTakeoverMs = 10_000
/** Less than the webhook timeout of 15 s. */
const sendingMs = 14_000

/** A process of the service on that database; `failpoint`: where it dies. */
async function another(
  t: TestContext,
  { url }: Shop,
  { failpoint, settings }: { failpoint?: FailpointName; settings?: Readonly<Record<string, string>> } = {},
) {
  const port = await freePort()
  const fault = failpoint === undefined ? {} : { FAILPOINT: `${failpoint}:crash` }
  const all = { LOG_LEVEL: 'silent', SECRET_KEY: '5e'.repeat(32), ...settings, ...fault }
  const start = () => startProcess(t, { url, port, settings: all })
  // A start whose database doesn't respond in time exits with an error message; a supervisor retries.
  return start().catch(start)
}

/** Fails unless it becomes true soon enough after this moment. */
async function waitForTakeover(condition: () => Promise<boolean>): Promise<void> {
  const since = performance.now()
  await until(condition)
  const took = performance.now() - since
  assert.ok(took < scaleToLoad(maxTakeoverMs), `after ${Math.round(took)} ms`)
}

const readStatus = async (baseUrl: string, uid: string): Promise<string> =>
  Object((await sendRequest(baseUrl, `/invoices/${uid}`)).json.invoice).status

// They mostly wait for a lease to expire: together they take as long as the longest.
void suite('one of two processes is killed', { concurrency: true }, () => {
  for (const [failpoint, moment] of [
    ['payment.claimed', 'before it was sent'],
    ['payment.sent', 'after it was sent'],
  ] as const) {
    test(`a payment whose process is killed ${moment} is settled by the other process within 10 s, once`, async (t) => {
      const shop = await openShop(t)
      const [killed, other] = [await another(t, shop, { failpoint }), await another(t, shop)]
      const { invoice } = await createInvoice(killed.baseUrl, shop.shop)
      const template = await requestFor(killed.baseUrl, invoice.uid, 'LTC')
      const signed = (await createFundedWallet(killed.baseUrl, 'LTC', '2')).signFor(template)
      await assert.rejects(submit(killed.baseUrl, template, [signed]))
      assert.equal(await killed.waitUntilEnded(), 'SIGKILL')

      await waitForTakeover(async () => (await readStatus(other.baseUrl, invoice.uid)) === 'paid')
      await shop.assertPaidOnce(invoice.uid)
      assert.equal((await submit(other.baseUrl, template, [signed])).status, 200)
      await other.stop()
      await shop.assertSound()
    })
  }

  test('a webhook that a killed process was sending is sent by the other process within 10 s of the kill, and not before', async (t) => {
    // On a machine so busy that the other process takes many seconds to start, the first one has already timed out on the receiver.
    for (let tries = 1; tries <= 3; tries++) if (await isTakenOver(t)) return
    t.diagnostic('the machine was too busy to tell')
  })

  async function isTakenOver(t: TestContext): Promise<boolean> {
    const shop = await openShop(t)
    // It takes longer than a lease.
    const receiver = await openReceiver(t, () => {})
    const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
    const killed = await another(t, shop, { settings })
    const { uid } = (await createInvoice(killed.baseUrl, shop.shop, { webhook_url: receiver.url })).invoice
    const template = await requestFor(killed.baseUrl, uid, 'LTC')
    const signed = (await createFundedWallet(killed.baseUrl, 'LTC', '2')).signFor(template)
    await submit(killed.baseUrl, template, [signed])
    await until(async () => receiver.received.length > 0)
    const sentAt = Date.now()
    const other = await another(t, shop, { settings })
    const since = Date.now()
    await until(async () => Date.now() - since > 9_000)
    if (Date.now() - sentAt > sendingMs) {
      await Promise.all([killed.stop('SIGKILL'), other.stop('SIGKILL')])
      return false
    }
    assert.equal(receiver.received.length, 1, 'a process that is still sending keeps its lease')

    receiver.respond = respondWith(200)
    await killed.stop('SIGKILL')
    await waitForTakeover(async () => receiver.received.length > 1)
    const deliveries = () =>
      shop.database.read.query.selectFrom('webhook_deliveries').select('state').execute()
    await until(async () => (await deliveries()).every(({ state }) => state === 'delivered'))
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.equal(ids.length, 2)
    assert.equal(new Set(ids).size, 1)
    await other.stop()
    await shop.assertSound()
    return true
  }

  test('due work is done once by either process, even after one of them is killed', async (t) => {
    const shop = await openShop(t)
    const settings = { GRACE_SECONDS: '0' }
    const [killed, other] = [await another(t, shop, { settings }), await another(t, shop, { settings })]
    /** Invoices that expire after that many seconds, and when the last of them does. */
    const createExpiring = async (seconds: number) => {
      const created = await Promise.all(
        Array.from({ length: 30 }, () => createInvoice(other.baseUrl, shop.shop, { expires_in: seconds })),
      )
      const invoices = created.map(({ invoice }) => invoice)
      return {
        uids: invoices.map(({ uid }) => uid),
        end: Math.max(...invoices.map(({ expires_at }) => Date.parse(expires_at))),
      }
    }
    const listExpired = async (uids: readonly string[]) => {
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
    const waitForExpiry = async ({ uids, end }: Awaited<ReturnType<typeof createExpiring>>) => {
      await until(async () => Date.now() > end)
      await waitForTakeover(async () => (await listExpired(uids)) >= uids.length)
    }
    const [early, late] = [await createExpiring(60), await createExpiring(90)]
    await waitForExpiry(early)
    await killed.stop('SIGKILL')
    await waitForExpiry(late)
    await other.stop()
    const uids = [...early.uids, ...late.uids]
    assert.equal(await listExpired(uids), uids.length)
    await shop.assertSound()
  })

  test('events that a killed process had claimed for a broker are published by the other process within 10 s, each once', {
    skip: withoutBroker,
  }, async (t) => {
    const shop = await openShop(t)
    const exchange = createUniqueName()
    deleteExchangeAfterTest(t, exchange)
    const consumer = await consumeEvents(t, exchange)
    const settings = { EVENT_TRANSPORTS: 'amqp', AMQP_URL: brokerUrl, AMQP_EXCHANGE: exchange }
    const other = await another(t, shop, { settings })
    const killed = await another(t, shop, { settings, failpoint: 'relay.claimed' })
    let isKilled = false
    void killed.waitUntilEnded().then(() => {
      isKilled = true
    })
    let made = 0
    for (; !isKilled; made++) await createInvoice(other.baseUrl, shop.shop)

    await waitForTakeover(async () => consumer.listDistinct().length === made)
    assert.equal(consumer.received.length, made)
    await other.stop()
    await shop.assertSound()
  })
})
