import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowserOf } from '../helpers/browser.ts'
import { wholeFile } from '../helpers/databases.ts'
import { type Merchant, startService, xpubOf } from '../helpers/service.ts'
import { looksAlike, openBrowser, openPage, type Watched } from './browser.ts'
import { assertAccessible, assertSoundPage } from './look.ts'

const skip = looksAlike
const service = skip ? null : await startService(wholeFile, { listen: true, destinations: [] })
const browser = skip ? null : await openBrowser(wholeFile)

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 860 }
/** With `LOOK=<folder>` each page is also kept as a picture, to be looked at. */
const folder = process.env.LOOK

interface Look extends BrowserContextOptions {
  readonly name: string
  readonly lang: 'en' | 'de' | 'ar'
}

const looks: readonly Look[] = [
  { name: 'light-1280', colorScheme: 'light', viewport: desk, lang: 'en' },
  { name: 'dark-320', colorScheme: 'dark', viewport: phone, lang: 'en' },
  { name: 'ar-dark-1280', colorScheme: 'dark', viewport: desk, lang: 'ar' },
  { name: 'ar-light-320', colorScheme: 'light', viewport: phone, lang: 'ar' },
  { name: 'de-light-320', colorScheme: 'light', viewport: phone, lang: 'de' },
]

const parts = () => {
  if (!service || !browser) return assert.fail()
  return { service, browser }
}

/** A page on which the merchant is signed in. */
async function open(t: TestContext, { id }: Pick<Merchant, 'id'>, options: BrowserContextOptions = {}) {
  const { service, browser } = parts()
  const watched = await openPage(t, browser, { reducedMotion: 'reduce', ...options })
  const signed = await openBrowserOf(service, id)
  const value = signed.jar.get('session') ?? assert.fail()
  await watched.context.addCookies([{ name: 'session', value, url: service.baseUrl }])
  return watched
}

async function look(watched: Watched, path: string, name: string): Promise<void> {
  const { baseUrl } = parts().service
  await watched.page.goto(`${baseUrl}${path}`)
  await shown(watched, name)
}

async function shown(watched: Watched, name: string): Promise<void> {
  await assertSoundPage(watched, parts().service.baseUrl)
  await assertAccessible(watched)
  if (folder) await watched.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** What has just been done. */
const done = (page: Page) => page.locator('.notice.good[role="status"]')

const sectionOf = (page: Page, name: string) => page.locator(`[data-live="${name}"]`)

test('a merchant grants an accountant access, who opens the account and rejects it in the end', {
  skip,
}, async (t) => {
  const { service } = parts()
  const shop = await service.anotherMerchant('shop-a', [])
  const accountant = await service.anotherMerchant('accountant', [])
  const theirs = await open(t, accountant)
  await theirs.page.goto(`${service.baseUrl}/dashboard/people`)
  await theirs.page.getByText('No account yet').waitFor()

  const { page } = await open(t, shop)
  await page.goto(`${service.baseUrl}/dashboard`)
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Grant access', exact: true }).click()
  assert.match((await page.getByRole('alert').textContent()) ?? '', /Nobody has an account here/)
  assert.equal(await page.getByLabel('Email').inputValue(), 'nobody@example.com')
  await page.getByLabel('Email').fill(accountant.email)
  await page.getByRole('button', { name: 'Grant access', exact: true }).click()
  await done(page)
    .getByText(/accountant@example\.com sees your/)
    .waitFor()

  // It appears on the accountant's page by itself.
  await theirs.page.getByRole('link', { name: 'Open', exact: true }).click()
  await theirs.page.getByText('Read only: shop-a@example.com').waitFor()
  await theirs.page.getByRole('link', { name: 'Back to your own account' }).click()
  await theirs.page.getByRole('link', { name: 'People' }).first().click()
  await theirs.page.getByRole('button', { name: 'Reject', exact: true }).click()
  await done(theirs.page).getByText('The access has ended.').waitFor()
  await sectionOf(page, 'guests').getByText('Nobody but you').waitFor()
})

test('without scripts the form grants access as well, and Remove ends it', { skip }, async (t) => {
  const { service } = parts()
  const [shop, guest] = [
    await service.anotherMerchant('plain', []),
    await service.anotherMerchant('plain-guest', []),
  ]
  const { page } = await open(t, shop, { javaScriptEnabled: false })
  await page.goto(`${service.baseUrl}/dashboard/people`)
  await page.getByLabel('Email').fill(guest.email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await done(page).getByText('The access has ended.').waitFor()
})

test('people and the audit log are sound in each language, on a phone and a desk, light and dark', {
  skip,
}, async (t) => {
  const { service } = parts()
  const shop = await service.anotherMerchant('bookshop', ['LTC'])
  const own = await openBrowserOf(service, shop.id)
  const empty = await service.anotherMerchant('empty', [])
  const long = 'a.very.long.address.that.has.no.place.to.break@accountants-and-tax-advisers.example'
  await service.accounts.create({ email: long, password: null })
  const other = await service.anotherMerchant('other', [])
  await service.accounts.change(other.email, { name: 'Café Morgenrot & Töchter' })
  await own.submit('/dashboard/people', { email: long })
  await own.submit('/dashboard/people', { email: other.email })
  const theirs = await openBrowserOf(service, other.id)
  await theirs.submit('/dashboard/people', { email: shop.email })
  await service.accounts.setDestination(shop.email, 'LTC', { xpub: xpubOf('bookshop', 'LTC') })
  await service.request('/api/v1/webhooks', {
    method: 'POST',
    token: shop.token,
    body: { url: 'https://hooks.bookshop.example/quittance', types: ['invoice.paid'] },
  })
  for (const { name, lang, ...options } of looks) {
    const watched = await open(t, shop, options)
    await look(watched, `/dashboard/people?lang=${lang}`, `people-${name}`)
    await watched.page.locator('#email').fill('nobody@example.com')
    await watched.page.locator('main .form button').click()
    await watched.page.getByRole('alert').waitFor()
    await shown(watched, `people-refused-${name}`)
    await look(watched, '/dashboard/settings/audit', `audit-${name}`)
    await look(await open(t, empty, options), `/dashboard/people?lang=${lang}`, `people-empty-${name}`)
    const direction = await watched.page.evaluate('getComputedStyle(document.documentElement).direction')
    assert.equal(direction, lang === 'ar' ? 'rtl' : 'ltr')
  }
})
