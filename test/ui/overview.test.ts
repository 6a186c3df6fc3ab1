import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour, minute, second } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { insertDeliveries, insertSales, type Sale } from '../helpers/insert-sales.ts'
import { createSeededRandom } from '../helpers/seeded.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, devices, phoneWithoutScripts } from './pages.ts'

const skip = skipOnPostgres
const service = skip ? null : await startService(fileScope, { listen: true, destinations: ['LTC'] })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

/** A shop's month, identical each time apart from its dates. */
function month(): Sale[] {
  const chance = createSeededRandom(7)
  const now = Date.now()
  return Array.from({ length: 90 }, (_, index) => {
    const paidAt = now - Math.floor((index / 90) * 29 * day) - chance.between(0, 2 * hour)
    return {
      paidAt,
      createdAt:
        paidAt - chance.pick([12, 25, 50, 70, 100, 200, 400, 5_000]) * second - chance.between(0, 9_000),
      amount: String(chance.between(299, 18_900) / 100),
      coin: chance.pick(['BTC', 'BTC', 'BTC', 'LTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'BSV']),
      currency: chance.happens(0.07) ? 'EUR' : 'USD',
    }
  })
}

for (const device of devices)
  test(`${device.name}: the overview of a new shop, of a busy one, and for a viewer`, { skip }, async (t) => {
    if (!service) return
    const fresh = await service.anotherMerchant(`fresh-${device.name}`, [])
    const busy = await service.anotherMerchant(`busy-${device.name}`, ['LTC'])
    await service.accounts.change(busy.email, { name: 'Lantern Books', timeZone: 'Asia/Kathmandu' })
    await insertSales(service, busy.id, month())
    await insertDeliveries(service, busy.id, ['dead', 'dead', 'delivered'])
    await service.createInvoice({ external_id: 'order-1042' }, { token: busy.token })

    const first = await openSignedIn(t, fresh, device)
    await first.page.goto('/dashboard')
    await first.checkPage('overview-new')

    const second = await openSignedIn(t, busy, device)
    await second.page.goto('/dashboard')
    await second.checkPage('overview-busy')
    for (const period of ['today', '30d']) {
      await second.page.goto(`/dashboard?period=${period}`)
      await second.page.locator('summary').click()
      await second.checkPage(`overview-${period}`)
    }

    const body = { email: fresh.email }
    await service.request('/api/v1/account/links', { method: 'POST', token: busy.token, body })
    await first.page.goto(`/dashboard?account=${busy.id}`)
    await first.checkPage('overview-viewed')
  })

test('a new payment appears automatically, and open details stay open', {
  skip,
}, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('live', ['LTC'])
  const { page, faults } = await openSignedIn(t, shop)
  await page.goto('/dashboard')
  await page.evaluate('window.mark = true')
  assert.equal(await page.locator('.first-step[data-done]').count(), 2)
  const invoice = await service.createInvoice({ amount: 7.25 }, { token: shop.token })
  await page.getByRole('cell', { name: 'Unpaid' }).waitFor()
  assert.equal(await page.locator('.first-step[data-done]').count(), 3)
  assert.equal((await service.pay(invoice.invoice.uid, 'LTC')).reply.status, 200)
  await page.getByRole('link', { name: '$7.25' }).first().waitFor()
  await page.getByRole('img', { name: 'Paid per day' }).waitFor()
  // All done: the first steps are gone.
  await until(async () => (await page.getByText('First steps').count()) === 0)

  await page.locator('summary').click()
  await page.getByRole('heading', { level: 1 }).click()
  const again = await service.createInvoice({ amount: 2.75 }, { token: shop.token })
  await service.pay(again.invoice.uid, 'LTC')
  await page
    .getByRole('row', { name: /\$10\.00 2$/ })
    .first()
    .waitFor()
  assert.equal(await page.locator('details').getAttribute('open'), '')
  assert.equal(await page.evaluate('window.mark'), true)
  assert.deepEqual(faults, [])
})

test('without scripts it shows the same, and a figure links to its list', { skip }, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('plain', ['LTC'])
  await insertSales(service, shop.id, [{ paidAt: Date.now() - minute, amount: '3.5' }])
  const { page } = await openSignedIn(t, shop, phoneWithoutScripts)
  await page.goto('/dashboard?period=30d')
  assert.equal(await page.getByRole('img', { name: 'Paid per day' }).count(), 1)
  await page.locator('.card.figure').nth(1).getByRole('link', { name: '$3.50' }).click()
  assert.match(page.url(), /\/dashboard\/invoices\?status=paid&currency=USD&paid_from=[^&]+&paid_to=/)
})
