import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { looksAlike, openBrowser } from './browser.ts'
import { createPageOpener, desk, looks, plainDesk } from './looks.ts'

const skip = looksAlike
const service = skip
  ? null
  : await startService(wholeFile, {
      listen: true,
      destinations: ['BTC', 'LTC', 'DOGE'],
      settings: { BCH_NODE: 'http://user:password@127.0.0.1:1' },
    })
const { signedIn } = createPageOpener(service, skip ? null : await openBrowser(wholeFile))

const path = '/dashboard/settings/preferences'

for (const style of looks)
  test(`${style.name}: preferences and the operator's page work and are accessible`, { skip }, async (t) => {
    const { merchant } = service ?? assert.fail()
    const { page, look } = await signedIn(t, merchant, style)
    await page.goto(path)
    await look('preferences')
    await page.locator('[name=hold_minutes]').fill('0')
    await page.locator('.preferences .button.primary').click()
    assert.equal(await page.getByRole('alert').count(), 1)
    await look('preferences-refused')
    await page.goto('/dashboard/operator')
    await page.locator('summary').click()
    await look('operator')
  })

for (const style of [desk, plainDesk])
  test(`${style === desk ? 'with' : 'without'} scripts: the merchant names the shop, orders its coins and holds prices longer, and payers see that`, {
    skip,
  }, async (t) => {
    const { merchant, createInvoice, accounts } = service ?? assert.fail()
    await accounts.change(merchant.email, { coins: null, holdSeconds: null, name: merchant.email })
    const { page } = await signedIn(t, merchant, style)
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
