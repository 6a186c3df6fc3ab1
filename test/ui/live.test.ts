import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { minute, second } from '../../src/kernel/clock.ts'
import { fileScope, type TestScope } from '../helpers/databases.ts'
import { needsChromium, openBrowser, openPage, pageTimeout, type Watched } from './browser.ts'
import { startCheckoutStates } from './checkout-states.ts'

const skip = needsChromium
const checkout = skip ? null : await startCheckoutStates(fileScope)
const browser = skip ? null : await openBrowser(fileScope)

/** The open page of an unpaid invoice. `mark` stays as long as the page is not reloaded. */
async function openUnpaidInvoice(
  t: TestScope,
  { query = '', ...options }: { query?: string; offline?: boolean } = {},
) {
  if (!checkout || !browser) assert.fail()
  const uid = await checkout.create()
  const watched = await openPage(t, browser, options)
  await watched.page.goto(`${checkout.baseUrl}/checkout/${uid}${query}`)
  await watched.page.evaluate('window.mark = true')
  return { ...watched, uid, service: checkout }
}

const isSamePage = async ({ page }: Pick<Watched, 'page'>): Promise<boolean> =>
  (await page.evaluate('window.mark')) === true

const findState = (page: Page, name: string) => page.locator(`#panel[data-state=${name}]`)

/**
 * Serves the shop's page once the returned function is called. Until then a redirect to the shop is pending, and the checkout page stays,
 * however slow the machine is.
 */
async function holdShop(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('https://lantern.example/**', async (route) => {
    await released
    await route.fulfill({ body: 'the shop' })
  })
  return release
}

