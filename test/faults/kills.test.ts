import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FailpointName } from '../../src/kernel/failpoint.ts'
import { freePort } from '../helpers/free-port.ts'
import { linksPath } from '../helpers/links.ts'
import { scaleToLoad } from '../helpers/load-factor.ts'
import { type RunningProcess, startProcess } from '../helpers/process.ts'
import type { Template } from '../helpers/replies.ts'
import { sendRequest } from '../helpers/send-request.ts'
import { until } from '../helpers/until.ts'
import { createFundedWallet, type Signed } from '../helpers/wallet.ts'
import { createInvoice, openShop, price, requestFor, type Shop, submit } from './shop.ts'

// Real processes: one dies at a failpoint, another takes over on the same database and port, and the client retries.

/** A process that dies at that failpoint; `startNext` starts the next one. */
async function startDying(t: TestContext, failpoint: FailpointName) {
  const shop = await openShop(t)
  const port = await freePort()
  const first = await startProcess(t, { url: shop.url, port, settings: { FAILPOINT: `${failpoint}:crash` } })
  if (!failpoint.startsWith('invoice.')) await shop.waitForAllCoins(first.baseUrl)
  return { shop, first, startNext }

  async function startNext(): Promise<RunningProcess> {
    assert.equal(await first.waitUntilEnded(), 'SIGKILL')
    const next = await startProcess(t, { url: shop.url, port })
    await shop.waitForAllCoins(next.baseUrl)
    return next
  }
}

type Wallet = Awaited<ReturnType<typeof createFundedWallet>>

/** After a clean shutdown, the database breaks no invariant. */
async function waitUntilEnded({ assertSound }: Shop, process: RunningProcess): Promise<void> {
  await process.stop()
  assert.equal(await process.waitUntilEnded(), 0)
  await assertSound()
}

const createMoments = {
  'invoice.priced': 'before the invoice is written',
  'invoice.inserted': 'between the invoice and its event',
  'invoice.created': 'after the invoice is durable, before the response',
} satisfies Partial<Record<FailpointName, string>>

for (const [failpoint, moment] of Object.entries(createMoments)) {
  test(`killed ${moment}, the service creates one invoice when the merchant retries with the same key`, async (t) => {
    const { shop, first, startNext } = await startDying(t, failpoint as FailpointName)
    const headers = { 'idempotency-key': 'order 7' }
    const create = ({ baseUrl }: RunningProcess, body: unknown = price) =>
      sendRequest(baseUrl, '/invoices', { method: 'POST', token: shop.shop.token, headers, body })

    await Promise.all(
      Array.from({ length: 3 }, async () => {
        // Until the networks were polled it is 503, and nothing was started.
        for (;;) if ((await create(first).catch(() => null))?.status !== 503) break
      }),
    )
    const second = await startNext()
    const [reply, ...repeats] = await Promise.all(Array.from({ length: 3 }, () => create(second)))
    assert.equal(reply?.status, 200, reply?.text)
    for (const { text } of [...repeats, await create(second)]) assert.equal(text, reply.text)
    assert.equal((await create(second, { ...price, amount: 13 })).json.code, 'idempotency_mismatch')

    const { uid } = JSON.parse(reply.text).invoice
    const made = await shop.database.read.query
      .selectFrom('invoices')
      .where('account_id', '=', shop.shop.id)
      .select('uid')
      .execute()
    assert.deepEqual(
      made.map((row) => row.uid),
      [uid],
    )
    assert.deepEqual(await shop.listEvents(`invoice/${uid}`), ['invoice.created'])
    await payInvoice(second, uid, 'BTC')
    await waitUntilEnded(shop, second)
    await shop.assertPaidOnce(uid)
  })
}

/** A wallet pays the invoice, and gets success. */
async function payInvoice({ baseUrl }: RunningProcess, uid: string, coin: string): Promise<void> {
  const template = await requestFor(baseUrl, uid, coin)
  const reply = await submit(baseUrl, template, [
    (await createFundedWallet(baseUrl, coin, '2')).signFor(template),
  ])
  assert.equal(reply.status, 200, reply.text)
}

const outbound = ['account.linked', 'account.link.created', 'account.link.received']
const removed = ['account.link.removed', 'account.link.outbound.removed', 'account.link.inbound.removed']

/** The only link, or none, and its events. */
async function findLinks({ database }: Shop) {
  const links = await database.read.query.selectFrom('account_links').select('id').execute()
  const events = await database.read.query
    .selectFrom('events')
    .where('type', 'like', 'account.link%')
    .orderBy('position')
    .select('type')
    .execute()
  return { links: links.length, events: events.map(({ type }) => type) }
}

const nothing = { links: 0, events: [] }
const linked = { links: 1, events: outbound }
const unlinked = { links: 0, events: [...outbound, ...removed] }

for (const [failpoint, moment, left] of [
  ['link.inserted', 'between the link and its events', nothing],
  ['link.created', 'after the link is durable, before the response', linked],
] as const) {
  test(`killed ${moment}, the service has either the link and its three events or neither; after a retry it has both`, async (t) => {
    const { shop, first, startNext } = await startDying(t, failpoint)
    const link = ({ baseUrl }: RunningProcess) =>
      sendRequest(baseUrl, linksPath, {
        method: 'POST',
        token: shop.shop.token,
        body: { email: shop.partner.email },
      })
    await assert.rejects(link(first))
    const second = await startNext()
    assert.deepEqual(await findLinks(shop), left)
    const reply = await link(second)
    assert.equal(reply.status, 200, reply.text)
    assert.equal((await link(second)).text, reply.text)
    assert.deepEqual(await findLinks(shop), linked)
    await waitUntilEnded(shop, second)
  })
}

