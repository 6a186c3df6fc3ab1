import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { minute, second } from '../../src/kernel/clock.ts'
import { type Ending, wholeFile } from '../helpers/databases.ts'
import { needsChromium, openBrowser, openPage, patient, type Watched } from './browser.ts'
import { startScenes } from './scenes.ts'

const skip = needsChromium
const scenes = skip ? null : await startScenes(wholeFile)
const browser = skip ? null : await openBrowser(wholeFile)

/** An open page of an unpaid invoice. `mark` stays as long as the page is not read again. */
async function opened(t: Ending, { query = '', ...options }: { query?: string; offline?: boolean } = {}) {
  if (!scenes || !browser) assert.fail()
  const uid = await scenes.create()
  const watched = await openPage(t, browser, options)
  await watched.page.goto(`${scenes.baseUrl}/checkout/${uid}${query}`)
  await watched.page.evaluate('window.mark = true')
  return { ...watched, uid, service: scenes }
}

const isSamePage = async ({ page }: Pick<Watched, 'page'>): Promise<boolean> =>
  (await page.evaluate('window.mark')) === true

const state = (page: Page, name: string) => page.locator(`#panel[data-state=${name}]`)

/** Each has a page of its own, and mostly waits: they do so side by side. */
suite('a page that is open', { concurrency: 4 }, () => {
  test('the page turns to paid by itself, says so to those who hear it, and is not read again', {
    skip,
  }, async (t) => {
    const { page, uid, service, faults, context } = await opened(t, { query: '?stay=1' })
    await service.payInvoice(uid, 'BSV')
    await state(page, 'paid').waitFor(patient)
    assert.equal(await page.locator('[role=status]#status').textContent(), 'Paid')
    assert.match(await page.title(), /^✓ Paid/)
    assert.equal(await page.locator('a[href*="?r="]').count(), 0)
    assert.ok(await isSamePage({ page }))
    assert.deepEqual(faults, [])
    await context.close()
  })

  test('where sockets are off it looks again, and turns to paid all the same', { skip }, async (t) => {
    if (!scenes || !browser) return
    const uid = await scenes.create()
    const { page, faults } = await openPage(t, browser)
    await page.routeWebSocket(/\/ws$/, (socket) => socket.close())
    await page.goto(`${scenes.baseUrl}/checkout/${uid}?stay=1`)
    await page.evaluate('window.mark = true')
    await scenes.payInvoice(uid, 'BSV')
    await state(page, 'paid').waitFor(patient)
    assert.ok(await isSamePage({ page }))
    assert.deepEqual(faults, [])
  })

  test('after payment it goes back to the shop by itself, unless it is told to stay', { skip }, async (t) => {
    for (const stays of [true, false]) {
      const { page, uid, service } = await opened(t)
      await page.route('https://lantern.example/**', (route) => route.fulfill({ body: 'the shop' }))
      // The seconds stand still until the link is pressed, however slow the machine is.
      if (stays) await page.clock.pauseAt(Date.now() + minute)
      await service.payInvoice(uid, 'BSV')
      await page.getByText('Back to lantern.example in').waitFor(patient)
      if (!stays) {
        await page.waitForURL('https://lantern.example/orders/1042', patient)
        continue
      }
      await page.getByRole('link', { name: 'Stay here' }).click()
      await page.locator('#returning').waitFor({ state: 'hidden' })
      assert.equal(await page.evaluate('document.activeElement.id'), 'return')
    }
  })

  test('a page that is opened just after payment returns to the shop too, with scripts and without, unless told to stay', {
    skip,
  }, async (t) => {
    if (!scenes || !browser) return
    for (const javaScriptEnabled of [true, false]) {
      const uid = await scenes.create()
      await scenes.payInvoice(uid, 'BSV')
      const { page } = await openPage(t, browser, { javaScriptEnabled })
      await page.route('https://lantern.example/**', (route) => route.fulfill({ body: 'the shop' }))
      await page.goto(`${scenes.baseUrl}/checkout/${uid}`)
      await page.getByText('Back to lantern.example in').waitFor(patient)
      await page.waitForURL('https://lantern.example/orders/1042', patient)
      // The link leads to an answer without a Refresh header: nothing is left that could take the reader away.
      await page.goto(`${scenes.baseUrl}/checkout/${uid}`)
      await page.getByRole('link', { name: 'Stay here' }).click()
      await page.waitForURL(/stay=1$/, patient)
      assert.equal(await page.locator('#returning').count(), 0)
    }
  })

  test('a refused payment appears on the open page, and goes when the invoice is paid', {
    skip,
  }, async (t) => {
    const { page, uid, service } = await opened(t, { query: '?coin=LTC' })
    await service.refuse(uid, 'LTC')
    await page.getByRole('alert').filter({ hasText: '0.00001 LTC short' }).waitFor(patient)
    assert.equal(await page.locator('#status').textContent(), 'Payment not accepted')
    await service.payInvoice(uid, 'LTC')
    await state(page, 'confirming').waitFor(patient)
    assert.equal(await page.getByRole('alert').count(), 0)
    await service.mine('LTC')
    await state(page, 'paid').waitFor(patient)
  })

  test('a coin is chosen without leaving the page, by keyboard too, and the focus stays', {
    skip,
  }, async (t) => {
    const { page, uid, service } = await opened(t)
    const tile = page.locator('#coin-DOGE')
    await tile.focus()
    await page.keyboard.press('Enter')
    await page.locator('#open-wallet[href^="dogecoin:?r="]').waitFor(patient)
    assert.ok(await isSamePage({ page }))
    assert.equal(await page.evaluate('document.activeElement.id'), 'coin-DOGE')
    assert.equal(await tile.getAttribute('aria-current'), 'true')
    assert.equal(page.url(), `${service.baseUrl}/checkout/${uid}?coin=DOGE`)
  })

  test('everything can be reached and worked by keyboard, in the order in which it stands', {
    skip,
  }, async (t) => {
    const { page } = await opened(t, { query: '?coin=LTC' })
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
    const places = expected.map((name) => reached.indexOf(name))
    assert.ok(!places.includes(-1), JSON.stringify(reached))
    assert.deepEqual(
      [...places].sort((a, b) => a - b),
      places,
      JSON.stringify(reached),
    )
  })

  test('the payment link is copied, and that is said', { skip }, async (t) => {
    const { page, context, uid, service } = await opened(t, { query: '?coin=LTC' })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy payment link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor(patient)
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      `litecoin:?r=${service.baseUrl}/r/${uid}`,
    )
  })

  test('offline the page says since when it has heard nothing, and catches up when it is back', {
    skip,
  }, async (t) => {
    const { page, context, uid, service } = await opened(t)
    await context.setOffline(true)
    await page.getByText('No connection. Last updated at').waitFor(patient)
    await service.payInvoice(uid, 'BSV')
    await context.setOffline(false)
    await state(page, 'paid').waitFor(patient)
    assert.ok(await page.locator('#offline').isHidden())
  })

  test('the sandbox’s buttons pay from the page, with and without scripts', { skip }, async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      if (!scenes || !browser) return
      const uid = await scenes.create()
      const { page, faults } = await openPage(t, browser, { javaScriptEnabled })
      await page.goto(`${scenes.baseUrl}/checkout/${uid}?coin=DASH`)
      await page.getByRole('button', { name: 'Pay exactly' }).click()
      await state(page, 'paid').waitFor(patient)
      assert.deepEqual(faults, [])
    }
  })

  test('without scripts coins are chosen by links, the payment link can be read, and the page reads itself again', {
    skip,
  }, async (t) => {
    if (!scenes || !browser) return
    const uid = await scenes.create()
    const { page } = await openPage(t, browser, { javaScriptEnabled: false })
    await page.goto(`${scenes.baseUrl}/checkout/${uid}`)
    await page.getByRole('link', { name: /Litecoin/ }).click()
    await page.waitForURL(/\?coin=LTC$/)
    assert.equal(
      await page.getByRole('link', { name: 'Open in wallet' }).getAttribute('href'),
      `litecoin:?r=${scenes.baseUrl}/r/${uid}`,
    )
    await page.getByText(`litecoin:?r=${scenes.baseUrl}/r/${uid}`).waitFor()
    assert.equal(await page.locator('meta[http-equiv=refresh]').count(), 1)
  })
})

