import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour, minute } from '../../src/kernel/clock.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { addStaff } from '../helpers/staff.ts'

// 2 March, 12:00 in Berlin.
const clock = createManualClock(Date.parse('2026-03-02T11:00:00.000Z'))
const service = await startService(fileScope, { clock, destinations: ['LTC'] })
const shop = await service.anotherMerchant('shop-with-staff', ['LTC'])
await service.accounts.change(shop.email, { name: 'Corner Shop', currency: 'EUR', timeZone: 'Europe/Berlin' })
const [cashier, bookkeeper] = [
  await service.anotherMerchant('cashier', ['LTC']),
  await service.anotherMerchant('bookkeeper', []),
]
const cashierId = await addStaff(service, { accountId: shop.id, memberId: cashier.id, role: 'cashier' })
await addStaff(service, { accountId: shop.id, memberId: bookkeeper.id, role: 'bookkeeper' })
const account = `account=${shop.id}`

const textOf = (page: string): string => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const browserOf = (id: number) => openSignedInBrowser(service, id)
const uidIn = (location: string): string => /till\/(\w+)\?/.exec(location)?.[1] ?? assert.fail(location)

test('a cashier sells for the shop, in its currency, and the audit log names the cashier', async () => {
  const [seller, owner] = [await browserOf(cashier.id), await browserOf(shop.id)]
  const till = await seller.get(`/dashboard/till?${account}`)
  assert.match(textOf(till.text), /Cashier at Corner Shop/)
  assert.match(till.text, /data-currency="EUR"/)
  const uid = uidIn(await seller.submit(`/dashboard/till?${account}`, { amount: '5', register_id: 'till 1' }))
  const invoice = await service.stores.invoices.find(uid)
  assert.deepEqual([invoice?.accountId, invoice?.currency, invoice?.registerId], [shop.id, 'EUR', 'till 1'])
  const sale = await seller.get(`/dashboard/till/${uid}?${account}`)
  assert.match(sale.text, new RegExp(`data-events="/events\\?invoice=${uid}"`))
  const next = await seller.submit(`/dashboard/till/${uid}/cancel?${account}`)
  assert.equal(next, `/dashboard/till?${account}&register_id=till+1`)
  const audit = textOf((await owner.get('/dashboard/settings/audit')).text)
  for (const action of ['Sale created by staff', 'Sale cancelled by staff'])
    assert.match(audit, new RegExp(`${action} Invoice: ${uid} cashier@example\\.com`))
})

test('a cashier sees only today, in the time zone of the account, and can finish a sale after midnight', async () => {
  const early = (await service.createInvoice({ memo: 'early bird' }, { token: shop.token })).invoice.uid
  clock.advance(11 * hour + 50 * minute)
  const late = uidIn(
    await (await browserOf(cashier.id)).submit(`/dashboard/till?${account}`, { amount: '7' }),
  )
  const evening = await browserOf(cashier.id)
  const list = await evening.get(`/dashboard/invoices?${account}`)
  assert.match(textOf(list.text), /Today’s invoices/)
  for (const uid of [early, late]) assert.ok(list.text.includes(`/dashboard/till/${uid}?${account}`))
  for (const forbidden of ['.csv', 'name="q"', '/new"', 'Totals'])
    assert.ok(!list.text.includes(forbidden), forbidden)
  // 00:10 in Berlin, the next day.
  clock.advance(20 * minute)
  const night = await browserOf(cashier.id)
  const empty = await night.get(
    `/dashboard/invoices?${account}&created_from=2026-01-01T00:00:00.000Z&q=bird&cursor=${late}`,
  )
  assert.equal(empty.status, 200)
  for (const uid of [early, late]) assert.ok(!empty.text.includes(`/dashboard/till/${uid}`))
  assert.equal((await night.get(`/dashboard/till/${late}?${account}`)).status, 200)
  assert.equal((await night.get(`/dashboard/till/${early}?${account}`)).status, 404)
  assert.equal((await night.post(`/dashboard/till/${early}/cancel?${account}`)).status, 404)
  clock.advance(hour)
  assert.equal((await (await browserOf(cashier.id)).get(`/dashboard/till/${late}?${account}`)).status, 404)
})

test("no page shows a cashier or bookkeeper a control that the role doesn't allow", async () => {
  const uid = uidIn(await (await browserOf(cashier.id)).submit(`/dashboard/till?${account}`, { amount: '9' }))
  const pages = [
    { id: cashier.id, paths: ['/dashboard/till', `/dashboard/till/${uid}`, '/dashboard/invoices'] },
    { id: bookkeeper.id, paths: ['/dashboard', '/dashboard/invoices', `/dashboard/invoices/${uid}`] },
  ]
  for (const { id, paths } of pages) {
    const browser = await browserOf(id)
    for (const path of paths) {
      const { status, text } = await browser.get(`${path}?${account}`)
      assert.equal(status, 200, path)
      const [main = ''] = /<main[\s\S]*<\/main>/.exec(text) ?? []
      const links = [...main.matchAll(/href="([^"#]*)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
      )
      for (const href of links)
        if (/^\/(dashboard|invoices\.)/.test(href))
          assert.equal((await browser.get(href)).status, 200, `${path}: ${href}`)
      const forms = [...main.matchAll(/method="post" action="([^"]*)"/g)].map(([, action = '']) => action)
      assert.ok(
        forms.every((action) => id === cashier.id && action.startsWith('/dashboard/till')),
        forms.join(),
      )
    }
  }
})

test('a removed cashier cannot finish a sale', async () => {
  const [seller, owner] = [await browserOf(cashier.id), await browserOf(shop.id)]
  const uid = uidIn(await seller.submit(`/dashboard/till?${account}`, { amount: '11' }))
  await owner.submit(`/dashboard/people/staff/${cashierId}/end`)
  assert.equal((await seller.post(`/dashboard/till?${account}`, { amount: '12' })).status, 403)
  assert.equal((await seller.post(`/dashboard/till/${uid}/cancel?${account}`)).status, 403)
  assert.equal((await service.stores.invoices.find(uid))?.status, 'unpaid')
})
