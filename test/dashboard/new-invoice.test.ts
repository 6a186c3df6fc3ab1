import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { getAlert, getField, openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const settings = { WEBHOOK_ALLOW_PRIVATE: 'false', RATE_LIMITS: 'off' }
const service = await startService(fileScope, { clock, settings, destinations: ['BSV', 'LTC'] })
const shop = await openSignedInBrowser(service, service.merchant.id)
const path = '/dashboard/invoices/new'

const readShown = async (uid: string): Promise<Readonly<Record<string, unknown>>> => {
  const { json } = await service.request(`/invoices/${uid}`)
  return json.invoice as Readonly<Record<string, unknown>>
}

/** Submits the form; returns the uid of the invoice. */
async function create(fields: Readonly<Record<string, string>>): Promise<string> {
  const location = await shop.submit(path, fields)
  const [, uid = ''] = /^\/dashboard\/invoices\/([0-9a-z]{36})\/share\?created$/.exec(location) ?? []
  assert.notEqual(uid, '', location)
  return uid
}

test('the form has labelled fields, and the account’s currency is selected', async () => {
  const { text } = await shop.get(path)
  for (const label of ['Amount', 'Currency', 'Memo', 'Order or reference', 'Expires after', 'Webhook URL'])
    assert.match(text, new RegExp(`<label for="\\w+">${label}</label>`))
  assert.match(text, /<option value="USD" selected>USD · US Dollar</)
  const codes = [...text.matchAll(/<option value="([A-Z]{3})"/g)].map(([, code]) => code)
  assert.deepEqual(codes, ['EUR', 'GBP', 'JPY', 'USD'])
  assert.match(text, /<option value="">1 day \(default\)</)
  assert.match(text, /<details class="more" id="more"><summary>More/)
  assert.match(text, />Create invoice<\/button>/)
})

test('only the amount is required', async () => {
  const uid = await create({ amount: '12.50' })
  const invoice = await readShown(uid)
  assert.partialDeepStrictEqual(invoice, { amount: 12.5, currency: 'USD', memo: null, external_id: null })
})

test('all form fields are stored in the invoice, trimmed', async () => {
  const uid = await create({
    amount: '1500',
    currency: 'JPY',
    memo: ' Two lanterns ',
    external_id: ' 1042 ',
    expires_in: '3600',
    redirect_url: 'https://shop.example/thanks',
    webhook_url: 'https://shop.example/hook',
    business_id: 'b',
    location_id: 'l',
    register_id: 'r',
    metadata: 'is not asked for',
  })
  const invoice = await readShown(uid)
  assert.partialDeepStrictEqual(invoice, {
    amount: 1500,
    currency: 'JPY',
    memo: 'Two lanterns',
    external_id: '1042',
    redirect_url: 'https://shop.example/thanks',
    webhook_url: 'https://shop.example/hook',
    business_id: 'b',
    location_id: 'l',
    register_id: 'r',
    metadata: null,
  })
  const life = Date.parse(String(invoice.expires_at)) - Date.parse(String(invoice.created_at))
  assert.equal(life, 3_600_000)
})

test('an invalid field gets 400 with its error, and the form keeps all typed values', async () => {
  const cases = [
    [{ amount: '' }, /Enter an amount/],
    [{ amount: '10.5', currency: 'JPY' }, /JPY have no decimals/],
    [{ amount: '5', currency: 'XYZ' }, /Choose a currency from the list/],
    [{ amount: '5', redirect_url: 'http://shop.example/' }, /redirect URL can’t be used/],
    [{ amount: '5', redirect_url: 'javascript:alert(1)' }, /redirect URL can’t be used/],
    [{ amount: '5', webhook_url: 'https://10.0.0.1/' }, /can’t call this webhook URL/],
    [{ amount: '5', external_id: 'x'.repeat(256) }, /too long/],
    [{ amount: '5', memo: 'a\u0000b' }, /can’t be stored/],
    [{ amount: '5', expires_in: '59' }, /between 1 minute and 30 days/],
    [{ amount: '5', expires_in: '2592001' }, /between 1 minute and 30 days/],
    [{ amount: '5', expires_in: 'soon' }, /between 1 minute and 30 days/],
  ] as const
  for (const [fields, sentence] of cases) {
    const { status, text } = await shop.post(path, { business_id: 'typed', ...fields })
    assert.equal(status, 400, JSON.stringify(fields))
    assert.match(getAlert(text) ?? '', sentence)
    assert.equal(getField(text, 'amount') ?? '', fields.amount)
    assert.equal(getField(text, 'business_id'), 'typed')
    assert.match(text, /id="more" open>/)
  }
})

test('the selected currency stays selected', async () => {
  const { text } = await shop.post(path, { amount: 'x', currency: 'EUR', expires_in: '900' })
  assert.match(text, /<option value="EUR" selected>/)
  assert.match(text, /<option value="900" selected>15 minutes/)
})

test('a form submitted twice creates one invoice', async () => {
  const key = getField((await shop.get(path)).text, 'key') ?? ''
  assert.match(key, /^form_[\w-]{43}$/)
  const fields = { amount: '3', memo: 'once', key }
  const locations = await Promise.all([1, 2, 3].map(() => shop.submit(path, fields)))
  assert.equal(new Set(locations).size, 1)
  const { text } = await shop.post(path, { ...fields, memo: 'twice' })
  assert.match(getAlert(text) ?? '', /already created another invoice/)
})

test("idempotency keys of the API and of forms don't collide", async () => {
  const headers = { 'idempotency-key': 'order-7' }
  const { invoice } = await service.createInvoice({ amount: 5 }, { headers })
  assert.notEqual(await create({ amount: '5', key: 'order-7' }), invoice.uid)
})

test('the new invoice is shown with its links, its QR code and its status', async () => {
  const uid = await create({ amount: '20', memo: '<b>Two</b> lanterns', external_id: '1043' })
  const { text, status } = await shop.get(`/dashboard/invoices/${uid}/share?created`)
  assert.equal(status, 200)
  assert.match(text, /role="status">[\s\S]*Invoice created/)
  assert.match(text, /role="img" aria-label="QR code of the payment link"/)
  for (const link of [`${service.baseUrl}/checkout/${uid}`, `pay:?r=${service.baseUrl}/r/${uid}`])
    assert.match(text, new RegExp(`<input[^>]* readonly[^>]* value="${link.replace('?', '\\?')}"`))
  assert.match(text, /&#60;b&#62;Two/)
  assert.match(text, /1043/)
  assert.match(text, /Bitcoin SV, Litecoin/)
  assert.match(text, new RegExp(`href="/dashboard/invoices/${uid}"`))
  assert.match(text, /href="\/dashboard\/invoices\/new"/)
  assert.match(text, /data-state="waiting"/)

  await service.pay(uid, 'BSV')
  const paid = await shop.get(`/dashboard/invoices/${uid}/share`)
  assert.match(paid.text, /data-state="paid"/)
  assert.doesNotMatch(paid.text, /Invoice created/)
})

test('an invoice that was not paid in time says so, and no longer shows a code', async () => {
  const uid = await create({ amount: '20', expires_in: '900' })
  clock.advance(14 * minute)
  const waiting = await shop.get(`/dashboard/invoices/${uid}/share`)
  assert.match(waiting.text, /data-state="waiting"/)
  assert.match(waiting.text, /Mar 2, 2026, 12:15/)
  clock.advance(1 * minute)
  for (const page of [`/dashboard/invoices/${uid}/share`, `/dashboard/till/${uid}`]) {
    const { text } = await shop.get(page)
    assert.match(text, /data-state="expired" data-announce="Invoice expired: \$20\.00"/)
    assert.doesNotMatch(text, /aria-label="QR/)
  }
})

test("only the owner sees the page with the invoice's links", async () => {
  const uid = await create({ amount: '20' })
  const { id, email } = await service.anotherMerchant('viewer', [])
  await service.request('/api/v1/account/links', { method: 'POST', body: { email } })
  const viewer = await openSignedInBrowser(service, id)
  assert.equal((await viewer.get(`/dashboard/invoices/${uid}/share`)).status, 404)
  assert.equal((await shop.get(`/dashboard/invoices/unknown/share`)).status, 404)
})

test('nothing is created for another account', async () => {
  const { id } = await service.anotherMerchant('other', ['BSV'])
  const { status } = await shop.post(`${path}?account=${id}`, { amount: '5' })
  assert.equal(status, 403)
})

test('without a destination there is no form, but a link to add one', async () => {
  const { id } = await service.anotherMerchant('new', [])
  const browser = await openSignedInBrowser(service, id)
  const { text } = await browser.get(path)
  assert.match(text, /href="\/dashboard\/settings\/destinations">Add payout wallet/)
  assert.doesNotMatch(text, /name="amount"/)
})

test('an error is shown at its field: below it, as its description, and announced', async () => {
  for (const [name, fields] of [
    ['amount', { amount: 'x' }],
    ['redirect_url', { amount: '5', redirect_url: 'http://shop.example/' }],
    ['webhook_url', { amount: '5', webhook_url: 'https://10.0.0.1/' }],
  ] as const) {
    const { status, text } = await shop.post('/dashboard/invoices/new', fields)
    assert.equal(status, 400)
    const field = new RegExp(`<input[^>]* id="${name}"[^>]*>`).exec(text)?.[0] ?? ''
    assert.match(field, new RegExp(`aria-describedby="${name}-error`))
    assert.match(field, /aria-invalid="true"/)
    assert.match(text, new RegExp(`<div class="field-error" id="${name}-error" role="alert"><p>`))
    assert.equal(text.match(/role="alert"/g)?.length, 1)
  }
})
