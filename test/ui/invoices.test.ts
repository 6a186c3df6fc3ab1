import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowserOf } from '../helpers/browser.ts'
import { wholeFile } from '../helpers/databases.ts'
import { linksPath } from '../helpers/links.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { answering, openReceiver } from '../webhooks/receiver.ts'
import { looksAlike, openBrowser, openPage, type Watched } from './browser.ts'
import { assertAccessible, assertSoundPage } from './look.ts'

const skip = looksAlike
const service = skip
  ? null
  : await startService(wholeFile, { listen: true, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const browser = skip ? null : await openBrowser(wholeFile)

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 860 }
/** With `LOOK=<folder>` each page is also kept as a picture, to be looked at. */
const folder = process.env.LOOK

const looks: readonly (BrowserContextOptions & { readonly name: string; readonly lang: string })[] = [
  { name: 'light-1280', lang: 'en', colorScheme: 'light', viewport: desk },
  { name: 'dark-320', lang: 'en', colorScheme: 'dark', viewport: phone },
  { name: 'arabic-dark-1280', lang: 'ar', colorScheme: 'dark', viewport: desk },
  { name: 'arabic-light-320', lang: 'ar', colorScheme: 'light', viewport: phone },
  { name: 'german-light-320', lang: 'de', colorScheme: 'light', viewport: phone },
]

/** A browser window in which that account is signed in. */
async function signedIn(t: TestContext, accountId: number, options: BrowserContextOptions): Promise<Watched> {
  if (!service || !browser) assert.fail()
  const watched = await openPage(t, browser, { ...options, reducedMotion: 'reduce' })
  const value = (await openBrowserOf(service, accountId)).jar.get('session') ?? assert.fail()
  await watched.context.addCookies([{ name: 'session', value, url: service.baseUrl }])
  return watched
}

async function look(watched: Watched, name: string): Promise<void> {
  if (folder) await watched.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  await assertSoundPage(watched, service?.baseUrl ?? '')
  await assertAccessible(watched)
}

const order = {
  amount: 48.9,
  external_id: 'order-2026-1042',
  business_id: 'lantern',
  location_id: 'Berlin Mitte',
  register_id: 'till 2',
  memo: 'The Left Hand of Darkness, hardback, and two postcards',
  metadata: { customer: 'Ödön Müller', table: '17' },
  redirect_url: 'https://lantern.example/orders/1042/thanks?from=quittance',
}

for (const { name, lang, ...options } of looks)
  test(`${name}: the list, empty, narrowed and refused, and an invoice unpaid, paid and looked at by another`, {
    skip,
  }, async (t) => {
    if (!service) return
    const { baseUrl, request } = service
    const receiver = await openReceiver(t, answering(503, {}, '{"error":"the shop is closed"}'))
    const shop = await service.anotherMerchant(`shop-${name}`)
    const guest = await service.anotherMerchant(`guest-${name}`, [])
    await request(linksPath, { method: 'POST', token: shop.token, body: { email: guest.email } })
    const create = async (body: object) =>
      (await service.createInvoice({ ...body }, { token: shop.token })).invoice.uid
    const watched = await signedIn(t, shop.id, options)
    const { page } = watched
    const open = (path: string) => page.goto(`${baseUrl}/dashboard/invoices${path}`)

    await open(`?lang=${lang}`)
    await look(watched, `empty-${name}`)
    const uid = await create({ ...order, webhook_url: receiver.url })
    const cancelled = await create({ amount: 1_250_000, currency: 'JPY', external_id: 'بدون-1043' })
    await request(`/invoices/${cancelled}`, { method: 'DELETE', token: shop.token })
    const unpaid = await create({ ...order, amount: 12.5, external_id: 'x'.repeat(120) })
    const { signed } = await service.pay(uid, 'LTC')
    await open('')
    await look(watched, `list-${name}`)
    await open('?status=unpaid&q=x&from_day=2020-01-01&limit=1')
    await look(watched, `narrowed-${name}`)
    await open('?status=expired&currency=nonsense')
    await look(watched, `refused-${name}`)
    await open(`/${unpaid}`)
    await look(watched, `unpaid-${name}`)
    await open(`/${uid}`)
    await until(async () => ((await page.locator('.timeline').textContent()) ?? '').includes('503'))
    assert.ok((await page.content()).includes(signed.txid))
    await look(watched, `paid-${name}`)
    const other = await signedIn(t, guest.id, options)
    await other.page.goto(`${baseUrl}/dashboard/invoices/${uid}?account=${shop.id}&lang=${lang}`)
    await look(other, `viewed-${name}`)
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('without scripts: searched, narrowed, opened and cancelled', { skip }, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('plain')
  const { invoice } = await service.createInvoice({ external_id: 'plain 1' }, { token: shop.token })
  await service.createInvoice({ external_id: 'plain 2' }, { token: shop.token })
  const { page } = await signedIn(t, shop.id, { javaScriptEnabled: false })
  await page.goto(`${service.baseUrl}/dashboard/invoices`)
  await page.getByLabel('Search', { exact: true }).fill('plain 1')
  await button(page, 'Search').click()
  assert.equal(await page.locator('tbody tr').count(), 1)
  await page.locator('summary').click()
  await page.getByLabel('Status').selectOption('unpaid')
  await button(page, 'Apply filters').click()
  assert.equal(new URL(page.url()).search, '?q=plain+1&status=unpaid')
  await page.locator('tbody a').click()
  assert.equal(new URL(page.url()).pathname, `/dashboard/invoices/${invoice.uid}`)
  await button(page, 'Cancel invoice').click()
  assert.match((await page.getByRole('status').textContent()) ?? '', /was cancelled/)
  assert.equal(await button(page, 'Cancel invoice').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
})

test('both pages change by themselves when an invoice is made and paid, and the webhook is told', {
  skip,
}, async (t) => {
  if (!service) return
  const receiver = await openReceiver(t)
  const shop = await service.anotherMerchant('live')
  const list = (await signedIn(t, shop.id, {})).page
  await list.goto(`${service.baseUrl}/dashboard/invoices`)
  const { invoice } = await service.createInvoice(
    { external_id: 'seen at once', webhook_url: receiver.url },
    { token: shop.token },
  )
  await list.getByText('seen at once').waitFor()
  const { page } = await signedIn(t, shop.id, {})
  await page.goto(`${service.baseUrl}/dashboard/invoices/${invoice.uid}`)
  await page.getByText('JSON of the API').click()
  await service.pay(invoice.uid, 'LTC')
  await page.locator('h1').getByText('Paid').waitFor()
  await list.locator('tbody').getByText('Paid').waitFor()
  await page.locator('.timeline').getByText('200 in').waitFor()
  assert.match((await page.locator('pre[data-live="json"]').textContent()) ?? '', /"status": "paid"/)
  assert.match(await page.title(), /Paid/)
})

test('a transaction id is copied with a button', { skip }, async (t) => {
  if (!service) return
  const shop = await service.anotherMerchant('copies')
  const { invoice } = await service.createInvoice({}, { token: shop.token })
  const { signed } = await service.pay(invoice.uid, 'LTC')
  const { page, context } = await signedIn(t, shop.id, {})
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.baseUrl })
  await page.goto(`${service.baseUrl}/dashboard/invoices/${invoice.uid}`)
  await button(page, 'Copy Transaction ID').click()
  await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === signed.txid)
})
