import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBaseUrl, getBasePath, routeRoots } from '../../src/kernel/web-address.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { startService } from '../helpers/service.ts'

const path = '/shop'
const baseUrl = `http://pay.localhost${path}`
const service = await startService(fileScope, { settings: { BASE_URL: baseUrl } })

/** More than the number of pages: a crawl that never ends fails. */
const maxPages = 150

/** A proxy that serves `/shop` and strips that prefix. */
const behindProxy = (address: string): string => {
  const { pathname, search } = new URL(address, `${baseUrl}/`)
  return `${pathname.slice(path.length) || '/'}${search}`
}

const decoded = (text: string): string =>
  text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))

/** Every address on the page that a browser would load. */
const getAddresses = (page: string): string[] =>
  [...page.matchAll(/ (?:href|src|action|data-panel|data-socket|data-events)="([^"]*)"/g)].map(
    ([, link = '']) => decoded(link),
  )

const isOurs = (address: string): boolean => /^\//.test(address) || address.startsWith('http://pay.localhost')

test('a BASE_URL path prefixes every link, form, asset and redirect of every page', async () => {
  const { invoice } = await service.createInvoice({ redirect_url: 'https://lantern.example/orders/1' })
  const { invoice: paid } = await service.createInvoice()
  await service.pay(paid.uid, 'LTC')
  const browser = await openSignedInBrowser(service, service.merchant.id)
  await browser.submit('/dashboard/people', { email: (await service.anotherMerchant('friend', [])).email })
  const waiting = [
    `${path}/`,
    `${path}/dashboard`,
    `${path}/dashboard/nowhere`,
    `${path}/checkout/${invoice.uid}`,
    `${path}/checkout/${invoice.uid}?coin=LTC`,
    `${path}/checkout/${paid.uid}`,
    `${path}/checkout/unknown`,
    `${path}/r/${invoice.uid}`,
  ]
  const seen = new Set(waiting)
  for (let index = 0; index < waiting.length; index++) {
    assert.ok(index < maxPages, `more than ${maxPages} pages: ${waiting.slice(-5)}`)
    const address = waiting[index] ?? ''
    const headers = { accept: 'text/html' }
    const { status, text, headers: answered } = await browser.sendRequest(behindProxy(address), { headers })
    assert.ok(status < 500, `${address}: ${status}`)
    const { location } = answered
    for (const found of [...getAddresses(text), ...(location ? [String(location)] : [])]) {
      if (!isOurs(found)) continue
      const { pathname } = new URL(found, baseUrl)
      assert.ok(pathname === path || pathname.startsWith(`${path}/`), `${found} on ${address}`)
      const next = pathname + (pathname.includes('/checkout/') ? new URL(found, baseUrl).search : '')
      if (seen.has(next) || /[?&](lang|part)=/.test(next) || /\/(events|ws|logout)$/.test(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  assert.ok(waiting.length > 40, `only ${waiting.length} pages were reached`)
})

test('links with a BASE_URL path work without a proxy, and behind one that does not strip the path', async () => {
  const { invoice } = await service.createInvoice()
  const request = new URL(invoice.uri.slice(invoice.uri.indexOf('http')))
  assert.equal(request.pathname, `${path}/r/${invoice.uid}`)
  const headers = { accept: 'application/payment-request', 'x-currency': 'LTC' }
  const { status, json } = await service.request(request.pathname, { token: null, headers })
  assert.equal(status, 200)
  assert.equal(json.paymentUrl, `${baseUrl}/payments/json/LTC/${invoice.uid}`)
  for (const address of [path, `${path}/`, `${path}?lang=de`, `${path}/checkout/${invoice.uid}?coin=LTC`]) {
    assert.equal((await service.request(address, { token: null })).status, 200, address)
  }
  assert.equal((await service.request(`${path}ping/checkout/${invoice.uid}`, { token: null })).status, 404)
})

test('a BASE_URL path that is not plain, or that collides with a route, stops the start', async () => {
  const description = (await service.request('/openapi.json')).json as unknown as Description
  const roots = Object.keys(description.paths).map((route) => route.split('/')[1] ?? '')
  assert.deepEqual(
    [...new Set(roots)].filter((root) => root !== '' && !routeRoots.has(root)),
    [],
  )
  for (const root of ['dashboard', 'r', 'invoices', 'ws'])
    assert.throws(
      () => checkBaseUrl(`https://pay.example/${root}/x`, { allowHttp: false }),
      /route of the service/,
    )
  for (const wrong of ['//shop', '/a/../b', '/a//b', '/caf\u00e9', '/a"b', '/a%20b', '/a;b'])
    assert.throws(
      () => checkBaseUrl(`https://pay.example${wrong}`, { allowHttp: false }),
      /its path may contain/,
      wrong,
    )
  assert.equal(getBasePath(checkBaseUrl('https://Pay.Example/shop.v2/', { allowHttp: false })), '/shop.v2')
})