/** Each has its own page and mostly waits, so they run concurrently. */
suite('a page that is open', { concurrency: 4 }, () => {
  test('the page changes to paid automatically, announces it to screen readers, and is not reloaded', {
    skip,
  }, async (t) => {
    const { page, uid, service, faults, context } = await openUnpaidInvoice(t, { query: '?stay=1' })
    await service.payInvoice(uid, 'BSV')
    await findState(page, 'paid').waitFor(pageTimeout)
    assert.equal(await page.locator('[role=status]#status').textContent(), 'Paid')
    assert.match(await page.title(), /^✓ Paid/)
    assert.equal(await page.locator('a[href*="?r="]').count(), 0)
    assert.ok(await isSamePage({ page }))
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('without WebSockets it polls, and still changes to paid', { skip }, async (t) => {
    if (!checkout || !browser) return
    const uid = await checkout.create()
    const { page, faults } = await openPage(t, browser)
    await page.routeWebSocket(/\/ws$/, (socket) => socket.close())
    await page.goto(`${checkout.baseUrl}/checkout/${uid}?stay=1`)
    await page.evaluate('window.mark = true')
    await checkout.payInvoice(uid, 'BSV')
    await findState(page, 'paid').waitFor(pageTimeout)
    assert.ok(await isSamePage({ page }))
    assert.deepEqual(faults, [])
  })

  test('after payment it returns to the shop automatically, unless told to stay', { skip }, async (t) => {
    for (const stays of [true, false]) {
      const { page, uid, service } = await openUnpaidInvoice(t)
      const releaseShop = await holdShop(page)
      // The countdown stands still until it has been seen.
      await page.clock.pauseAt(Date.now() + minute)
      await service.payInvoice(uid, 'BSV')
      await page.getByText('Back to lantern.example in').waitFor(pageTimeout)
      if (!stays) {
        releaseShop()
        await page.clock.resume()
        await page.waitForURL('https://lantern.example/orders/1042', pageTimeout)
        continue
      }
      await page.getByRole('link', { name: 'Stay here' }).click()
      await page.locator('#returning').waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('document.activeElement.id'), 'return')
    }
  })

  test('a page opened right after payment returns to the shop too, with and without scripts, unless told to stay', {
    skip,
  }, async (t) => {
    if (!checkout || !browser) return
    for (const javaScriptEnabled of [true, false]) {
      const uid = await checkout.create()
      await checkout.payInvoice(uid, 'BSV')
      const { page } = await openPage(t, browser, { javaScriptEnabled })
      const releaseShop = await holdShop(page)
      await page.goto(`${checkout.baseUrl}/checkout/${uid}`)
      await page.getByText('Back to lantern.example in').waitFor(pageTimeout)
      releaseShop()
      await page.waitForURL('https://lantern.example/orders/1042', pageTimeout)
      // The link leads to a response without a Refresh header, so nothing can take the reader away.
      await holdShop(page)
      await page.goto(`${checkout.baseUrl}/checkout/${uid}`)
      // Followed by its address: a click never ends if the return to the shop, which is held here, has begun.
      const stay = await page.getByRole('link', { name: 'Stay here' }).getAttribute('href')
      const stayUrl = new URL(stay ?? '', checkout.baseUrl).href
      // A return to the shop that begins at this moment aborts it, once.
      await page.goto(stayUrl).catch(() => page.goto(stayUrl))
      assert.match(page.url(), /stay=1$/)
      assert.equal(await page.locator('#returning').count(), 0)
    }
  })

  test('a rejected payment appears on the open page, and disappears when the invoice is paid', {
    skip,
  }, async (t) => {
    const { page, uid, service } = await openUnpaidInvoice(t, { query: '?coin=LTC&stay=1' })
    await service.reject(uid, 'LTC')
    await page.getByRole('alert').filter({ hasText: '0.00001 LTC short' }).waitFor(pageTimeout)
    assert.equal(await page.locator('#status').textContent(), 'Payment not accepted')
    await service.payInvoice(uid, 'LTC')
    await findState(page, 'confirming').waitFor(pageTimeout)
    assert.equal(await page.getByRole('alert').count(), 0)
    await service.mine('LTC')
    await findState(page, 'paid').waitFor(pageTimeout)
  })

  test('a coin is chosen without leaving the page, also by keyboard, and the focus stays', {
    skip,
  }, async (t) => {
    const { page, uid, service } = await openUnpaidInvoice(t)
    const tile = page.locator('#coin-DOGE')
    await tile.focus()
    await page.keyboard.press('Enter')
    await page.locator('#open-wallet[href^="dogecoin:?r="]').waitFor(pageTimeout)
    assert.ok(await isSamePage({ page }))
    assert.equal(await page.evaluate('document.activeElement.id'), 'coin-DOGE')
    assert.equal(await tile.getAttribute('aria-current'), 'true')
    assert.equal(page.url(), `${service.baseUrl}/checkout/${uid}?coin=DOGE`)
  })

  test('everything can be reached and used by keyboard, in page order', {
    skip,
  }, async (t) => {
    const { page } = await openUnpaidInvoice(t, { query: '?coin=LTC' })
    const reached: string[] = []
    for (let presses = 0; presses < 24; presses++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(
        'document.activeElement.id || document.activeElement.textContent.trim()',
      )
      reached.push(String(name))
    }
    const expected = [
      'coin-BTC',
      'coin-LTC',
      'open-wallet',
      'copy-link',
      'Which wallets work?',
      'Pay exactly',
      'Deutsch',
    ]
    const positions = expected.map((name) => reached.indexOf(name))
    assert.ok(!positions.includes(-1), JSON.stringify(reached))
    assert.deepEqual(
      [...positions].sort((a, b) => a - b),
      positions,
      JSON.stringify(reached),
    )
  })

  test('the payment link is copied, and the page says so', { skip }, async (t) => {
    const { page, context, uid, service } = await openUnpaidInvoice(t, { query: '?coin=LTC' })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // The label shows for two seconds only, so the wait begins before the click.
    await Promise.all([
      page.getByRole('button', { name: 'Copied' }).waitFor(pageTimeout),
      page.getByRole('button', { name: 'Copy payment link' }).click(),
    ])
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      `litecoin:?r=${service.baseUrl}/r/${uid}`,
    )
  })

  test('offline the page says how old its data is, and it catches up when it is back', {
    skip,
  }, async (t) => {
    const { page, context, uid, service } = await openUnpaidInvoice(t)
    await context.setOffline(true)
    await page.getByText('No connection. Last updated at').waitFor(pageTimeout)
    await service.payInvoice(uid, 'BSV')
    await context.setOffline(false)
    await findState(page, 'paid').waitFor(pageTimeout)
    assert.ok(await page.locator('#offline').isHidden())
  })

  test('the sandbox’s buttons pay from the page, with and without scripts', { skip }, async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      if (!checkout || !browser) return
      const uid = await checkout.create()
      const { page, faults } = await openPage(t, browser, { javaScriptEnabled })
      await page.goto(`${checkout.baseUrl}/checkout/${uid}?coin=DASH`)
      await page.getByRole('button', { name: 'Pay exactly' }).click()
      await findState(page, 'paid').waitFor(pageTimeout)
      assert.deepEqual(faults, [])
    }
  })

  test('without scripts coins are chosen by links, the payment link is readable, and the page reloads itself', {
    skip,
  }, async (t) => {
    if (!checkout || !browser) return
    const uid = await checkout.create()
    const { page } = await openPage(t, browser, { javaScriptEnabled: false })
    await page.goto(`${checkout.baseUrl}/checkout/${uid}`)
    await page.getByRole('link', { name: /Litecoin/ }).click()
    await page.waitForURL(/\?coin=LTC$/)
    assert.equal(
      await page.getByRole('link', { name: 'Open in wallet' }).getAttribute('href'),
      `litecoin:?r=${checkout.baseUrl}/r/${uid}`,
    )
    await page.getByText(`litecoin:?r=${checkout.baseUrl}/r/${uid}`).waitFor()
    assert.equal(await page.locator('meta[http-equiv=refresh]').count(), 1)
  })
})

