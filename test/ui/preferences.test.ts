import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { createPageOpener, desktop, desktopWithoutScripts, devices } from './pages.ts'

const skip = skipOnPostgres
const service = skip
  ? null
  : await startService(fileScope, {
      listen: true,
      destinations: ['BTC', 'LTC', 'DOGE'],
      settings: { BCH_NODE: 'http://user:password@127.0.0.1:1' },
    })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

const path = '/dashboard/settings/preferences'

for (const device of devices)
  test(`${device.name}: preferences and the operator's page work and are accessible`, { skip }, async (t) => {
    const { merchant } = service ?? assert.fail()
    const { page, checkPage } = await openSignedIn(t, merchant, device)
    await page.goto(path)
    await checkPage('preferences')
    await page.locator('[name=hold_minutes]').fill('0')
    await page.locator('[name=underpaid_percent]').fill('6')
    await page.locator('.preferences .button.primary').click()
    assert.equal(await page.getByRole('alert').count(), 2)
    await checkPage('preferences-refused')
    await page.goto('/dashboard/operator')
    await page.locator('summary').click()
    await checkPage('operator')
  })

for (const device of [desktop, desktopWithoutScripts])
  test(`${device === desktop ? 'with' : 'without'} scripts: the merchant names the shop, orders its coins and holds prices longer, and payers see that`, {
    skip,
  }, async (t) => {
    const { merchant, createInvoice, accounts } = service ?? assert.fail()
    await accounts.change(merchant.email, { coins: null, holdSeconds: null, name: merchant.email })
    const { page } = await openSignedIn(t, merchant, device)
    await page.goto(path)
    await page.getByLabel('Name', { exact: true }).fill('Corner Bakery')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByLabel('Position of Dogecoin').selectOption('1')
    await page.getByLabel('Offer Bitcoin', { exact: true }).uncheck()
    await page.getByLabel('Confirmations for Litecoin').selectOption('2')
    await page.getByLabel('Price validity in minutes').fill('30')
    await page.getByRole('button', { name: 'Save preferences' }).click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Preferences saved/)
    assert.equal(await page.getByLabel('Confirmations for Litecoin').inputValue(), '2')
    assert.equal(await page.getByLabel('Offer Bitcoin', { exact: true }).isChecked(), false)

    const shown = await createInvoice()
    assert.deepEqual(
      shown.payment_options.map(({ currency }) => currency),
      ['DOGE', 'LTC'],
    )
    await page.goto(`/checkout/${shown.invoice.uid}`)
    assert.match((await page.locator('main').textContent()) ?? '', /Corner Bakery/)
  })

for (const device of [desktop, desktopWithoutScripts])
  test(`${device === desktop ? 'with' : 'without'} scripts: a new merchant follows the first step and accepts payments from any wallet`, {
    skip,
  }, async (t) => {
    const { anotherMerchant, createInvoice } = service ?? assert.fail()
    const shop = await anotherMerchant(`reachable-${device.name}`, ['LTC'])
    const { page, checkPage } = await openSignedIn(t, shop, device)
    await page.goto('/dashboard')
    await checkPage('first-step-any-wallet')
    const step = page.locator('.first-step', { hasText: 'Accept payments from any wallet' })
    await step.getByRole('link').click()
    assert.equal(new URL(page.url()).hash, '#any-wallet')
    const box = page.getByLabel('Accept payments from any wallet')
    assert.equal(await box.isChecked(), false)
    await box.check()
    await page.getByLabel('Accepted shortfall, %').fill('0.5')
    await page.getByRole('button', { name: 'Save preferences' }).click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /Preferences saved/)
    assert.equal(await box.isChecked(), true)
    assert.equal(await page.getByLabel('Accepted shortfall, %').inputValue(), '0.5')
    const { invoice } = await createInvoice({}, { token: shop.token })
    assert.ok('received' in invoice)
    await page.goto('/dashboard')
    assert.equal(await step.getAttribute('data-done'), '')
  })