// These move the clock: nothing else may look at it meanwhile.
test('a page of a paid invoice that is opened again later stays: a receipt is no trap', {
  skip,
}, async (t) => {
  if (!scenes || !browser) return
  const uid = await scenes.create()
  await scenes.payInvoice(uid, 'BSV')
  scenes.clock.advance(3 * minute)
  const { page } = await openPage(t, browser)
  await page.goto(`${scenes.baseUrl}/checkout/${uid}`)
  await page.getByRole('link', { name: 'Back to lantern.example' }).waitFor()
  assert.ok(await page.locator('#returning').isHidden())
})

test('time is counted by the server’s clock; it is told at two minutes and at half a minute, and then there is a new price to get', {
  skip,
}, async (t) => {
  if (!scenes || !browser) return
  const uid = await scenes.create()
  const { page } = await openPage(t, browser)
  // A phone whose clock is a day behind.
  await page.clock.setSystemTime(scenes.clock.now() - 24 * 60 * minute)
  await page.goto(`${scenes.baseUrl}/checkout/${uid}?coin=BTC`)
  await page.getByText('14 min left').waitFor(patient)
  scenes.clock.advance(13 * minute + 5 * second)
  await state(page, 'ending').waitFor(patient)
  await page
    .locator('#announce')
    .filter({ hasText: '2 minutes left at this price.' })
    .waitFor({ ...patient, state: 'attached' })
  scenes.clock.advance(90 * second)
  await page
    .locator('#announce')
    .filter({ hasText: '30 seconds left' })
    .waitFor({ ...patient, state: 'attached' })
  scenes.clock.advance(30 * second)
  await state(page, 'over').waitFor(patient)
  assert.equal(await page.locator('a[href*="?r="]').count(), 0)
  await page.getByRole('link', { name: 'Get a new price' }).click()
  await state(page, 'waiting').waitFor(patient)
  assert.equal(new URL(page.url()).search, '?coin=BTC')
})
