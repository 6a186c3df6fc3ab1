import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores } from '../../src/composition/stores.ts'
import { day } from '../../src/kernel/clock.ts'
import { hashSecret } from '../../src/kernel/ids.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'
import { openBrowser, pageTimeout, skipOnPostgres } from './browser.ts'
import { createPageOpener, desktop, devices } from './pages.ts'

const skip = skipOnPostgres
const service = skip ? null : await startService(fileScope, { listen: true, destinations: [] })
const { open, openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

/** A shop with a cashier, a bookkeeper and an open invitation. */
async function openShop(name: string) {
  if (!service) assert.fail()
  const shop = await service.anotherMerchant(`${name}-shop`, ['LTC'])
  await service.accounts.change(shop.email, { name: 'Corner Shop' })
  const cashier = await service.anotherMerchant(`${name}-cashier`, [])
  const bookkeeper = await service.anotherMerchant(`${name}-bookkeeper`, [])
  const accountId = shop.id
  await addStaff(service, { accountId, memberId: cashier.id, role: 'cashier' })
  await addStaff(service, { accountId, memberId: bookkeeper.id, role: 'bookkeeper' })
  const secret = `secret-of-${name}`
  const email = `${name}-invited@example.com`
  const at = service.clock.now()
  const invitation = { accountId, email, role: 'cashier' as const, expiresAt: at + 7 * day }
  await service.database.transact((sql) =>
    createStores(sql).staff.invite({ ...invitation, digest: hashSecret(secret) }, at),
  )
  await service.createInvoice({ memo: 'From the website' }, { token: shop.token })
  return { shop, cashier, bookkeeper, email, link: `/invitation/${secret}` }
}

for (const device of devices)
  test(`${device.name}: the staff pages, and the pages that staff see, work`, { skip }, async (t) => {
    if (!service) return
    const { shop, cashier, bookkeeper, link } = await openShop(device.name)
    const visit = async (
      { page, checkPage }: Awaited<ReturnType<typeof open>>,
      path: string,
      name: string,
    ) => {
      await page.goto(path)
      await checkPage(name)
    }
    const owner = await openSignedIn(t, shop, device)
    await visit(owner, '/dashboard/people', 'staff-people')
    await visit(owner, '/dashboard/people/staff', 'staff-invite')
    await owner.page.locator('input[name="email"]').fill('someone@example.com')
    await owner.page.locator('main button.primary').click()
    await owner.page.locator('[data-copy]').waitFor()
    await owner.checkPage('staff-link')
    await visit(await open(t, device), link, 'staff-invitation')
    await visit(await openSignedIn(t, cashier, device), link, 'staff-invitation-other')

    const account = `?account=${shop.id}`
    const till = await openSignedIn(t, cashier, device)
    await visit(till, `/dashboard/till${account}`, 'staff-till')
    await till.page.locator('#amount').fill('5')
    await till.page.locator('main button.primary').click()
    await till.page.locator('.qr').waitFor()
    await till.checkPage('staff-sale')
    await visit(till, `/dashboard/invoices${account}`, 'staff-today')
    await till.page.locator('.switcher summary').click()
    await till.checkPage('staff-switcher')
    await visit(till, '/dashboard/people', 'staff-workplaces')
    await visit(till, '/dashboard', 'staff-start')

    const books = await openSignedIn(t, bookkeeper, device)
    await visit(books, `/dashboard${account}`, 'staff-overview')
    await visit(books, `/dashboard/invoices${account}`, 'staff-invoices')
  })

test('the cashier’s list of today’s invoices refreshes by itself, without the account’s events', {
  skip,
}, async (t) => {
  if (!service) return
  const { shop, cashier } = await openShop('today')
  const { page, faults, requestedUrls } = await openSignedIn(t, cashier)
  await page.goto(`/dashboard/invoices?account=${shop.id}`)
  await page.getByText('From the website').waitFor()
  const { invoice } = await service.createInvoice({ memo: 'Just now' }, { token: shop.token })
  await page.getByText('Just now').waitFor(pageTimeout)
  await service.pay(invoice.uid, 'LTC')
  await page.locator('tbody tr', { hasText: 'Just now' }).getByText('Paid').waitFor(pageTimeout)
  assert.deepEqual(faults, [])
  assert.ok(!requestedUrls.some((url) => url.includes('/events')))
})

test('an invited person creates an account, switches accounts, and loses access when removed', {
  skip,
}, async (t) => {
  if (!service) return
  const { shop, link, email } = await openShop('walk')
  const { page } = await open(t, desktop)
  await page.goto(link)
  await page.getByLabel('Password').fill('lantern under the stairs')
  await page.getByRole('button', { name: 'Create account and accept' }).click()
  await page.locator('.read-only').getByText('Cashier at Corner Shop').waitFor()
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await page.locator('.qr').waitFor()
  assert.equal(await page.getByRole('link', { name: 'People' }).count(), 0)

  const owner = await openSignedIn(t, shop)
  await owner.page.goto('/dashboard/people')
  await owner.page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('button', { name: 'Remove access' })
    .click()
  // The page of the sale polls.
  await page.getByText('There’s nothing at this address').waitFor()
})
