import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { deriveXpub, startService } from '../helpers/service.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, desktopWithoutScripts, devices } from './pages.ts'

const skip = skipOnPostgres
const service = skip ? null : await startService(fileScope, { listen: true, destinations: [] })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

/** The latest action. */
const done = (page: Page) => page.locator('.notice.good[role="status"]')

const getSection = (page: Page, name: string) => page.locator(`[data-live="${name}"]`)

test('a merchant grants access to an accountant, who opens the account and then declines access', {
  skip,
}, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('shop-a', [])
  const accountant = await service.anotherMerchant('accountant', [])
  const accountantPage = await openSignedIn(t, accountant)
  await accountantPage.page.goto('/dashboard/people')
  await accountantPage.page.getByText('No shared accounts yet').waitFor()

  const { page } = await openSignedIn(t, shop)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Grant access', exact: true }).click()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /No account here uses this email address/)
  assert.equal(await page.getByLabel('Email').inputValue(), 'nobody@example.com')
  await page.getByLabel('Email').fill(accountant.email)
  await page.getByRole('button', { name: 'Grant access', exact: true }).click()
  await done(page)
    .getByText(/accountant@example\.com can view your/)
    .waitFor()

  // It appears on the accountant's page automatically.
  await accountantPage.page.getByRole('link', { name: 'Open account', exact: true }).click()
  await accountantPage.page.getByText('Read-only: shop-a@example.com').waitFor()
  await accountantPage.page.getByRole('link', { name: 'Back to your account' }).click()
  await accountantPage.page.getByRole('link', { name: 'People' }).first().click()
  await accountantPage.page.getByRole('button', { name: 'Decline access', exact: true }).click()
  await done(accountantPage.page).getByText('Access removed.').waitFor()
  await getSection(page, 'guests').getByText('Only you').waitFor()
})

test('without scripts the form grants access too, and Remove ends it', { skip }, async (t) => {
  if (!service) return
  const [shop, guest] = [
    await service.anotherMerchant('plain', []),
    await service.anotherMerchant('plain-guest', []),
  ]
  const { page } = await openSignedIn(t, shop, desktopWithoutScripts)
  await page.goto('/dashboard/people')
  await page.getByLabel('Email').fill(guest.email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove access', exact: true }).click()
  await done(page).getByText('Access removed.').waitFor()
})

test('people and the audit log work in each language, on phone and desktop, light and dark', {
  skip,
}, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('bookshop', ['LTC'])
  const own = await openSignedInBrowser(service, shop.id)
  const empty = await service.anotherMerchant('empty', [])
  const long = 'a.very.long.address.that.has.no.place.to.break@accountants-and-tax-advisers.example'
  await service.accounts.create({ email: long, password: null })
  const other = await service.anotherMerchant('other', [])
  await service.accounts.change(other.email, { name: 'Café Morgenrot & Töchter' })
  await own.submit('/dashboard/people', { email: long })
  await own.submit('/dashboard/people', { email: other.email })
  const accountantPage = await openSignedInBrowser(service, other.id)
  await accountantPage.submit('/dashboard/people', { email: shop.email })
  await service.accounts.setDestination(shop.email, 'LTC', { xpub: deriveXpub('bookshop', 'LTC') })
  await service.request('/api/v1/webhooks', {
    method: 'POST',
    token: shop.token,
    body: { url: 'https://hooks.bookshop.example/quittance', types: ['invoice.paid'] },
  })
  for (const device of devices) {
    const { page, checkPage } = await openSignedIn(t, shop, device)
    await page.goto('/dashboard/people')
    await checkPage('people')
    await page.locator('#email').fill('nobody@example.com')
    await page.locator('main .form button').click()
    await page.getByRole('alert').waitFor()
    await checkPage('people-refused')
    await page.goto('/dashboard/settings/audit')
    await checkPage('audit')
    const direction = await page.evaluate('getComputedStyle(document.documentElement).direction')
    assert.equal(direction, device.locale === 'ar' ? 'rtl' : 'ltr')
    const other = await openSignedIn(t, empty, device)
    await other.page.goto('/dashboard/people')
    await other.checkPage('people-empty')
  }
})
