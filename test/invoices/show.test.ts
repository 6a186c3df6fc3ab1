import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

const service = await startService(fileScope)
const { createInvoice, getInvoice, request } = service

const fields = {
  redirect_url: 'https://shop.example/thanks',
  webhook_url: 'https://shop.example/hook',
  memo: 'Two coffees',
  external_id: 'order 1',
  business_id: 'b',
  location_id: 'l',
  register_id: 'r',
  metadata: { table: '7' },
}
const publicFields = [
  'amount',
  'currency',
  'uid',
  'status',
  'uri',
  'checkout_url',
  'redirect_url',
  'memo',
  'created_at',
  'expires_at',
  'paid_at',
  'payment',
]
const ownerFields = [
  ...publicFields,
  'webhook_url',
  'external_id',
  'business_id',
  'location_id',
  'register_id',
  'metadata',
  'coins',
  'confirmations',
]

test('GET is public: knowing the uid is enough, and the merchant’s private fields are hidden', async () => {
  const { invoice, payment_options } = await createInvoice(fields)
  const shown = await getInvoice(invoice.uid)
  assert.deepEqual(Object.keys(shown.invoice), publicFields)
  assert.partialDeepStrictEqual(shown.invoice, { memo: 'Two coffees', redirect_url: fields.redirect_url })
  assert.deepEqual(shown.payment_options, payment_options)
})

test('the owner’s credentials add webhook_url, external_id, the three ids, metadata, coins and confirmations, like the response of POST', async () => {
  const created = await createInvoice(fields)
  const shown = await getInvoice(created.invoice.uid, { token: service.merchant.token })
  assert.deepEqual(Object.keys(shown.invoice), ownerFields)
  assert.deepEqual(shown, created)
})

test('another account’s credentials show only the public fields', async () => {
  const stranger = await service.anotherMerchant('stranger')
  const { invoice } = await createInvoice(fields)
  assert.deepEqual(await getInvoice(invoice.uid, { token: stranger.token }), await getInvoice(invoice.uid))
})

test('a linked account’s credentials show the owner’s fields, until the link is deleted', async () => {
  const viewer = await service.anotherMerchant('viewer', [])
  const { invoice } = await createInvoice(fields)
  const post = { method: 'POST', body: { email: viewer.email } } as const
  const { json } = await request('/api/v1/account/links', post)
  const whole = await getInvoice(invoice.uid, { token: service.merchant.token })
  assert.deepEqual(await getInvoice(invoice.uid, { token: viewer.token }), whole)
  await request(`/api/v1/account/links/${json.id}`, { method: 'DELETE' })
  assert.deepEqual(await getInvoice(invoice.uid, { token: viewer.token }), await getInvoice(invoice.uid))
})

test('invalid credentials are 401 even where none are required', async () => {
  const { invoice } = await createInvoice()
  for (const token of ['qt_wrong', 'wrong', ''])
    assertRejected(await request(`/invoices/${invoice.uid}`, { token }), 401, 'unauthorized')
})

test('an unknown uid is a 404 that says that no invoice was found with that uid, always with the same body', async () => {
  const { invoice } = await createInvoice()
  const { uid } = invoice
  const bodies = new Set<string>()
  for (const unknown of [
    `${uid.slice(0, -1)}${uid.endsWith('0') ? '1' : '0'}`,
    uid.toUpperCase(),
    `${uid} `,
    uid.slice(0, -1),
    `${uid}0`,
    '..%2f..%2fetc%2fpasswd',
    'x'.repeat(4_096),
    "'%20or%20''='",
    '%00',
    uid.replace(/^0/, '０'),
    '',
    'undefined',
  ]) {
    const reply = await request(`/invoices/${encodeURI(decodeURI(unknown))}`, { token: null })
    assert.match(assertRejected(reply, 404, 'invoice_not_found'), /no invoice was found with that uid/)
    bodies.add(reply.text)
  }
  assert.equal(bodies.size, 1)
})

test('any origin may read an invoice', async () => {
  const { invoice } = await createInvoice()
  const path = `/invoices/${invoice.uid}`
  const { headers } = await request(path, { token: null, headers: { origin: 'https://shop.example' } })
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['access-control-allow-credentials'], undefined)
  const preflight = await request(path, { method: 'OPTIONS', token: null })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers['access-control-allow-origin'], '*')
  assert.match(String(preflight.headers['access-control-allow-methods']), /GET/)
  const rejected = await request('/invoices/unknown', { token: null })
  assert.equal(rejected.headers['access-control-allow-origin'], '*')
})

test('HEAD returns the same headers as GET, without the body', async () => {
  const { invoice } = await createInvoice()
  const get = await request(`/invoices/${invoice.uid}`, { token: null })
  const head = await request(`/invoices/${invoice.uid}`, { method: 'HEAD', token: null })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  assert.equal(head.headers['content-length'], get.headers['content-length'])
  assert.equal(head.headers['content-type'], get.headers['content-type'])
  assert.equal((await request('/invoices/unknown', { method: 'HEAD', token: null })).status, 404)
})

test('payment_options is [] unless the invoice is unpaid, and a paid one shows its payment', async () => {
  const { invoice } = await createInvoice({ amount: 12.5 })
  const { reply, signed } = await service.pay(invoice.uid, 'LTC')
  assert.equal(reply.status, 200, reply.text)
  const shown = await getInvoice(invoice.uid)
  assert.deepEqual(shown.payment_options, [])
  const { payment, status, paid_at } = shown.invoice
  assert.equal(status, 'paid')
  assert.deepEqual(payment, {
    currency: 'LTC',
    amount: '0.125',
    txid: signed.txid,
    txids: [signed.txid],
    confirmations: 0,
    replaceable: false,
    accepted_at: paid_at,
    confirmed_at: null,
  })
})

test('confirmations are a number on the payment, not a status', async () => {
  const { invoice } = await createInvoice({ amount: 12.5 })
  await service.pay(invoice.uid, 'DOGE', 'confirmed')
  await service.rpc('DOGE', 'generatetoaddress', 3, testWallet('DOGE', 'miner').address())
  await until(async () => (await getInvoice(invoice.uid)).invoice.payment?.confirmations === 3)
  const shown = await getInvoice(invoice.uid)
  assert.equal(shown.invoice.status, 'paid')
  assert.partialDeepStrictEqual(shown.invoice.payment, { confirmations: 3, replaceable: false })
  assert.match(String(shown.invoice.payment?.confirmed_at), /^\d{4}-/)
})
