import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeFile } from '../helpers/databases.ts'
import { looksAlike, openBrowser } from './browser.ts'
import { assertFits, assertSoundPage, createPageOpener, desk, looks, phone, plainPhone } from './looks.ts'
import { type Scenes, startScenes } from './scenes.ts'

const skip = looksAlike
const scenes = skip ? null : await startScenes(wholeFile)
const { open } = createPageOpener(scenes, skip ? null : await openBrowser(wholeFile))

/** The status line of each scene. */
const statusLines: Readonly<Record<keyof Scenes['scenes'], string>> = {
  choose: 'Waiting for payment',
  waiting: 'Waiting for payment',
  unavailable: 'Waiting for payment',
  ending: 'Price expires soon',
  refused: 'Payment not accepted',
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
const checkedLooks = 3

/** One page per look for all states in sequence, so that assets are loaded once. */
const pages = skip ? [] : await Promise.all(looks.map((look) => open(wholeFile, look)))
const plain = skip ? null : await open(wholeFile, plainPhone)

for (const [name, words] of Object.entries(statusLines)) {
  test(`${name}: light and dark, 320 and 1280 px, left and right to left, without serious findings`, {
    skip,
  }, async () => {
    if (!scenes || !plain) return
    const path = await openState(name as keyof typeof statusLines)
    await Promise.all([
      ...pages.map(async (seen, at) => {
        await seen.page.goto(path)
        await (at < checkedLooks ? seen.look(`checkout-${name}`) : assertSoundPage(seen, scenes.baseUrl))
      }),
      plain.page.goto(path),
    ])
    const [english, , arabic] = pages.map(({ page }) => page)
    assert.equal(await arabic?.locator('html').getAttribute('dir'), 'rtl')
    if (name !== 'missing') assert.equal(await english?.locator('#status').textContent(), words)
    for (const page of [english, plain.page])
      assert.ok((await page?.title())?.replace('✓ ', '').startsWith(words), await page?.title())
    assert.equal(await plain.page.locator('.scripted').filter({ visible: true }).count(), 0)
    if (disturbing.has(name)) await scenes.restore()
  })
}

async function openState(name: keyof typeof statusLines): Promise<string> {
  return scenes?.scenes[name]() ?? assert.fail()
}

test('the QR code is at least 220 px wide, and white around black even in dark mode', { skip }, async (t) => {
  if (!scenes) return
  const path = await scenes.scenes.waiting()
  for (const look of [phone, desk]) {
    const { page } = await open(t, { ...look, colorScheme: 'dark' })
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

test('at 200 % and 400 % zoom nothing is wider than the screen', { skip }, async (t) => {
  if (!scenes) return
  const path = await scenes.scenes.refused()
  // As a browser zooms: the page gets fewer CSS pixels.
  for (const viewport of [
    { width: 640, height: 400 },
    { width: 320, height: 200 },
  ]) {
    const { page } = await open(t, { ...desk, viewport, deviceScaleFactor: 2 })
    await page.goto(path)
    await assertFits(page)
  }
})

test('a name, memo or host of endless length breaks nothing', { skip }, async (t) => {
  if (!scenes) return
  const endless = 'Donaudampfschiffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)
  const uid = await scenes.create({
    amount: 999_999_999_999.99,
    memo: `${endless}\n\n${endless}`,
    redirect_url: `https://${endless.slice(0, 60)}.${endless.slice(0, 60)}.example/`,
  })
  for (const look of [phone, desk]) {
    const { page } = await open(t, look)
    await page.goto(`/checkout/${uid}`)
    await assertFits(page)
  }
})
