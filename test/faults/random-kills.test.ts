import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addUser } from '../../src/platform/storage/postgres-client.ts'
import { addCleanup, type TestScope, testedKind } from '../helpers/databases.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { createNamedRandoms, readSeed } from '../helpers/seeded.ts'
import { until } from '../helpers/until.ts'
import { findUnexplained } from '../histories/check.ts'
import { createCallHistory } from './call-history.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { type CreatedInvoice, createRecordingClient, type RecordingClient } from './recording-client.ts'
import { createRetryingClient } from './retrying-client.ts'
import { openShop, type Shop } from './shop.ts'

// A minute of random kills; the run of the reliability page takes three: KILL_SECONDS=180.

const seconds = Number(process.env.KILL_SECONDS ?? 60)
const processes = 2
/** Each makes about nine requests. */
const ordersPerSecond = 3.3
/** The limit of concurrent orders, so that they don't pile up. */
const maxOrders = 40
const linkPauseMs = 400

const seed = readSeed()
const chance = createNamedRandoms(seed)
const print = (text: string): void => void process.stderr.write(`${text}\n`)

const terminating = testedKind === 'postgres' ? ', its connections terminated each second' : ''
test(`two processes killed at random under load${terminating}: every response is consistent, and nothing is lost or duplicated`, async (t) => {
  print(`random kills on ${testedKind}, ${seconds} s, SEED=${seed}`)
  const shop = await openShop(t)
  const fleet = await openFleet(t, { url: shop.url, count: processes, chance: chance('fleet') })
  const callHistory = createCallHistory()
  const { call, counts, faults } = createRetryingClient(fleet.baseUrls, chance('answers'))
  const client = createRecordingClient({ call, callHistory, chance: chance('customers') })

  const end = performance.now() + seconds * 1_000
  const [terminated] = await Promise.all([
    terminateConnections(t, shop, end),
    killAtRandom(fleet, end),
    runOrders(client, fleet, shop, end),
    createLinkCall(client, shop, end),
  ])
  await fleet.waitUntilRunning()
  // The reconciler finishes interrupted work within a minute of the last fault.
  await until(async () => (await shop.countInProgress()) === 0)
  for (const made of client.createdInvoices.values()) await client.read(made)
  assert.deepEqual(
    await fleet.stop(),
    Array.from({ length: processes }, () => 0),
  )

  const { calls, unknown } = callHistory.getCounts()
  print(
    [
      `${fleet.counts.kills} kills`,
      `${terminated} connections terminated`,
      `${fleet.counts.failedStarts} starts failed`,
      `${counts.requests} requests, ${counts.unanswered} unanswered, the slowest ${Math.round(counts.slowestMs)} ms`,
      `${calls} calls checked, ${unknown} of unknown outcome`,
      `${client.createdInvoices.size} invoices, ${new Set(client.paid.map(({ uid }) => uid)).size} paid`,
    ].join('; '),
  )
  assert.deepEqual(findUnexplained(callHistory.history), [])
  assert.deepEqual(callHistory.contradictions, [])
  assert.deepEqual(faults, [])
  assert.deepEqual(fleet.unexpectedExits, [])
  await shop.assertSound()
  await assertStored(shop, client)
  await assertLinksTold(shop)
  // A busy machine has as many kills, and fewer sales.
  const expected = seconds / scaleToLoad(4)
  assert.ok(fleet.counts.kills >= seconds / 10 && client.paid.length >= expected, 'the load was too low')
})

/** Kills a process every 2 to 5 s. */
async function killAtRandom(fleet: Fleet, end: number): Promise<void> {
  const random = chance('kills')
  for (;;) {
    await sleep(random.between(2_000, 5_000))
    if (performance.now() > end) return
    fleet.kill()
  }
}

/** Terminates every database connection each second; returns their number. */
async function terminateConnections(t: TestScope, { url }: Shop, end: number): Promise<number> {
  if (testedKind === 'sqlite') return 0
  const client = new pg.Client({ connectionString: addUser(url) })
  await client.connect()
  addCleanup(t, () => client.end())
  let count = 0
  while (performance.now() < end) {
    await sleep(1_000)
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    count += rowCount ?? 0
  }
  return count
}

async function runOrders(client: RecordingClient, fleet: Fleet, shop: Shop, end: number): Promise<void> {
  const random = chance('orders')
  const open = new Set<Promise<void>>()
  const begin = (work: Promise<void>) => {
    const ended = work.finally(() => open.delete(ended))
    open.add(ended)
  }
  for (let number = 1; performance.now() < end; number++) {
    await sleep(1_000 / ordersPerSecond)
    if (open.size >= maxOrders) continue
    begin(runOrder(client, fleet, shop, number))
    if (random.happens(0.3)) begin(client.list(shop.shop))
  }
  await Promise.all(open)
}

