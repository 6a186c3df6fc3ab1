import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute, second, toIsoString } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { browse, findLinks, getStatus, getTitle, getWords, readPage } from './pages.ts'

const noon = Date.parse('2026-03-02T12:00:00.000Z')
const clock = createManualClock(noon)
const settings = { NODE_TIMEOUT_SECONDS: '1', LOG_LEVEL: 'warn' }
const service = await startPaying(fileScope, { clock, settings })
await service.accounts.change(service.merchant.email, { name: 'Lantern Books' })
const shop = { redirect_url: 'https://lantern.example/orders/7', memo: 'Order 7' }

async function createInvoice(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await service.createInvoice({ ...shop, ...more })).invoice.uid
}

test('a browser at the payment URL is redirected to the checkout page', async () => {
  const uid = await createInvoice()
  const { status, headers } = await browse(service, `/r/${uid}`)
  assert.equal(status, 303)
  assert.equal(headers.location, `${service.baseUrl}/checkout/${uid}`)
})

test('the page shows amount, merchant, memo, every coin with its amount, and one payment link', async () => {
  const { invoice, payment_options } = await service.createInvoice(shop)
  const page = await readPage(service, invoice.uid)
  assert.match(getTitle(page), /^Waiting for payment · \$12\.50 · Lantern Books$/)
  assert.equal(getStatus(page), 'Waiting for payment')
  const words = getWords(page)
  for (const expectedText of ['$12.50', 'Lantern Books', 'Order 7', 'Back to lantern.example', invoice.uid])
    assert.ok(words.includes(expectedText), expectedText)
  for (const { currency, currency_name, amount } of payment_options) {
    assert.ok(page.includes(`href="/checkout/${invoice.uid}?coin=${currency}"`), currency)
    assert.ok(words.includes(currency_name), currency)
    assert.ok(words.includes(`${amount} ${currency}`), `${amount} ${currency}`)
  }
  assert.deepEqual(findLinks(page), [invoice.uri])
  assert.match(page, /<svg class="qr-code"[^>]*role="img" aria-label="QR code of the payment link"/)
})

test('?coin= selects a coin: its link, amount, rate and expiry, by the server’s clock', async () => {
  const { invoice, payment_options } = await service.createInvoice(shop)
  const option = payment_options.find(({ currency }) => currency === 'LTC')
  const page = await readPage(service, invoice.uid, '?coin=ltc')
  assert.deepEqual(findLinks(page), [option?.uri])
  const words = getWords(page)
  assert.match(words, /1 LTC = \$100\.00/)
  assert.match(words, /Price valid until 12:15 UTC 15 min left/)
  assert.ok(page.includes(`<time datetime="${toIsoString(clock.now() + 15 * minute)}"`))
  assert.ok(page.includes(`data-now="${clock.now()}"`))
  // Outdated or guessed links.
  for (const query of ['?coin=XMR', '?coin=', '?coin=BTC&coin=LTC', '?lang=xx'])
    assert.deepEqual(findLinks(await readPage(service, invoice.uid, query)), [invoice.uri], query)
})

test('the page never shows an address, and viewing it allocates none', async () => {
  const uid = await createInvoice()
  for (const query of ['', '?coin=BTC', '?coin=LTC', '?part=panel&coin=DOGE'])
    await readPage(service, uid, query)
  assert.deepEqual(await service.stores.invoices.listAddresses(uid), [])
  const { outputs } = await service.paymentRequest(uid, 'BTC')
  assert.ok(!(await readPage(service, uid, '?coin=BTC')).includes(String(outputs[0]?.address)))
})

test("loading the page renews an expired price for the same invoice; the fragment of an open page doesn't", async () => {
  const uid = await createInvoice()
  clock.advance(16 * minute)
  const fragment = await readPage(service, uid, '?part=panel&coin=BTC')
  assert.match(fragment, /data-state="over"/)
  assert.match(getWords(fragment), /This price has expired .* Get a new price/)
  assert.deepEqual(findLinks(fragment), [])
  assert.doesNotMatch(fragment, /<html/)
  const page = await readPage(service, uid, '?coin=BTC')
  assert.equal(getStatus(page), 'Waiting for payment')
  assert.match(getWords(page), /Price valid until 12:31 UTC 15 min left/)
})

