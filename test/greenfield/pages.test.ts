import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GreenfieldShop, openGreenfield } from './shop.ts'

const create = async ({ call, store }: GreenfieldShop, checkout: object = {}) => {
  const body = { amount: '5', currency: 'USD', checkout }
  return String((await call('POST', `/api/v1/stores/${store}/invoices`, { body })).json.id)
}
const open = async ({ service }: GreenfieldShop, path: string, headers: Record<string, string> = {}) =>
  service.request(path, { token: null, headers: { accept: 'text/html', ...headers } })

test('the URLs that clients use lead to the checkout page', async (t) => {
  const shop = await openGreenfield(t)
  const id = await create(shop)
  const { baseUrl } = shop.service
  for (const [path, target] of [
    [`/i/${id}`, `/checkout/${id}`],
    [`/i/${id}/LTC-CHAIN?view=modal`, `/checkout/${id}?coin=LTC`],
    [`/i/${id}/unknown`, `/checkout/${id}`],
    [`/invoice?id=${id}&view=modal`, `/checkout/${id}`],
    [`/invoices/${id}`, `/dashboard/invoices/${id}`],
  ] as const) {
    const { status, headers } = await open(shop, path)
    assert.deepEqual([status, headers.location], [303, `${baseUrl}${target}`], path)
  }
  const { headers: hostile } = await open(shop, '/i/a%2f..%2fb/LTC')
  assert.equal(hostile.location, `${baseUrl}/checkout/a%2F..%2Fb?coin=LTC`)
  const { status, headers: served } = await shop.service.request('/modal/btcpay.js', { token: null })
  assert.equal(status, 200)
  assert.match(String(served['content-type']), /^text\/javascript/)
})

test('clients that request JSON still get the invoice as JSON', async (t) => {
  const shop = await openGreenfield(t)
  const id = await create(shop)
  for (const accept of ['application/json', '*/*'])
    assert.equal((await open(shop, `/invoices/${id}`, { accept })).status, 200)
})

test('the page of a paid invoice returns to the shop automatically only if the shop asks for it', async (t) => {
  const shop = await openGreenfield(t)
  const redirectURL = 'https://shop.example/thanks'
  for (const redirectAutomatically of [true, false]) {
    const id = await create(shop, { redirectURL, redirectAutomatically })
    await shop.service.pay(id, 'LTC')
    const { headers, text } = await open(shop, `/checkout/${id}`)
    assert.equal('refresh' in headers, redirectAutomatically)
    assert.equal(text.includes('id="returning"'), redirectAutomatically)
    assert.ok(text.includes(redirectURL))
  }
})

test('the shop chooses the language of the page; the payer’s choice wins, and an unknown one does not matter', async (t) => {
  const shop = await openGreenfield(t)
  const language = async (id: string, query = '') =>
    /<html lang="(\w+)"/.exec((await open(shop, `/checkout/${id}${query}`)).text)?.[1]
  const german = await create(shop, { defaultLanguage: 'de-DE' })
  assert.equal(await language(german), 'de')
  assert.equal(await language(german, '?lang=ar'), 'ar')
  assert.equal(await language(await create(shop, { defaultLanguage: 'xx' })), 'en')
})
