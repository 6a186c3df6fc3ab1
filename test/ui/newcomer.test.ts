import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { createDatabaseUrl } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { needsChromium, openBrowser, pageTimeout } from './browser.ts'
import { type Device, desktop, type OpenedPage, openOnDevice, phone } from './pages.ts'

const run = promisify(execFile)
const skip = needsChromium
const password = 'lantern under the stairs'

test('a newcomer signs up, is paid by curl and at the till, and invites a colleague, who can view and export', {
  skip,
}, async (t) => {
  const port = await freePort()
  const { baseUrl } = await startProcess(t, { url: await createDatabaseUrl(t), port })
  const chromium = await openBrowser(t)
  const open = (device: Device): Promise<OpenedPage> =>
    openOnDevice(t, chromium, { ...device, baseURL: baseUrl })

  const shop = await enter('shop@lantern.example')
  await shop.checkPage('newcomer-first-steps')
  await setDestinations(shop)
  const token = await makeToken(shop)

  // The command exactly as the page shows it.
  const invoice = JSON.parse(await shell(token.command)).invoice
  assert.equal(invoice.status, 'unpaid')
  await shop.page.goto(`/dashboard/invoices/${invoice.uid}`)
  await shop.checkPage('newcomer-invoice-unpaid')
  await shop.page.evaluate('window.mark = true')
  await payAtCheckout(invoice.uid)
  await shop.page.locator('.headline .badge[data-tone="good"]', { hasText: 'Paid' }).waitFor(pageTimeout)
  assert.equal(await shop.page.evaluate('window.mark'), true)
  await shop.checkPage('newcomer-invoice-paid')

  const sold = await sellAtTill()
  await shop.page.goto('/dashboard')
  await shop.page.getByText('$12.50').first().waitFor(pageTimeout)
  await shop.checkPage('newcomer-overview-paid')

  await lookOnAsColleague([invoice.uid, sold])

  /** A new account, signed in. */
  async function enter(email: string): Promise<OpenedPage> {
    const seen = await open(desktop)
    const { page } = seen
    await page.goto('/')
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('/dashboard')
    return seen
  }

  /** As without a wallet in the sandbox: test keys, confirmed with the password. */
  async function setDestinations({ page, checkPage }: OpenedPage): Promise<void> {
    await page.getByRole('link', { name: 'Add a payout wallet' }).click()
    await checkPage('newcomer-destinations')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Use test keys for all coins' }).click()
    await page.getByRole('status').getByText('Test keys added for all coins').waitFor(pageTimeout)
  }

  async function makeToken({ page, checkPage }: OpenedPage): Promise<{ command: string }> {
    await page.goto('/dashboard/settings/tokens')
    await page.getByRole('link', { name: 'Create token' }).first().click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create token' }).click()
    await checkPage('newcomer-token')
    return { command: (await page.locator('.command').textContent()) ?? '' }
  }

  async function payAtCheckout(uid: string): Promise<void> {
    const { page, context } = await open(phone)
    await page.goto(`/checkout/${uid}`)
    await page.locator('.sandbox button[value="exact"]').click()
    await page.locator('#panel[data-state="paid"], #panel[data-state="confirming"]').waitFor(pageTimeout)
    await context.close()
  }

  /** On a phone at the counter; returns the uid of the sale. */
  async function sellAtTill(): Promise<string> {
    const till = await open(phone)
    await till.context.addCookies(await shop.context.cookies())
    const { page } = till
    await page.goto('/dashboard/till?register_id=7')
    for (const key of ['1', '2', 'separator', '5', '0']) await page.locator(`[data-key="${key}"]`).tap()
    await till.checkPage('newcomer-till')
    await page.getByRole('button', { name: 'Create invoice' }).tap()
    await page.locator('.sale[data-state="waiting"]').waitFor(pageTimeout)
    await till.checkPage('newcomer-till-waiting')
    const uid = /[0-9a-z]{36}/.exec(page.url())?.[0] ?? assert.fail(page.url())
    await payAtCheckout(uid)
    await page.locator('.sale[data-state="paid"]').waitFor(pageTimeout)
    await till.checkPage('newcomer-till-paid')
    await till.context.close()
    return uid
  }

  async function lookOnAsColleague(uids: readonly string[]): Promise<void> {
    const colleague = await enter('books@lantern.example')
    const { page } = colleague
    await shop.page.goto('/dashboard/people')
    await shop.page.getByLabel('Email').fill('books@lantern.example')
    await shop.page.getByRole('button', { name: 'Grant access' }).click()
    await shop.checkPage('newcomer-people')

    await page.goto('/dashboard/people')
    await page.getByRole('link', { name: 'Open account' }).click()
    await page.getByText('Read-only: shop@lantern.example').waitFor(pageTimeout)
    await colleague.checkPage('newcomer-read-only')
    await page.locator('.nav-links').first().getByRole('link', { name: 'Invoices' }).click()
    await page.getByText('Read-only: shop@lantern.example').waitFor(pageTimeout)
    await colleague.checkPage('newcomer-read-only-invoices')
    assert.equal(await page.locator('main form[method="post"]').count(), 0)
    const exported = await download(page)
    for (const uid of uids) assert.ok(exported.includes(uid))
  }
})

/** Runs a command as a person does in a terminal. */
async function shell(command: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', command])
  return stdout
}

/** The list on the page, as CSV. */
async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download', pageTimeout),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}
