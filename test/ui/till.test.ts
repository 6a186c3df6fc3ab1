import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowserOf } from '../helpers/browser.ts'
import { wholeFile } from '../helpers/databases.ts'
import { outputsOf, startPaying } from '../helpers/paying.ts'
import { looksAlike, openBrowser, openPage, type Watched } from './browser.ts'
import { assertAccessible, assertSoundPage } from './look.ts'

const skip = looksAlike
const rates = ['USD', 'JPY', 'BHD'].flatMap((currency) => [`BSV/${currency}=26`, `LTC/${currency}=100`])
const settings = { RATES: `fixed:${rates.join()}`, RATE_CURRENCIES: 'USD,JPY,BHD', RATE_LIMITS: 'off' }
const service = skip
  ? null
  : await startPaying(wholeFile, { listen: true, destinations: ['BSV', 'LTC'], settings })
const browser = skip ? null : await openBrowser(wholeFile)

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 860 }
const patient = { timeout: 20_000 }
/** With `LOOK=<folder>` each page is also kept as a picture, to be looked at. */
const folder = process.env.LOOK

type Style = BrowserContextOptions & { readonly name: string; readonly language?: 'en' | 'de' | 'ar' }

const looked: readonly Style[] = [
  { name: 'light-320', colorScheme: 'light', viewport: phone, hasTouch: true },
  { name: 'dark-320-ar', colorScheme: 'dark', viewport: phone, hasTouch: true, language: 'ar' },
  { name: 'dark-1280', colorScheme: 'dark', viewport: desk },
  { name: 'light-1280-ar', colorScheme: 'light', viewport: desk, language: 'ar' },
  { name: 'light-320-de', colorScheme: 'light', viewport: phone, hasTouch: true, language: 'de' },
]
/** Two hold what the others do; all are for eyes. */
const styles = folder ? looked : looked.slice(0, 2)

/** A page of a merchant who is signed in. */
async function open(
  t: TestContext,
  { name: _name, language = 'en', ...options }: Style,
  accountId?: number,
): Promise<Watched & { service: NonNullable<typeof service> }> {
  if (!service || !browser) assert.fail()
  const { baseUrl, merchant } = service
  const watched = await openPage(t, browser, { ...options, reducedMotion: 'reduce' })
  const { jar } = await openBrowserOf(service, accountId ?? merchant.id)
  await watched.context.addCookies([
    { name: 'session', value: jar.get('session') ?? '', url: baseUrl },
    { name: 'lang', value: language, url: baseUrl },
  ])
  return { ...watched, service }
}

async function look(watched: Watched, style: Style, page: string): Promise<void> {
  await assertSoundPage(watched, service?.baseUrl ?? '')
  if (style.javaScriptEnabled !== false) await assertAccessible(watched)
  if (folder) await watched.page.screenshot({ path: `${folder}/${page}-${style.name}.png`, fullPage: true })
}

const state = (page: Page, name: string) => page.locator(`.sale[data-state=${name}]`)
const uidOf = (page: Page): string => /[0-9a-z]{36}/.exec(page.url())?.[0] ?? ''
const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement.id')

