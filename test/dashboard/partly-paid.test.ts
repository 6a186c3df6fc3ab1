import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { addStaff } from '../helpers/staff.ts'
import { createTerminal } from '../helpers/terminal.ts'

const service = await startPaying(fileScope)
const { merchant } = service
const payer = createAddressPayer(service)
const { quittance } = createTerminal(service.storage.url)
const cashier = await service.anotherMerchant('cashier', [])
await addStaff(service, { accountId: merchant.id, memberId: cashier.id, role: 'cashier' })
const owner = await openSignedInBrowser(service, merchant.id)
const till = await openSignedInBrowser(service, cashier.id)

const readText = async (path: string, browser = owner): Promise<string> =>
  (await browser.get(path)).text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

async function listInTerminal(): Promise<string> {
  const { out, exit, err } = await quittance(`invoice list --email ${merchant.email}`)
  assert.equal(exit, 0, err)
  return out
}

/** The badges in the rows of a list. */
async function readBadges(path: string, browser = owner): Promise<string[]> {
  const { text } = await browser.get(path)
  return [...text.matchAll(/<span class="badge" data-tone="\w+">([^<]*)/g)].map(([, badge = '']) => badge)
}

const lists = ['/dashboard', '/dashboard/invoices', '/dashboard/invoices?status=unpaid']
const today = `/dashboard/invoices?account=${merchant.id}`

test('an invoice is shown as partly paid wherever its status is, from its first counted payment to its last', async () => {
  const { uid, address, amount } = await payer.createInvoice('LTC')
  for (const list of lists) assert.deepEqual(await readBadges(list), ['Unpaid'], list)
  assert.match(await listInTerminal(), / unpaid /)

  await payer.send('LTC', address, toUnits(amount) / 4n)
  await payer.waitFor(uid, ({ received }) => received !== null)
  for (const list of lists) assert.deepEqual(await readBadges(list), ['Partly paid'], list)
  assert.deepEqual(await readBadges(today, till), ['Partly paid'])
  const { text } = await owner.get(`/dashboard/invoices/${uid}`)
  assert.match(text, /<title>\$12\.50 · Partly paid/)
  assert.match(text, /data-live="heading" data-announce="Partly paid"/)
  assert.match(await listInTerminal(), / partly paid +12\.5 USD /)
  const { json } = await quittance(`invoice list --email ${merchant.email} --status unpaid --json`)
  assert.deepEqual(
    Object(json).invoices.map(({ invoice }: { invoice: { status: string } }) => invoice.status),
    ['unpaid'],
  )

  await payer.send('LTC', address, toUnits(amount) - toUnits(amount) / 4n)
  await payer.waitFor(uid, ({ status }) => status === 'paid')
  assert.deepEqual(await readBadges('/dashboard/invoices'), ['Paid'])
  assert.match(await listInTerminal(), / paid +12\.5 USD /)
})

test('an invoice that ended with a part of its amount is shown as cancelled, not as partly paid', async () => {
  const { uid, address, amount } = await payer.createInvoice('LTC', { memo: 'abandoned order' })
  await payer.send('LTC', address, toUnits(amount) / 2n)
  await payer.waitFor(uid, ({ received }) => received !== null)
  assert.equal((await service.request(`/invoices/${uid}`, { method: 'DELETE' })).status, 200)
  assert.deepEqual(await readBadges('/dashboard/invoices?q=abandoned'), ['Cancelled'])
  assert.match(await readText(`/dashboard/invoices/${uid}`), /Received \$6\.25/)
  assert.match(await listInTerminal(), / cancelled +12\.5 USD /)
})
