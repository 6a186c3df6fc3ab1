import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { base32nopad } from '@scure/base'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { codeAt, stepAt } from '../../src/sessions/totp.ts'
import { wholeFile } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { looksAlike, openBrowser, openPage, type Watched } from './browser.ts'
import { assertSoundPage } from './look.ts'

const skip = looksAlike
const service = skip ? null : await startService(wholeFile, { listen: true, destinations: ['LTC'] })
const browser = skip ? null : await openBrowser(wholeFile)

const password = 'lantern under the stairs'
const fresh = 'another lantern, another stair'
const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 860 }
/** With `LOOK=<folder>` each page is also kept as a picture, to be looked at. */
const folder = process.env.LOOK

const looks: readonly (BrowserContextOptions & { readonly name: string })[] = [
  { name: 'light-1280', colorScheme: 'light', viewport: desk },
  { name: 'dark-320', colorScheme: 'dark', viewport: phone },
  { name: 'dark-1280-plain', colorScheme: 'dark', viewport: desk, javaScriptEnabled: false },
  { name: 'light-320-plain', colorScheme: 'light', viewport: phone, javaScriptEnabled: false },
]

const baseUrl = (): string => service?.baseUrl ?? ''

/** The page that is open is sound; axe needs scripts of its own, which a page without any does not run. */
async function look(
  watched: Watched,
  { name, javaScriptEnabled = true }: (typeof looks)[number],
  page: string,
) {
  if (javaScriptEnabled) await assertSoundPage(watched, baseUrl())
  if (folder) await watched.page.screenshot({ path: `${folder}/${page}-${name}.png`, fullPage: true })
}

const isAt = (page: Page, path: string): void => assert.equal(page.url().replace(baseUrl(), ''), path)

async function open(t: TestContext, { name: _name, ...options }: (typeof looks)[number]): Promise<Watched> {
  return openPage(t, browser ?? assert.fail(), { ...options, reducedMotion: 'reduce' })
}

for (const [place, style] of looks.entries())
  test(`${style.name}: register, sign out, sign in, codes on, sign in with a code, change the password, end a session`, {
    skip,
  }, async (t) => {
    const watched = await open(t, style)
    const { page } = watched
    const email = `merchant${place}@example.com`
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await page.goto(`${baseUrl()}/`)
    await look(watched, style, 'home')
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('password1')
    await look(watched, style, 'register')
    await button('Create account').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /Choose another password/)
    assert.equal(await page.getByLabel('Email').inputValue(), email)
    await look(watched, style, 'register-refused')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button('Create account').click()
    isAt(page, '/dashboard')
    await look(watched, style, 'dashboard')

    await button('Sign out').click()
    isAt(page, '/')
    await page.goto(`${baseUrl()}/dashboard/settings/security`)
    isAt(page, '/login?next=%2Fdashboard%2Fsettings%2Fsecurity')
    await signIn(page, email, 'wrong and wrong again')
    assert.match((await page.getByRole('alert').textContent()) ?? '', /not right/)
    await look(watched, style, 'login-refused')
    await signIn(page, email, password)
    isAt(page, '/dashboard/settings/security')
    await look(watched, style, 'security')

    await page.getByRole('link', { name: 'Set up codes' }).click()
    await look(watched, style, 'set-up')
    const spaced = (await page.locator('section p code').textContent()) ?? ''
    const secret = base32nopad.decode(spaced.replaceAll(' ', ''))
    const recovery = (await page.locator('.codes code').first().textContent()) ?? ''
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await button('Switch codes on').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /The code is not right/)
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, stepAt(Date.now())))
    await button('Switch codes on').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Codes are on/)
    await look(watched, style, 'security-codes')

    await button('Sign out').click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email, password)
    isAt(page, '/login/code')
    await look(watched, style, 'code')
    await page.getByLabel('Code', { exact: true }).fill(recovery)
    await button('Continue').click()
    isAt(page, '/dashboard')

    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'Security', exact: true }).click()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill(fresh)
    await button('Change password').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Your password was changed/)

    await page.getByRole('link', { name: 'Sessions' }).first().click()
    await look(watched, style, 'sessions')
    await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
    isAt(page, '/')
  })

async function signIn(page: Page, email: string, given: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(given)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the pages before signing in are sound in German and in Arabic, from right to left', {
  skip,
}, async (t) => {
  for (const lang of ['de', 'ar']) {
    const style = { name: lang, viewport: phone, colorScheme: 'dark' } as const
    const watched = await open(t, style)
    for (const path of ['/', '/login', '/register', '/forgot', '/register/sent']) {
      await watched.page.goto(`${baseUrl()}${path}?lang=${lang}`)
      assert.equal(await watched.page.locator('html').getAttribute('lang'), lang)
      await look(watched, style, path.replaceAll('/', '_'))
    }
    // What was chosen stays chosen.
    await watched.page.goto(`${baseUrl()}/login`)
    assert.equal(await watched.page.locator('html').getAttribute('lang'), lang)
  }
})

test('the keyboard alone signs in: the fields and the button are reached in their order', {
  skip,
}, async (t) => {
  const { page } = await open(t, { name: 'keyboard', viewport: desk })
  const email = 'keyboard@example.com'
  await service?.accounts.create({ email, password })
  await page.goto(`${baseUrl()}/login`)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Sign in')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${baseUrl()}/dashboard`)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
})
