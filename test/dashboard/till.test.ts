import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAlert, getField, openSignedInBrowser, type TestBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { getOutputs, startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'

const rates = ['USD', 'JPY', 'BHD'].flatMap((currency) => [`BSV/${currency}=26`, `LTC/${currency}=100`])
const service = await startPaying(fileScope, {
  destinations: ['BSV', 'LTC'],
  settings: { RATES: `fixed:${rates.join()}`, RATE_CURRENCIES: 'USD,JPY,BHD', RATE_LIMITS: 'off' },
})
const shop = await openSignedInBrowser(service, service.merchant.id)
const till = '/dashboard/till'

/** The keys of the till on a page. */
const getKeys = (page: string): string[] =>
  [...page.matchAll(/data-key="(\w+)"/g)].map(([, name = '']) => name)

const getTitle = (page: string): string => /<title>([^<]*)/.exec(page)?.[1] ?? ''

/** Creates a sale at the till as a browser does; returns the uid of the invoice. */
async function sell(amount: string, browser = shop, query = ''): Promise<string> {
  const page = await browser.get(till + query)
  const names = ['business_id', 'location_id', 'register_id', 'key'] as const
  const fields = Object.fromEntries(names.map((name) => [name, getField(page.text, name) ?? '']))
  const first = await browser.submit(till, { ...fields, amount })
  // An unusually large amount is confirmed once.
  const isAsked = first.includes('amount=')
  const location = isAsked ? await browser.submit(till, { ...fields, amount, confirmed: amount }) : first
  assert.match(location, /^\/dashboard\/till\/[0-9a-z]{36}$/)
  return location.slice(`${till}/`.length)
}

async function shopIn(currency: string): Promise<TestBrowser> {
  const { id } = await service.anotherMerchant(currency.toLowerCase(), ['BSV'], currency)
  return openSignedInBrowser(service, id)
}

test('the till has digits and a decimal key, a field Amount, and a button Create invoice', async () => {
  const { text, headers } = await shop.get(till)
  const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'separator', '0', 'back']
  assert.deepEqual(getKeys(text), digits)
  assert.match(text, /<label for="amount">Amount<\/label>/)
  assert.match(text, /<button class="button primary">Create invoice<\/button>/)
  assert.match(text, /id="amount-unit">USD</)
  assert.equal(headers['cache-control'], 'no-store')
})

test('a currency without decimals has no decimal key, and one with three accepts three', async () => {
  const yenShop = await shopIn('JPY')
  assert.ok(!getKeys((await yenShop.get(till)).text).includes('separator'))
  const uid = await sell('1500', yenShop)
  assert.equal((await service.getInvoice(uid)).invoice.amount, 1500)
  const rejected = await yenShop.post(till, { amount: '15.5' })
  assert.equal(getAlert(rejected.text), 'Amounts in JPY have no decimals. Round the amount.')

  const dinarShop = await shopIn('BHD')
  assert.match((await dinarShop.get(till)).text, /data-decimals="3"/)
  const { text } = await service.request(`/invoices/${await sell('1.005', dinarShop)}`, { token: null })
  assert.match(text, /"amount":1\.005,"currency":"BHD"/)
})

test('an amount is exact, without implied decimals, in either notation', async () => {
  const cases = [
    ['12', '12'],
    ['12.50', '12.5'],
    ['0,07', '0.07'],
    ['99999999.99', '99999999.99'],
  ] as const
  for (const [typed, written] of cases) {
    const uid = await sell(typed)
    const { text } = await service.request(`/invoices/${uid}`, { token: null })
    assert.match(text, new RegExp(`"amount":${written.replace('.', '\\.')},`))
  }
})

test('an invalid amount gets 400 with the error, and stays in the field', async () => {
  const cases = [
    ['', /Enter an amount/],
    ['twelve', /can’t read this amount/],
    ['1,234', /can’t read this amount/],
    ['0.00', /greater than zero/],
    ['-5', /greater than zero/],
    ['1.005', /USD have at most 2 decimals/],
    ['1000000000000001', /at most .1,000,000,000,000,000\.00/],
    ['<b>1</b>', /can’t read this amount/],
  ] as const
  for (const [amount, sentence] of cases) {
    const { status, text } = await shop.post(till, { amount, register_id: 'r "1"' })
    assert.equal(status, 400, amount)
    assert.match(getAlert(text) ?? '', sentence)
    assert.equal(getField(text, 'amount') ?? '', amount)
    assert.equal(getField(text, 'register_id'), 'r "1"')
  }
})

