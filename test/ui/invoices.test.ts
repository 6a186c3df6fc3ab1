import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { fileScope } from '../helpers/databases.ts'
import { linksPath } from '../helpers/links.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, desktopWithoutScripts, devices } from './pages.ts'
import { order } from './shop-pages.ts'

const skip = skipOnPostgres
const service = skip
  ? null
  : await startService(fileScope, { listen: true, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

const onlineOrder = {
  ...order,
  amount: 48.9,
  redirect_url: 'https://lantern.example/orders/1042/thanks?from=quittance',
}

for (const device of devices)
  test(`${device.name}: the list, empty, filtered and with an error, and an invoice unpaid, paid and seen by a viewer`, {
    skip,
  }, async (t) => {
    if (!service) return
    const { request } = service
    const receiver = await openReceiver(t, respondWith(503, {}, '{"error":"the shop is closed"}'))
    const shop = await service.anotherMerchant(`shop-${device.name}`)
    const guest = await service.anotherMerchant(`guest-${device.name}`, [])
    await request(linksPath, { method: 'POST', token: shop.token, body: { email: guest.email } })
    const create = async (body: object) =>
      (await service.createInvoice({ ...body }, { token: shop.token })).invoice.uid
    const { page, checkPage } = await openSignedIn(t, shop, device)
    const open = (path: string) => page.goto(`/dashboard/invoices${path}`)

    await open('')
    await checkPage('invoices-empty')
    const uid = await create({ ...onlineOrder, webhook_url: receiver.url })
    const cancelled = await create({ amount: 1_250_000, currency: 'JPY', external_id: 'بدون-1043' })
    await request(`/invoices/${cancelled}`, { method: 'DELETE', token: shop.token })
    const unpaid = await create({ ...onlineOrder, amount: 12.5, external_id: 'x'.repeat(120) })
    const { signed } = await service.pay(uid, 'LTC')
    await open('')
    await checkPage('invoices-list')
    await open('?status=unpaid&q=x&from_day=2020-01-01&limit=1')
    await checkPage('invoices-narrowed')
    await open('?status=expired&currency=nonsense')
    await checkPage('invoices-refused')
    await open(`/${unpaid}`)
    await checkPage('invoice-unpaid')
    await open(`/${uid}`)
    await until(async () => ((await page.locator('.timeline').textContent()) ?? '').includes('503'))
    assert.ok((await page.content()).includes(signed.txid))
    await checkPage('invoice-paid')
    const other = await openSignedIn(t, guest, device)
    await other.page.goto(`/dashboard/invoices/${uid}?account=${shop.id}`)
    await other.checkPage('invoice-viewed')
  })

const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('without scripts: search, filter, open and cancel', { skip }, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('plain')
  const { invoice } = await service.createInvoice({ external_id: 'plain 1' }, { token: shop.token })
  await service.createInvoice({ external_id: 'plain 2' }, { token: shop.token })
  const { page } = await openSignedIn(t, shop, desktopWithoutScripts)
  await page.goto('/dashboard/invoices')
  await page.getByLabel('Search', { exact: true }).fill('plain 1')
  await findButton(page, 'Search').click()
  assert.equal(await page.locator('tbody tr').count(), 1)
  await page.locator('summary').click()
  await page.getByLabel('Status').selectOption('unpaid')
  await findButton(page, 'Apply filters').click()
  assert.equal(new URL(page.url()).search, '?q=plain+1&status=unpaid')
  await page.locator('tbody a').click()
  assert.equal(new URL(page.url()).pathname, `/dashboard/invoices/${invoice.uid}`)
  assert.equal(await findButton(page, 'Cancel this invoice').isVisible(), false)
  await page.getByText('Cancel invoice').click()
  await findButton(page, 'Cancel this invoice').click()
  assert.match((await page.getByRole('status').textContent()) ?? '', /Invoice cancelled/)
  assert.equal(await page.getByText('Cancel invoice').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
})

test('both pages update by themselves when an invoice is created and paid, and the webhook is delivered', {
  skip,
}, async (t) => {
  if (!service) return
  const receiver = await openReceiver(t)
  const shop = await service.anotherMerchant('live')
  const list = (await openSignedIn(t, shop)).page
  await list.goto('/dashboard/invoices')
  const { invoice } = await service.createInvoice(
    { external_id: 'seen at once', webhook_url: receiver.url },
    { token: shop.token },
  )
  await list.getByText('seen at once').waitFor()
  const { page } = await openSignedIn(t, shop)
  await page.goto(`/dashboard/invoices/${invoice.uid}`)
  await page.getByText('API response').click()
  await service.pay(invoice.uid, 'LTC')
  await page.locator('h1').getByText('Paid').waitFor()
  await list.locator('tbody').getByText('Paid').waitFor()
  await page.locator('.timeline').getByText('200 in').waitFor()
  assert.match((await page.locator('pre[data-live="json"]').textContent()) ?? '', /"status": "paid"/)
  assert.match(await page.title(), /Paid/)
})

test('a transaction id is copied with a button', { skip }, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('copies')
  const { invoice } = await service.createInvoice({}, { token: shop.token })
  const { signed } = await service.pay(invoice.uid, 'LTC')
  const { page, context } = await openSignedIn(t, shop)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/dashboard/invoices/${invoice.uid}`)
  await findButton(page, 'Copy Transaction ID').click()
  await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === signed.txid)
})
