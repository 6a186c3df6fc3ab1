import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../src/accounts/password.ts'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import { hour, minute, second } from '../../src/kernel/clock.ts'
import { createAttemptLimits, createRecipientKey } from '../../src/sessions/attempt-limits.ts'
import { createAddressPayer, toUnits } from '../helpers/any-wallet.ts'
import { openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { createShiftedClock } from '../helpers/shifted-clock.ts'
import { startSmtpServer } from '../helpers/smtp-server.ts'
import { until } from '../helpers/until.ts'
import { createExceptionHelpers } from '../payment-exceptions/exceptions.ts'

const smtp = await startSmtpServer(fileScope)
const clock = createShiftedClock()
const service = await startPaying(fileScope, {
  clock,
  destinations: ['LTC', 'DOGE'],
  settings: { SMTP_URL: smtp.url },
})
const { accounts, merchant, stores } = service
const { createInvoice, send, waitFor } = createAddressPayer(service)
const { late, resolve } = createExceptionHelpers(service)
await accounts.change(merchant.email, { name: 'Corner Bakery', sendsReceiptEmails: true })
let buyers = 0
const newBuyer = () => `buyer${++buyers}@example.com`

const emailsTo = (address: string) => smtp.emails.filter(({ to }) => to.includes(address))

async function createOrder(buyerEmail: unknown, more: object = {}) {
  const bill = await service.createBill('LTC', { metadata: { buyerEmail }, ...more })
  return { ...bill, wallet: await service.payer('LTC') }
}

async function payOrder(buyerEmail: unknown, more: object = {}) {
  const { wallet, ...bill } = await createOrder(buyerEmail, more)
  const signed = wallet.pay(bill)
  service.assertAccepted(await service.submit(bill, signed), [signed])
  return { ...bill, ...signed }
}

/** Waits until the emails about everything before are requested. */
async function collected(): Promise<void> {
  const { lastWritten } = await stores.log.getBounds()
  await until(async () => (await stores.paymentEmails.readPosition()) >= lastWritten)
}

/** Waits until all due emails are sent. */
async function sent(): Promise<void> {
  await collected()
  const due = () =>
    service.database.read.query
      .selectFrom('payment_emails')
      // Also those that are being sent.
      .where('due_at', '<=', new Date(clock.now() + 2 * minute).toISOString())
      .select('kind')
      .execute()
  await until(async () => (await due()).length === 0)
}

test('the buyer of a paid invoice gets one receipt, with the amount, the payment and a link', async () => {
  const buyer = newBuyer()
  const { uid, txid } = await payOrder(buyer)
  const { subject, text } = await smtp.nextTo(buyer)
  assert.equal(subject, 'Receipt from Corner Bakery')
  assert.match(text, /Paid to: Corner Bakery\nAmount: \$12\.50\nPaid with: Litecoin, [\d.]+ LTC\n/)
  for (const each of [txid, `Reference: ${uid}`, `${service.config.baseUrl}/checkout/${uid}`])
    assert.ok(text.includes(each), text)
  await service.mine('LTC')
  await service.waitUntilFollowed('LTC')
  await sent()
  assert.equal(emailsTo(buyer).length, 1)
})

test('a receipt lists each payment of an invoice that was paid in parts', async () => {
  const buyer = newBuyer()
  const { uid, address, amount } = await createInvoice('LTC', { metadata: { buyerEmail: buyer } })
  const half = toUnits(amount) / 2n
  const first = await send('LTC', address, half)
  const second = await send('LTC', address, toUnits(amount) - half)
  await waitFor(uid, ({ status }) => status === 'paid')
  const { text } = await smtp.nextTo(buyer)
  for (const txid of [first, second]) assert.ok(text.includes(`Transaction: ${txid}`), text)
})

test('no receipt is sent for an unpaid invoice, without an address, or if the text is not a single address', async () => {
  const [unpaid, other] = [newBuyer(), newBuyer()]
  await createOrder(unpaid)
  const before = smtp.emails.length
  for (const each of [
    '',
    7,
    { email: other },
    `${other}, ${other}`,
    `Buyer <${other}>`,
    `${other}\r\nBcc: ${other}`,
  ])
    await payOrder(each)
  await sent()
  assert.equal(smtp.emails.length, before)
})

test('a receipt does not contain the name of a shop that looks like a link', async () => {
  const buyer = newBuyer()
  await accounts.change(merchant.email, { name: 'evil.example' })
  await payOrder(buyer)
  const { subject, text } = await smtp.nextTo(buyer)
  assert.equal(subject, 'Your receipt')
  assert.ok(!text.includes('evil.example'))
  await accounts.change(merchant.email, { name: 'Corner Bakery' })
})

test('emails are in the language in which the owner last signed in', async () => {
  const password = 'correct horse battery staple'
  const hash = await hashPassword(password)
  await service.database.transact((sql) => createStores(sql).credentials.setPassword(merchant.id, hash))
  const signIn = (language: string) =>
    openBrowser(service, { 'accept-language': language }).signIn(merchant.email, password)
  await signIn('de')
  const buyer = newBuyer()
  await payOrder(buyer)
  assert.equal((await smtp.nextTo(buyer)).subject, 'Beleg von Corner Bakery')
  await signIn('en')
})

test('an account that turned receipts off sends none', async () => {
  await accounts.change(merchant.email, { sendsReceiptEmails: false })
  const buyer = newBuyer()
  await payOrder(buyer)
  await sent()
  await accounts.change(merchant.email, { sendsReceiptEmails: true })
  assert.equal(emailsTo(buyer).length, 0)
})

test('a receipt that the mail server temporarily rejects is sent later', async () => {
  const buyer = newBuyer()
  smtp.behave('refuses')
  const { uid } = await payOrder(buyer)
  await until(async () => (await readReceipt(uid))?.isWaiting === true)
  smtp.behave('takes')
  clock.advance(1 * minute + 1 * second)
  await smtp.nextTo(buyer)
  await sent()
  assert.deepEqual(await readReceipt(uid), { attempts: 0, isWaiting: false })
})

/** The receipt of an invoice, and whether it waits for another attempt. */
async function readReceipt(uid: string) {
  const { query } = service.database.read
  const rows = query.selectFrom('payment_emails').where('invoice_uid', '=', uid)
  const row = await rows.select(['attempts', 'due_at']).executeTakeFirst()
  if (!row) return null
  const { attempts, due_at } = row
  // While it is being sent, it is due in two minutes.
  return {
    attempts,
    isWaiting: due_at !== null && Date.parse(due_at) < clock.now() + 1 * minute && attempts === 1,
  }
}

test('the owner gets one email about payments that need attention, and the next one after an hour', async () => {
  await late(100n)
  await late(100n)
  await collected()
  clock.advance(1 * minute + 1 * second)
  const { subject, text } = await smtp.nextTo(merchant.email)
  assert.equal(subject, 'Payments need your attention')
  assert.equal(text.match(/LTC: This payment arrived after the invoice closed\./g)?.length, 2)
  assert.match(text, /\/dashboard\/exceptions\/\w+/)

  await late(100n)
  await collected()
  clock.advance(2 * minute)
  await sent()
  assert.equal(emailsTo(merchant.email).length, 1)
  clock.advance(1 * hour)
  assert.equal((await smtp.nextTo(merchant.email, 2)).subject, subject)
})

test('payments that are resolved before the email is due cause none', async () => {
  const before = emailsTo(merchant.email).length
  const { exception } = await late(100n)
  await collected()
  const { status } = await resolve(exception.id, { resolution: 'keep', note: 'a gift' })
  assert.equal(status, 200)
  clock.advance(2 * hour)
  await sent()
  assert.equal(emailsTo(merchant.email).length, before)
})

test('an account that turned these emails off gets none', async () => {
  const before = emailsTo(merchant.email).length
  await late(100n)
  await collected()
  await accounts.change(merchant.email, { sendsExceptionEmails: false })
  await late(100n)
  await collected()
  clock.advance(2 * hour)
  await sent()
  assert.equal(emailsTo(merchant.email).length, before)
  await accounts.change(merchant.email, { sendsExceptionEmails: true })
})

test('one address gets at most 20 receipts an hour, whatever its tag, and the 21st is not sent later', async () => {
  const buyer = newBuyer()
  const { consume } = createAttemptLimits(createTransact(service.database), clock)
  for (let index = 0; index < 19; index++) await consume([createRecipientKey('receipt_email', buyer)])
  await payOrder(buyer)
  await smtp.nextTo(buyer)
  const tagged = buyer.replace('@', '+tag@')
  await payOrder(tagged)
  await sent()
  clock.advance(2 * hour)
  await sent()
  assert.equal(emailsTo(tagged).length, 0)
  await payOrder(tagged)
  await smtp.nextTo(tagged)
})
