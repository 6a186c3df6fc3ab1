import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { getAlert, openSignedInBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { linksPath } from '../helpers/links.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'

const service = await startPaying(fileScope, {
  destinations: ['LTC', 'BTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', NODE_TIMEOUT_SECONDS: '1' },
})
const { merchant } = service
const [viewer, stranger] = [
  await service.anotherMerchant('viewer', []),
  await service.anotherMerchant('stranger', []),
]
await service.request(linksPath, { method: 'POST', body: { email: viewer.email } })
const owner = await openSignedInBrowser(service, merchant.id)
const viewing = await openSignedInBrowser(service, viewer.id)
const strangerBrowser = await openSignedInBrowser(service, stranger.id)

const getPath = (uid: string): string => `/dashboard/invoices/${uid}`
const granted = `?account=${merchant.id}`

async function detailPage(uid: string, browser: TestBrowser = owner, query = ''): Promise<string> {
  const { status, text } = await browser.get(`${getPath(uid)}${query}`)
  assert.equal(status, 200, getAlert(text) ?? text)
  return text
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))

const getText = (page: string): string => unescaped(page.replaceAll(/<[^>]+>/g, ' ')).replaceAll(/\s+/g, ' ')

/** The entries of the timeline in order. */
const getLines = (page: string): string[] => {
  const [, list = ''] = /<ol class="timeline">([\s\S]*?)<\/ol>/.exec(page) ?? []
  return [...list.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)].map(([, line = '']) => getText(line).trim())
}

const getJson = (page: string): unknown => {
  const [, text = ''] = /data-live="json"><code>([\s\S]*?)<\/code>/.exec(page) ?? []
  return JSON.parse(unescaped(text))
}

const everything = {
  amount: 12.5,
  external_id: 'order 7',
  business_id: 'shop',
  location_id: 'Berlin',
  register_id: 'till 2',
  memo: 'two <b>coffees</b>',
  metadata: { table: '17' },
  redirect_url: 'https://shop.example/thanks',
}

test('an unpaid invoice shows its amount, status, all of its fields, and its payment options', async () => {
  const { invoice, payment_options } = await service.createInvoice(everything)
  const page = await detailPage(invoice.uid)
  const text = getText(page)
  assert.match(page, /<title>\$12\.50 · Unpaid · Quittance<\/title>/)
  for (const fact of ['order 7', 'shop', 'Berlin', 'till 2', 'two <b>coffees</b>', 'table : 17', invoice.uid])
    assert.ok(text.includes(fact), fact)
  assert.ok(text.includes('https://shop.example/thanks'))
  for (const { amount, currency } of payment_options) assert.ok(text.includes(`${amount} ${currency}`), text)
  // The sandbox's own rates.
  assert.match(text, /BTC [\d.]+ BTC 1 BTC = \$[\d,.]+ fixed/)
  assert.match(page, new RegExp(`href="/checkout/${invoice.uid}"`))
  assert.deepEqual(
    getLines(page).map((line) => line.split(' ')[0]),
    ['Created'],
  )
})

test("the JSON is the API's response to the owner", async () => {
  const { uid } = (await service.createInvoice({ ...everything, amount: 1234.5 })).invoice
  const response = await service.getInvoice(uid, { token: merchant.token })
  assert.deepEqual(getJson(await detailPage(uid)), response)
  assert.deepEqual(getJson(await detailPage(uid, viewing, granted)), response)
})

test('a paid invoice shows the payment: txid, rate, sources, fee, confirmations, and the details for a refund', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  const signed = payer.pay(bill)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  const page = await detailPage(bill.uid)
  const text = getText(page)
  assert.match(page, /<title>\$12\.50 · Paid · Quittance<\/title>/)
  assert.match(page, new RegExp(`<button type="button" class="copy" data-copy="${signed.txid}"`))
  assert.match(
    text,
    /Status Accepted Paid with [\d.]+ LTC Rate 1 LTC = \$[\d,.]+ Sources fixed Network fee [\d.]+ LTC/,
  )
  assert.match(text, /Confirmations 0/)
  assert.match(text, /Send refunds from your own wallet/)
  assert.ok(!page.includes('/cancel"'))
  await service.mine('LTC', 2)
  await service.waitUntilFollowed('LTC')
  await until(async () => /Confirmations 2/.test(getText(await detailPage(bill.uid))))
})

