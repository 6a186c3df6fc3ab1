import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '../../src/platform/web/language.ts'
import { wholeFile } from '../helpers/databases.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { startCheckoutStates } from './checkout-states.ts'
import { assertSoundPage, createPageOpener, type OpenedPage, phone, screenshotFolder } from './pages.ts'

const skip = skipOnPostgres
const service = skip ? null : await startCheckoutStates(wholeFile)
const { open, openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(wholeFile))

/** The other files look at every page in these. */
const covered: ReadonlySet<Language> = new Set(['en', 'de', 'ar'])

const signedOutPages = ['/', '/login', '/register', '/forgot', '/register/sent']
const settings = ['destinations', 'tokens', 'webhooks', 'preferences', 'security', 'sessions', 'audit']
const dashboardPages = [
  ...['', '/invoices', '/till', '/deliveries', '/people', '/settings', '/operator'],
  ...settings.map((name) => `/settings/${name}`),
].map((path) => `/dashboard${path}`)

for (const locale of languages.filter((language) => !covered.has(language)))
  test(`${locale}: nothing is wider than a page of 320 px, and every placeholder is filled in`, {
    skip,
  }, async (t) => {
    if (!service) return
    const { states, merchant } = service
    const checkouts = [
      await states.choose(),
      await states.waiting(),
      await states.rejected(),
      await states.paid(),
      await states.reversed(),
      await states.cancelled(),
      await states.expired(),
    ]
    const device = { ...phone, name: `${locale}-320`, locale }
    const visitor = await open(t, device)
    const owner = await openSignedIn(t, merchant, device)
    for (const path of [...checkouts, ...signedOutPages]) await visit(visitor, path)
    for (const path of dashboardPages) await visit(owner, path)

    async function visit(seen: OpenedPage, path: string): Promise<void> {
      await seen.page.goto(path)
      assert.equal(await seen.page.locator('html').getAttribute('lang'), locale, path)
      await assertSoundPage(seen, service?.baseUrl ?? '')
      assert.doesNotMatch(await seen.page.locator('body').innerText(), /\{\w+\}/, path)
      if (screenshotFolder)
        await seen.page.screenshot({
          path: `${screenshotFolder}/${locale}${path.replace(/\?.*|[^a-z/]/g, '').replaceAll('/', '-')}.png`,
          fullPage: true,
        })
    }
  })
