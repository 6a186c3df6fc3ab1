import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { newDatabaseUrl } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { needsChromium, openBrowser, openPage, type Watched } from './browser.ts'
import { assertAccessible, assertSoundPage } from './look.ts'

const run = promisify(execFile)
const skip = needsChromium
const password = 'lantern under the stairs'
const patient = { timeout: 30_000 }
/** With `LOOK=<folder>` each page is also kept as a picture, to be looked at. */
const folder = process.env.LOOK

const desk = { viewport: { width: 1280, height: 860 }, colorScheme: 'light' } as const
const phone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark', hasTouch: true } as const

test('a newcomer signs up, is paid by curl and by keypad, and lets a colleague look, who sees it read-only and exports it', {
  skip,
}, async (t) => {
  const port = await freePort()
  const { baseUrl } = await startProcess(t, { url: await newDatabaseUrl(t), port })
  const chromium = await openBrowser(t)

  const shop = await enter(t, 'shop@lantern.example', desk)
  await atDashboard(shop, 'first-steps')
  await setDestination(shop, 'Litecoin')
  const token = await makeToken(shop)

  // The command that the page shows, as it stands.
  const invoice = JSON.parse(await shell(token.command)).invoice
  assert.equal(invoice.status, 'unpaid')
  await shop.page.goto(`${baseUrl}/dashboard/invoices/${invoice.uid}`)
  await look(shop, 'invoice-unpaid')
  await shop.page.evaluate('window.mark = true')
  await payAtCheckout(invoice.uid)
  await shop.page.locator('.headline .badge[data-tone="good"]', { hasText: 'Paid' }).waitFor(patient)
  assert.equal(await shop.page.evaluate('window.mark'), true)
  await look(shop, 'invoice-paid')

  const sold = await sellAtTill()
  await shop.page.goto(`${baseUrl}/dashboard`)
  await shop.page.getByText('$12.50').first().waitFor(patient)
  await look(shop, 'overview-paid')

  await lookOnAsColleague([invoice.uid, sold])

  /** A new account, signed in. */
  async function enter(t: TestContext, email: string, options: BrowserContextOptions): Promise<Watched> {
    const watched = await openPage(t, chromium, {
      ...options,
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    const { page } = watched
    await page.goto(`${baseUrl}/`)
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${baseUrl}/dashboard`)
    return watched
  }

  async function atDashboard(watched: Watched, name: string): Promise<void> {
    await watched.page.waitForURL(`${baseUrl}/dashboard`)
    await look(watched, name)
  }

  /** As somebody without a wallet does on the sandbox: a key for trying, compared, confirmed with the password. */
  async function setDestination({ page, ...watched }: Watched, coin: string): Promise<void> {
    await page.getByRole('link', { name: 'Say where the money goes' }).click()
    await look({ page, ...watched }, 'destinations')
    await page.getByRole('link', { name: `Set up: ${coin}` }).click()
    await page.getByRole('link', { name: 'Take a key for trying' }).click()
    await page.getByRole('button', { name: 'Show the addresses' }).click()
    await look({ page, ...watched }, 'destination-compared')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'They are the same: use it' }).click()
    await page.getByRole('status').getByText(`${coin} goes to this destination`).waitFor(patient)
  }

  async function makeToken(watched: Watched): Promise<{ command: string }> {
    const { page } = watched
    await page.goto(`${baseUrl}/dashboard/settings/tokens`)
    await page.getByRole('link', { name: 'Create token' }).first().click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create token' }).click()
    await look(watched, 'token')
    return { command: (await page.locator('.command').textContent()) ?? '' }
  }

  async function payAtCheckout(uid: string): Promise<void> {
    const { page, context } = await openPage(t, chromium, { ...phone, reducedMotion: 'reduce' })
    await page.goto(`${baseUrl}/checkout/${uid}`)
    await page.locator('.sandbox button[value="exact"]').click()
    await page.locator('#panel[data-state="paid"], #panel[data-state="confirming"]').waitFor(patient)
    await context.close()
  }

  /** On a phone at the counter; the uid of what was sold. */
  async function sellAtTill(): Promise<string> {
    const till = await openPage(t, chromium, { ...phone, reducedMotion: 'reduce' })
    await till.context.addCookies(await shop.context.cookies())
    const { page } = till
    await page.goto(`${baseUrl}/dashboard/till?register_id=7`)
    for (const key of ['1', '2', 'sign', '5', '0']) await page.locator(`[data-key="${key}"]`).tap()
    await look(till, 'till')
    await page.getByRole('button', { name: 'Create invoice' }).tap()
    await page.locator('.sale[data-state="waiting"]').waitFor(patient)
    await look(till, 'till-waiting')
    const uid = /[0-9a-z]{36}/.exec(page.url())?.[0] ?? assert.fail(page.url())
    await payAtCheckout(uid)
    await page.locator('.sale[data-state="paid"]').waitFor(patient)
    await look(till, 'till-paid')
    await till.context.close()
    return uid
  }

  async function lookOnAsColleague(uids: readonly string[]): Promise<void> {
    const colleague = await enter(t, 'books@lantern.example', desk)
    const { page } = colleague
    await shop.page.goto(`${baseUrl}/dashboard/people`)
    await shop.page.getByLabel('Email').fill('books@lantern.example')
    await shop.page.getByRole('button', { name: 'Grant access' }).click()
    await look(shop, 'people')

    await page.goto(`${baseUrl}/dashboard/people`)
    await page.getByRole('link', { name: 'Open' }).click()
    await page.getByText('Read only: shop@lantern.example').waitFor(patient)
    await look(colleague, 'read-only')
    await page.locator('.places').first().getByRole('link', { name: 'Invoices' }).click()
    await page.getByText('Read only: shop@lantern.example').waitFor(patient)
    await look(colleague, 'read-only-invoices')
    assert.equal(await page.locator('main form[method="post"]').count(), 0)
    const exported = await download(page)
    for (const uid of uids) assert.ok(exported.includes(uid))
  }

  async function look(watched: Watched, name: string): Promise<void> {
    await assertSoundPage(watched, baseUrl)
    await assertAccessible(watched)
    if (folder) await watched.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  }
})

/** What a person runs in a terminal. */
async function shell(command: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', command])
  return stdout
}

/** The list on the page, as CSV. */
async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download', patient),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}