test('the timeline shows everything in order, from the creation to the last webhook response', async (t) => {
  const receiver = await openReceiver(t, respondWith(500, {}, 'not <i>today</i>'))
  const bill = await service.createBill('LTC', { webhook_url: receiver.url })
  const payer = await service.payer('LTC')
  const rejected = await service.submit(bill, ['00'])
  assert.equal(rejected.status, 400)
  const signed = payer.pay(bill)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  await until(async () => getLines(await detailPage(bill.uid)).some((line) => line.includes('500 in')))
  const page = await detailPage(bill.uid)
  const lines = getLines(page)
  const order = [
    /^Created/,
    /^LTC payment requested/,
    /^LTC payment submitted by wallet/,
    /^Payment of [\d.]+ LTC accepted/,
    /^Paid/,
    /^Webhook invoice\.paid , attempt 1 500 in [\d,]+ ms .*hook Response not <i>today<\/i> Resend/,
    /^Webhook invoice\.paid scheduled/,
  ]
  assert.equal(lines.length, order.length, lines.join('\n'))
  for (const [index, line] of order.entries()) assert.match(lines[index] ?? '', line)
  assert.ok(lines[2]?.includes(signed.txid))
  // One is enough.
  assert.ok(!lines[4]?.includes(signed.txid))
  assert.match(page, /<time datetime="[^"]+" title="[^"]+ UTC">/)
})

test('the last payment rejection is shown while the invoice is unpaid', async () => {
  const bill = await service.createBill('LTC')
  assert.equal((await service.submit(bill, ['00'])).status, 400)
  await until(async () =>
    getLines(await detailPage(bill.uid)).some((line) => /^LTC payment rejected/.test(line)),
  )
})

test('a webhook is resent manually: a chosen one, and the newest', async (t) => {
  const receiver = await openReceiver(t)
  const bill = await service.createBill('LTC', { webhook_url: receiver.url })
  const payer = await service.payer('LTC')
  await service.submit(bill, payer.pay(bill))
  const untilReceived = (count: number) => until(() => receiver.received.length === count)
  /** An attempt in progress isn't repeated. */
  const untilRecorded = (count: number) =>
    until(async () => (await detailPage(bill.uid)).split('200 in').length === count + 1)
  await untilReceived(1)
  await untilRecorded(1)
  const [, delivery = ''] = /name="delivery" value="([^"]+)"/.exec(await detailPage(bill.uid)) ?? []
  const done = await owner.submit(`${getPath(bill.uid)}/redeliver`, { delivery })
  assert.equal(done, `${getPath(bill.uid)}?done=resent`)
  assert.match(getText(await detailPage(bill.uid, owner, '?done=resent')), /The webhook is being resent/)
  await untilReceived(2)
  await untilRecorded(2)
  await owner.submit(`${getPath(bill.uid)}/redeliver`)
  await untilReceived(3)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  const [entry] = (
    await service.database.read.query
      .selectFrom('audit_log')
      .where('action', '=', 'webhook.delivery.redelivered')
      .select('actor')
      .execute()
  ).map(({ actor }) => actor)
  assert.match(entry ?? '', /^ses_/)
})

test('404 for a webhook of another invoice, and without webhooks', async (t) => {
  const receiver = await openReceiver(t)
  const [paid, other] = [
    await service.createBill('LTC', { webhook_url: receiver.url }),
    await service.createBill('LTC'),
  ]
  const payer = await service.payer('LTC')
  await service.submit(paid, payer.pay(paid))
  await until(async () => /name="delivery"/.test(await detailPage(paid.uid)))
  const [, delivery = ''] = /name="delivery" value="([^"]+)"/.exec(await detailPage(paid.uid)) ?? []
  for (const fields of [{ delivery }, { delivery: 'unknown' }, {}] as Record<string, string>[])
    assert.equal((await owner.post(`${getPath(other.uid)}/redeliver`, fields)).status, 404)
  assert.ok(!(await detailPage(other.uid)).includes('Resend webhook'))
})

