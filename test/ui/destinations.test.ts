import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { fileScope } from '../helpers/databases.ts'
import { deriveXpub, startService } from '../helpers/service.ts'
import { testWallet } from '../helpers/wallet.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, type Device, desktop, desktopWithoutScripts, devices, phone } from './pages.ts'

const skip = skipOnPostgres
const service = skip ? null : await startService(fileScope, { listen: true, destinations: [] })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

const password = 'lantern under the stairs'
const path = '/dashboard/settings'
const testedDevices = [desktop, phone, desktopWithoutScripts]

/** A merchant with a password, signed in. */
async function open(t: TestContext, device: Device, email: string) {
  const { accounts } = service ?? assert.fail()
  const seen = await openSignedIn(t, await accounts.create({ email, password }), device)
  await seen.page.goto(`${path}/destinations`)
  return {
    ...seen,
    button: (name: string) => seen.page.getByRole('button', { name, exact: true }),
  }
}

for (const device of testedDevices)
  test(`${device.name}: set a destination in two steps, skip addresses, set a fixed address`, {
    skip,
  }, async (t) => {
    const { page, checkPage, button } = await open(t, device, `destinations-${device.name}@example.com`)
    await checkPage('destinations-empty')
    await page.getByRole('link', { name: 'Add wallet: Litecoin' }).click()
    await checkPage('destination-empty')
    await page.getByLabel('Extended public key or address').fill('not a key')
    await button('Show addresses').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /isn’t an address/)
    await checkPage('destination-refused')
    await page.getByLabel('Extended public key or address').fill(deriveXpub(device.name, 'LTC'))
    await button('Show addresses').click()
    assert.equal(await page.locator('.addresses li').count(), 3)
    await checkPage('confirm')
    await page.getByLabel('Password').fill('wrong')
    await button('The addresses match').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /password is wrong/)
    await checkPage('confirm-refused')
    await page.getByLabel('Password').fill(password)
    await button('The addresses match').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Payout wallet for Litecoin saved/)

    await page.getByRole('link', { name: 'Change wallet: Litecoin' }).click()
    await page.getByLabel('Number of addresses').fill('20')
    await page.getByLabel('Password').fill(password)
    await checkPage('destination-set')
    await button('Skip addresses').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /skipped/)

    await page.getByRole('link', { name: 'Add wallet: Bitcoin Cash' }).click()
    await page.getByLabel('Extended public key or address').fill(testWallet('BCH', device.name).address())
    await button('Show addresses').click()
    await checkPage('confirm-address')
    await page.getByLabel('Password').fill(password)
    await button('The addresses match').click()
    await checkPage('destinations-set')
  })

for (const device of testedDevices)
  test(`${device.name}: create a token, copy its secret, use it, revoke it`, { skip }, async (t) => {
    const { page, context, checkPage, button } = await open(t, device, `tokens-${device.name}@example.com`)
    await page.getByRole('link', { name: 'Access tokens' }).click()
    await checkPage('tokens-empty')
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByLabel('Permissions').selectOption('invoices')
    await page.getByLabel('Expires').selectOption('90')
    await checkPage('token-new')
    await page.getByLabel('Password').fill(password)
    await button('Create token').click()
    const secret = await page.getByLabel('Access token').inputValue()
    assert.match(secret, /^qt_/)
    await checkPage('token-shown')
    if (device.javaScriptEnabled !== false) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      // The label shows for two seconds only, so the wait begins before the click.
      await Promise.all([button('Copied').waitFor(), button('Copy').click()])
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret)
    } else assert.equal(await button('Copy').isVisible(), false)
    const { status } = await (service ?? assert.fail()).request('/invoices?limit=1', { token: secret })
    assert.equal(status, 200)

    await page.reload()
    assert.ok(!(await page.content()).includes(secret))
    await page.getByLabel('Password').fill('wrong')
    await button('Revoke token').click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /password is wrong/)
    await checkPage('token-refused')
    await page.getByLabel('Password').fill(password)
    await button('Revoke token').click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Token revoked/)
    await checkPage('tokens-revoked')
  })

test('the pages work in German and in Arabic, from right to left', { skip }, async (t) => {
  const own = service ?? assert.fail()
  const german: Device = { ...desktop, name: 'de-light-1280', locale: 'de' }
  for (const device of [...devices.filter(({ locale }) => locale !== 'en'), german]) {
    const { name, locale } = device
    const email = `${name}@example.com`
    const { page, checkPage } = await open(t, device, email)
    const [, second] = await Promise.all([
      own.accounts.createToken(email, { name: 'Web shop' }),
      own.accounts.createToken(email, { name: 'Kasse im Laden', scope: 'read', lifetimeMs: 86_400_000 }),
    ])
    for (const code of coins.keys())
      await own.accounts.setDestination(email, code, { xpub: deriveXpub(name, code) })
    for (const [position, shown] of [
      ['destinations', 'destinations-set'],
      ['destinations/LTC', 'destination-set'],
      ['tokens', 'tokens'],
      ['tokens/new', 'token-new'],
      [`tokens/${second.id}`, 'token'],
    ] as const) {
      await page.goto(`${path}/${position}`)
      assert.equal(await page.locator('html').getAttribute('lang'), locale)
      await checkPage(shown)
    }
    await page.goto(`${path}/destinations/BTC`)
    await page.locator('textarea').fill(deriveXpub('compared', 'BTC'))
    await page.locator('form[action$="/BTC"] button').click()
    await page.waitForURL('**/confirm?check=**')
    await checkPage('confirm')
  }
})
