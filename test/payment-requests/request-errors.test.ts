import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { generateUid } from '../../src/kernel/ids.ts'
import { fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import type { Reply, Request } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startPaying(fileScope)
const { createBill, payer, submit, isOffered, assertAccepted } = service

const templateHeaders = { accept: 'application/payment-request' }
const sendRequest = (
  uid: string,
  headers: Request['headers'] = {},
  more: Request = {},
  path = 'r',
): Promise<Reply> => service.request(`/${path}/${uid}`, { token: null, headers, ...more })

async function createInvoice(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await service.createInvoice(body)).invoice.uid
}

const countAllocated = async (uid: string): Promise<number> =>
  (await service.stores.invoices.listAddresses(uid)).length

/** The fields that wallets read from an error on `/r`: the same message in three of them. */
function assertWalletError(reply: Reply, status: number, code: string): string {
  const { error, msg, message } = reply.json
  assert.equal(reply.status, status, reply.text)
  assert.equal(reply.json.code, code)
  assert.ok(typeof error === 'string' && /^[\x20-\x7e]{1,400}$/.test(error), reply.text)
  assert.deepEqual([msg, message], [error, error])
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  return error
}

test('x-currency missing: the only option, or 400 with the list of options', async () => {
  const uid = await createInvoice()
  for (const currency of [undefined, '']) {
    const headers = currency === undefined ? templateHeaders : { ...templateHeaders, 'x-currency': currency }
    const sentence = assertWalletError(await sendRequest(uid, headers), 400, 'currency_header_missing')
    for (const code of coins.keys()) assert.ok(sentence.includes(code))
  }
  const shop = await service.anotherMerchant('one-coin', ['DASH'])
  const { invoice } = await service.createInvoice({}, { token: shop.token })
  assert.equal((await sendRequest(invoice.uid, templateHeaders)).json.currency, 'DASH')
})

test('x-currency unknown, repeated or not offered: 400, and the error lists the options', async () => {
  const uid = await createInvoice()
  for (const currency of ['ETH', 'XMR', 'BTC, LTC', 'constructor', 'b'.repeat(3_000)]) {
    const sentence = assertWalletError(
      await sendRequest(uid, { ...templateHeaders, 'x-currency': currency }),
      400,
      'coin_not_offered',
    )
    assert.match(sentence, /Unsupported Currency or Chain for Payment Option/)
    for (const code of coins.keys()) assert.ok(sentence.includes(code))
  }
  const shop = await service.anotherMerchant('two-coins', ['LTC', 'DOGE'])
  const { invoice } = await service.createInvoice({}, { token: shop.token })
  const sentence = assertWalletError(
    await sendRequest(invoice.uid, { ...templateHeaders, 'x-currency': 'BTC' }),
    400,
    'coin_not_offered',
  )
  assert.match(sentence, / LTC, DOGE\.$/)
})

test('an unknown media type for a payment request: 400 with the phrases that wallets match', async () => {
  const uid = await createInvoice()
  const reply = await sendRequest(uid, { accept: 'application/foo-paymentrequest' })
  const sentence = assertWalletError(reply, 400, 'accept_unsupported')
  assert.match(sentence, /Unsupported Currency or Chain for Payment Option/)
  assert.equal(await countAllocated(uid), 0)
})

test('an unknown uid is 404, always with the same body', async () => {
  const uid = await createInvoice()
  const texts = new Set<string>()
  for (const name of [
    generateUid(0),
    'x',
    uid.toUpperCase(),
    `${uid}0`,
    "'or 1=1",
    '..%2f',
    '%00',
    'ı',
    'u'.repeat(4_000),
  ]) {
    const reply = await sendRequest(encodeURIComponent(name), { ...templateHeaders, 'x-currency': 'BTC' })
    assert.match(
      assertWalletError(reply, 404, 'invoice_not_found'),
      /This invoice was not found or has been archived/,
    )
    texts.add(reply.text)
  }
  assert.equal(texts.size, 1)
})

test('paid, cancelled, expired and reversed: 400 naming the status, with the phrases that wallets match', async () => {
  const bill = await createBill('LTC')
  const headers = { ...templateHeaders, 'x-currency': 'LTC' }
  const signed = (await payer('LTC')).pay(bill)
  assertAccepted(await submit(bill, signed), [signed])
  assert.match(
    assertWalletError(await sendRequest(bill.uid, headers), 400, 'invoice_paid'),
    /Invoice no longer accepting payments.*paid/,
  )

  const cancelled = await createInvoice()
  await service.request(`/invoices/${cancelled}`, { method: 'DELETE' })
  assertWalletError(await sendRequest(cancelled, headers), 400, 'invoice_cancelled')

  const other = await createInvoice()
  for (const status of ['expired', 'unpaid'] as const) {
    await service.database.transact(({ query }) =>
      query.updateTable('invoices').set({ status, revision: 50 }).where('uid', '=', other).execute(),
    )
    if (status === 'expired') assertWalletError(await sendRequest(other, headers), 400, 'invoice_expired')
  }
  for (const status of ['reversed', 'paid'] as const) {
    await service.database.transact(({ query }) =>
      query.updateTable('invoices').set({ status, revision: 50 }).where('uid', '=', bill.uid).execute(),
    )
    if (status === 'reversed')
      assertWalletError(await sendRequest(bill.uid, headers), 400, 'invoice_reversed')
  }
})

test('a coin without a working node: 503 with Retry-After, and available again with the node', async () => {
  await service.rpc('BCH', 'sandbox_fail', 'down', 1)
  await until(async () => !(await isOffered('BCH')))
  const uid = await createInvoice()
  const reply = await sendRequest(uid, { ...templateHeaders, 'x-currency': 'BCH' })
  assertWalletError(reply, 503, 'rates_unavailable')
  assert.match(String(reply.headers['retry-after']), /^\d+$/)
  await service.rpc('BCH', 'sandbox_fail', 'none', 0)
  await until(() => isOffered('BCH'))
})

test('other methods are 405 with Allow', async () => {
  const uid = await createInvoice()
  for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
    const reply = await sendRequest(uid, {}, { method })
    assertWalletError(reply, 405, 'method_not_allowed')
    assert.deepEqual(String(reply.headers.allow).split(', ').sort(), ['GET', 'HEAD', 'OPTIONS', 'POST'])
  }
})
