import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { type Reply, type Request, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { browse, getStatus, getWords, readPage } from './pages.ts'

const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const service = await startPaying(fileScope, { clock })
const own = { 'sec-fetch-site': 'same-origin', origin: 'null' }

function press(
  uid: string,
  action: string,
  coin = 'LTC',
  { headers = own, ...more }: Request = {},
): Promise<Reply> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const body = new URLSearchParams({ action, coin, chosen: coin }).toString()
  return browse(service, `/checkout/${uid}/sandbox`, { method: 'POST', body, headers: form, ...more })
}

async function createInvoice(): Promise<string> {
  return (await service.createInvoice()).invoice.uid
}

async function pressAndFollow(uid: string, action: string, coin = 'LTC'): Promise<void> {
  const { status, headers, text } = await press(uid, action, coin)
  assert.equal(status, 303, text)
  assert.equal(headers.location, `/checkout/${uid}?coin=${coin}`)
}

test("in the sandbox the page has buttons, and those that don't apply are disabled", async () => {
  const uid = await createInvoice()
  const findButton = (page: string, action: string) =>
    new RegExp(`value="${action}"( disabled)?>`).exec(page)?.[0]
  const page = await readPage(service, uid)
  for (const action of ['exact', 'little', 'late'])
    assert.equal(findButton(page, action), `value="${action}">`)
  for (const action of ['mine', 'replace', 'reorganise'])
    assert.equal(findButton(page, action), `value="${action}" disabled>`)
  for (const name of [
    'Pay exactly',
    'Pay too little',
    'Pay late',
    'Replace the payment',
    'Reorganise the chain',
  ])
    assert.ok(getWords(page).includes(name), name)
})

test('Pay exactly pays the invoice with a real transaction, in every coin', async () => {
  for (const coin of ['BTC', 'BCH', 'BSV', 'DASH', 'LTC', 'DOGE']) {
    const uid = await createInvoice()
    await pressAndFollow(uid, 'exact', coin)
    const { invoice } = await service.getInvoice(uid)
    assert.equal(invoice.status, 'paid', coin)
    assert.equal(invoice.payment?.currency, coin)
    assert.ok((await service.listMempool(coin)).includes(String(invoice.payment?.txid)), coin)
  }
})

test('Pay too little is rejected, and the page shows how much is missing', async () => {
  const uid = await createInvoice()
  await pressAndFollow(uid, 'little')
  await until(async () => getWords(await readPage(service, uid)).includes('It was 0.00125 LTC short'))
  assert.equal(await service.readStatus(uid), 'unpaid')
})

test('Pay late is rejected, because it arrives after its price has expired', async () => {
  const uid = await createInvoice()
  await pressAndFollow(uid, 'late')
  await until(async () =>
    getWords(await readPage(service, uid)).includes('It was made for a price that has expired.'),
  )
  await pressAndFollow(uid, 'exact')
  assert.equal(await service.readStatus(uid), 'paid')
})

test('Replace the payment reverses an unconfirmed one', async () => {
  const uid = await createInvoice()
  await pressAndFollow(uid, 'exact')
  await pressAndFollow(uid, 'replace')
  await until(async () => getStatus(await readPage(service, uid)) === 'Payment reversed')
})

test('Mine a block confirms it, and Reorganise the chain reverses it even then', async () => {
  const uid = await createInvoice()
  await pressAndFollow(uid, 'exact')
  assert.equal(getStatus(await readPage(service, uid)), 'Paid, confirming')
  await pressAndFollow(uid, 'mine')
  await until(async () => getStatus(await readPage(service, uid)) === 'Paid')
  await pressAndFollow(uid, 'reorganise')
  clock.advance(minute)
  await until(async () => getStatus(await readPage(service, uid)) === 'Payment reversed')
})

test('pressing a button twice, or after the chain has reverted, leads back to the page', async () => {
  const uid = await createInvoice()
  await pressAndFollow(uid, 'exact')
  await Promise.all([pressAndFollow(uid, 'replace'), pressAndFollow(uid, 'replace')])
  await until(async () => (await service.readStatus(uid)) === 'reversed')

  const other = await createInvoice()
  await pressAndFollow(other, 'exact')
  await pressAndFollow(other, 'mine')
  await until(async () => getStatus(await readPage(service, other)) === 'Paid')
  await Promise.all([pressAndFollow(other, 'reorganise'), pressAndFollow(other, 'reorganise')])
  clock.advance(minute)
  await until(async () => (await service.readStatus(other)) === 'reversed')
})

test("a request from another site, or without a page's origin, is rejected", async () => {
  const uid = await createInvoice()
  for (const headers of [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: service.baseUrl, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    const { status } = await press(uid, 'exact', 'LTC', { headers })
    assert.equal(status, 403, JSON.stringify(headers))
  }
  assert.equal(await service.readStatus(uid), 'unpaid')
  assert.equal((await press(uid, 'exact', 'LTC', { headers: { origin: service.baseUrl } })).status, 303)
})

test('an unknown button, an unknown coin, another body and an unknown invoice are rejected', async () => {
  const uid = await createInvoice()
  assert.equal((await press(uid, 'steal')).status, 400)
  assert.equal((await press(uid, 'exact', 'XMR')).status, 400)
  assert.equal((await press('unknown', 'exact')).status, 404)
  assert.equal((await press(uid, 'mine')).status, 404)
  await service.request(`/invoices/${uid}`, { method: 'DELETE' })
  assert.equal((await press(uid, 'exact')).status, 303)
  assert.equal(await service.readStatus(uid), 'cancelled')
  const headers = { ...own, 'content-type': 'application/json' }
  assert.equal((await press(uid, 'exact', 'LTC', { headers })).status, 415)
})

test("with SANDBOX_CONTROL=false there are no buttons, and their URL doesn't exist", async (t) => {
  const plain = await startService(t, { settings: { SANDBOX_CONTROL: 'false' } })
  const { uid } = (await plain.createInvoice()).invoice
  assert.doesNotMatch(await readPage(plain, uid), /Sandbox|<form/)
  const { status } = await plain.request(`/checkout/${uid}/sandbox`, { method: 'POST', headers: own })
  assert.equal(status, 404)
})
