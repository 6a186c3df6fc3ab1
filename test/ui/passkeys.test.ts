import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { generateFactorKey } from '../../src/sessions/factor-secrets.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, desktop, desktopWithoutScripts, phone } from './pages.ts'

const skip = skipOnPostgres
const clock = createManualClock(Date.now())
const service = skip
  ? null
  : await startService(fileScope, { listen: 'localhost', destinations: ['LTC'], clock })
const { open } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

const password = 'lantern under the stairs'
const security = '/dashboard/settings/security'

/**
 * Chromium's own authenticator, which confirms every request, unless it is told otherwise. Without autofill, whose requests it would
 * confirm without a click.
 */
async function addAuthenticator(context: BrowserContext, page: Page) {
  await context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const setUserVerified = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { setUserVerified }
}

async function createAccount(name: string): Promise<string> {
  const email = `${name}@example.com`
  await service?.accounts.create({ email, password })
  return email
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

for (const device of [desktop, phone])
  test(`${device.name}: add a passkey, sign in with it, use it in place of a code, rename and remove it`, {
    skip,
  }, async (t) => {
    const { page, context, checkPage } = await open(t, device)
    const { setUserVerified } = await addAuthenticator(context, page)
    const email = await createAccount(device.name)
    const findButton = (name: string) => page.getByRole('button', { name, exact: true })
    const alert = () => page.getByRole('alert').textContent()

    await page.goto(`/login?next=${encodeURIComponent(security)}`)
    await checkPage('passkey-login')
    await findButton('Use a passkey').click()
    await page.getByRole('alert').waitFor()
    assert.match((await alert()) ?? '', /No passkey was used/)
    await checkPage('passkey-login-failed')
    await signIn(page, email)
    await page.waitForURL(security)
    await checkPage('passkey-none')

    await page.getByLabel('Name').fill('Laptop')
    await setUserVerified(false)
    await findButton('Add passkey').click()
    await page.getByRole('alert').waitFor()
    assert.match((await alert()) ?? '', /No passkey was added/)
    await checkPage('passkey-not-added')
    await setUserVerified(true)
    await findButton('Add passkey').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Passkey added/)
    await checkPage('passkey-added')
    await page.getByLabel('Name').fill('Again')
    await findButton('Add passkey').click()
    await page.getByRole('alert').waitFor()
    assert.match((await alert()) ?? '', /already has a passkey/)

    await findButton('Sign out').click()
    await page.goto(`/login?next=${encodeURIComponent(security)}`)
    await findButton('Use a passkey').click()
    await page.waitForURL(security)

    await service?.database.transact((sql) =>
      sql.query
        .updateTable('accounts')
        .set({ code_key: generateFactorKey() })
        .where('email', '=', email)
        .execute(),
    )
    await findButton('Sign out').click()
    await page.goto('/login')
    await signIn(page, email)
    await page.waitForURL('/login/code')
    await checkPage('passkey-code')
    await findButton('Use a passkey').click()
    await page.waitForURL('/dashboard')

    await page.goto(security)
    await page.getByRole('link', { name: 'Laptop' }).click()
    await checkPage('passkey')
    await page.getByLabel('Name').fill('Desk')
    await findButton('Rename passkey').click()
    assert.equal(await page.locator('h1').textContent(), 'Desk')
    await findButton('Remove passkey').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Passkey removed/)
    await findButton('Sign out').click()
    await page.goto('/login')
    await findButton('Use a passkey').click()
    await page.getByRole('alert').waitFor()
    assert.match((await alert()) ?? '', /wasn’t accepted/)
    await checkPage('passkey-login-refused')
  })

/**
 * A test can't click a suggestion of the browser's autofill. This script in its place answers the page's conditional request when the test
 * calls `choosePasskey()`, and passes every request on to the browser.
 */
