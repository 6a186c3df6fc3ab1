import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32nopad } from '@scure/base'
import type { Page } from 'playwright-core'
import { computeCode, getStep } from '../../src/sessions/totp.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, desktop, desktopWithoutScripts, phone, phoneWithoutScripts } from './pages.ts'

const skip = skipOnPostgres
const service = skip ? null : await startService(fileScope, { listen: true, destinations: ['LTC'] })
const { open } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

const password = 'lantern under the stairs'
const newPassword = 'another lantern, another stair'

const isAt = (page: Page, path: string): void =>
  assert.equal(page.url().replace(service?.baseUrl ?? '', ''), path)

for (const device of [desktop, phone, desktopWithoutScripts, phoneWithoutScripts])
  test(`${device.name}: register, sign out, sign in, enable two-factor authentication, sign in with a code, change the password, end a session`, {
    skip,
  }, async (t) => {
    const { page, checkPage } = await open(t, device)
    const email = `${device.name}@example.com`
    const findButton = (name: string) => page.getByRole('button', { name, exact: true })

    await page.goto('/')
    await checkPage('home')
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('password1')
    await checkPage('register')
    await findButton('Create account').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /Choose another password/)
    assert.equal(await page.getByLabel('Email').inputValue(), email)
    await checkPage('register-refused')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await findButton('Create account').click()
    isAt(page, '/dashboard')
    await checkPage('dashboard')

    await findButton('Sign out').click()
    isAt(page, '/')
    await page.goto('/dashboard/settings/security')
    isAt(page, '/login?next=%2Fdashboard%2Fsettings%2Fsecurity')
    await signIn(page, email, 'wrong and wrong again')
    assert.match((await page.getByRole('alert').textContent()) ?? '', /is wrong/)
    await checkPage('login-refused')
    await signIn(page, email, password)
    isAt(page, '/dashboard/settings/security')
    await checkPage('security')

    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
    await checkPage('set-up')
    const spaced = (await page.locator('section p code').textContent()) ?? ''
    const secret = base32nopad.decode(spaced.replaceAll(' ', ''))
    const recovery = (await page.locator('.codes code').first().textContent()) ?? ''
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await findButton('Turn on two-factor authentication').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /The code is wrong/)
    await page.getByLabel('Code', { exact: true }).fill(computeCode(secret, getStep(Date.now())))
    await findButton('Turn on two-factor authentication').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Two-factor authentication is on/)
    await checkPage('security-codes')

    await findButton('Sign out').click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email, password)
    isAt(page, '/login/code')
    await checkPage('code')
    await page.getByLabel('Code', { exact: true }).fill(recovery)
    await findButton('Continue').click()
    isAt(page, '/dashboard')

    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'Security', exact: true }).click()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill(newPassword)
    await findButton('Change password').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Your password was changed/)

    await page.getByRole('link', { name: 'Sessions' }).first().click()
    await checkPage('sessions')
    await page.locator('main').getByRole('button', { name: 'Sign out' }).click()
    isAt(page, '/')
  })

async function signIn(page: Page, email: string, enteredPassword: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(enteredPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the signed-out pages work in German and in Arabic, from right to left', {
  skip,
}, async (t) => {
  for (const lang of ['de', 'ar']) {
    const { page, checkPage } = await open(t, { ...phone, name: `${lang}-dark-320` })
    for (const path of ['/', '/login', '/register', '/forgot', '/register/sent']) {
      await page.goto(`${path}?lang=${lang}`)
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      await checkPage(path.slice(1).replace('/', '-') || 'home')
    }
    // The choice is kept.
    await page.goto('/login')
    assert.equal(await page.locator('html').getAttribute('lang'), lang)
  }
})

test('sign-in works by keyboard alone: fields and button are reached in order', {
  skip,
}, async (t) => {
  const { page } = await open(t, desktop)
  const email = 'keyboard@example.com'
  await service?.accounts.create({ email, password })
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Sign in')
  await page.keyboard.press('Enter')
  await page.waitForURL('/dashboard')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
})
