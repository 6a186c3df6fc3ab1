import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { command } from '../helpers/commands.ts'
import { addCleanup, createDatabaseUrl } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import type { Template } from '../helpers/replies.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet, type Signed } from '../helpers/wallet.ts'
import { openReceiver, type TestReceiver } from '../webhooks/receiver.ts'
import { openShop, price, requestFor, type Shop, submit } from './shop.ts'

// A restore as an operator does it, from a backup taken while the service was busy. Afterwards the old database is gone.

const settings = {
  SECRET_KEY: '5e'.repeat(32),
  WEBHOOK_ALLOW_PRIVATE: 'true',
  NODE_TIMEOUT_SECONDS: '1',
  LOG_LEVEL: 'silent',
}
const ofCoin = { BTC: '2', BCH: '2', BSV: '2', DASH: '2', LTC: '2', DOGE: '1000' } as const
type Coin = keyof typeof ofCoin

interface Bill {
  readonly uid: string
  readonly template: Template
}

/** A customer of the shop, at the process on that address. */
function customer(baseUrl: string, { shop }: Shop, webhookUrl: string) {
  return { createBill, pay, load }

  async function createBill(coin: Coin): Promise<Bill> {
    const body = { ...price, webhook_url: webhookUrl }
    const { status, text } = await sendRequest(baseUrl, '/invoices', {
      method: 'POST',
      token: shop.token,
      body,
    })
    assert.equal(status, 200, text)
    const { uid } = JSON.parse(text).invoice
    return { uid, template: await requestFor(baseUrl, uid, coin) }
  }

  async function pay(coin: Coin, existing?: Bill) {
    const one = existing ?? (await createBill(coin))
    const wallet = await createFundedWallet(baseUrl, coin, ofCoin[coin])
    const signed = wallet.signFor(one.template)
    return { ...one, signed, reply: await submit(baseUrl, one.template, [signed]) }
  }

  /** Creates and pays invoices concurrently until it is stopped. Returns their number. */
  function load() {
    let [isRunning, count] = [true, 0]
    const addresses: string[] = []
    const one = async () => {
      while (isRunning) {
        const { template, reply } = await pay('DOGE')
        assert.equal(reply.status, 200, reply.text)
        addresses.push(...template.outputs.map(({ address }) => address))
        count++
      }
    }
    const ended = Promise.all([one(), one(), one()])
    return {
      addresses,
      count: () => count,
      end: async () => {
        isRunning = false
        await ended
      },
    }
  }
}

const getAddresses = ({ template }: Bill): string[] => template.outputs.map(({ address }) => address)

async function newFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-backup-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  return join(folder, 'shop.backup')
}

const getIds = ({ received }: TestReceiver): string[] =>
  received.map(({ headers }) => headers['webhook-id'] ?? '')