test('HEAD renews nothing', async () => {
  const uid = await createInvoice()
  clock.advance(16 * minute)
  const { status, text } = await browse(service, `/checkout/${uid}`, { method: 'HEAD' })
  assert.deepEqual([status, text], [200, ''])
  assert.match(await readPage(service, uid, '?part=panel'), /data-state="over"/)
})

test('a price in its last two minutes is marked as ending soon, with a link to a new one', async () => {
  const uid = await createInvoice()
  clock.advance(13 * minute + 30 * second)
  const page = await readPage(service, uid)
  assert.equal(getStatus(page), 'Price expires soon')
  assert.match(getWords(page), /This price is valid for another 2 minutes \. .* Get a new price/)
})

test('an invoice that expires together with its price says so, and offers no new price', async () => {
  const uid = await createInvoice({ expires_in: 90 })
  const page = await readPage(service, uid)
  assert.match(getWords(page), /You can pay this invoice for another 2 minutes \./)
  assert.match(getWords(page), /Pay by 1/)
  assert.doesNotMatch(page, /Get a new price/)
})

test('a rejected payment is explained in plain language, with what to do and when it happened, in role=alert', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  const [{ address, amount }] = bill.template.outputs as [{ address: string; amount: number }]
  await service.submit(bill, payer.pay(bill, { outputs: [{ address, amount: amount - 1_000 }] }))
  await until(async () => getStatus(await readPage(service, bill.uid)) === 'Payment not accepted')
  const page = await readPage(service, bill.uid)
  const alert = /<div class="notice bad" role="alert"[\s\S]*?<\/div>\s*<\/div>/.exec(page)?.[0] ?? ''
  assert.match(getWords(alert), /Your last payment wasn’t accepted It was 0\.00001 LTC short/)
  assert.match(getWords(alert), /Open the payment link again and let your wallet fill in the amount/)
  assert.match(alert, new RegExp(`<time datetime="${toIsoString(clock.now())}"`))
  // It is still payable.
  assert.equal(findLinks(page).length, 1)
  await service.pay(bill.uid, 'LTC')
  assert.doesNotMatch(await readPage(service, bill.uid), /role="alert"/)
})

test('while a payment is being settled the page says not to pay again, and has no payment link', async () => {
  const uid = await createInvoice()
  await service.rpc('DASH', 'sandbox_fail', 'timeout', 1_000)
  assert.equal((await service.pay(uid, 'DASH')).reply.json.code, 'broadcast_unknown')
  const page = await readPage(service, uid)
  assert.equal(getStatus(page), 'Checking payment')
  assert.match(getWords(page), /Don’t pay again\./)
  assert.deepEqual(findLinks(page), [])
  await service.rpc('DASH', 'sandbox_fail', 'none', 0)
  clock.advance(10 * second)
  await until(async () => (await service.readStatus(uid)) === 'paid')
})

test('a coin whose network is down is shown as unavailable; on other invoices it is greyed out with the reason', async () => {
  const uid = await createInvoice()
  await service.rpc('BCH', 'sandbox_fail', 'down')
  await until(async () => !(await service.isOffered('BCH')))
  const page = await readPage(service, uid, '?coin=BCH')
  assert.equal(getStatus(page), 'Network unavailable')
  assert.match(getWords(page), /Can’t reach the Bitcoin Cash network Nothing was sent\./)
  assert.deepEqual(findLinks(page), [])
  const other = await readPage(service, await createInvoice())
  assert.match(other, /<span class="coin unavailable">/)
  assert.match(getWords(other), /Bitcoin Cash Network unavailable/)
  await service.rpc('BCH', 'sandbox_fail', 'none', 0)
  clock.advance(minute)
  await until(async () => service.isOffered('BCH'))
})

test('a coin says if the amount is too small for it', async () => {
  const page = await readPage(service, await createInvoice({ amount: 0.01 }))
  assert.match(getWords(page), /(Bitcoin|Litecoin|Dash) Amount too small/)
})

