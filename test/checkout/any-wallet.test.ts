import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import type { Reply } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'
import { browse, findLinks, getStatus, getTitle, getWords, readPage } from './pages.ts'

const clock = createManualClock(Date.parse('2026-03-02T12:00:00.000Z'))
const settings = { DASH_REFUSE_REPLACEABLE: 'true', LTC_REFUSE_REPLACEABLE: 'true' }
const service = await startPaying(fileScope, { clock, settings })
const notDetected = /will not be detected/

async function createInvoice(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await service.createInvoice({ any_wallet: true, ...more })).invoice.uid
}

async function readAddress(uid: string, coin = 'LTC'): Promise<Readonly<Record<string, string>>> {
  const { status, json, text } = await service.request(`/invoices/${uid}/address/${coin}`, { token: null })
  assert.equal(status, 200, text)
  return json as Readonly<Record<string, string>>
}

/** Presses *Pay from another wallet*. */
function press(uid: string, amount: string, coin = 'LTC'): Promise<Reply> {
  return browse(service, `/checkout/${uid}/sandbox`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'wallet', coin, amount, chosen: coin }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: 'null',
    },
  })
}

async function send(uid: string, amount: string, coin = 'LTC'): Promise<void> {
  const { status, text } = await press(uid, amount, coin)
  assert.equal(status, 303, text)
}

const receivedOn = (page: string): number => page.match(/<li class="counted">/g)?.length ?? 0

/** The page, once it shows that many counted payments. */
async function pageWith(uid: string, payments: number, query = '?coin=LTC'): Promise<string> {
  await until(async () => receivedOn(await readPage(service, uid, query)) === payments)
  return readPage(service, uid, query)
}

test('a chosen coin has one QR code and link for every wallet, and address and amount to copy', async () => {
  for (const coin of ['BTC', 'BCH', 'DASH', 'LTC', 'DOGE']) {
    const uid = await createInvoice()
    const page = await readPage(service, uid, `?coin=${coin}`)
    const { address = '', remaining = '', uri = '' } = await readAddress(uid, coin)
    assert.ok(page.includes(`id="open-wallet" href="${uri.replaceAll('&', '&#38;')}"`), uri)
    assert.equal(page.match(/class="qr-code"/g)?.length, 1)
    assert.ok(page.includes(`data-copy="${address}"`), address)
    assert.ok(page.includes(`data-copy="${remaining}"`), remaining)
    const words = getWords(page)
    assert.ok(words.includes(address), 'readable without scripts')
    assert.match(words, /Pay the exchange’s fee on top: we must receive exactly this amount\./)
    assert.doesNotMatch(words, notDetected)
  }
})

test('before a coin is chosen no address is issued, and HEAD and other coins issue none either', async () => {
  const uid = await createInvoice()
  const page = await readPage(service, uid)
  assert.equal(findLinks(page).length, 1)
  assert.match(getWords(page), /choose a coin first\./)
  await browse(service, `/checkout/${uid}?coin=LTC`, { method: 'HEAD' })
  await readPage(service, uid, '?coin=BSV')
  assert.deepEqual(await service.stores.invoices.listAddresses(uid), [])
  await readPage(service, uid, '?part=panel&coin=LTC')
  const [issued, ...others] = await service.stores.invoices.listAddresses(uid)
  assert.deepEqual([issued?.coin, others.length], ['LTC', 0])
})

test('for a coin that can only be paid by protocol, the page says so and still has a payment link', async () => {
  const uid = await createInvoice()
  const page = await readPage(service, uid, '?coin=BSV')
  assert.match(getWords(page), /Bitcoin SV only works with wallets that support payment links\./)
  assert.match(getWords(page), notDetected)
  assert.deepEqual(findLinks(page), [`pay:?r=${service.config.baseUrl}/r/${uid}`])
})