test('a backup taken under load is restored elsewhere: it is consistent, no address is issued twice, nothing is delivered twice, and the service works', async (t) => {
  const old = await openShop(t)
  const port = await freePort()
  const receiver = await openReceiver(t)
  const first = await startProcess(t, { url: old.url, port, settings })
  const { baseUrl } = first
  await old.waitForAllCoins(baseUrl)
  const shopper = customer(baseUrl, old, receiver.url)

  const paid = await shopper.pay('LTC')
  assert.equal(paid.reply.status, 200, paid.reply.text)
  const unpaid = await shopper.createBill('LTC')
  await until(async () => receiver.received.length > 0)
  // The outcome of this payment is unknown when the backup is taken.
  const wallet = await createFundedWallet(baseUrl, 'BSV', ofCoin.BSV)
  await wallet.sandbox.call('sandbox_fail', ['timeout', 1_000_000])
  const unsettled = await shopper.createBill('BSV')
  const pending = wallet.signFor(unsettled.template)
  assert.equal((await submit(baseUrl, unsettled.template, [pending])).json.code, 'broadcast_unknown')

  const load = shopper.load()
  await until(async () => load.count() > 5)
  const file = await newFile(t)
  await command(old.url, `backup --to ${file}`)
  const during = load.count()
  await until(async () => load.count() > during + 5)
  await load.end()
  // Written after the backup, and lost with the old database.
  const later = await Promise.all([1, 2, 3, 4, 5].map(() => shopper.createBill('LTC')))
  const laterPaid = await shopper.pay('LTC', later[0])
  assert.equal(laterPaid.reply.status, 200, laterPaid.reply.text)
  const lost = await newestCursor(baseUrl, old)
  await first.stop('SIGKILL')

  const url = await createDatabaseUrl(t)
  const response = Object(await command(url, `restore --from ${file}`))
  assert.equal(response.restored, true)
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  const arrived = await database.read.query
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'delivered')
    .select('event_id')
    .execute()
  assert.ok(arrived.length > 0)

  await startProcess(t, { url, port, settings })
  await old.waitForAllCoins(baseUrl)
  const repeated = await submit(baseUrl, paid.template, [paid.signed])
  assert.equal(repeated.text, paid.reply.text, 'a retry of an accepted payment gets its first response')
  assert.equal((await shopper.pay('LTC', unpaid)).reply.status, 200)
  const ltc = response.next_indexes.find(({ coin }: { coin: string }) => coin === 'LTC')
  const issued = new Set([paid, unpaid, unsettled, ...later].flatMap(getAddresses).concat(load.addresses))
  for (const coin of ['LTC', 'DOGE', 'BSV'] as const) {
    for (const address of getAddresses(await shopper.createBill(coin))) assert.ok(!issued.has(address), coin)
  }
  const { last } = await database.read.query
    .selectFrom('invoice_addresses')
    .where('coin', '=', 'LTC')
    .select(({ fn }) => fn.max('key_index').as('last'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(last), ltc.next_index)

  await waitUntilSettled(baseUrl, unsettled, pending)
  const rejected = await sendRequest(baseUrl, `/api/v1/events?after=${lost}`, { token: old.shop.token })
  assert.equal(rejected.json.code, 'cursor_invalid')
  await assertAllDelivered()
  for (const { event_id: id } of arrived)
    assert.equal(
      getIds(receiver).filter((each) => each === id).length,
      1,
      'a delivered webhook is not sent again',
    )
  assert.deepEqual(await command(url, 'doctor'), { ok: true, violations: [] })

  /** A payment made now triggers its webhook, and nothing else is pending. */
  async function assertAllDelivered(): Promise<void> {
    const fresh = await shopper.pay('DASH')
    assert.equal(fresh.reply.status, 200, fresh.reply.text)
    await until(async () => {
      const { count } = await database.read.query
        .selectFrom('webhook_deliveries')
        .where('state', '=', 'pending')
        .select(({ fn }) => fn.countAll<bigint | number>().as('count'))
        .executeTakeFirstOrThrow()
      const isNotified = receiver.received.some(({ body }) => body.includes(fresh.uid))
      return Number(count) === 0 && isNotified
    })
  }
})

async function newestCursor(baseUrl: string, { shop }: Shop): Promise<string> {
  for (let after = ''; ; ) {
    const { json } = await sendRequest(baseUrl, `/api/v1/events?limit=1000${after}`, { token: shop.token })
    if (Object(json.events).length === 0) return String(json.next_cursor)
    after = `&after=${json.next_cursor}`
  }
}

/** As after a crash: settled without any retry. */
async function waitUntilSettled(baseUrl: string, { uid }: Bill, { txid }: Signed): Promise<void> {
  const { sandbox } = await createFundedWallet(baseUrl, 'BSV', [])
  await sandbox.call('sandbox_fail', ['none', 0])
  await until(
    async () => Object((await sendRequest(baseUrl, `/invoices/${uid}`)).json.invoice).status === 'paid',
  )
  assert.deepEqual(Object((await sendRequest(baseUrl, `/invoices/${uid}`)).json.invoice).payment.txids, [
    txid,
  ])
}