suite('the till', { concurrency: 3 }, () => {
  for (const style of styles)
    test(`${style.name}: an amount by its keys, an invoice, paid while one looks, and the next sale`, {
      skip,
    }, async (t) => {
      const watched = await open(t, style)
      const { page, service } = watched
      const key = (name: string) => page.locator(`[data-key="${name}"]`)
      const press = (name: string) => (style.hasTouch ? key(name).tap() : key(name).click())
      await page.goto(`${service.baseUrl}/dashboard/till?register_id=7&location_id=north`)
      for (const name of ['0', '1', '2', 'sign', '5', 'sign', '0', '9', 'back', '0']) await press(name)
      const typed = style.language === 'de' ? '12,50' : '12.50'
      assert.equal(await page.locator('#amount').inputValue(), typed)
      assert.equal(await page.locator('#till-told').textContent(), `${typed} USD`)
      assert.equal(await focused(page), 'amount')
      await look(watched, style, 'till')
      for (const each of await page.locator('.key').all()) {
        const box = await each.boundingBox()
        assert.ok(box && box.width >= 48 && box.height >= 48, 'a key is as large as a thumb')
      }

      await page.locator('.till button.primary').click()
      await state(page, 'waiting').waitFor(patient)
      assert.match((await page.locator('h1').textContent()) ?? '', /12[.,]50/)
      await look(watched, style, 'sale-waiting')
      await page.evaluate('window.mark = true')
      await service.pay(uidOf(page), 'BSV')
      await state(page, 'paid').waitFor(patient)
      assert.equal(await page.evaluate('window.mark'), true)
      assert.match(await page.title(), /^✓ /)
      const said = await page.locator('main > [role=status]').textContent()
      assert.equal(said, await state(page, 'paid').getAttribute('data-say'))
      await look(watched, style, 'sale-paid')

      await page.locator('.counter .primary').click()
      await page.waitForURL(`${service.baseUrl}/dashboard/till?location_id=north&register_id=7`)
      assert.equal(await page.locator('#amount').inputValue(), '')
      assert.deepEqual(watched.faults, [])
    })

  test('without scripts there is a plain field, and the sale reads itself again', { skip }, async (t) => {
    const style: Style = { name: 'plain-320', viewport: phone, javaScriptEnabled: false }
    const watched = await open(t, style)
    const { page, service } = watched
    await page.goto(`${service.baseUrl}/dashboard/till?register_id=7`)
    assert.ok(await page.locator('.keys').isHidden())
    await page.getByLabel('Amount').fill('1,234')
    await page.getByRole('button', { name: 'Create invoice' }).click()
    assert.match((await page.getByRole('alert').textContent()) ?? '', /not understood/)
    assert.equal(await page.getByLabel('Amount').inputValue(), '1,234')
    await look(watched, style, 'till-refused')
    await page.getByLabel('Amount').fill('4')
    await page.getByRole('button', { name: 'Create invoice' }).click()
    await page.getByText('Waiting for payment').waitFor()
    assert.equal(await page.locator('meta[http-equiv=refresh]').getAttribute('content'), '15')
    await service.pay(uidOf(page), 'BSV')
    await page.reload()
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    await page.getByRole('link', { name: 'Next sale' }).click()
    assert.match(page.url(), /\?register_id=7$/)
  })

  test('the keyboard alone sells: digits wherever the focus is, Enter creates', { skip }, async (t) => {
    const { page, service } = await open(t, { name: 'keyboard', viewport: desk })
    await page.goto(`${service.baseUrl}/dashboard/till`)
    assert.equal(await focused(page), 'amount')
    await page.keyboard.type('3.7')
    await page.locator('h1').click()
    await page.keyboard.press('5')
    await page.keyboard.press('9')
    assert.equal(await page.locator('#amount').inputValue(), '3.75')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await state(page, 'waiting').waitFor(patient)
    assert.match((await page.locator('h1').textContent()) ?? '', /3\.70/)
  })

  test('a currency without decimals has no decimal key; one with three takes three', { skip }, async (t) => {
    const style: Style = { name: 'jpy-320', viewport: phone, hasTouch: true }
    for (const [currency, presses, expected] of [
      ['JPY', ['1', '5', '0', '0'], '1500'],
      ['BHD', ['1', 'sign', '0', '0', '5', '9'], '1.005'],
    ] as const) {
      const { id } = (await service?.anotherMerchant(currency, ['BSV'], currency)) ?? assert.fail()
      const watched = await open(t, style, id)
      const { page, service: shop } = watched
      await page.goto(`${shop.baseUrl}/dashboard/till`)
      assert.equal(await page.locator('[data-key=sign]').count(), currency === 'JPY' ? 0 : 1)
      for (const name of presses) await page.locator(`[data-key="${name}"]`).tap()
      assert.equal(await page.locator('#amount').inputValue(), expected)
      await look(watched, style, `till-${currency}`)
    }
  })

  test('a refused payment is told at the till while one looks, as an alert, and then the right one', {
    skip,
  }, async (t) => {
    const style: Style = { name: 'dark-320', colorScheme: 'dark', viewport: phone }
    const watched = await open(t, style)
    const { page, service } = watched
    const { uid } = (await service.createInvoice({ amount: 7 })).invoice
    await page.goto(`${service.baseUrl}/dashboard/till/${uid}`)
    await state(page, 'waiting').waitFor(patient)
    const template = await service.paymentRequest(uid, 'LTC')
    const payer = await service.payer('LTC')
    const bill = { uid, coin: 'LTC', template }
    await service.submit(bill, payer.pay(bill, { outputs: outputsOf(bill, -1_000n) }))
    await page.getByRole('alert').filter({ hasText: 'short' }).waitFor(patient)
    await look(watched, style, 'sale-refused')
    await page.getByRole('link', { name: 'Next sale' }).focus()
    await service.pay(uid, 'LTC')
    await state(page, 'paid').waitFor(patient)
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Next sale')
    await look(watched, style, 'sale-confirming')
    await service.request(`/invoices/${uid}`)
  })

  test('a sale that ends unpaid says so', { skip }, async (t) => {
    const style: Style = { name: 'light-320', viewport: phone }
    const watched = await open(t, style)
    const { page, service } = watched
    const { uid } = (await service.createInvoice({ amount: 8 })).invoice
    await page.goto(`${service.baseUrl}/dashboard/till/${uid}`)
    await state(page, 'waiting').waitFor(patient)
    await service.request(`/invoices/${uid}`, { method: 'DELETE' })
    await state(page, 'cancelled').waitFor(patient)
    await look(watched, style, 'sale-cancelled')
  })

  for (const style of styles)
    test(`${style.name}: a new invoice, refused, created, handed on, and paid while one looks`, {
      skip,
    }, async (t) => {
      const watched = await open(t, style)
      const { page, service } = watched
      await page.goto(`${service.baseUrl}/dashboard/invoices/new`)
      await look(watched, style, 'new')
      await page.locator('#more summary').click()
      await page.locator('#redirect_url').fill('https://user@shop.example/')
      await page.locator('#amount').fill('20')
      await page.locator('#memo').fill('Two lanterns, hand-made')
      await page.locator('#external_id').fill('order-1042')
      await page.locator('.new-invoice button.primary').click()
      await page.getByRole('alert').waitFor(patient)
      assert.equal(await page.locator('#memo').inputValue(), 'Two lanterns, hand-made')
      await look(watched, style, 'new-refused')
      await page.locator('#redirect_url').fill('')
      await page.locator('.new-invoice button.primary').click()
      await state(page, 'waiting').waitFor(patient)
      await look(watched, style, 'share-waiting')
      await service.pay(uidOf(page), 'BSV')
      await state(page, 'paid').waitFor(patient)
      await look(watched, style, 'share-paid')
    })

  test('the links of an invoice are copied, and that is said', { skip }, async (t) => {
    const { page, context, service, faults } = await open(t, { name: 'copy', viewport: desk })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { uid } = (await service.createInvoice({ amount: 8 })).invoice
    await page.goto(`${service.baseUrl}/dashboard/invoices/${uid}/share`)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor(patient)
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${service.baseUrl}/checkout/${uid}`)
    assert.deepEqual(faults, [])
  })

  test('without a destination the till leads to where one is set', { skip }, async (t) => {
    const style: Style = { name: 'light-320', viewport: phone }
    const { id } = (await service?.anotherMerchant('nowhere', [])) ?? assert.fail()
    const watched = await open(t, style, id)
    await watched.page.goto(`${watched.service.baseUrl}/dashboard/till`)
    await watched.page.getByRole('link', { name: 'Set destinations' }).waitFor()
    await look(watched, style, 'till-nowhere')
  })
})
