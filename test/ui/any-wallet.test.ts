import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createManualClock, minute } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { until } from '../helpers/until.ts'
import { needsChromium, openBrowser, openPage, pageTimeout } from './browser.ts'
import { assertAccessible, assertFits, assertSoundPage, type Device, screenshotFolder } from './pages.ts'

const skip = needsChromium
const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const settings = { LTC_REFUSE_REPLACEABLE: 'true', LOG_LEVEL: 'warn' }
const service = skip ? null : await startPaying(fileScope, { listen: true, clock, settings })
const browser = skip ? null : await openBrowser(fileScope)

const phone: Device = {
  name: 'phone',
  locale: 'en',
  colorScheme: 'light',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
}
const desktop: Device = { name: 'desktop', locale: 'en', viewport: { width: 1280, height: 860 } }
const looks: readonly Device[] = [
  phone,
  { ...phone, name: 'phone-dark-ar', locale: 'ar', colorScheme: 'dark' },
  { ...phone, name: 'small-phone-de', locale: 'de', viewport: { width: 320, height: 640 } },
  desktop,
  { ...desktop, name: 'desktop-dark', colorScheme: 'dark' },
  { ...desktop, name: 'desktop-ar', locale: 'ar' },
]

/** A wallet without a payment protocol. Returns the transaction id. */
async function send(address: string, coins: string, sequence = 0xffff_ffff): Promise<string> {
  if (!service) assert.fail()
  const wallet = await service.payer('LTC')
  const amount = Math.round(Number(coins) * 1e8)
  const outputs = [{ address, amount }]
  const { hex, txid } = wallet.sign({ inputs: wallet.utxos, outputs, feeRate: 200_000n, sequence })
  await service.rpc('LTC', 'sendrawtransaction', hex)
  return txid
}

async function createInvoice(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  if (!service) assert.fail()
  return (await service.createInvoice({ any_wallet: true, ...more })).invoice.uid
}

suite('an invoice that accepts any wallet', { concurrency: 2 }, () => {
  test('is paid in two parts from another wallet, on a phone, by copying address and amount, live', {
    skip,
  }, async (t) => {
    if (!service || !browser) return
    const uid = await createInvoice()
    const { page, context, faults } = await openPage(t, browser, phone)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (button: string) => {
      await page.getByRole('button', { name: button }).click()
      await page.locator('#announce').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
      return String(await page.evaluate('navigator.clipboard.readText()'))
    }
    await page.goto(`${service.baseUrl}/checkout/${uid}?stay=1`)
    await page.evaluate('window.mark = true')
    await page.getByRole('link', { name: /Litecoin/ }).click()
    await page.locator('#copy-address').waitFor(pageTimeout)
    const address = await copied('Copy address')
    assert.equal(await copied('Copy amount'), '0.125')
    const first = await send(address, '0.05')
    await page.locator('#status').filter({ hasText: 'Partly paid: $7.50 to go' }).waitFor(pageTimeout)
    await page
      .locator('.received .txid')
      .filter({ hasText: first.slice(0, 8) })
      .waitFor()
    await page.getByText('After that, the remaining amount gets a new price.').waitFor()
    const rest = await copied('Copy amount')
    assert.equal(rest, '0.075')
    const second = await send(await copied('Copy address'), rest)
    await page.locator('#panel[data-state=confirming]').waitFor(pageTimeout)
    for (const txid of [first, second]) await page.locator('.receipt').getByText(txid).waitFor()
    assert.equal(await page.evaluate('window.mark'), true)
    assert.deepEqual(faults, [])
  })

  test('without scripts shows address, amount and what arrived after a reload', { skip }, async (t) => {
    if (!service || !browser) return
    const uid = await createInvoice()
    const { page } = await openPage(t, browser, { ...phone, javaScriptEnabled: false })
    await page.goto(`${service.baseUrl}/checkout/${uid}`)
    await page.getByRole('link', { name: /Litecoin/ }).click()
    await page.locator('#sandbox-sent').fill('0.02')
    const opened = page.waitForResponse((response) => response.status() === 200)
    await page.getByRole('button', { name: 'Pay from another wallet' }).click()
    await opened
    await until(async () => {
      await page.goto(`${service.baseUrl}/checkout/${uid}?coin=LTC`)
      return (await page.locator('.received .counted').count()) === 1
    })
    assert.equal(await page.locator('#sandbox-sent').inputValue(), '0.105')
    assert.equal(await page.locator('.requires-js').filter({ visible: true }).count(), 0)
  })
})

test('the page is accessible in every language and colour scheme, and nothing is wider than the screen', {
  skip,
}, async (t) => {
  if (!service || !browser) return
  const { baseUrl } = service
  const pages = await Promise.all(
    looks.map(async (look) => ({ look, ...(await openPage(t, browser, { ...look, baseURL: baseUrl })) })),
  )
  const check = async (place: string, path: string): Promise<void> => {
    for (const { look, page, ...watched } of pages) {
      await page.goto(path)
      await assertFits(page)
      await assertSoundPage({ page, ...watched }, baseUrl)
      if (look === phone || look.colorScheme === 'dark') await assertAccessible({ page })
      if (screenshotFolder)
        await page.screenshot({ path: `${screenshotFolder}/any-${place}-${look.name}.png`, fullPage: true })
    }
  }
  const uid = await createInvoice({ memo: 'Order 1042' })
  await check('choose', `/checkout/${uid}`)
  await check('address', `/checkout/${uid}?coin=LTC`)
  await check('long-address', `/checkout/${uid}?coin=BCH`)
  await check('protocol', `/checkout/${uid}?coin=BSV`)
  const { json } = await service.request(`/invoices/${uid}/address/LTC`, { token: null })
  const address = String(json.address)
  await send(address, '0.05')
  await until(async () => {
    await pages[0]?.page.goto(`/checkout/${uid}?coin=LTC`)
    return (await pages[0]?.page.locator('.received').count()) === 1
  })
  await check('part', `/checkout/${uid}?coin=LTC`)
  await send(address, '0.08')
  await until(async () => (await service.readStatus(uid)) === 'paid')
  clock.advance(3 * minute)
  await check('excess', `/checkout/${uid}`)

  const replaced = await createInvoice({ expires_in: 3_600 })
  const { json: other } = await service.request(`/invoices/${replaced}/address/LTC`, { token: null })
  await send(String(other.address), '0.02', 0xffff_fffd)
  await until(async () => {
    await pages[0]?.page.goto(`/checkout/${replaced}?coin=LTC`)
    return (await pages[0]?.page.locator('.received li').count()) === 1
  })
  await check('waiting', `/checkout/${replaced}?coin=LTC`)
  await send(String(other.address), '0.105', 0xffff_fffd)
  await until(async () => {
    await pages[0]?.page.goto(`/checkout/${replaced}`)
    return (await pages[0]?.page.locator('.received li').count()) === 2
  })
  await check('unconfirmed', `/checkout/${replaced}`)

  const expiring = await createInvoice({ expires_in: 120 })
  const { json: third } = await service.request(`/invoices/${expiring}/address/LTC`, { token: null })
  await send(String(third.address), '0.05')
  await until(async () => {
    await pages[0]?.page.goto(`/checkout/${expiring}?coin=LTC`)
    return (await pages[0]?.page.locator('.received').count()) === 1
  })
  await check('ending', `/checkout/${expiring}?coin=LTC`)
  clock.advance(3 * minute)
  await until(async () => (await service.readStatus(expiring)) === 'expired')
  await check('expired', `/checkout/${expiring}`)
})
