import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransact } from '../../src/composition/stores.ts'
import { createClaimReleaser } from '../../src/payments/release.ts'
import { alertOf, openBrowserOf, type TestBrowser } from '../helpers/browser.ts'
import { wholeFile } from '../helpers/databases.ts'
import { linksPath } from '../helpers/links.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { answering, openReceiver } from '../webhooks/receiver.ts'

const service = await startPaying(wholeFile, {
  destinations: ['LTC', 'BTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', NODE_TIMEOUT_SECONDS: '1' },
})
const { merchant } = service
const [viewer, stranger] = [
  await service.anotherMerchant('viewer', []),
  await service.anotherMerchant('stranger', []),
]
await service.request(linksPath, { method: 'POST', body: { email: viewer.email } })
const owner = await openBrowserOf(service, merchant.id)
const viewing = await openBrowserOf(service, viewer.id)
const strange = await openBrowserOf(service, stranger.id)

const pathOf = (uid: string): string => `/dashboard/invoices/${uid}`
const granted = `?account=${merchant.id}`

async function shown(uid: string, browser: TestBrowser = owner, query = ''): Promise<string> {
  const { status, text } = await browser.get(`${pathOf(uid)}${query}`)
  assert.equal(status, 200, alertOf(text) ?? text)
  return text
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))

const textOf = (page: string): string => unescaped(page.replaceAll(/<[^>]+>/g, ' ')).replaceAll(/\s+/g, ' ')

/** The lines of the timeline, in their order. */
const linesOf = (page: string): string[] => {
  const [, list = ''] = /<ol class="timeline">([\s\S]*?)<\/ol>/.exec(page) ?? []
  return [...list.matchAll(/<li[^>]*>([\s\S]*?)<\/li>/g)].map(([, line = '']) => textOf(line).trim())
}

const jsonOf = (page: string): unknown => {
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

test('an unpaid invoice shows its amount, state, every fact that was given, and what it can be paid with', async () => {
  const { invoice, payment_options } = await service.createInvoice(everything)
  const page = await shown(invoice.uid)
  const text = textOf(page)
  assert.match(page, /<title>\$12\.50 · Unpaid · Quittance<\/title>/)
  for (const fact of ['order 7', 'shop', 'Berlin', 'till 2', 'two <b>coffees</b>', 'table : 17', invoice.uid])
    assert.ok(text.includes(fact), fact)
  assert.ok(text.includes('https://shop.example/thanks'))
  for (const { amount, currency } of payment_options) assert.ok(text.includes(`${amount} ${currency}`), text)
  // What the sandbox's own rates say.
  assert.match(text, /BTC [\d.]+ BTC 1 BTC = \$[\d,.]+ fixed/)
  assert.match(page, new RegExp(`href="/checkout/${invoice.uid}"`))
  assert.deepEqual(
    linesOf(page).map((line) => line.split(' ')[0]),
    ['Created'],
  )
})

test('the JSON is what the API answers its owner', async () => {
  const { uid } = (await service.createInvoice({ ...everything, amount: 1234.5 })).invoice
  const answer = await service.getInvoice(uid, { token: merchant.token })
  assert.deepEqual(jsonOf(await shown(uid)), answer)
  assert.deepEqual(jsonOf(await shown(uid, viewing, granted)), answer)
})

test('a paid invoice shows the payment: txid, rate, sources, fee, confirmations, and what a refund needs', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  const signed = payer.pay(bill)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  const page = await shown(bill.uid)
  const text = textOf(page)
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
  await service.followed('LTC')
  await until(async () => /Confirmations 2/.test(textOf(await shown(bill.uid))))
})

test('the timeline tells everything in order, from the creation to the last answer of a webhook', async (t) => {
  const receiver = await openReceiver(t, answering(500, {}, 'not <i>today</i>'))
  const bill = await service.createBill('LTC', { webhook_url: receiver.url })
  const payer = await service.payer('LTC')
  const refused = await service.submit(bill, ['00'])
  assert.equal(refused.status, 400)
  const signed = payer.pay(bill)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  await until(async () => linesOf(await shown(bill.uid)).some((line) => line.includes('500 in')))
  const page = await shown(bill.uid)
  const lines = linesOf(page)
  const order = [
    /^Created/,
    /^LTC payment requested by wallet/,
    /^LTC payment submitted by wallet/,
    /^Payment of [\d.]+ LTC accepted/,
    /^Paid/,
    /^Webhook invoice\.paid , attempt 1 500 in \d+ ms .*hook Response not <i>today<\/i> Resend/,
    /^Webhook invoice\.paid scheduled/,
  ]
  assert.equal(lines.length, order.length, lines.join('\n'))
  for (const [place, line] of order.entries()) assert.match(lines[place] ?? '', line)
  assert.ok(lines[2]?.includes(signed.txid))
  // Once is enough.
  assert.ok(!lines[4]?.includes(signed.txid))
  assert.match(page, /<time datetime="[^"]+" title="[^"]+ UTC">/)
})