/** A merchant creates an invoice, and one or two wallets, or the merchant, use it. */
async function runOrder(client: RecordingClient, fleet: Fleet, shop: Shop, number: number): Promise<void> {
  const random = chance(`order ${number}`)
  const made = await createOrder(client, shop, number)
  if (!made) return
  const payer = async (name: string, times: number) => {
    const coin = random.pick(made.coins)
    const template = await client.request(made, coin)
    if (!template) return
    const wallet = await client.createWallet(fleet.baseUrls, coin, `${name} ${number}`)
    const signed = wallet.signFor(template)
    await Promise.all(Array.from({ length: times }, () => client.pay(made, template, signed)))
    await client.read(made)
    if (random.happens(0.3)) await client.pay(made, template, signed)
  }
  const roll = random.getNext()
  const actions: Promise<unknown>[] = [client.read(made)]
  if (roll < 0.85) actions.push(payer('first', random.happens(0.3) ? 3 : 1))
  if (roll > 0.5 && roll < 0.7) actions.push(payer('second', 1))
  if (roll > 0.7) actions.push(sleep(random.between(0, 200)).then(() => client.cancel(shop.shop, made)))
  await Promise.all(actions)
  await client.read(made)
  await client.request(made, random.pick(made.coins))
}

/** With a key or without; sometimes twice concurrently, and sometimes with another body under the same key. */
async function createOrder(
  { create }: RecordingClient,
  { shop }: Shop,
  number: number,
): Promise<CreatedInvoice | null> {
  const random = chance(`creation ${number}`)
  const name = `order-${number}`
  if (random.happens(0.4)) return create(shop, name, null)
  const key = `key-${number}`
  const creations = [create(shop, name, key)]
  if (random.happens(0.3)) creations.push(create(shop, name, key))
  if (random.happens(0.2)) creations.push(create(shop, `other-${number}`, key))
  const [made] = (await Promise.all(creations)).filter((each) => each !== null)
  return made ?? null
}

/** Four clients link and unlink two accounts, in both directions. */
async function createLinkCall(client: RecordingClient, { shop, partner }: Shop, end: number): Promise<void> {
  const one = async (name: string, [source, target]: readonly [Shop['shop'], Shop['shop']]) => {
    const random = chance(name)
    while (performance.now() < end) {
      await sleep(random.between(1, 4) * linkPauseMs)
      const id = await client.links(source, target)
      if (id === 0 || random.happens(0.2)) await client.link(source, target)
      else if (random.happens(0.6)) await client.unlink(source, target, id)
    }
  }
  const pairs = [
    [shop, partner],
    [partner, shop],
  ] as const
  await Promise.all(pairs.flatMap((pair, at) => [one(`links ${at}`, pair), one(`more links ${at}`, pair)]))
}

/** Every acknowledged result is in the database, byte for byte; each invoice exists once, and is paid once. */
async function assertStored({ database }: Shop, { createdInvoices, paid }: RecordingClient): Promise<void> {
  const { query } = database.read
  const stored = await query
    .selectFrom('payment_transactions')
    .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
    .innerJoin('transaction_bytes', 'transaction_bytes.id', 'bytes_id')
    .where('payments.status', '=', 'accepted')
    .select(['invoice_uid', 'payment_transactions.txid', 'hex'])
    .execute()
  const details = new Set(stored.map((row) => `${row.invoice_uid} ${row.txid} ${row.hex}`))
  assert.deepEqual(
    paid.filter(({ uid, signed: { txid, hex } }) => !details.has(`${uid} ${txid} ${hex}`)),
    [],
  )
  assert.equal(stored.length, new Set(stored.map((row) => row.invoice_uid)).size)

  const invoices = await query.selectFrom('invoices').select(['uid', 'external_id', 'status']).execute()
  assert.equal(new Set(invoices.map((row) => row.external_id)).size, invoices.length)
  const known = new Set(invoices.map((row) => `${row.external_id} ${row.uid}`))
  assert.deepEqual(
    [...createdInvoices.values()].filter(({ name, uid }) => !known.has(`${name} ${uid}`)),
    [],
  )
  const events = await query
    .selectFrom('events')
    .where('type', '=', 'invoice.paid')
    .select('subject')
    .execute()
  const uids = invoices.filter(({ status }) => status === 'paid').map(({ uid }) => `invoice/${uid}`)
  assert.deepEqual(events.map(({ subject }) => subject).sort(), uids.sort())
}

/** Each existing link has three events, each deleted one six, and there are no others. */
async function assertLinksTold({ database }: Shop): Promise<void> {
  const links = await database.read.query.selectFrom('account_links').select('id').execute()
  const events = await database.read.query
    .selectFrom('events')
    .where('type', 'like', 'account.link%')
    .select(['type', 'data'])
    .execute()
  const eventsByLink = Map.groupBy(events, ({ data }) => Number(JSON.parse(data).id))
  const existing = new Set(links.map(({ id }) => Number(id)))
  assert.ok([...existing].every((id) => eventsByLink.has(id)))
  for (const [id, those] of eventsByLink) {
    assert.equal(those.length, existing.has(id) ? 3 : 6, `link ${id}`)
    assert.equal(new Set(those.map(({ type }) => type)).size, those.length)
  }
}
