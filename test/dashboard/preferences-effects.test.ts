import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountChange } from '../../src/accounts/account-change.ts'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import { formatDecimal } from '../../src/kernel/money.ts'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { type Bill, startPaying } from '../helpers/paying.ts'
import { assertRejected, deriveXpub } from '../helpers/service.ts'

const clock = createManualClock(Date.UTC(2026, 2, 1, 12))
const service = await startPaying(fileScope, { clock, destinations: ['BTC', 'LTC', 'DOGE'] })
const { createInvoice, getInvoice, paymentRequest, stores, merchant } = service
const { mine, waitUntilFollowed, listEvents, payer, submit } = service

const prefer = (change: AccountChange) => service.accounts.change(merchant.email, change)
const nothing = { coins: null, holdSeconds: null, confirmations: {} }

const offeredBy = (shown: Awaited<ReturnType<typeof createInvoice>>) =>
  shown.payment_options.map(({ currency }) => currency)
const readQuote = async (uid: string) => ((await stores.invoices.find(uid)) ?? assert.fail()).quote

test("coins: a new invoice offers the account's coins in its order, in the API, the wallet’s list and on the checkout", async () => {
  await prefer({ ...nothing, coins: ['DOGE', 'BTC'] })
  const shown = await createInvoice()
  const { uid } = shown.invoice
  assert.deepEqual(offeredBy(shown), ['DOGE', 'BTC'])
  assert.deepEqual(offeredBy(await getInvoice(uid)), ['DOGE', 'BTC'])

  const headers = { accept: 'application/payment-options' }
  const list = await service.request(`/r/${uid}`, { token: null, headers })
  assert.equal(list.status, 200, list.text)
  assert.ok(list.text.indexOf('DOGE') < list.text.indexOf('BTC'))
  assert.equal(list.text.includes('"LTC"'), false)

  const { text } = await service.request(`/checkout/${uid}`, { token: null })
  assert.ok(text.indexOf('coin=DOGE') < text.indexOf('coin=BTC'))
  // Coins that the shop doesn't offer are not listed as unavailable either.
  assert.equal(text.includes('Litecoin'), false)
})

test("coins: an existing invoice keeps its quote until it expires; the next quote offers the account's current coins", async () => {
  await prefer(nothing)
  const shown = await createInvoice()
  const { uid } = shown.invoice
  assert.deepEqual(offeredBy(shown), ['BTC', 'LTC', 'DOGE'])
  await prefer({ coins: ['LTC'] })
  assert.deepEqual(offeredBy(await getInvoice(uid)), ['BTC', 'LTC', 'DOGE'])
  clock.advance(15 * minute)
  assert.deepEqual(offeredBy(await getInvoice(uid)), ['LTC'])
})

test('coins: a coin whose address a wallet has received stays on the invoice, after the offered ones', async () => {
  await prefer(nothing)
  const { uid } = (await createInvoice()).invoice
  const { outputs } = await paymentRequest(uid, 'BTC')
  await prefer({ coins: ['DOGE', 'LTC'] })
  clock.advance(15 * minute)
  assert.deepEqual(offeredBy(await getInvoice(uid)), ['DOGE', 'LTC', 'BTC'])
  assert.equal((await paymentRequest(uid, 'BTC')).outputs[0]?.address, outputs[0]?.address)
})

test('coins: without a destination for any offered coin no invoice is created', async () => {
  await prefer({ ...nothing, coins: ['BSV'] })
  const reply = await service.request('/invoices', { method: 'POST', body: { amount: 5, currency: 'USD' } })
  assertRejected(reply, 400, 'no_payment_option')
  await service.accounts.setDestination(merchant.email, 'BSV', { xpub: deriveXpub('shop', 'BSV') })
  assert.deepEqual(offeredBy(await createInvoice()), ['BSV'])
  await prefer(nothing)
})

test("price validity: new invoices and new quotes use the account's setting", async () => {
  await prefer({ ...nothing, holdSeconds: 300 })
  const { uid } = (await createInvoice()).invoice
  const first = await readQuote(uid)
  assert.equal(first.expiresAt - first.quotedAt, 5 * minute)
  const template = await paymentRequest(uid, 'LTC')
  assert.equal(Date.parse(template.expires), first.expiresAt)

  await prefer({ holdSeconds: 3_600 })
  assert.deepEqual(await readQuote(uid), first)
  clock.set(first.expiresAt - minute)
  await getInvoice(uid)
  const second = await readQuote(uid)
  assert.equal(second.expiresAt - second.quotedAt, 60 * minute)
})

test("price validity: a shorter setting doesn't affect an issued price", async () => {
  await prefer({ ...nothing, holdSeconds: 3_600 })
  const { uid } = (await createInvoice()).invoice
  const issuedQuote = await readQuote(uid)
  await prefer({ holdSeconds: 60 })
  clock.set(issuedQuote.expiresAt - minute)
  await getInvoice(uid)
  assert.deepEqual(await readQuote(uid), issuedQuote)
  clock.set(issuedQuote.expiresAt - 59 * second)
  await getInvoice(uid)
  assert.equal((await readQuote(uid)).expiresAt, clock.now() + minute)
})

test('price validity: a quote ends with its invoice', async () => {
  await prefer({ ...nothing, holdSeconds: 86_400 })
  const { uid } = (await createInvoice({ expires_in: 600 })).invoice
  const { quotedAt, expiresAt } = await readQuote(uid)
  assert.equal(expiresAt - quotedAt, 10 * minute)
})

