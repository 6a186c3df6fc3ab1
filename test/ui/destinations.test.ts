import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { coins } from '../../src/coins/index.ts'
import { wholeFile } from '../helpers/databases.ts'
import { startService, xpubOf } from '../helpers/service.ts'
import { testWallet } from '../helpers/wallet.ts'
import { looksAlike, openBrowser, openPage, type Watched } from './browser.ts'
import { assertAccessible, assertSoundPage } from './look.ts'

const skip = looksAlike
const service = skip ? null : await startService(wholeFile, { listen: true, destinations: [] })
const browser = skip ? null : await openBrowser(wholeFile)

const password = 'lantern under the stairs'
const path = '/dashboard/settings'
/** With `LOOK=<folder>` each page is also kept as a picture, to be looked at. */
const folder = process.env.LOOK

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 860 }
const looks: readonly (BrowserContextOptions & { readonly name: string })[] = [
  { name: 'light-1280', colorScheme: 'light', viewport: desk },
  { name: 'dark-320', colorScheme: 'dark', viewport: phone },
  { name: 'dark-1280-plain', colorScheme: 'dark', viewport: desk, javaScriptEnabled: false },
]

const baseUrl = (): string => service?.baseUrl ?? ''

/** A merchant who has signed in in that browser. */
async function open(t: TestContext, { name, ...style }: (typeof looks)[number], email: string) {
  const own = service ?? assert.fail()
  await own.accounts.create({ email, password })
  const watched = await openPage(t, browser ?? assert.fail(), { ...style, reducedMotion: 'reduce' })
  const { page } = watched
  await page.goto(`${baseUrl()}/login?next=${path}/destinations`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**${path}/destinations`)
  /** The page that is open is sound; axe needs scripts of its own, which a page without any does not run. */
  const look = async (place: string) => {
    if (style.javaScriptEnabled !== false) {
      await assertSoundPage(watched, baseUrl())
      await assertAccessible(watched)
    }
    await picture(watched, `${place}-${name}`)
  }
  return {
    ...watched,
    look,
    button: (label: string) => page.getByRole('button', { name: label, exact: true }),
  }
}

async function picture({ page }: Pick<Watched, 'page'>, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

for (const style of looks)
  test(`${style.name}: set a destination in two steps, skip addresses, take a fixed address`, {
    skip,
  }, async (t) => {
    const { page, look, button } = await open(t, style, `destinations-${style.name}@example.com`)
    await look('destinations-empty')
    await page.getByRole('link', { name: 'Set up: Litecoin' }).click()
    await look('destination-empty')
    await page.getByLabel('Extended public key or address').fill('not a key')
    await button('Show the addresses').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /no address/)
    await look('destination-refused')
    await page.getByLabel('Extended public key or address').fill(xpubOf(style.name, 'LTC'))
    await button('Show the addresses').click()
    assert.equal(await page.locator('.addresses li').count(), 3)
    await look('confirm')
    await page.getByLabel('Password').fill('wrong')
    await button('They are the same: use it').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /password is not right/)
    await look('confirm-refused')
    await page.getByLabel('Password').fill(password)
    await button('They are the same: use it').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Litecoin goes to this destination/)

    await page.getByRole('link', { name: 'Change: Litecoin' }).click()
    await page.getByLabel('How many').fill('20')
    await page.getByLabel('Password').fill(password)
    await look('destination-set')
    await button('Skip them').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /skipped/)

    await page.getByRole('link', { name: 'Set up: Bitcoin Cash' }).click()
    await page.getByLabel('Extended public key or address').fill(testWallet('BCH', style.name).address())
    await button('Show the addresses').click()
    await look('confirm-address')
    await page.getByLabel('Password').fill(password)
    await button('They are the same: use it').click()
    await look('destinations-set')
  })

for (const style of looks)
  test(`${style.name}: create a token, copy its secret, try it, revoke it`, { skip }, async (t) => {
    const { page, context, look, button } = await open(t, style, `tokens-${style.name}@example.com`)
    await page.getByRole('link', { name: 'Tokens' }).click()
    await look('tokens-empty')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByLabel('It may').selectOption('invoices')
    await page.getByLabel('Expires').selectOption('90')
    await look('token-new')
    await page.getByLabel('Password').fill(password)
    await button('Create token').click()
    const secret = await page.getByLabel('Secret of the token').inputValue()
    assert.match(secret, /^qt_/)
    await look('token-shown')
    if (style.javaScriptEnabled !== false) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl() })
      await button('Copy').click()
      await button('Copied').waitFor()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret)
    } else assert.equal(await button('Copy').isVisible(), false)
    const { status } = await (service ?? assert.fail()).request('/invoices?limit=1', { token: secret })
    assert.equal(status, 200)

    await page.reload()
    assert.ok(!(await page.content()).includes(secret))
    await page.getByLabel('Password').fill('wrong')
    await button('Revoke token').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /password is not right/)
    await look('token-refused')
    await page.getByLabel('Password').fill(password)
    await button('Revoke token').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /The token is revoked/)
    await look('tokens-revoked')
  })

test('the pages are sound in German and in Arabic, from right to left', { skip }, async (t) => {
  const own = service ?? assert.fail()
  for (const lang of ['de', 'ar'])
    for (const viewport of [phone, desk]) {
      const name = `${lang}-${viewport.width}`
      const email = `${name}@example.com`
      const { page, look } = await open(t, { name, viewport, colorScheme: 'light' }, email)
      const [, second] = await Promise.all([
        own.accounts.createToken(email, { name: 'Web shop' }),
        own.accounts.createToken(email, { name: 'Kasse im Laden', scope: 'read', lifeMs: 86_400_000 }),
      ])
      for (const code of coins.keys())
        await own.accounts.setDestination(email, code, { xpub: xpubOf(name, code) })
      for (const place of [
        'destinations',
        'destinations/LTC',
        'tokens',
        'tokens/new',
        `tokens/${second.id}`,
      ]) {
        await page.goto(`${baseUrl()}${path}/${place}?lang=${lang}`)
        assert.equal(await page.locator('html').getAttribute('lang'), lang)
        await look(
          place.replaceAll(/\/(tok_)?\w*$/g, (end) =>
            end.includes('tok_') ? '-one' : end.replace('/', '-'),
          ),
        )
      }
      await page.goto(`${baseUrl()}${path}/destinations/BTC`)
      await page.locator('textarea').fill(xpubOf('compared', 'BTC'))
      await page.locator('form[action$="/BTC"] button').click()
      await page.waitForURL('**/confirm?check=**')
      await look('confirm')
    }
})