test('a paid invoice shows a receipt and a link to the shop, and its title begins with ✓ Paid', async () => {
  const uid = await createInvoice()
  const { signed } = await service.pay(uid, 'BSV')
  const page = await readPage(service, uid)
  assert.match(getTitle(page), /^✓ Paid · \$12\.50/)
  assert.equal(getStatus(page), 'Paid')
  const words = getWords(page)
  for (const expectedText of [
    'Thank you',
    'Paid to Lantern Books',
    'Bitcoin SV',
    signed.txid,
    uid,
    'UTC',
    'Print receipt',
  ])
    assert.ok(words.includes(expectedText), expectedText)
  assert.match(page, /<a class="button primary" id="return" href="https:\/\/lantern\.example\/orders\/7"/)
  assert.deepEqual(findLinks(page), [])
  assert.ok(!page.includes(`/r/${uid}`))
})

test('a payment waiting for confirmations shows how many of how many it has', async () => {
  const uid = await createInvoice()
  await service.pay(uid, 'LTC')
  const page = await readPage(service, uid)
  assert.match(getTitle(page), /^✓ Paid/)
  assert.match(getWords(page), /0 of 1 confirmations/)
  await service.mine('LTC')
  await until(async () => getStatus(await readPage(service, uid)) === 'Paid')
})

test('the page of a recently paid invoice goes to redirect_url after 5 seconds without scripts, and a link stops that', async () => {
  const uid = await createInvoice()
  await service.pay(uid, 'BSV')
  const { headers, text } = await browse(service, `/checkout/${uid}?lang=en`)
  assert.equal(headers.refresh, '5; url=https://lantern.example/orders/7')
  assert.doesNotMatch(text, /http-equiv="refresh"/)
  assert.match(getWords(text), /Back to lantern\.example in 5 s Stay here/)
  assert.doesNotMatch(text, /id="returning"[^>]* hidden/)
  const link = /id="stay" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? ''
  assert.equal(link, `/checkout/${uid}?lang=en&stay=1`)
  const stayed = await browse(service, link)
  assert.equal(stayed.headers.refresh, undefined)
  assert.doesNotMatch(stayed.text, /id="returning"/)
  assert.match(stayed.text, /href="[^"]*lang=de&#38;stay=1"/)
})

test('a redirect_url with non-ASCII letters is encoded in the Refresh header', async () => {
  const uid = await createInvoice({ redirect_url: 'https://caf\u00e9.example/bestellung?nr=7;\u00fc' })
  await service.pay(uid, 'BSV')
  const { headers } = await browse(service, `/checkout/${uid}`)
  assert.equal(headers.refresh, '5; url=https://xn--caf-dma.example/bestellung?nr=7;%C3%BC')
})

test('a receipt doesn’t redirect two minutes after the payment, in a frame, without redirect_url, or if the payment was late', async () => {
  const readRefresh = async (uid: string, query = '', headers = {}) =>
    (await browse(service, `/checkout/${uid}${query}`, { headers })).headers.refresh
  const uid = await createInvoice()
  await service.pay(uid, 'BSV')
  assert.ok(await readRefresh(uid))
  for (const dest of ['iframe', 'frame', 'embed', 'object'])
    assert.equal(await readRefresh(uid, '', { 'sec-fetch-dest': dest }), undefined, dest)
  assert.equal(await readRefresh(uid, '?part=panel'), undefined)
  await service.accounts.change(service.merchant.email, { frameOrigins: 'https://shop.example' })
  assert.equal(await readRefresh(uid, '?embed=https://shop.example'), undefined)
  assert.ok(await readRefresh(uid, '?embed=https://other.example'))
  clock.advance(2 * minute + 1)
  assert.equal(await readRefresh(uid), undefined)
  assert.match(await readPage(service, uid), /id="returning"[^>]* hidden/)

  const nowhere = await createInvoice({ redirect_url: null })
  await service.pay(nowhere, 'BSV')
  assert.equal(await readRefresh(nowhere), undefined)

  const late = await createInvoice({ expires_in: 120 })
  await service.rpc('DASH', 'sandbox_fail', 'timeout', 1_000)
  await service.pay(late, 'DASH')
  clock.advance(5 * minute)
  await service.rpc('DASH', 'sandbox_fail', 'none', 0)
  await until(async () => (await service.readStatus(late)) === 'paid')
  assert.equal(await readRefresh(late), undefined)
  const words = getWords(await readPage(service, late))
  assert.match(
    words,
    /arrived after the invoice expired\..* Contact lantern\.example and quote the reference\./,
  )
})

