import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { addCleanup, fileScope, type TestScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { openBrowser, pageTimeout, skipOnPostgres } from './browser.ts'
import {
  createPageOpener,
  desktop,
  desktopWithoutScripts,
  devices,
  phone,
  phoneWithoutScripts,
} from './pages.ts'

const skip = skipOnPostgres
const service = skip
  ? null
  : await startService(fileScope, { listen: true, destinations: [], settings: { GREENFIELD: 'true' } })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

const password = 'lantern under the stairs'
const permissions = ['canviewinvoices', 'cancreateinvoice', 'cancreatenonapprovedpullpayments']

const getUrl = (redirect: string): string =>
  `/api-keys/authorize?${permissions.map((each) => `permissions=btcpay.store.${each}&`).join('')}${new URLSearchParams({ applicationName: 'WooCommerce', redirect })}`

for (const device of [desktop, phone, desktopWithoutScripts, phoneWithoutScripts])
  test(`${device.name}: the shop gets the key from the browser`, { skip }, async (t) => {
    const { accounts } = service ?? assert.fail()
    const merchant = await accounts.create({ email: `connect-${device.name}@example.com`, password })
    const { page, checkPage, faults } = await openSignedIn(t, merchant, device)
    const shop = await openShop(t)
    await page.goto(getUrl(`${shop.origin}/callback`))
    await checkPage('connect')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    if (device.javaScriptEnabled === false) {
      await checkPage('connected')
      await page.getByRole('button', { name: 'Continue to' }).click()
    }
    await page.getByRole('heading', { name: 'Back in the shop' }).waitFor(pageTimeout)
    const [posted] = shop.bodies
    assert.deepEqual([...(posted?.keys() ?? [])], ['apiKey', 'userId', 'permissions[]', 'permissions[]'])
    assert.match(posted?.get('apiKey') ?? '', /^qt_/)
    assert.deepEqual(faults, [])
  })

for (const device of devices)
  test(`${device.name}: without a redirect URL, the page shows the key`, { skip }, async (t) => {
    const { accounts } = service ?? assert.fail()
    const merchant = await accounts.create({ email: `show-${device.name}@example.com`, password })
    const { page, checkPage } = await openSignedIn(t, merchant, device)
    await page.goto(getUrl(''))
    await page.locator('input[type=password]').fill(password)
    await page.locator('form.form button').click()
    assert.match(await page.locator('#secret').inputValue(pageTimeout), /^qt_/)
    await checkPage('connect-shown')
  })

/** A shop's server, and the forms that it got. */
async function openShop(
  t: TestScope,
): Promise<{ readonly origin: string; readonly bodies: URLSearchParams[] }> {
  const bodies: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.method === 'POST') bodies.push(new URLSearchParams(body))
    const icon = '<link rel="icon" href="data:,">'
    response.setHeader('content-type', 'text/html').end(`${icon}<title>Shop</title><h1>Back in the shop</h1>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}