test('ids in the URL are preset, stored with the invoice, and kept for the next sale', async () => {
  const query = '?business_id=acme%20%26%20sons&location_id=north&register_id=7'
  const uid = await sell('3', shop, query)
  const { text } = await service.request(`/invoices/${uid}`)
  assert.match(text, /"business_id":"acme & sons","location_id":"north","register_id":"7"/)
  const page = await shop.get(`${till}/${uid}`)
  const [, next = ''] = /href="([^"]*)">Start next sale/.exec(page.text) ?? []
  const path = next.replaceAll('&#38;', '&')
  assert.equal(path, `${till}?business_id=acme+%26+sons&location_id=north&register_id=7`)
  const again = await shop.get(path)
  assert.equal(getField(again.text, 'business_id'), 'acme & sons')
})

test('a form submitted twice creates one invoice, and another amount from the same form needs confirmation', async () => {
  const key = getField((await shop.get(till)).text, 'key') ?? ''
  const locations = await Promise.all([1, 2].map(() => shop.submit(till, { amount: '4.40', key })))
  assert.equal(locations[0], locations[1])
  assert.equal(await shop.submit(till, { amount: '4.4', key }), locations[0])

  const { status, text } = await shop.post(till, { amount: '5', key })
  assert.equal(status, 400)
  assert.match(getAlert(text) ?? '', /already created another invoice/)
  const fresh = getField(text, 'key') ?? ''
  assert.notEqual(fresh, key)
  assert.notEqual(await shop.submit(till, { amount: '5', key: fresh }), locations[0])
})

test('the sale shows the QR code, waits, and shows when it is paid', async () => {
  const uid = await sell('5')
  const waiting = await shop.get(`${till}/${uid}`)
  assert.match(waiting.text, /role="img" aria-label="QR code of the payment link"/)
  assert.match(waiting.text, /data-live="sale" data-state="waiting"/)
  assert.match(waiting.text, /data-events="[^"]*\/events"/)
  assert.equal(getTitle(waiting.text), 'Waiting for payment · $5.00 · Quittance')
  assert.match(waiting.text, /<noscript><meta http-equiv="refresh"/)

  await service.pay(uid, 'BSV')
  const paid = await shop.get(`${till}/${uid}`)
  assert.match(paid.text, /data-live="sale" data-state="paid" data-announce="Paid: \$5\.00"/)
  assert.match(getTitle(paid.text), /^✓ Paid/)
  assert.doesNotMatch(paid.text, /role="img"|http-equiv="refresh"/)
})

test('a sale paid in a coin that needs confirmations is paid, and shows their number', async () => {
  const uid = await sell('6')
  await service.pay(uid, 'LTC')
  const { text } = await shop.get(`${till}/${uid}`)
  assert.match(text, /data-state="paid"/)
  assert.match(text, /0 of 1 confirmations/)
})

test('a rejected payment is shown to the seller, with what to do', async () => {
  const uid = await sell('7')
  const template = await service.paymentRequest(uid, 'LTC')
  const payer = await service.payer('LTC')
  const bill = { uid, coin: 'LTC', template }
  await service.submit(bill, payer.pay(bill, { outputs: getOutputs(bill, -1_000n) }))
  await until(async () => (await service.stores.rejections.find(uid)) !== null)
  const { text } = await shop.get(`${till}/${uid}`)
  assert.match(text, /data-state="refused"/)
  assert.match(text, /role="alert" id="rejection"[\s\S]*0\.0*<[\s\S]*short: /)
  assert.match(text, /role="img"/)
})

test('a cancelled sale no longer shows a code', async () => {
  const uid = await sell('8')
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  const { text } = await shop.get(`${till}/${uid}`)
  assert.match(text, /data-state="cancelled"/)
  assert.doesNotMatch(text, /role="img"|pay:\?r=/)
})