test('a fixed address is neither shown nor issued, and its amount is not reserved', async () => {
  const merchant = await service.anotherMerchant('fixed', [])
  const address = testWallet('LTC', 'fixed').address()
  await service.accounts.setDestination(merchant.email, 'LTC', { address })
  const { invoice } = await service.createInvoice({ any_wallet: true }, { token: merchant.token })
  const page = await readPage(service, invoice.uid, '?coin=LTC')
  assert.ok(!page.includes(address))
  assert.match(getWords(page), /Litecoin only works with wallets that support payment links\./)
  const { status, json } = await service.request(`/invoices/${invoice.uid}/address/LTC`, { token: null })
  assert.deepEqual([status, json.code], [404, 'any_wallet_off'])
  assert.deepEqual(await service.stores.invoices.listAddresses(invoice.uid), [])
})

test('an invoice without any_wallet shows no address and no texts about any wallet', async () => {
  const uid = await createInvoice({ any_wallet: false })
  const page = await readPage(service, uid, '?coin=LTC')
  assert.match(getWords(page), notDetected)
  assert.doesNotMatch(page, /transfer|received|sandbox-sent|copy-address/)
  assert.deepEqual(await service.stores.invoices.listAddresses(uid), [])
})

test('a partly paid invoice shows what arrived, from which transaction, and the remaining amount', async () => {
  const uid = await createInvoice()
  await send(uid, '0.05')
  const page = await pageWith(uid, 1)
  const words = getWords(page)
  assert.equal(getStatus(page), 'Partly paid: $7.50 to go')
  assert.match(getTitle(page), /^Partly paid: \$7\.50 to go · \$12\.50/)
  assert.match(words, /Still to pay \$7\.50 of \$12\.50 in total 0\.075 LTC/)
  assert.match(words, /Received so far 0\.05 LTC Received [0-9a-f]{8}…[0-9a-f]{8}/)
  assert.match(words, /After that, the remaining amount gets a new price\./)
  assert.match(page, /\?amount=0\.075&/)
  assert.match(page, /id="sandbox-sent"[^>]* value="0\.075"/)
  // The fragment of an open page shows the same.
  assert.match(await readPage(service, uid, '?part=panel&coin=LTC'), /<li class="counted">/)
})

test('polling keeps the quote and its amount; after that, the remaining amount gets a new price', async () => {
  const uid = await createInvoice()
  await send(uid, '0.05')
  await pageWith(uid, 1)
  clock.advance(14 * minute + 30 * second)
  const fragment = await readPage(service, uid, '?part=panel&coin=LTC')
  assert.match(fragment, /data-state="ending"/)
  assert.match(fragment, /\?amount=0\.075&/)
  clock.advance(minute)
  const over = await readPage(service, uid, '?part=panel&coin=LTC')
  assert.match(over, /data-state="over"/)
  assert.doesNotMatch(over, /amount=|copy-address|sandbox-sent/)
  assert.match(await readPage(service, uid, '?coin=LTC'), /\?amount=0\.075/)
})

test('two parts pay the invoice: the receipt shows both transactions', async () => {
  const uid = await createInvoice({ redirect_url: 'https://shop.example/' })
  await send(uid, '0.05')
  await pageWith(uid, 1)
  const { remaining = '' } = await readAddress(uid)
  await send(uid, remaining)
  await until(async () => (await service.readStatus(uid)) === 'paid')
  const { headers, text } = await browse(service, `/checkout/${uid}`)
  const words = getWords(text)
  assert.equal(getStatus(text), 'Paid, confirming')
  assert.match(words, /Litecoin, 0\.0(5|75) LTC [0-9a-f]{64} Litecoin, 0\.0(5|75) LTC [0-9a-f]{64}/)
  assert.doesNotMatch(words, /The shop decides/)
  assert.ok(headers.refresh)
})

