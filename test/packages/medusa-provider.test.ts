import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMinorUnits } from '../../src/kernel/currencies.ts'
import { createAddressPayer } from '../helpers/any-wallet.ts'
import { fileScope } from '../helpers/databases.ts'
import { until } from '../helpers/until.ts'
import type { Received } from '../webhooks/receiver.ts'
import { createSession, openShop, withoutMedusa } from './medusa.ts'

const skip = withoutMedusa

async function openProvider() {
  const shop = await openShop(fileScope)
  const medusa = shop.load('@medusajs/framework/utils') as {
    BigNumber: new (value: string) => object
    defaultCurrencies: Readonly<Record<string, { decimal_digits: number }>>
  }
  return { ...shop, provider: new shop.Provider({}, shop.options), medusa }
}

const shop = skip ? null : await openProvider()
const get = () => shop ?? assert.fail()
let sessions = 0

async function openSession(amount: unknown = '12.5', currency = 'usd', provider = get().provider) {
  const session = createSession(provider, `payses_${sessions++}`)
  await session.sendRequest('initiatePayment', amount, currency)
  return session
}

const listInvoices = async (session: string) => {
  const { json } = await get().service.request(`/invoices?external_id=${session}`)
  return json.invoices as { invoice: { uid: string; amount: number; currency: string; status: string } }[]
}

/** The action that the provider derives from a webhook, with the bytes of a real delivery. */
const readAction = ({ body, headers }: Received) =>
  get().provider.getWebhookActionAndData({
    data: JSON.parse(body) as object,
    rawData: Buffer.from(body),
    headers,
  })

const delivered = (uid: string, type: string) => get().waitForWebhook(uid, type)

const isNotAllowed = { name: 'Error', type: 'not_allowed' }

test('Medusa accepts the provider, and options that cannot work are rejected at startup', { skip }, () => {
  const { Provider, provider, options } = get()
  assert.equal(provider.getIdentifier(), 'quittance')
  assert.ok(Provider.isPaymentProvider(provider))
  Provider.validateOptions(options)
  for (const wrong of [
    { baseUrl: 'shop.example' },
    { token: undefined },
    { webhookSecret: '' },
    { webhookSecret: [] },
  ])
    assert.throws(() => Provider.validateOptions({ ...options, ...wrong }), { type: 'invalid_data' })
})

test('a session gets an invoice, and the address of its checkout page', { skip }, async () => {
  const session = await openSession('12.5')
  assert.equal(session.status, 'pending')
  assert.equal(session.data.checkout_url, `${get().service.baseUrl}/checkout/${session.uid}`)
  const [{ invoice } = assert.fail(), ...others] = await listInvoices(session.id)
  assert.partialDeepStrictEqual(invoice, {
    uid: session.uid,
    amount: 12.5,
    currency: 'USD',
    status: 'unpaid',
  })
  assert.deepEqual(others, [])
})

test('amounts are exact, and have the decimals of their currency', { skip }, async () => {
  const { BigNumber, defaultCurrencies } = get().medusa
  const cases: [unknown, string, string][] = [
    [0.1 + 0.2, 'usd', '0.30'],
    [1.005, 'usd', '1.01'],
    [{ value: '12345678901.235', precision: 20 }, 'usd', '12345678901.24'],
    [new BigNumber('1234567.895'), 'eur', '1234567.90'],
    [1234.5, 'jpy', '1235'],
    ['10', 'usd', '10.00'],
  ]
  for (const [amount, currency, expected] of cases) {
    const { id } = await openSession(amount, currency)
    const { text } = await get().service.request(`/invoices?external_id=${id}`)
    assert.ok(text.includes(`"medusa_amount":"${expected}"`), text)
    assert.ok(text.includes(`"amount":${expected.replace(/\.?0+$/, '')},`), text)
  }
  await assert.rejects(openSession('abc'), { type: 'invalid_data' })
  for (const [code, { decimal_digits: decimals }] of Object.entries(defaultCurrencies))
    assert.ok(decimals <= (getMinorUnits(code) ?? decimals), code)
})

test('a session keeps its invoice while the amount is the same, and gets a new one when it changes', {
  skip,
}, async () => {
  const session = await openSession('12.5')
  const first = session.uid
  await Promise.all([
    session.sendRequest('initiatePayment', 12.5),
    session.sendRequest('initiatePayment', '12.50'),
  ])
  await session.sendRequest('updatePayment', 12.5)
  assert.equal(session.uid, first)
  assert.equal((await listInvoices(session.id)).length, 1)

  await session.sendRequest('updatePayment', 20)
  const second = session.uid
  await session.sendRequest('updatePayment', 12.5)
  await session.sendRequest('updatePayment', 12.5, 'eur')
  const invoices = (await listInvoices(session.id)).map(({ invoice }) => invoice)
  assert.deepEqual(
    invoices.map(({ amount, currency, status }) => `${amount} ${currency} ${status}`),
    ['12.5 EUR unpaid', '12.5 USD cancelled', '20 USD cancelled', '12.5 USD cancelled'],
  )
  assert.deepEqual(
    invoices.map(({ uid }) => uid),
    [session.uid, invoices[1]?.uid, second, first],
  )
})

test('concurrent requests for a new session create one invoice', { skip }, async () => {
  const input = { amount: 7, currency_code: 'usd', data: { session_id: 'payses_concurrent' } }
  await Promise.all(Array.from({ length: 4 }, () => get().provider.initiatePayment(input)))
  assert.equal((await listInvoices('payses_concurrent')).length, 1)
})