test('why the last payment was refused is told while the invoice is unpaid', async () => {
  const bill = await service.createBill('LTC')
  assert.equal((await service.submit(bill, ['00'])).status, 400)
  await until(async () => linesOf(await shown(bill.uid)).some((line) => /^LTC payment rejected/.test(line)))
})

test('a webhook is sent again by hand: a named one, and the newest', async (t) => {
  const receiver = await openReceiver(t)
  const bill = await service.createBill('LTC', { webhook_url: receiver.url })
  const payer = await service.payer('LTC')
  await service.submit(bill, payer.pay(bill))
  const arrived = (count: number) => until(async () => receiver.received.length === count)
  await arrived(1)
  await until(async () => (await shown(bill.uid)).includes('200 in'))
  const [, delivery = ''] = /name="delivery" value="([^"]+)"/.exec(await shown(bill.uid)) ?? []
  const done = await owner.submit(`${pathOf(bill.uid)}/redeliver`, { delivery })
  assert.equal(done, `${pathOf(bill.uid)}?done=resent`)
  assert.match(textOf(await shown(bill.uid, owner, '?done=resent')), /The webhook is being resent/)
  await arrived(2)
  await owner.submit(`${pathOf(bill.uid)}/redeliver`)
  await arrived(3)
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

test('404 for a webhook of another invoice, and where there is none', async (t) => {
  const receiver = await openReceiver(t)
  const [paid, other] = [
    await service.createBill('LTC', { webhook_url: receiver.url }),
    await service.createBill('LTC'),
  ]
  const payer = await service.payer('LTC')
  await service.submit(paid, payer.pay(paid))
  await until(async () => /name="delivery"/.test(await shown(paid.uid)))
  const [, delivery = ''] = /name="delivery" value="([^"]+)"/.exec(await shown(paid.uid)) ?? []
  for (const fields of [{ delivery }, { delivery: 'unknown' }, {}] as Record<string, string>[])
    assert.equal((await owner.post(`${pathOf(other.uid)}/redeliver`, fields)).status, 404)
  assert.ok(!(await shown(other.uid)).includes('Resend webhook'))
})

test('a webhook to an endpoint that is switched off is not sent again, and the page says why', async (t) => {
  const receiver = await openReceiver(t)
  const made = await service.request('/api/v1/webhooks', {
    method: 'POST',
    body: { url: receiver.url, types: ['invoice.cancelled'] },
  })
  const { uid } = (await service.createInvoice()).invoice
  await owner.submit(`${pathOf(uid)}/cancel`)
  await until(async () => (await shown(uid)).includes('200 in'))
  const body = { enabled: false }
  await service.request(`/api/v1/webhooks/${made.json.id}`, { method: 'PATCH', body })
  const { status, text } = await owner.post(`${pathOf(uid)}/redeliver`)
  assert.equal(status, 400)
  assert.match(alertOf(text) ?? '', /webhook is disabled or was deleted/)
  assert.equal(receiver.received.length, 1)
})

test('an unpaid invoice is cancelled, and the page says so', async () => {
  const { uid } = (await service.createInvoice()).invoice
  assert.equal(await owner.submit(`${pathOf(uid)}/cancel`), `${pathOf(uid)}?done=cancelled`)
  const page = await shown(uid, owner, '?done=cancelled')
  assert.match(textOf(page), /Invoice cancelled\. It can no longer be paid/)
  assert.equal(await service.statusOf(uid), 'cancelled')
  assert.deepEqual(
    linesOf(page).map((line) => line.split(' ')[0]),
    ['Created', 'Cancelled'],
  )
  assert.ok(!page.includes(`${uid}/cancel"`))
  // Twice is the same.
  await owner.submit(`${pathOf(uid)}/cancel`)
})

test('an invoice that is paid is not cancelled: 400, with its page and the reason', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  await service.submit(bill, payer.pay(bill))
  const { status, text } = await owner.post(`${pathOf(bill.uid)}/cancel`)
  assert.equal(status, 400)
  assert.match(alertOf(text) ?? '', /can’t be cancelled/)
  assert.match(text, /<title>\$12\.50 · Paid/)
})