test("another account's sale is not found", async () => {
  const { id } = await service.anotherMerchant('nosy', [])
  const viewer = await openSignedInBrowser(service, id)
  assert.equal((await viewer.get(`${till}/${await sell('9')}`)).status, 404)
  for (const uid of ['unknown', '%00', 'a'.repeat(36)])
    assert.equal((await shop.get(`${till}/${uid}`)).status, 404, uid)
})

test('without a destination the till links to the page to add one', async () => {
  const { id } = await service.anotherMerchant('new', [])
  const browser = await openSignedInBrowser(service, id)
  const { text, status } = await browser.get(till)
  assert.equal(status, 200)
  assert.match(text, /href="\/dashboard\/settings\/destinations">Add payout wallet/)
  const rejected = await browser.post(till, { amount: '5' })
  assert.equal(rejected.status, 400)
  assert.match(rejected.text, /role="alert">[\s\S]*href="\/dashboard\/settings\/destinations"/)
  assert.equal(getField(rejected.text, 'amount'), '5')
})

test('an amount that no coin supports is explained coin by coin', async () => {
  const rejected = await shop.post(till, { amount: '999999999999999' })
  assert.equal(rejected.status, 400)
  assert.match(
    getAlert(rejected.text) ?? '',
    /No coin is available for this amount\. .*\.Bitcoin SV: Amount too largeLitecoin: /,
  )
})

test('a currency without rates gets 503 with the form and the typed values', async () => {
  const browser = await shopIn('SEK')
  const { status, text, headers } = await browser.post(till, { amount: '50' })
  assert.equal(status, 503)
  assert.ok(Number(headers['retry-after']) > 0)
  assert.match(getAlert(text) ?? '', /No price or network is available.*No price available/)
  assert.equal(getField(text, 'amount'), '50')
})

test('the till uses the reader’s language, also for errors', async () => {
  const german = await shop.sendRequest(till, { headers: { 'accept-language': 'de' } })
  assert.match(german.text, /Betrag<\/label>[\s\S]*data-key="separator" aria-label="Komma">,</)
  const arabic = await shop.post(till, { amount: '' }, { 'accept-language': 'ar' })
  assert.match(arabic.text, /dir="rtl"/)
  assert.equal(getAlert(arabic.text), 'أدخل مبلغًا.')
})

test('while a sale is open the till offers to cancel it for the next one, and no longer once it is paid', async () => {
  const open = await sell('5', shop, '?register_id=9')
  const page = (await shop.get(`${till}/${open}`)).text
  assert.match(page, new RegExp(`action="${till}/${open}/cancel"`))
  assert.match(page, /Cancel and start next sale/)
  assert.equal(await shop.submit(`${till}/${open}/cancel`), `${till}?register_id=9`)
  assert.equal(await service.readStatus(open), 'cancelled')

  const paid = await sell('5')
  await service.pay(paid, 'BSV')
  assert.doesNotMatch((await shop.get(`${till}/${paid}`)).text, /\/cancel"/)
  const rejected = await shop.post(`${till}/${paid}/cancel`)
  assert.equal(rejected.status, 400)
  assert.ok(getAlert(rejected.text))
})

test('an amount of 100 times the median needs one confirmation', async () => {
  const { id } = await service.anotherMerchant('careful', ['BSV'])
  const browser = await openSignedInBrowser(service, id)
  for (const amount of ['4', '5', '6']) await sell(amount, browser)
  const key = async () => getField((await browser.get(till)).text, 'key') ?? ''
  const location = await browser.submit(till, { amount: '500', key: await key(), register_id: '2' })
  assert.equal(location, `${till}?register_id=2&amount=500`)
  const question = (await browser.get(location)).text
  assert.match(getAlert(question) ?? '', /100 times your usual amount/)
  assert.deepEqual(
    [getField(question, 'amount'), getField(question, 'confirmed'), getField(question, 'register_id')],
    ['500', '500', '2'],
  )
  // Another such amount has to be confirmed again.
  const fields = { amount: '600', confirmed: '500', key: await key() }
  assert.equal(await browser.submit(till, fields), `${till}?amount=600`)
  const created = await browser.submit(till, { ...fields, confirmed: '600' })
  assert.match(created, /^\/dashboard\/till\/[0-9a-z]{36}$/)
  assert.match(await browser.submit(till, { amount: '499.99', key: await key() }), /till\/[0-9a-z]{36}$/)
})
