import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { addCleanup, type TestScope, testedKind } from '../helpers/databases.ts'

/**
 * The headless shell takes half of the processor time of a browser with windows. Debian's `/usr/bin/chromium` is a script that turns on
 * extensions and GPU rasterisation, which without a GPU take a third of the processor time.
 */
const defaultPlaces = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const { CHROMIUM: named } = process.env
const program = (named === undefined ? defaultPlaces : [named]).find((path) => existsSync(path))

/** For `skip:` of a test that looks at a page. */
export const needsChromium: false | string = program === undefined && 'needs chromium (or CHROMIUM, its path)'

/** The same for tests of how pages look. Queries are tested on both databases without a browser (`test/dashboard`, `test/checkout`). */
export const skipOnPostgres: false | string =
  needsChromium || (testedKind === 'postgres' && 'pages look the same on both databases')

/** Timeout for waiting on a page: far longer than anything takes, even on a busy machine. */
export const pageTimeout = { timeout: 240_000 } as const

/** One browser for the tests of a file, closed after the last of them. */
export async function openBrowser(t: TestScope): Promise<Browser> {
  const browser = await chromium.launch({
    ...(program !== undefined && { executablePath: program }),
    ...pageTimeout,
    // Chromium's sandbox doesn't work as root, and only our pages are opened.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  })
  addCleanup(t, () => browser.close())
  return browser
}

/** Everything that a page did wrong while it was open. */
export interface Watched {
  readonly page: Page
  readonly context: BrowserContext
  /** Script errors, and everything that the Content-Security-Policy blocked. */
  readonly faults: readonly string[]
  /** The URL of every request. */
  readonly requestedUrls: readonly string[]
}

const screen = { width: 1280, height: 900 }

/** A new page in that browser, closed after the test. */
export async function openPage(
  t: TestScope,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: screen, locale: 'en', timezoneId: 'UTC', ...options })
  context.setDefaultTimeout(pageTimeout.timeout)
  addCleanup(t, () => context.close())
  const page = await context.newPage()
  const faults: string[] = []
  const requestedUrls: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    // Requests of a page that is offline on purpose fail, and Chromium logs every 404.
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text()))
      faults.push(message.text())
  })
  page.on('request', (request) => requestedUrls.push(request.url()))
  return { page, context, faults, requestedUrls }
}