for (const [failpoint, moment, left, status] of [
  ['link.deleted', 'between the deletion of a link and its events', linked, 204],
  ['link.removed', 'after the deletion of a link is durable, before the response', unlinked, 404],
] as const) {
  test(`killed ${moment}, the service deleted it with three events, or not at all; after a retry, it is deleted`, async (t) => {
    const { shop, first, startNext } = await startDying(t, failpoint)
    const { token } = shop.shop
    const body = { email: shop.partner.email }
    const { id } = (await sendRequest(first.baseUrl, linksPath, { method: 'POST', token, body })).json
    const unlink = ({ baseUrl }: RunningProcess) =>
      sendRequest(baseUrl, `${linksPath}/${id}`, { method: 'DELETE', token })
    await assert.rejects(unlink(first))
    const second = await startNext()
    assert.deepEqual(await findLinks(shop), left)
    assert.equal((await unlink(second)).status, status)
    assert.equal((await unlink(second)).status, 404)
    assert.deepEqual(await findLinks(shop), unlinked)
    await waitUntilEnded(shop, second)
  })
}

/** Each is a step of a submission, described as the failure in a log would be, and the coin of the payment. */
const paying = {
  'payment.parsed': ['after its body was read', 'BTC'],
  'payment.verified': ['after it was checked', 'DOGE'],
  'payment.claimed': ['after the claim is durable, before the broadcast', 'LTC'],
  'payment.begun': ['after the first of two transactions was broadcast', 'BCH'],
  'payment.sent': ['after the broadcast, before the settlement', 'BSV'],
  'payment.settled': ['after the settlement, before the response', 'DASH'],
} satisfies Partial<Record<FailpointName, readonly [string, string]>>

for (const [failpoint, [moment, coin]] of Object.entries(paying)) {
  test(`killed ${moment}, the service pays once when the wallet retries`, async (t) => {
    const { shop, first, startNext } = await startDying(t, failpoint as FailpointName)
    const bill = await createBill(first, shop, coin)
    const { signed } = await transactions(first, bill.template, failpoint === 'payment.begun' ? 2 : 1)
    await assert.rejects(submit(first.baseUrl, bill.template, signed), 'a dead process sends no response')

    const second = await startNext()
    const reply = await submit(second.baseUrl, bill.template, signed)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(
      reply.json.transactions,
      signed.map(({ hex }) => hex),
    )
    assert.equal((await submit(second.baseUrl, bill.template, signed)).text, reply.text)
    await assertShownPaid(second, bill.uid, signed)
    await waitUntilEnded(shop, second)
    await shop.assertPaidOnce(bill.uid)
  })
}

/** Nobody but the service itself finishes the work. Concurrently, because each waits for the lease of the process that died. */
const abandoned = ['payment.claimed', 'payment.begun', 'payment.sent'] as const

test('killed while it holds a claim that nobody retries, the restarted service settles it within a minute', {
  concurrency: true,
}, async (t) => {
  const settled = abandoned.map((failpoint) =>
    t.test(paying[failpoint][0], (t) => assertSettlesAlone(t, failpoint)),
  )
  const mined = t.test('even if the payment was mined in between', (t) =>
    assertSettlesAlone(t, 'payment.sent', async (wallet) => {
      await wallet.sandbox.call('generatetoaddress', [1, wallet.address()])
    }),
  )
  await Promise.all([...settled, mined])
})

async function assertSettlesAlone(
  t: TestContext,
  failpoint: (typeof abandoned)[number],
  beforeRestart: (wallet: Wallet) => Promise<void> = async () => {},
): Promise<void> {
  const { shop, first, startNext } = await startDying(t, failpoint)
  const bill = await createBill(first, shop, 'LTC')
  const { wallet, signed } = await transactions(first, bill.template, failpoint === 'payment.begun' ? 2 : 1)
  await assert.rejects(submit(first.baseUrl, bill.template, signed))

  const second = await startNext()
  const since = performance.now()
  await beforeRestart(wallet)
  await until(async () => (await getInvoice(second, bill.uid)).status === 'paid')
  assert.ok(performance.now() - since < scaleToLoad(60_000))
  await assertShownPaid(second, bill.uid, signed)
  await waitUntilEnded(shop, second)
  await shop.assertPaidOnce(bill.uid)
}

/** A new invoice, and its payment request. */
async function createBill({ baseUrl }: RunningProcess, { shop }: Shop, coin: string) {
  const { uid } = (await createInvoice(baseUrl, shop)).invoice
  return { uid, template: await requestFor(baseUrl, uid, coin) }
}

/** Pays the invoice in one transaction, or from the change of another one that is submitted with it. */
async function transactions({ baseUrl }: RunningProcess, template: Template, count: 1 | 2) {
  const { currency: coin } = template
  const wallet = await createFundedWallet(baseUrl, coin, coin === 'DOGE' ? '1000' : '2')
  if (count === 1) return { wallet, signed: [wallet.signFor(template)] }
  const parent = wallet.signFor(template, { outputs: [{ script: wallet.script(), amount: 2_000_000n }] })
  const child = wallet.signFor(template, { inputs: wallet.own(parent).slice(-1) })
  return { wallet, signed: [parent, child] }
}

async function getInvoice({ baseUrl }: RunningProcess, uid: string) {
  return JSON.parse((await sendRequest(baseUrl, `/invoices/${uid}`)).text).invoice
}

async function assertShownPaid(process: RunningProcess, uid: string, signed: readonly Signed[]) {
  const { status, payment } = await getInvoice(process, uid)
  assert.equal(status, 'paid')
  assert.deepEqual(
    payment.txids,
    signed.map(({ txid }) => txid),
  )
}