test('a reversed payment says whom to ask, and not to pay again', async () => {
  const uid = await createInvoice()
  const { signed } = await service.pay(uid, 'LTC')
  await service.rpc('LTC', 'sandbox_replace', signed.txid)
  await service.mine('LTC')
  await until(async () => (await service.readStatus(uid)) === 'reversed')
  const page = await readPage(service, uid)
  assert.equal(getStatus(page), 'Payment reversed')
  assert.match(getWords(page), /Contact lantern\.example and quote the reference\. Don’t pay again/)
  assert.deepEqual(findLinks(page), [])
})

test('the page of a reversed payment never says that it is paid', async () => {
  const { invoice } = await service.createInvoice({ memo: 'Order 7' })
  const { signed } = await service.pay(invoice.uid, 'LTC')
  await service.rpc('LTC', 'sandbox_replace', signed.txid)
  await service.mine('LTC')
  await until(async () => (await service.readStatus(invoice.uid)) === 'reversed')
  const page = await readPage(service, invoice.uid)
  const words = getWords(page)
  assert.doesNotMatch(words, /Paid|Receipt|Thank you|Back to|0 of 1/)
  assert.match(words, /This invoice is not paid\./)
  assert.match(words, /Contact the shop that sent you this invoice and quote the reference\./)
  for (const expectedText of [
    'Shop Lantern Books',
    'Amount due $12.50',
    'Reversed payment Litecoin',
    signed.txid,
    invoice.uid,
  ])
    assert.ok(words.includes(expectedText), `${expectedText}: ${words}`)
})

test('a cancelled and an expired invoice say so: 200, without a payment link', async () => {
  const cancelled = await createInvoice()
  await service.request(`/invoices/${cancelled}`, { method: 'DELETE' })
  const expired = await createInvoice({ expires_in: 60 })
  clock.advance(61 * second)
  for (const [uid, expectedText] of [
    [cancelled, 'Invoice cancelled'],
    [expired, 'Invoice expired'],
  ] as const) {
    const page = await readPage(service, uid)
    assert.equal(getStatus(page), expectedText)
    assert.deepEqual(findLinks(page), [])
    assert.ok(!page.includes(`/r/${uid}`))
    assert.match(getWords(page), /Back to lantern\.example/)
  }
})

test('an unknown uid gets a page with status 404', async () => {
  for (const path of ['/checkout/unknown', `/checkout/${'0'.repeat(36)}`, '/checkout/%3Cscript%3E']) {
    const { status, text, headers } = await browse(service, path)
    assert.equal(status, 404, path)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(getTitle(text), /^Invoice not found/)
    assert.doesNotMatch(text, /<script>/)
  }
})

test('without scripts the page reloads itself while something can change', async () => {
  const refresh = /<noscript><meta http-equiv="refresh" content="(\d+)"><\/noscript>/
  const uid = await createInvoice()
  assert.match(await readPage(service, uid), refresh)
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  assert.doesNotMatch(await readPage(service, uid), refresh)
})

test('the fragment of an open page has an ETag: 304 while nothing has changed, at any time', async () => {
  const uid = await createInvoice()
  const path = `/checkout/${uid}?part=panel&coin=BTC`
  const fullPage = await readPage(service, uid, '?coin=BTC')
  const first = await browse(service, path)
  assert.ok(fullPage.includes(`data-etag="${String(first.headers.etag).replaceAll('"', '&#34;')}"`))
  const again = { headers: { 'if-none-match': String(first.headers.etag) } }
  clock.advance(minute)
  const second = await browse(service, path, again)
  assert.deepEqual([second.status, second.text], [304, ''])
  assert.equal(Number(second.headers['x-server-time']), clock.now())
  await service.pay(uid, 'BSV')
  const third = await browse(service, path, again)
  assert.equal(third.status, 200)
  assert.match(third.text, /data-state="paid"/)
})