test('a customer can’t select another invoice through the session data', { skip }, async () => {
  const { service, provider } = get()
  const paid = await openSession(1)
  await service.pay(paid.uid, 'LTC')
  const data = { ...paid.data, session_id: 'payses_thief' }
  const { data: given } = await provider.initiatePayment({ amount: 500, currency_code: 'usd', data })
  assert.notEqual(given.uid, paid.uid)
  const forged = { ...given, uid: paid.uid, status: 'paid' }
  assert.equal((await provider.authorizePayment({ data: forged })).status, 'pending')
  await assert.rejects(provider.capturePayment({ data: forged }), isNotAllowed)
})

test('a paid session is authorized, and captured once the payment is confirmed', { skip }, async () => {
  const { service } = get()
  const session = await openSession()
  await assert.rejects(session.call('capturePayment'), isNotAllowed)
  await service.pay(session.uid, 'LTC')
  assert.equal((await session.call('authorizePayment')).status, 'authorized')
  const paid = await readAction(await delivered(session.uid, 'invoice.paid'))
  assert.deepEqual(paid, { action: 'authorized', data: { session_id: session.id, amount: '12.50' } })
  await assert.rejects(session.call('capturePayment'), isNotAllowed)

  await service.mine('LTC')
  const confirmed = await readAction(await delivered(session.uid, 'payment.confirmed'))
  assert.deepEqual(confirmed, { action: 'captured', data: { session_id: session.id, amount: '12.50' } })
  assert.equal((await session.call('getPaymentStatus')).status, 'captured')
  assert.equal((await session.call('capturePayment')).data.status, 'paid')
  assert.equal((await session.call('retrievePayment')).data.uid, session.uid)
})

test('a session that has received money cannot be cancelled, deleted or changed', { skip }, async () => {
  const session = await openSession()
  await get().service.pay(session.uid, 'LTC')
  for (const method of ['cancelPayment', 'deletePayment'] as const)
    await assert.rejects(session.call(method), isNotAllowed)
  await assert.rejects(session.sendRequest('updatePayment', 20), isNotAllowed)
  await session.sendRequest('updatePayment', 12.5)
  assert.equal(session.status, 'authorized')
})

test('cancelling or deleting a session cancels its invoice, even if repeated', { skip }, async () => {
  for (const method of ['cancelPayment', 'deletePayment'] as const) {
    const session = await openSession()
    for (let i = 0; i < 2; i++) assert.equal((await session.call(method)).data.status, 'cancelled')
    assert.equal((await session.call('getPaymentStatus')).status, 'canceled')
    const { action } = await readAction(await delivered(session.uid, 'invoice.cancelled'))
    assert.equal(action, 'canceled')
    await session.sendRequest('initiatePayment', '12.5')
    assert.equal(session.status, 'pending')
  }
  assert.deepEqual(await get().provider.deletePayment({ data: { session_id: 'payses_unknown' } }), {
    data: { session_id: 'payses_unknown' },
  })
})

test('a partly paid session requires more', { skip }, async () => {
  const { service, Provider, options } = get()
  const provider = new Provider({}, { ...options, invoice: { any_wallet: true } })
  const session = await openSession('12.5', 'usd', provider)
  const byAddress = createAddressPayer(service)
  const { address, amount } = await byAddress.readAddress(session.uid, 'LTC')
  await byAddress.send('LTC', address, BigInt(Math.round(Number(amount) * 5e7)))
  assert.equal((await readAction(await delivered(session.uid, 'payment.received'))).action, 'requires_more')
  assert.equal((await session.call('authorizePayment')).status, 'requires_more')
})

test('refunds are recorded only if the merchant enables it', { skip }, async () => {
  const { Provider, options } = get()
  const session = await openSession()
  await assert.rejects(session.call('refundPayment', { amount: 5 }), isNotAllowed)
  const recording = new Provider({}, { ...options, recordRefunds: true })
  assert.deepEqual(await recording.refundPayment({ amount: 5, data: session.data }), { data: session.data })
})

test('webhooks of other invoices, of earlier invoices and of other types change nothing', {
  skip,
}, async () => {
  const { service } = get()
  const nothing = { action: 'not_supported' }
  const { uid } = (await service.createInvoice()).invoice
  await service.pay(uid, 'LTC')
  assert.deepEqual(await readAction(await delivered(uid, 'invoice.paid')), nothing)

  const session = await openSession()
  const first = session.uid
  assert.deepEqual(await readAction(await delivered(first, 'invoice.created')), nothing)
  await session.sendRequest('updatePayment', 20)
  assert.deepEqual(await readAction(await delivered(first, 'invoice.cancelled')), nothing)
})

test('a webhook whose bytes were changed is rejected', { skip }, async () => {
  const session = await openSession()
  const genuine = await delivered(session.uid, 'invoice.created')
  const body = genuine.body.replace('invoice.created', 'invoice.paid')
  assert.notEqual(body, genuine.body)
  await assert.rejects(readAction({ ...genuine, body }), { code: 'webhook_signature_invalid' })
})

test('a session whose payment is double-spent has failed', { skip }, async () => {
  const { service } = get()
  const session = await openSession()
  const { signed } = await service.pay(session.uid, 'LTC')
  await service.mine('LTC')
  await until(async () => (await session.call('getPaymentStatus')).status === 'captured')
  await service.rpc('LTC', 'sandbox_reorganise', 1, [signed.txid])
  assert.equal((await readAction(await delivered(session.uid, 'invoice.reversed'))).action, 'failed')
  assert.equal((await session.call('authorizePayment')).status, 'error')
})
