import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, desktop, devices, phone } from './pages.ts'

const skip = skipOnPostgres
const service = skip ? null : await startService(fileScope, { listen: true })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

async function openShop(name: string) {
  if (!service) assert.fail()
  const shop = await service.anotherMerchant(name)
  const bodies = [
    { amount: 9.5, external_id: 'order-1' },
    { amount: 1_250, external_id: 'order-2', memo: 'Two lamps' },
    { amount: 1_250_000, currency: 'JPY', external_id: 'order-3' },
    { amount: 12, external_id: 'order-4' },
  ]
  const uids: string[] = []
  for (const body of bodies) uids.push((await service.createInvoice(body, { token: shop.token })).invoice.uid)
  await service.pay(uids[1] ?? '', 'LTC')
  await service.pay(uids[0] ?? '', 'LTC')
  return shop
}

for (const device of devices)
  test(`${device.name}: the list, sorted by payment and by amount`, { skip }, async (t) => {
    const { page, checkPage } = await openSignedIn(t, await openShop(`sorted-${device.name}`), device)
    await page.goto('/dashboard/invoices')
    await checkPage('invoices-unsorted')
    await page.goto('/dashboard/invoices?sort=-paid&status=paid')
    await checkPage('invoices-by-payment')
    await page.goto('/dashboard/invoices?sort=amount')
    await checkPage('invoices-by-amount')
  })

test('by keyboard alone: a heading takes the focus, and Enter sorts and reverses the order', {
  skip,
}, async (t) => {
  const { page } = await openSignedIn(t, await openShop('keys'), desktop)
  const orders = () =>
    page.evaluate(
      `[...document.querySelectorAll('th[aria-sort]')].map((th) => [th.textContent, th.ariaSort])`,
    )
  const externalIds = () => page.locator('tbody td[data-label="External ID"]').allTextContents()
  await page.goto('/dashboard/invoices')
  assert.deepEqual(await orders(), [['Created↓', 'descending']])
  await page.locator('.export-link').last().focus()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Amount')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/invoices?sort=-amount')
  assert.deepEqual(await externalIds(), ['order-2', 'order-4', 'order-1', 'order-3'])
  assert.deepEqual(await orders(), [['Amount↓', 'descending']])
  await page.locator('th[aria-sort] a').press('Enter')
  await page.waitForURL('**/dashboard/invoices?sort=amount')
  assert.deepEqual(await externalIds(), ['order-3', 'order-1', 'order-4', 'order-2'])
  assert.deepEqual(await orders(), [['Amount↑', 'ascending']])
})

test('where the table becomes cards, links above them sort it, and no hidden heading takes the focus', {
  skip,
}, async (t) => {
  const { page } = await openSignedIn(t, await openShop('cards'), phone)
  await page.goto('/dashboard/invoices')
  const links = page.getByRole('navigation', { name: 'Sort by' }).getByRole('link')
  assert.deepEqual(await links.allTextContents(), ['Amount', 'Created↓', 'Paid'])
  for (const link of await links.all())
    assert.ok(((await link.boundingBox())?.height ?? 0) >= 24, 'a link is tall enough to tap')
  assert.equal(await page.locator('thead a:visible').count(), 0)
  await links.getByText('Paid').click()
  await page.waitForURL('**/dashboard/invoices?sort=-paid')
  assert.match((await page.locator('.sorted').textContent()) ?? '', /Latest payment first/)
  assert.match((await page.locator('tbody tr').first().textContent()) ?? '', /order-1/)
})
