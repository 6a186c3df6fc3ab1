import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Language } from '../../src/platform/web/language.ts'
import { openSignedInBrowser, type TestBrowser } from '../helpers/browser.ts'
import type { TestScope } from '../helpers/databases.ts'
import type { Merchant, Service } from '../helpers/service.ts'
import { openPage, type Watched } from './browser.ts'

/** How someone sees our pages: screen size, colour scheme, the browser's language, with or without scripts. */
export interface Device extends BrowserContextOptions {
  readonly name: string
  readonly locale: Language
}

export const desktop: Device = {
  name: 'light-1280',
  locale: 'en',
  colorScheme: 'light',
  viewport: { width: 1280, height: 860 },
}
export const phone: Device = {
  name: 'dark-320',
  locale: 'en',
  colorScheme: 'dark',
  viewport: { width: 320, height: 640 },
  hasTouch: true,
}
export const desktopWithoutScripts: Device = {
  ...desktop,
  name: 'dark-1280-plain',
  colorScheme: 'dark',
  javaScriptEnabled: false,
}
export const phoneWithoutScripts: Device = {
  ...phone,
  name: 'light-320-plain',
  colorScheme: 'light',
  javaScriptEnabled: false,
}

/** The combinations for pages: both themes at both widths, every language, and right to left, but not the full matrix. */
export const devices: readonly Device[] = [
  desktop,
  phone,
  { ...desktop, name: 'ar-dark-1280', locale: 'ar', colorScheme: 'dark' },
  { ...phone, name: 'ar-light-320', locale: 'ar', colorScheme: 'light' },
  { ...phone, name: 'de-light-320', locale: 'de', colorScheme: 'light' },
]

/** With `SCREENSHOTS=<folder>` a screenshot of each checked page is saved there. */
export const screenshotFolder = process.env.SCREENSHOTS

export interface OpenedPage extends Watched {
  /** Checks that the open page works and is accessible. */
  readonly checkPage: (name: string) => Promise<void>
}

/** A page in that look. Its URLs can be relative to `baseURL`, the only host it may request. */
export async function openOnDevice(
  t: TestScope,
  browser: Browser,
  { name, baseURL = '', ...options }: Device,
): Promise<OpenedPage> {
  const watched = await openPage(t, browser, { ...options, baseURL, reducedMotion: 'reduce' })
  return { ...watched, checkPage }

  async function checkPage(place: string): Promise<void> {
    await assertSoundPage(watched, baseURL)
    // axe needs scripts, so it skips pages without them.
    if (options.javaScriptEnabled !== false) await assertAccessible(watched)
    if (screenshotFolder)
      await watched.page.screenshot({ path: `${screenshotFolder}/${place}-${name}.png`, fullPage: true })
  }
}

/** Opens pages of that service; both are null if the file is skipped. */
export function createPageOpener(service: Service | null, browser: Browser | null) {
  return { open, openSignedIn }

  async function open(t: TestScope, device: Device): Promise<OpenedPage> {
    if (!service || !browser) assert.fail()
    return openOnDevice(t, browser, { ...device, baseURL: service.baseUrl })
  }

  /** A page on which that account is signed in; `forms` is the same session without a page. */
  async function openSignedIn(
    t: TestScope,
    { id }: Pick<Merchant, 'id'>,
    device: Device = desktop,
  ): Promise<OpenedPage & { readonly forms: TestBrowser }> {
    if (!service) assert.fail()
    const seen = await open(t, device)
    const forms = await openSignedInBrowser(service, id)
    const value = forms.jar.get('session') ?? assert.fail()
    await seen.context.addCookies([{ name: 'session', value, url: service.baseUrl }])
    return { ...seen, forms }
  }
}

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

/** axe finds nothing serious on the page. */
export async function assertAccessible({ page }: Pick<Watched, 'page'>): Promise<void> {
  // Evaluated through the debugger, because the page's policy blocks such a script.
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(rules)}).then((each) => each.violations)`,
  )) as Finding[]
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(({ id, nodes }) => [
      id,
      nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]),
    [],
  )
}

/** Every page of ours must be like this: no errors, no sideways scrolling, no requests to others. */
export async function assertSoundPage(
  { page, faults, requestedUrls }: Watched,
  baseUrl: string,
): Promise<void> {
  await assertFits(page)
  assert.deepEqual(faults, [])
  assert.deepEqual(
    requestedUrls.filter((url) => !url.startsWith(`${baseUrl}/`)),
    [],
  )
}

/** Nothing is wider than the screen, and no text is cut off or sticks out of its box. */
export async function assertFits(page: Watched['page']): Promise<void> {
  // A click only waits for the next page, not for its stylesheets.
  await page.waitForLoadState('load')
  const { beyond, cut } = (await page.evaluate(measure)) as { beyond: number; cut: readonly string[] }
  assert.ok(beyond <= 0, `the page is ${beyond} px wider than the screen`)
  assert.deepEqual(cut, [])
}

/** Runs in the page. Text may only be outside of its box if that box scrolls, shows an ellipsis or is visually hidden. */
const measure = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement
  const allowsOverflow = (element) => {
    if (!element) return false
    const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
    return /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || clipPath !== 'none' ||
      allowsOverflow(element.parentElement)
  }
  const cut = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (!data.trim() || !parentElement.checkVisibility()) continue
    range.selectNodeContents(walker.currentNode)
    const { left, right, width } = range.getBoundingClientRect()
    const box = parentElement.closest('.card, .sheet, .table, .empty, .notice')?.getBoundingClientRect()
    const isInside = left >= (box?.left ?? 0) - 1 && right <= (box?.right ?? clientWidth) + 1
    if (width > 0 && !isInside && !allowsOverflow(parentElement)) cut.push(data.trim().slice(0, 80))
  }
  return { beyond: scrollWidth - clientWidth, cut }
})()`
