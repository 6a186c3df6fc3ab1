import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fileScope } from '../helpers/databases.ts'
import { getOutputs, startPaying } from '../helpers/paying.ts'
import type { Merchant } from '../helpers/service.ts'
import { openBrowser, pageTimeout, skipOnPostgres } from './browser.ts'
import {
  createPageOpener,
  type Device,
  devices,
  phone,
  phoneWithoutScripts,
  screenshotFolder,
} from './pages.ts'

const skip = skipOnPostgres
const rates = ['USD', 'JPY', 'BHD'].flatMap((currency) => [`BSV/${currency}=26`, `LTC/${currency}=100`])
const settings = { RATES: `fixed:${rates.join()}`, RATE_CURRENCIES: 'USD,JPY,BHD', RATE_LIMITS: 'off' }
const service = skip
  ? null
  : await startPaying(fileScope, { listen: true, destinations: ['BSV', 'LTC'], settings })
const { openSignedIn } = createPageOpener(service, skip ? null : await openBrowser(fileScope))

/** The phone screenshots contain what the others do; all are for viewing. */
const testedDevices = screenshotFolder ? devices : devices.filter(({ hasTouch }) => hasTouch)

/** A page of a signed-in merchant. */
async function open(t: TestContext, device?: Device, merchant?: Pick<Merchant, 'id'>) {
  if (!service) assert.fail()
  return { ...(await openSignedIn(t, merchant ?? service.merchant, device)), service }
}

const findState = (page: Page, name: string) => page.locator(`.sale[data-state=${name}]`)
const getUid = (page: Page): string => /[0-9a-z]{36}/.exec(page.url())?.[0] ?? ''
const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.id')