test('any wallet: an invoice created at the till, with the form or by the API follows the preference and keeps it', async () => {
  const browser = await openSignedInBrowser(service, merchant.id)
  const uidIn = (location: string): string => /[0-9a-z]{36}/.exec(location)?.[0] ?? assert.fail(location)
  const createEach = async (): Promise<string[]> => [
    uidIn(await browser.submit('/dashboard/till', { amount: '5' })),
    uidIn(await browser.submit('/dashboard/invoices/new', { amount: '5' })),
    (await createInvoice()).invoice.uid,
  ]
  const acceptAnyWallet = (uids: readonly string[]): Promise<boolean[]> =>
    Promise.all(uids.map(async (uid) => 'received' in (await getInvoice(uid)).invoice))

  await prefer(nothing)
  const before = await createEach()
  await prefer({ acceptsAnyWallet: true })
  const during = await createEach()
  await prefer({ acceptsAnyWallet: false })
  const after = await createEach()
  assert.deepEqual(await acceptAnyWallet(before), [false, false, false])
  assert.deepEqual(await acceptAnyWallet(during), [true, true, true])
  assert.deepEqual(await acceptAnyWallet(after), [false, false, false])
  const readAddress = (uid: string) => service.request(`/invoices/${uid}/address/LTC`, { token: null })
  for (const uid of during) assert.equal((await readAddress(uid)).status, 200)
  for (const uid of [...before, ...after]) assertRejected(await readAddress(uid), 404, 'any_wallet_off')
})

test('any wallet: an invoice keeps the accepted shortfall from when it was created', async () => {
  await prefer({ ...nothing, acceptsAnyWallet: true, underpaidPercent: '5' })
  const lenient = (await createInvoice()).invoice.uid
  await prefer({ underpaidPercent: '0' })
  const exact = (await createInvoice()).invoice.uid
  for (const [uid, percent] of [
    [lenient, '5'],
    [exact, '0'],
  ] as const) {
    const { anyWallet } = (await stores.invoices.find(uid)) ?? assert.fail()
    assert.equal(anyWallet && formatDecimal(anyWallet.underpaidPercent), percent)
  }
  await prefer({ acceptsAnyWallet: false })
})

/** A paid invoice whose transaction is in the mempool. */
async function paid(coin: string): Promise<Bill> {
  const wallet = await payer(coin)
  const bill = await service.createBill(coin)
  const signed = wallet.pay(bill)
  service.assertAccepted(await submit(bill, signed), [signed])
  return bill
}

async function mined(coin: string, blocks: number): Promise<void> {
  await mine(coin, blocks)
  await waitUntilFollowed(coin)
}

const isConfirmed = async ({ uid }: Bill) => (await listEvents(uid)).includes('payment.confirmed')
const readCheckout = async ({ uid }: Bill) =>
  (await service.request(`/checkout/${uid}`, { token: null, headers: { 'accept-language': 'en' } })).text

test('confirmations: a payment is reported as confirmed once, when it has the number that the account requires', async () => {
  await prefer({ ...nothing, confirmations: { LTC: 3 } })
  const bill = await paid('LTC')
  await mined('LTC', 2)
  assert.equal(await isConfirmed(bill), false)
  assert.match(await readCheckout(bill), /2 of 3 confirmations/)
  await mined('LTC', 1)
  assert.equal(await isConfirmed(bill), true)
  assert.equal((await getInvoice(bill.uid)).invoice.payment?.confirmed_at === null, false)
  await mined('LTC', 2)
  assert.equal((await listEvents(bill.uid)).filter((type) => type === 'payment.confirmed').length, 1)
})

test('confirmations: with 0 it is confirmed when accepted, and stays so when its block is disconnected', async () => {
  await prefer({ ...nothing, confirmations: { LTC: 0 } })
  const bill = await paid('LTC')
  assert.equal(await isConfirmed(bill), true)
  await mined('LTC', 1)
  await service.rpc('LTC', 'sandbox_reorganise', 1)
  await waitUntilFollowed('LTC')
  assert.equal((await listEvents(bill.uid)).filter((type) => type === 'payment.confirmed').length, 1)
  assert.equal((await getInvoice(bill.uid)).invoice.payment?.confirmed_at === null, false)
})

test('confirmations: a payment keeps the setting from when it was submitted', async () => {
  await prefer({ ...nothing, confirmations: { LTC: 2, DOGE: 2 } })
  const [strict, loose] = [await paid('LTC'), await paid('DOGE')]
  await prefer({ confirmations: { LTC: 1, DOGE: 6 } })
  await mined('LTC', 1)
  await mined('DOGE', 2)
  assert.equal(await isConfirmed(strict), false)
  assert.equal(await isConfirmed(loose), true)
  assert.match(await readCheckout(strict), /1 of 2 confirmations/)
  await mined('LTC', 1)
  assert.equal(await isConfirmed(strict), true)
})

test('confirmations: accounts can differ on one chain, and other coins use the default', async () => {
  await prefer({ ...nothing, confirmations: { LTC: 3, BTC: 0 } })
  const own = await paid('LTC')
  const other = await service.anotherMerchant('neighbour', ['LTC'])
  const { uid } = (await createInvoice({}, { token: other.token })).invoice
  const bill = { uid, coin: 'LTC', template: await paymentRequest(uid, 'LTC') }
  const signed = (await payer('LTC', ['2'], { name: 'another' })).pay(bill)
  service.assertAccepted(await submit(bill, signed), [signed])
  await mined('LTC', 1)
  assert.equal(await isConfirmed(own), false)
  assert.equal(await isConfirmed(bill), true)
  const unnamed = await paid('DOGE')
  assert.equal(await isConfirmed(unnamed), false)
  await mined('DOGE', 1)
  assert.equal(await isConfirmed(unnamed), true)
})
