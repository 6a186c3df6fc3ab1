import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { addStaff } from '../helpers/staff.ts'
import { createExceptionHelpers, customerAddress, toUnits } from '../payment-exceptions/exceptions.ts'

const service = await startPaying(fileScope)
const { createInvoice, receive, late, part, only, listExceptions, readInvoice, sendTo } =
  createExceptionHelpers(service)
const browser = await openSignedInBrowser(service, service.merchant.id)
const getPath = (id: string) => `/dashboard/exceptions/${id}`

test('the overview lists open payment exceptions, and a form on the next page resolves each', async () => {
  const { uid, exceptions } = await part(25n)
  const { id = '', amount = '' } = exceptions[0] ?? {}
  const overview = (await browser.get('/dashboard')).text
  assert.match(overview, /Needs attention/)
  assert.match(overview, /Only part of the amount arrived before the invoice closed\./)
  assert.ok(overview.includes(`href="${getPath(id)}"`) && overview.includes(`/dashboard/invoices/${uid}`))
  const page = (await browser.get(getPath(id))).text
  assert.ok(page.includes(`${amount} LTC`))
  // The page explains each action before the button is pressed.
  assert.match(page, /The invoice is marked as paid with the amount received[^<]*<\/p>\s*<form/)
  const location = await browser.submit(getPath(id), { resolution: 'accept' })
  assert.equal(location, `${getPath(id)}?done=resolved`)
  const done = (await browser.get(location)).text
  assert.match(done, /Payment exception resolved\./)
  assert.doesNotMatch(done, /Accept payment/)
  assert.equal((await readInvoice(uid)).status, 'paid')
  assert.ok(!(await browser.get('/dashboard')).text.includes(id))
})

test('the invoice’s page names its payment exceptions and links to them, until they are resolved', async () => {
  const { uid, exceptions } = await part(25n, 30n)
  const path = `/dashboard/invoices/${uid}`
  const page = (await browser.get(path)).text
  for (const { id } of exceptions) assert.ok(page.includes(`href="${getPath(id)}"`), id)
  assert.match(page, /<strong>.*0\.03125 LTC.*<\/strong> · Only part of the amount arrived/)
  assert.match(page, /Payment exception: <bdi dir="ltr">0\.0375 LTC/)
  await browser.submit(getPath(exceptions[0]?.id ?? ''), { resolution: 'accept' })
  assert.doesNotMatch((await browser.get(path)).text, /dashboard\/exceptions/)
})

test('a partly paid invoice shows what arrived and what remains, on its page and at the till', async () => {
  const invoice = await createInvoice()
  await receive(invoice, (invoice.amount * 24n) / 100n)
  const page = (await browser.get(`/dashboard/invoices/${invoice.uid}`)).text
  assert.match(
    page,
    /Received<\/dt><dd><bdi dir="ltr">\$3\.00[\s\S]*Remaining<\/dt><dd><bdi dir="ltr">\$9\.50/,
  )
  assert.match(page, /<h2>Partial payment<\/h2>/)
  assert.match(page, /Payment of <bdi dir="ltr">0\.03 LTC<\/bdi> received/)
  assert.doesNotMatch(page, /payment\.received<|submitted by wallet/)
  const sale = (await browser.get(`/dashboard/till/${invoice.uid}`)).text
  assert.match(sale, /<title>Partly paid: \$9\.50 to go · \$12\.50/)
})

test('a refund is recorded with its txid, and a rejected one has an error at the field', async () => {
  const { exception } = await late(60n)
  const path = getPath(exception.id)
  for (const [txid, sentence] of [
    ['abc', /Enter a transaction ID/],
    ['ab'.repeat(32), /Our node doesn’t know this transaction/],
    [exception.txid, /itself a payment to an invoice/],
  ] as const) {
    const { status, text } = await browser.post(path, { resolution: 'refunded', txid })
    assert.equal(status, 400)
    assert.match(text, sentence)
    assert.ok(text.includes(`value="${txid}"`))
  }
  const outputs = [{ address: customerAddress(), amount: Number(toUnits(exception.amount)) }]
  const { txid } = await sendTo('LTC', outputs)
  await browser.submit(path, { resolution: 'refunded', txid: ` ${txid} ` })
  assert.equal((await only(exception.uid)).status, 'refunded')
  const again = await browser.post(path, { resolution: 'keep', note: 'x' })
  assert.equal(again.status, 400)
  assert.match(again.text, /already resolved/)
})

test('money is kept with a note; the audit log shows each resolution', async () => {
  const { exception } = await late(30n)
  const path = getPath(exception.id)
  const empty = await browser.post(path, { resolution: 'keep', note: ' ' })
  assert.equal(empty.status, 400)
  assert.match(empty.text, /Enter a note of 1 to 500 characters\./)
  await browser.submit(path, { resolution: 'keep', note: 'paid the rest in cash' })
  assert.equal((await listExceptions(exception.uid))[0]?.status, 'kept')
  const audit = (await browser.get('/dashboard/settings/audit')).text
  assert.match(audit, /Payment exception resolved/)
  assert.ok(audit.includes(exception.id))
})

test('another merchant can’t open the page of an exception', async () => {
  const { exception } = await late(30n)
  const stranger = await openSignedInBrowser(service, (await service.anotherMerchant('stranger', [])).id)
  assert.equal((await stranger.get(getPath(exception.id))).status, 404)
  assert.equal((await stranger.post(getPath(exception.id), { resolution: 'accept' })).status, 404)
  assert.equal((await only(exception.uid)).status, 'open')
})

test('a bookkeeper sees what needs attention, without a form; cashiers and viewers don’t', async () => {
  const { exception } = await late(30n)
  const accountId = service.merchant.id
  const path = `${getPath(exception.id)}?account=${accountId}`
  const [bookkeeper, cashier, viewer] = [
    await service.anotherMerchant('books', []),
    await service.anotherMerchant('till', []),
    await service.anotherMerchant('guest', []),
  ]
  await addStaff(service, { accountId, memberId: bookkeeper.id, role: 'bookkeeper' })
  await addStaff(service, { accountId, memberId: cashier.id, role: 'cashier' })
  await browser.submit('/dashboard/people', { email: viewer.email })

  const books = await openSignedInBrowser(service, bookkeeper.id)
  const overview = (await books.get(`/dashboard?account=${accountId}`)).text
  assert.ok(overview.includes(`href="${path}"`))
  const { status, text } = await books.get(path)
  assert.equal(status, 200)
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(text) ?? []
  assert.doesNotMatch(main, /<form|<button/)
  for (const member of [bookkeeper, cashier, viewer]) {
    const theirs = await openSignedInBrowser(service, member.id)
    if (member !== bookkeeper) assert.equal((await theirs.get(path)).status, 404)
    assert.equal((await theirs.post(path, { resolution: 'accept' })).status, 403)
  }
  const guest = await openSignedInBrowser(service, viewer.id)
  assert.doesNotMatch((await guest.get(`/dashboard?account=${accountId}`)).text, /Needs attention/)
  assert.equal((await only(exception.uid)).status, 'open')
})