test('a webhook to a disabled endpoint is not resent, and the page says why', async (t) => {
  const receiver = await openReceiver(t)
  const created = await service.request('/api/v1/webhooks', {
    method: 'POST',
    body: { url: receiver.url, types: ['invoice.cancelled'] },
  })
  const { uid } = (await service.createInvoice()).invoice
  await owner.submit(`${getPath(uid)}/cancel`)
  await until(async () => (await detailPage(uid)).includes('200 in'))
  const body = { enabled: false }
  await service.request(`/api/v1/webhooks/${created.json.id}`, { method: 'PATCH', body })
  const { status, text } = await owner.post(`${getPath(uid)}/redeliver`)
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /webhook is disabled or was deleted/)
  assert.equal(receiver.received.length, 1)
})

test('an unpaid invoice is cancelled, and the page says so', async () => {
  const { uid } = (await service.createInvoice()).invoice
  assert.equal(await owner.submit(`${getPath(uid)}/cancel`), `${getPath(uid)}?done=cancelled`)
  const page = await detailPage(uid, owner, '?done=cancelled')
  assert.match(getText(page), /Invoice cancelled\. It can no longer be paid/)
  assert.equal(await service.readStatus(uid), 'cancelled')
  assert.deepEqual(
    getLines(page).map((line) => line.split(' ')[0]),
    ['Created', 'Cancelled'],
  )
  assert.ok(!page.includes(`${uid}/cancel"`))
  // Repeating it changes nothing.
  await owner.submit(`${getPath(uid)}/cancel`)
})

test('a paid invoice cannot be cancelled: 400, with its page and the reason', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  await service.submit(bill, payer.pay(bill))
  const { status, text } = await owner.post(`${getPath(bill.uid)}/cancel`)
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /can’t be cancelled/)
  assert.match(text, /<title>\$12\.50 · Paid/)
})

test('a reversed payment and its replacement are shown separately', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  const signed = payer.pay(bill)
  await service.submit(bill, signed)
  await service.mine('LTC')
  await service.waitUntilFollowed('LTC')
  await service.rpc('LTC', 'sandbox_reorganise', 1, [signed.txid])
  await until(async () => (await service.readStatus(bill.uid)) === 'reversed')
  const reversed = await detailPage(bill.uid)
  assert.match(getText(reversed), /Status Double-spent/)
  assert.match(getText(reversed), /you don’t have the money/)
  // Nothing is settled, and nothing needs a refund.
  assert.doesNotMatch(getText(reversed), /Paid with|Refunds|Paid \d/)
  assert.match(getText(reversed), /Paid, later reversed/)
  assert.ok(getLines(reversed).some((line) => line.startsWith('Payment reversed')))

  const replaced = await service.createBill('LTC')
  const first = (await service.payer('LTC')).pay(replaced)
  await service.submit(replaced, first)
  const replacementTxid = String(await service.rpc('LTC', 'sandbox_replace', first.txid, true))
  await service.mine('LTC')
  await until(async () => (await service.listEvents(replaced.uid)).includes('payment.replaced'))
  const text = getText(await detailPage(replaced.uid))
  assert.match(
    text,
    new RegExp(`Transaction ID ${replacementTxid} Copy Transaction ID Replaced ${first.txid}`),
  )
})