const autofillScript = `(() => {
  const original = navigator.credentials.get.bind(navigator.credentials)
  PublicKeyCredential.isConditionalMediationAvailable = async () => true
  navigator.credentials.get = ({ mediation, signal, publicKey }) => {
    if (mediation !== 'conditional') return original({ publicKey })
    return new Promise((resolve, reject) => {
      window.choosePasskey = () => original({ publicKey }).then(resolve, reject)
      signal.addEventListener('abort', () => {
        delete window.choosePasskey
        reject(signal.reason)
      })
    })
  }
})()`

/** A function: the page's policy allows no text to be evaluated again and again. */
const canChoosePasskey = () => 'choosePasskey' in globalThis

test('the sign-in page offers passkeys in autofill, and the button still works after a failure', {
  skip,
}, async (t) => {
  const { page, context, faults } = await open(t, desktop)
  const { setUserVerified } = await addAuthenticator(context, page)
  await page.addInitScript(autofillScript)
  const email = await createAccount('autofill')
  await page.goto(`/login?next=${encodeURIComponent(security)}`)
  assert.equal(await page.getByLabel('Email').getAttribute('autocomplete'), 'username webauthn')
  await signIn(page, email)
  await page.waitForURL(security)
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click()
  await page.getByText('Passkey added').waitFor()

  const passkeyButton = page.getByRole('button', { name: 'Use a passkey', exact: true })
  for (const use of [() => page.evaluate('choosePasskey()'), () => passkeyButton.click()]) {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.goto(`/login?next=${encodeURIComponent(security)}`)
    await page.waitForFunction(canChoosePasskey)
    await setUserVerified(false)
    await passkeyButton.click()
    await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
    await setUserVerified(true)
    // After a failure, autofill offers passkeys again.
    await page.waitForFunction(canChoosePasskey)
    await Promise.all([page.waitForURL(security), use()])
  }
  assert.deepEqual(faults, [])
})

test('in a session that is not new, a wrong password is reported before the browser asks for the passkey', {
  skip,
}, async (t) => {
  const { page, context, checkPage } = await open(t, desktop)
  await addAuthenticator(context, page)
  const email = await createAccount('later')
  await page.goto(`/login?next=${encodeURIComponent(security)}`)
  await signIn(page, email)
  await page.waitForURL(security)
  clock.advance(15 * minute)
  await page.reload()
  const form = page.locator('form[data-passkey]')
  await form.getByLabel('Name').fill('Laptop')
  await form.getByLabel('Password').fill('wrong and wrong again')
  await form.getByRole('button').click()
  await page.getByRole('alert').waitFor()
  assert.match((await form.getByRole('alert').textContent()) ?? '', /The password is wrong/)
  assert.equal(await form.getByLabel('Name').inputValue(), 'Laptop')
  assert.equal(await page.evaluate('document.activeElement.id'), 'passkey-password')
  await checkPage('passkey-password')
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button').click()
  assert.match((await page.getByRole('status').textContent()) ?? '', /Passkey added/)
})

test('the forms of passkeys work in German and in Arabic, and need JavaScript', { skip }, async (t) => {
  const email = await createAccount('reader')
  for (const lang of ['de', 'ar']) {
    const { page, checkPage } = await open(t, { ...phone, name: `${lang}-dark-320` })
    await page.goto('/login')
    await checkPage('passkey-login')
    await signIn(page, email)
    await page.goto(`${security}?lang=${lang}`)
    await checkPage('passkey-none')
  }
  const { page, checkPage } = await open(t, desktopWithoutScripts)
  await page.goto('/login')
  assert.equal(await page.getByRole('button', { name: 'passkey' }).count(), 0)
  await signIn(page, email)
  await page.goto(security)
  assert.equal(await page.getByRole('button', { name: 'Add passkey' }).count(), 0)
  assert.ok(await page.getByText('To add a passkey, turn on JavaScript').isVisible())
  await checkPage('passkey-without-scripts')
})