// These move the clock, so nothing else may run at the same time.
test('reopening the page of a paid invoice later shows the receipt without a redirect', {
  skip,
}, async (t) => {
  if (!checkout || !browser) return
  const uid = await checkout.create()
  await checkout.payInvoice(uid, 'BSV')
  checkout.clock.advance(3 * minute)
  const { page } = await openPage(t, browser)
  await page.goto(`${checkout.baseUrl}/checkout/${uid}`)
  await page.getByRole('link', { name: 'Back to lantern.example' }).waitFor()
  assert.ok(await page.locator('#returning').isHidden())
})

test('time follows the server’s clock; it is announced at two minutes and at half a minute, then a new price is offered', {
  skip,
}, async (t) => {
  if (!checkout || !browser) return
  const uid = await checkout.create()
  const { page } = await openPage(t, browser)
  // A phone whose clock is a day behind.
  await page.clock.setSystemTime(checkout.clock.now() - 24 * 60 * minute)
  await page.goto(`${checkout.baseUrl}/checkout/${uid}?coin=BTC`)
  await page.getByText('14 min left').waitFor(pageTimeout)
  checkout.clock.advance(13 * minute + 5 * second)
  await findState(page, 'ending').waitFor(pageTimeout)
  await page
    .locator('#announce')
    .filter({ hasText: '2 minutes left at this price.' })
    .waitFor({ ...pageTimeout, state: 'attached' })
  checkout.clock.advance(90 * second)
  await page
    .locator('#announce')
    .filter({ hasText: '30 seconds left' })
    .waitFor({ ...pageTimeout, state: 'attached' })
  checkout.clock.advance(30 * second)
  await findState(page, 'over').waitFor(pageTimeout)
  assert.equal(await page.locator('a[href*="?r="]').count(), 0)
  await page.getByRole('link', { name: 'Get a new price' }).click()
  await findState(page, 'waiting').waitFor(pageTimeout)
  assert.equal(new URL(page.url()).search, '?coin=BTC')
})
