import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { openBrowser, skipOnPostgres } from './browser.ts'
import { type CheckoutStates, startCheckoutStates } from './checkout-states.ts'
import {
  assertFits,
  assertSoundPage,
  createPageOpener,
  desktop,
  devices,
  phone,
  phoneWithoutScripts,
} from './pages.ts'

const skip = skipOnPostgres
const checkout = skip ? null : await startCheckoutStates(fileScope)
const { open } = createPageOpener(checkout, skip ? null : await openBrowser(fileScope))

/** The status line of each scene. */
const statusLines: Readonly<Record<keyof CheckoutStates['states'], string>> = {
  choose: 'Waiting for payment',
  waiting: 'Waiting for payment',
  unavailable: 'Waiting for payment',
  ending: 'Price expires soon',
  rejected: 'Payment not accepted',
  down: 'Network unavailable',
  checking: 'Checking payment',
  paid: 'Paid',
  confirming: 'Paid, confirming',
  late: 'Paid',
  reversed: 'Payment reversed',
  cancelled: 'Invoice cancelled',
  expired: 'Invoice expired',
  missing: 'Invoice not found',
}

/** In these, nodes are silent or time has passed. */
const disturbing: ReadonlySet<string> = new Set(['unavailable', 'down', 'checking', 'late'])

/** axe checks the first looks, which include both themes, widths and directions. */
const checkedDevices = 3

/** One page per look for all states in sequence, so that assets are loaded once. */
const pages = skip ? [] : await Promise.all(devices.map((device) => open(fileScope, device)))
const plain = skip ? null : await open(fileScope, phoneWithoutScripts)

for (const [name, words] of Object.entries(statusLines)) {
  test(`${name}: light and dark, 320 and 1280 px, left and right to left, without serious findings`, {
    skip,
  }, async () => {
    if (!checkout || !plain) return
    const path = await openState(name as keyof typeof statusLines)
    await Promise.all([
      ...pages.map(async (seen, at) => {
        await seen.page.goto(path)
        await (at < checkedDevices
          ? seen.checkPage(`checkout-${name}`)
          : assertSoundPage(seen, checkout.baseUrl))
      }),
      plain.page.goto(path),
    ])
    const [english, , arabic] = pages.map(({ page }) => page)
    assert.equal(await arabic?.locator('html').getAttribute('dir'), 'rtl')
    if (name !== 'missing') assert.equal(await english?.locator('#status').textContent(), words)
    for (const page of [english, plain.page])
      assert.ok((await page?.title())?.replace('✓ ', '').startsWith(words), await page?.title())
    assert.equal(await plain.page.locator('.requires-js').filter({ visible: true }).count(), 0)
    if (disturbing.has(name)) await checkout.restore()
  })
}

async function openState(name: keyof typeof statusLines): Promise<string> {
  return checkout?.states[name]() ?? assert.fail()
}

test('the QR code is at least 220 px wide, and white around black even in dark mode', { skip }, async (t) => {
  if (!checkout) return
  const path = await checkout.states.waiting()
  for (const device of [phone, desktop]) {
    const { page } = await open(t, { ...device, colorScheme: 'dark' })
    await page.goto(path)
    const box = (await page.evaluate(
      'document.querySelector(".qr-code").getBoundingClientRect().toJSON()',
    )) as {
      width: number
      height: number
    }
    assert.ok(box.width >= 220 && Math.abs(box.width - box.height) < 1, JSON.stringify(box))
    assert.equal(await page.locator('.qr-code rect').getAttribute('fill'), '#fff')
    const painted = await page.evaluate('getComputedStyle(document.querySelector(".qr")).backgroundColor')
    assert.equal(painted, 'rgb(255, 255, 255)')
  }
})

test('at 200% and 400% zoom nothing is wider than the screen', { skip }, async (t) => {
  if (!checkout) return
  const path = await checkout.states.rejected()
  // As a browser zooms: the page gets fewer CSS pixels.
  for (const viewport of [
    { width: 640, height: 400 },
    { width: 320, height: 200 },
  ]) {
    const { page } = await open(t, { ...desktop, viewport, deviceScaleFactor: 2 })
    await page.goto(path)
    await assertFits(page)
  }
})

test("an extremely long name, memo or host doesn't break the layout", { skip }, async (t) => {
  if (!checkout) return
  const endless = 'Donaudampfschiffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)
  const uid = await checkout.create({
    amount: 999_999_999_999.99,
    memo: `${endless}\n\n${endless}`,
    redirect_url: `https://${endless.slice(0, 60)}.${endless.slice(0, 60)}.example/`,
  })
  for (const device of [phone, desktop]) {
    const { page } = await open(t, device)
    await page.goto(`/checkout/${uid}`)
    await assertFits(page)
  }
})