test('after an excess and another payment, the page says that the shop decides, and doesn’t redirect', async () => {
  const uid = await createInvoice({ redirect_url: 'https://shop.example/' })
  const { address = '' } = await readAddress(uid)
  await send(uid, '0.13')
  await until(async () => (await service.readStatus(uid)) === 'paid')
  const { headers, text } = await browse(service, `/checkout/${uid}`)
  assert.match(
    getWords(text),
    /You sent 0\.005 LTC more than was due\. The shop decides what to do with it\./,
  )
  assert.equal(headers.refresh, undefined)
  await service.rpc('LTC', 'sandbox_fund', address, '0.01')
  await service.mine('LTC')
  await until(async () =>
    getWords(await readPage(service, uid)).includes('Another 0.01 LTC arrived after the invoice was paid.'),
  )
})

test('while a replaceable payment of the full amount is unconfirmed, the page requests nothing more', async () => {
  const uid = await createInvoice({ expires_in: 3_600 })
  const { address = '' } = await readAddress(uid)
  const wallet = await service.payer('LTC')
  const outputs = [{ address, amount: 12_500_000 }]
  const { hex } = wallet.sign({ inputs: wallet.utxos, outputs, feeRate: 200_000n, sequence: 0xfffffffd })
  await service.rpc('LTC', 'sendrawtransaction', hex)
  await until(async () => getStatus(await readPage(service, uid, '?coin=LTC')) === 'Waiting for confirmation')
  const page = await readPage(service, uid, '?coin=LTC')
  assert.match(getWords(page), /0\.125 LTC Waiting for confirmation/)
  assert.match(getWords(page), /Don’t pay again\./)
  assert.doesNotMatch(page, /qr-code|amount=|copy-address/)
  // It is awaited even after the invoice has ended.
  clock.advance(90 * minute)
  assert.equal(getStatus(await readPage(service, uid, '?coin=LTC')), 'Waiting for confirmation')
  await service.mine('LTC')
  await until(async () => (await service.readStatus(uid)) === 'paid')
})

test('a replaceable part is shown as waiting, and is not deducted until it is confirmed', async () => {
  const uid = await createInvoice()
  const { address = '' } = await readAddress(uid)
  const wallet = await service.payer('LTC')
  const outputs = [{ address, amount: 5_000_000 }]
  const { hex } = wallet.sign({ inputs: wallet.utxos, outputs, feeRate: 200_000n, sequence: 0xfffffffd })
  await service.rpc('LTC', 'sendrawtransaction', hex)
  await until(async () => /0\.05 LTC Waiting for/.test(getWords(await readPage(service, uid, '?coin=LTC'))))
  const page = await readPage(service, uid, '?coin=LTC')
  assert.equal(getStatus(page), 'Waiting for payment')
  assert.match(getWords(page), /A pending payment isn’t deducted yet\./)
  assert.match(page, /\?amount=0\.125&/)
  await service.mine('LTC')
  assert.match(await pageWith(uid, 1), /\?amount=0\.075&/)
})

test('an expired invoice shows the part that arrived, and that the shop decides about it', async () => {
  const uid = await createInvoice({ expires_in: 120 })
  await send(uid, '0.05')
  const page = await pageWith(uid, 1)
  assert.match(getWords(page), /If the remaining amount hasn’t arrived by then, the shop decides/)
  clock.advance(3 * minute)
  await until(async () => (await service.readStatus(uid)) === 'expired')
  assert.match(
    getWords(await readPage(service, uid)),
    /The shop decides what to do with your payment so far\..* 0\.05 LTC Received/,
  )
})

test('Pay from another wallet sends an amount that the network accepts, or says what is wrong', async () => {
  const uid = await createInvoice()
  for (const amount of ['', '-1', '0', '0.000000001', '1e9', 'all'])
    assert.equal((await press(uid, amount)).status, 400, amount)
  assert.equal((await press(uid, '0.05', 'BSV')).status, 404)
  assert.equal((await press(await createInvoice({ any_wallet: false }), '0.05')).status, 404)
  await send(uid, '0.125')
  await until(async () => (await service.readStatus(uid)) === 'paid')
})
