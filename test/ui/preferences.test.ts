import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { openBrowserOf } from '../helpers/browser.ts'
import { wholeFile } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { looksAlike, openBrowser, openPage, type Watched } from './browser.ts'
import { assertAccessible, assertSoundPage } from './look.ts'

const skip = looksAlike
const service = skip
  ? null
  : await startService(wholeFile, {
      listen: true,
      destinations: ['BTC', 'LTC', 'DOGE'],
      settings: { BCH_NODE: 'http://user:password@127.0.0.1:1' },
    })
const browser = skip ? null : await openBrowser(wholeFile)
/** With `LOOK=<folder>` each page is also kept as a picture, to be looked at. */
const folder = process.env.LOOK

const path = '/dashboard/settings/preferences'
const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 860 }

const looks: readonly (BrowserContextOptions & { readonly name: string; readonly lang: string })[] = [
  { name: 'light-1280-en', lang: 'en', colorScheme: 'light', viewport: desk },
  { name: 'dark-320-en', lang: 'en', colorScheme: 'dark', viewport: phone },
  { name: 'dark-1280-ar', lang: 'ar', colorScheme: 'dark', viewport: desk },
  { name: 'light-320-ar', lang: 'ar', colorScheme: 'light', viewport: phone },
  { name: 'light-320-de', lang: 'de', colorScheme: 'light', viewport: phone },
]

const baseUrl = (): string => service?.baseUrl ?? ''

/** A page on which the operator, who is a merchant too, is signed in. */
async function open(t: TestContext, options: BrowserContextOptions): Promise<Watched> {
  const { merchant } = service ?? assert.fail()
  const { jar } = await openBrowserOf(service ?? assert.fail(), merchant.id)
  const watched = await openPage(t, browser ?? assert.fail(), { ...options, reducedMotion: 'reduce' })
  await watched.context.addCookies([
    { name: 'session', value: jar.get('session') ?? '', url: baseUrl(), httpOnly: true, sameSite: 'Lax' },
  ])
  return watched
}

async function look(watched: Watched, name: string): Promise<void> {
  await assertSoundPage(watched, baseUrl())
  await assertAccessible(watched)
  if (folder) await watched.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

for (const { name, lang, ...options } of looks)
  test(`${name}: preferences and the operator's page are sound and accessible`, { skip }, async (t) => {
    const watched = await open(t, options)
    const { page } = watched
    await page.goto(`${baseUrl()}${path}?lang=${lang}`)
    await look(watched, `preferences-${name}`)
    await page.locator('[name=hold_minutes]').fill('0')
    await page.locator('.preferences .button.primary').click()
    assert.equal(await page.getByRole('alert').count(), 1)
    await look(watched, `preferences-refused-${name}`)
    await page.goto(`${baseUrl()}/dashboard/operator`)
    await page.locator('summary').click()
    await look(watched, `operator-${name}`)
  })

for (const javaScriptEnabled of [true, false])
  test(`${javaScriptEnabled ? 'with' : 'without'} scripts: the merchant names the shop, orders its coins and holds prices for longer, and payers meet it so`, {
    skip,
  }, async (t) => {
    const { merchant, createInvoice, accounts } = service ?? assert.fail()
    await accounts.change(merchant.email, { coins: null, holdSeconds: null, name: merchant.email })
    const { page } = await open(t, { viewport: desk, javaScriptEnabled })
    await page.goto(`${baseUrl()}${path}`)
    await page.getByLabel('Name', { exact: true }).fill('Corner Bakery')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByLabel('Place of Dogecoin').selectOption('1')
    await page.getByLabel('Offer Bitcoin', { exact: true }).uncheck()
    await page.getByLabel('Confirmations of Litecoin').selectOption('2')
    await page.getByLabel('Minutes for which a price is held').fill('30')
    await page.getByRole('button', { name: 'Save preferences' }).click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /were saved/)
    assert.equal(await page.getByLabel('Confirmations of Litecoin').inputValue(), '2')
    assert.equal(await page.getByLabel('Offer Bitcoin', { exact: true }).isChecked(), false)

    const shown = await createInvoice()
    assert.deepEqual(
      shown.payment_options.map(({ currency }) => currency),
      ['DOGE', 'LTC'],
    )
    await page.goto(`${baseUrl()}/checkout/${shown.invoice.uid}`)
    assert.match((await page.locator('main').textContent()) ?? '', /Corner Bakery/)
  })