test('a payment being settled is shown, and unexpected money is shown as an extra payment', async () => {
  const bill = await service.createBill('LTC')
  const signed = (await service.payer('LTC')).pay(bill)
  await service.rpc('LTC', 'sandbox_fail', 'timeout', 1)
  assert.equal((await service.submit(bill, signed)).json.code, 'broadcast_unknown')
  const settlingPage = await detailPage(bill.uid)
  assert.match(
    getText(settlingPage),
    /Processing[\s\S]*A payment is being processed[\s\S]*Status Sent, waiting for the network/,
  )
  assert.ok(!settlingPage.includes(`${bill.uid}/cancel"`))
  assert.equal((await owner.post(`${getPath(bill.uid)}/cancel`)).status, 400)

  const openClaims = await service.stores.payments.findOpenClaims()
  const payment = openClaims.find(({ invoiceUid }) => invoiceUid === bill.uid) ?? assert.fail()
  const { clock, database } = service
  await createClaimReleaser(createTransact(database), { clock, actor: 'the operator' })(payment)
  assert.match(getText(await detailPage(bill.uid)), /Status Abandoned, still monitored/)
  await owner.submit(`${getPath(bill.uid)}/cancel`)
  await service.rpc('LTC', 'sendrawtransaction', signed.hex)
  await service.mine('LTC')
  await until(async () => (await service.listEvents(bill.uid)).includes('payment.surplus'))
  const text = getText(await detailPage(bill.uid))
  assert.match(text, /An extra payment of [\d.]+ LTC arrived for this invoice/)
  assert.match(text, /Extra payment Status Unexpected/)
})

test('a viewer sees the same except webhooks and addresses, and no control that writes', async (t) => {
  const receiver = await openReceiver(t)
  const bill = await service.createBill('LTC', { ...everything, webhook_url: receiver.url })
  const payer = await service.payer('LTC')
  await service.submit(bill, payer.pay(bill))
  await until(async () => (await detailPage(bill.uid)).includes('200 in'))
  const page = await detailPage(bill.uid, viewing, granted)
  assert.match(getText(page), /Read-only: shop@example\.com/)
  assert.ok(getText(page).includes('order 7'))
  assert.ok(getLines(page).every((line) => !line.includes('Webhook')))
  assert.ok(!page.includes('<form class="inline-form"'))
  const quoteLine = getLines(page).find((line) => line.startsWith('LTC payment requested')) ?? ''
  assert.match(quoteLine, /^LTC payment requested [A-Z][a-z]{2} /)
  for (const action of ['cancel', 'redeliver'])
    for (const query of ['', granted]) {
      const { status } = await viewing.post(`${getPath(bill.uid)}/${action}${query}`)
      assert.equal(status, 403, action + query)
    }
  // Without the account's name it would be the viewer's own.
  assert.equal((await viewing.get(getPath(bill.uid))).status, 404)
})

test('404 for a stranger, for an unknown uid, and for an invoice under another account’s name', async () => {
  const { uid } = (await service.createInvoice({ external_id: 'secret order' })).invoice
  const foreign = (await service.anotherMerchant('foreign', ['LTC'])).token
  const { invoice } = await service.createInvoice({}, { token: foreign })
  for (const [browser, path] of [
    [strangerBrowser, getPath(uid)],
    [strangerBrowser, `${getPath(uid)}${granted}`],
    [strangerBrowser, getPath('unknown')],
    [owner, getPath(invoice.uid)],
    [viewing, `${getPath(invoice.uid)}${granted}`],
  ] as const) {
    const { status, text } = await browser.get(path)
    assert.equal(status, 404, path)
    assert.ok(!text.includes('secret order'))
  }
  assert.equal((await strangerBrowser.post(`${getPath(uid)}/cancel`)).status, 404)
  assert.equal(await service.readStatus(uid), 'unpaid')
})

test('the invoice still shows facts whose events were pruned', async () => {
  const bill = await service.createBill('LTC')
  await service.submit(bill, (await service.payer('LTC')).pay(bill))
  const log = service.database
  const rows = await log.read.query
    .selectFrom('events')
    .where('subject', '=', `invoice/${bill.uid}`)
    .selectAll()
    .execute()
  await log.transact((sql) =>
    sql.query.deleteFrom('events').where('subject', '=', `invoice/${bill.uid}`).execute(),
  )
  const lines = getLines(await detailPage(bill.uid)).map((line) => line.split(' ')[0])
  await log.transact((sql) => sql.query.insertInto('events').values(rows).execute())
  assert.deepEqual(lines, ['Created', 'LTC', 'LTC', 'Paid'])
})