test('a reversed payment and the one that took its place are told apart', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  const signed = payer.pay(bill)
  await service.submit(bill, signed)
  await service.mine('LTC')
  await service.followed('LTC')
  await service.rpc('LTC', 'sandbox_reorganise', 1, [signed.txid])
  await until(async () => (await service.statusOf(bill.uid)) === 'reversed')
  const reversed = await shown(bill.uid)
  assert.match(textOf(reversed), /Status Double-spent/)
  assert.match(textOf(reversed), /you don’t have the money/)
  // Nothing is settled, and there is nothing to give back.
  assert.doesNotMatch(textOf(reversed), /Paid with|Refunds|Paid \d/)
  assert.match(textOf(reversed), /Paid, later reversed/)
  assert.ok(linesOf(reversed).some((line) => line.startsWith('Payment reversed')))

  const replaced = await service.createBill('LTC')
  const first = (await service.payer('LTC')).pay(replaced)
  await service.submit(replaced, first)
  const heir = String(await service.rpc('LTC', 'sandbox_replace', first.txid, true))
  await service.mine('LTC')
  await until(async () => (await service.eventsOf(replaced.uid)).includes('payment.replaced'))
  const text = textOf(await shown(replaced.uid))
  assert.match(text, new RegExp(`Transaction ID ${heir} Copy Transaction ID Replaced ${first.txid}`))
})

test('while a payment is being settled the page says so; money that was not asked for is told as surplus', async () => {
  const bill = await service.createBill('LTC')
  const signed = (await service.payer('LTC')).pay(bill)
  await service.rpc('LTC', 'sandbox_fail', 'timeout', 1)
  assert.equal((await service.submit(bill, signed)).json.code, 'broadcast_unknown')
  const settling = await shown(bill.uid)
  assert.match(
    textOf(settling),
    /Processing[\s\S]*A payment is being processed[\s\S]*Status Sent, waiting for the network/,
  )
  assert.ok(!settling.includes(`${bill.uid}/cancel"`))
  assert.equal((await owner.post(`${pathOf(bill.uid)}/cancel`)).status, 400)

  const standing = await service.stores.payments.findOpenClaims()
  const payment = standing.find(({ invoiceUid }) => invoiceUid === bill.uid) ?? assert.fail()
  const { clock, database } = service
  await createClaimReleaser(createTransact(database), { clock, actor: 'the operator' })(payment)
  assert.match(textOf(await shown(bill.uid)), /Status Abandoned, still monitored/)
  await owner.submit(`${pathOf(bill.uid)}/cancel`)
  await service.rpc('LTC', 'sendrawtransaction', signed.hex)
  await service.mine('LTC')
  await until(async () => (await service.eventsOf(bill.uid)).includes('payment.surplus'))
  const text = textOf(await shown(bill.uid))
  assert.match(text, /An extra payment of [\d.]+ LTC arrived for this invoice/)
  assert.match(text, /Surplus payment Status Unexpected/)
})

test('who is granted a look sees the same but for webhooks and addresses, and no control that writes', async (t) => {
  const receiver = await openReceiver(t)
  const bill = await service.createBill('LTC', { ...everything, webhook_url: receiver.url })
  const payer = await service.payer('LTC')
  await service.submit(bill, payer.pay(bill))
  await until(async () => (await shown(bill.uid)).includes('200 in'))
  const page = await shown(bill.uid, viewing, granted)
  assert.match(textOf(page), /Read-only: shop@example\.com/)
  assert.ok(textOf(page).includes('order 7'))
  assert.ok(linesOf(page).every((line) => !line.includes('Webhook')))
  assert.ok(!page.includes('<form class="deed"'))
  const asked = linesOf(page).find((line) => line.startsWith('LTC payment requested')) ?? ''
  assert.match(asked, /^LTC payment requested by wallet [A-Z][a-z]{2} /)
  for (const deed of ['cancel', 'redeliver'])
    for (const query of ['', granted]) {
      const { status } = await viewing.post(`${pathOf(bill.uid)}/${deed}${query}`)
      assert.equal(status, 403, deed + query)
    }
  // Without the account's name it would be one's own.
  assert.equal((await viewing.get(pathOf(bill.uid))).status, 404)
})

test('404 for a stranger, for an unknown uid, and for one account’s invoice under another’s name', async () => {
  const { uid } = (await service.createInvoice({ external_id: 'secret order' })).invoice
  const foreign = (await service.anotherMerchant('foreign', ['LTC'])).token
  const { invoice } = await service.createInvoice({}, { token: foreign })
  for (const [browser, path] of [
    [strange, pathOf(uid)],
    [strange, `${pathOf(uid)}${granted}`],
    [strange, pathOf('unknown')],
    [owner, pathOf(invoice.uid)],
    [viewing, `${pathOf(invoice.uid)}${granted}`],
  ] as const) {
    const { status, text } = await browser.get(path)
    assert.equal(status, 404, path)
    assert.ok(!text.includes('secret order'))
  }
  assert.equal((await strange.post(`${pathOf(uid)}/cancel`)).status, 404)
  assert.equal(await service.statusOf(uid), 'unpaid')
})

test('what the event log has forgotten, the invoice itself still tells', async () => {
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
  const lines = linesOf(await shown(bill.uid)).map((line) => line.split(' ')[0])
  await log.transact((sql) => sql.query.insertInto('events').values(rows).execute())
  assert.deepEqual(lines, ['Created', 'LTC', 'LTC', 'Paid'])
})