suite('the till', { concurrency: 3 }, () => {
  for (const device of testedDevices)
    test(`${device.name}: an amount by keypad, an invoice, paid while the page is open, and the next sale`, {
      skip,
    }, async (t) => {
      const { page, service, faults, checkPage } = await open(t, device)
      const key = (name: string) => page.locator(`[data-key="${name}"]`)
      const press = (name: string) => (device.hasTouch ? key(name).tap() : key(name).click())
      await page.goto('/dashboard/till?register_id=7&location_id=north')
      for (const name of ['0', '1', '2', 'separator', '5', 'separator', '0', '9', 'back', '0'])
        await press(name)
      const typed = device.locale === 'de' ? '12,50' : '12.50'
      assert.equal(await page.locator('#amount').inputValue(), typed)
      assert.equal(await page.locator('#till-status').textContent(), `${typed} USD`)
      assert.equal(await focused(page), 'amount')
      await checkPage('till')
      for (const each of await page.locator('.key').all()) {
        const box = await each.boundingBox()
        assert.ok(box && box.width >= 48 && box.height >= 48, 'a key is large enough to tap')
      }

      await page.locator('.till button.primary').click()
      await findState(page, 'waiting').waitFor(pageTimeout)
      assert.match((await page.locator('h1').textContent()) ?? '', /12[.,]50/)
      await checkPage('sale-waiting')
      await page.evaluate('window.mark = true')
      await service.pay(getUid(page), 'BSV')
      await findState(page, 'paid').waitFor(pageTimeout)
      assert.equal(await page.evaluate('window.mark'), true)
      assert.match(await page.title(), /^✓ /)
      const statusLine = await page.locator('main > [role=status]').textContent()
      assert.equal(statusLine, await findState(page, 'paid').getAttribute('data-announce'))
      await checkPage('sale-paid')

      await page.locator('.sale-view .primary').click()
      await page.waitForURL('/dashboard/till?location_id=north&register_id=7')
      assert.equal(await page.locator('#amount').inputValue(), '')
      assert.deepEqual(faults, [])
    })

  test('without scripts there is a plain field, and the sale page reloads itself', { skip }, async (t) => {
    const { page, service, checkPage } = await open(t, phoneWithoutScripts)
    await page.goto('/dashboard/till?register_id=7')
    assert.ok(await page.locator('.keys').isHidden())
    await page.getByLabel('Amount').fill('1,234')
    await page.getByRole('button', { name: 'Create invoice' }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /can’t read this amount/)
    assert.equal(await page.getByLabel('Amount').inputValue(), '1,234')
    await checkPage('till-refused')
    await page.getByLabel('Amount').fill('4')
    await page.getByRole('button', { name: 'Create invoice' }).click()
    await page.getByText('Waiting for payment').waitFor()
    assert.equal(await page.locator('meta[http-equiv=refresh]').getAttribute('content'), '15')
    await service.pay(getUid(page), 'BSV')
    await page.reload()
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await page.getByRole('link', { name: 'Start next sale' }).click()
    assert.match(page.url(), /\?register_id=7$/)
  })

  test('the till works by keyboard alone: digits wherever the focus is, Enter creates', {
    skip,
  }, async (t) => {
    const { page } = await open(t)
    await page.goto('/dashboard/till')
    assert.equal(await focused(page), 'amount')
    await page.keyboard.type('3.7')
    await page.locator('h1').click()
    await page.keyboard.press('5')
    await page.keyboard.press('9')
    assert.equal(await page.locator('#amount').inputValue(), '3.75')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await findState(page, 'waiting').waitFor(pageTimeout)
    assert.match((await page.locator('h1').textContent()) ?? '', /3\.70/)
  })

  test('a currency without decimals has no decimal key; one with three accepts three', {
    skip,
  }, async (t) => {
    for (const [currency, presses, expected] of [
      ['JPY', ['1', '5', '0', '0'], '1500'],
      ['BHD', ['1', 'separator', '0', '0', '5', '9'], '1.005'],
    ] as const) {
      const shop = await service?.anotherMerchant(currency, ['BSV'], currency)
      const { page, checkPage } = await open(t, phone, shop)
      await page.goto('/dashboard/till')
      assert.equal(await page.locator('[data-key=separator]').count(), currency === 'JPY' ? 0 : 1)
      for (const name of presses) await page.locator(`[data-key="${name}"]`).tap()
      assert.equal(await page.locator('#amount').inputValue(), expected)
      await checkPage(`till-${currency}`)
    }
  })

  test('a rejected payment appears at the open till as an alert, followed by the accepted one', {
    skip,
  }, async (t) => {
    const { page, service, checkPage } = await open(t, phone)
    const { uid } = (await service.createInvoice({ amount: 7 })).invoice
    await page.goto(`/dashboard/till/${uid}`)
    await findState(page, 'waiting').waitFor(pageTimeout)
    const template = await service.paymentRequest(uid, 'LTC')
    const payer = await service.payer('LTC')
    const bill = { uid, coin: 'LTC', template }
    await service.submit(bill, payer.pay(bill, { outputs: getOutputs(bill, -1_000n) }))
    await page.getByRole('alert').filter({ hasText: 'short' }).waitFor(pageTimeout)
    await checkPage('sale-refused')
    await page.getByRole('link', { name: 'Start next sale' }).focus()
    await service.pay(uid, 'LTC')
    await findState(page, 'paid').waitFor(pageTimeout)
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Start next sale')
    await checkPage('sale-confirming')
    await service.request(`/invoices/${uid}`)
  })

  test('a sale that ends unpaid is shown as such', { skip }, async (t) => {
    const { page, service, checkPage } = await open(t, phone)
    const { uid } = (await service.createInvoice({ amount: 8 })).invoice
    await page.goto(`/dashboard/till/${uid}`)
    await findState(page, 'waiting').waitFor(pageTimeout)
    await service.request(`/invoices/${uid}`, { method: 'DELETE' })
    await findState(page, 'cancelled').waitFor(pageTimeout)
    await checkPage('sale-cancelled')
  })

  for (const device of testedDevices)
    test(`${device.name}: a new invoice, rejected, created, shown with its links, and paid while the page is open`, {
      skip,
    }, async (t) => {
      const { page, service, checkPage } = await open(t, device)
      await page.goto('/dashboard/invoices/new')
      await checkPage('invoice-new')
      await page.locator('#more summary').click()
      await page.locator('#redirect_url').fill('https://user@shop.example/')
      await page.locator('#amount').fill('20')
      await page.locator('#memo').fill('Two lanterns, hand-made')
      await page.locator('#external_id').fill('order-1042')
      await page.locator('.new-invoice button.primary').click()
      await page.getByRole('alert').waitFor(pageTimeout)
      assert.equal(await page.locator('#memo').inputValue(), 'Two lanterns, hand-made')
      await checkPage('invoice-new-refused')
      await page.locator('#redirect_url').fill('')
      await page.locator('.new-invoice button.primary').click()
      await findState(page, 'waiting').waitFor(pageTimeout)
      await checkPage('share-waiting')
      await service.pay(getUid(page), 'BSV')
      await findState(page, 'paid').waitFor(pageTimeout)
      await checkPage('share-paid')
    })

  test('the links of an invoice are copied, and the page says so', { skip }, async (t) => {
    const { page, context, service, faults } = await open(t)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { uid } = (await service.createInvoice({ amount: 8 })).invoice
    await page.goto(`/dashboard/invoices/${uid}/share`)
    // The label shows for two seconds only, so the wait begins before the click.
    await Promise.all([
      page.getByRole('button', { name: 'Copied' }).waitFor(pageTimeout),
      page.getByRole('button', { name: 'Copy' }).first().click(),
    ])
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${service.baseUrl}/checkout/${uid}`)
    assert.deepEqual(faults, [])
  })

  test('without a destination the till links to the page to add one', { skip }, async (t) => {
    const shop = await service?.anotherMerchant('nowhere', [])
    const { page, checkPage } = await open(t, phone, shop)
    await page.goto('/dashboard/till')
    await page.getByRole('link', { name: 'Add payout wallet' }).waitFor()
    await checkPage('till-nowhere')
  })
})
