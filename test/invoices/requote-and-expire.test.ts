import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour, minute, second } from '../../src/kernel/clock.ts'
import { fileScope, type TestScope } from '../helpers/databases.ts'
import { assertRejected, type ServiceOptions, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const start = Date.UTC(2026, 2, 1, 12)

/** A service with a stopped clock, and queries of what it stored. */
async function startWithClock(t: TestScope, options: Omit<ServiceOptions, 'clock'> = {}) {
  const clock = createManualClock(start)
  const service = await startService(t, { destinations: ['LTC', 'DOGE'], ...options, clock })
  const readQuote = async (uid: string) =>
    ((await service.stores.invoices.find(uid)) ?? assert.fail('there is no such invoice')).quote
  return { ...service, clock, readQuote }
}

const { clock, createInvoice, getInvoice, paymentRequest, readQuote, request, stores, storage, database } =
  await startWithClock(fileScope)

const readPastQuotes = async (uid: string) =>
  stores.invoices.findPastQuotes(uid, (await readQuote(uid)).quotedAt, 10)

const readAddresses = async (uid: string) =>
  (await stores.invoices.listAddresses(uid)).map(({ coin, address }) => [coin, address] as const)

test('with less than 60 s left of a quote, reading the invoice creates a new one: same uid, same address, new times', async () => {
  const { invoice } = await createInvoice()
  const template = await paymentRequest(invoice.uid, 'LTC')
  const old = await readQuote(invoice.uid)

  clock.set(old.expiresAt - minute - 1)
  assert.deepEqual((await getInvoice(invoice.uid)).invoice, (await getInvoice(invoice.uid)).invoice)
  assert.deepEqual(await readQuote(invoice.uid), old)

  clock.set(old.expiresAt - minute)
  const shown = await getInvoice(invoice.uid)
  const fresh = await readQuote(invoice.uid)
  assert.equal(shown.invoice.uid, invoice.uid)
  assert.equal(fresh.quotedAt, clock.now())
  assert.equal(fresh.expiresAt, clock.now() + 15 * minute)
  const repeat = await paymentRequest(invoice.uid, 'LTC')
  assert.equal(repeat.outputs[0]?.address, template.outputs[0]?.address)
  assert.deepEqual(
    [repeat.time, repeat.expires],
    [fresh.quotedAt, fresh.expiresAt].map((at) => new Date(at).toISOString()),
  )
  // The old quote runs until its own end.
  assert.deepEqual(await readPastQuotes(invoice.uid), [old])
})

test('reading the payment request creates a new quote too, even long after the old one expired', async () => {
  const { invoice } = await createInvoice()
  const old = await readQuote(invoice.uid)
  clock.advance(3 * hour)
  const { time, expires } = await paymentRequest(invoice.uid, 'DOGE')
  assert.equal(Date.parse(time), clock.now())
  assert.equal(Date.parse(expires), clock.now() + 15 * minute)
  assert.deepEqual(await readPastQuotes(invoice.uid), [old])
})

test('lists, HEAD and OPTIONS neither refresh quotes nor allocate addresses', async () => {
  const { invoice } = await createInvoice()
  const old = await readQuote(invoice.uid)
  clock.advance(hour)
  const wallet = { accept: 'application/payment-request', 'x-currency': 'LTC' }
  assert.equal((await request('/invoices?limit=200')).status, 200)
  assert.equal((await request(`/invoices?q=${invoice.uid}`)).status, 200)
  assert.equal((await request(`/invoices/${invoice.uid}`, { method: 'HEAD' })).status, 200)
  await request(`/invoices/${invoice.uid}`, { method: 'OPTIONS', token: null })
  for (const method of ['HEAD', 'OPTIONS'] as const)
    await request(`/r/${invoice.uid}`, { method, token: null, headers: wallet })
  assert.deepEqual(await readQuote(invoice.uid), old)
  assert.deepEqual(await readAddresses(invoice.uid), [])
})

test('listing an invoice with an old quote does not stop GET from creating a new one', async () => {
  const { invoice } = await createInvoice()
  clock.advance(hour)
  await request(`/invoices?q=${invoice.uid}`)
  await getInvoice(invoice.uid)
  assert.equal((await readQuote(invoice.uid)).quotedAt, clock.now())
})

test('of many concurrent readers, one creates the new quote and all see it', async () => {
  const { invoice } = await createInvoice()
  clock.advance(hour)
  const seen = await Promise.all(Array.from({ length: 30 }, () => paymentRequest(invoice.uid, 'LTC')))
  assert.equal(new Set(seen.map((template) => JSON.stringify(template))).size, 1)
  assert.equal((await readPastQuotes(invoice.uid)).length, 1)
})

test('a quote never outlives its invoice, and no new one is created that would expire at the same time', async () => {
  const { invoice } = await createInvoice({ expires_in: 1_000 })
  const end = Date.parse(invoice.expires_at)
  clock.advance(15 * minute)
  await getInvoice(invoice.uid)
  const fresh = await readQuote(invoice.uid)
  assert.deepEqual([fresh.quotedAt, fresh.expiresAt], [clock.now(), end])
  clock.set(end - 10 * second)
  await getInvoice(invoice.uid)
  assert.deepEqual(await readQuote(invoice.uid), fresh)
})

test('when a quarter of a quote’s lifetime is less than 60 s, the new quote is created at that point', async (t) => {
  const brief = await startWithClock(t, { settings: { QUOTE_SECONDS: '40' } })
  const { invoice } = await brief.createInvoice()
  const old = await brief.readQuote(invoice.uid)
  brief.clock.set(start + 30 * second - 1)
  await brief.getInvoice(invoice.uid)
  assert.deepEqual(await brief.readQuote(invoice.uid), old)
  brief.clock.set(start + 30 * second)
  await brief.getInvoice(invoice.uid)
  assert.equal((await brief.readQuote(invoice.uid)).expiresAt, start + 70 * second)
})

test('a new quote uses the new rate', async (t) => {
  const before = await startWithClock(t, { settings: { RATES: 'fixed:LTC/USD=100' } })
  const { invoice } = await before.createInvoice({ amount: 50 })
  const template = await before.paymentRequest(invoice.uid, 'LTC')
  assert.equal(template.outputs[0]?.amount, 50_000_000)
  await before.close()

  const clock = createManualClock(start + 10 * minute)
  const after = await startService(t, {
    clock,
    sharedStorage: before.storage,
    settings: { RATES: 'fixed:LTC/USD=80' },
  })
  // The price is held for as long as promised.
  assert.deepEqual(await after.paymentRequest(invoice.uid, 'LTC'), template)
  clock.advance(10 * minute)
  const { outputs } = await after.paymentRequest(invoice.uid, 'LTC')
  assert.deepEqual(outputs, [{ address: template.outputs[0]?.address, amount: 62_500_000 }])
  const { payment_options } = await after.getInvoice(invoice.uid)
  assert.equal(payment_options.find(({ currency }) => currency === 'LTC')?.amount, '0.625')
})

test('the status expired is stored once expires_at and its grace period have passed, with one event', async () => {
  const { invoice } = await createInvoice({ expires_in: 3_600 })
  const end = Date.parse(invoice.expires_at)
  clock.set(end + minute - 1)
  await startService(fileScope, { clock, sharedStorage: storage }).then(({ close }) => close())
  assert.equal((await getInvoice(invoice.uid)).invoice.status, 'unpaid')
  clock.set(end + minute)
  await until(async () => (await getInvoice(invoice.uid)).invoice.status === 'expired')
  const shown = await getInvoice(invoice.uid)
  assert.deepEqual(shown.payment_options, [])
  assert.equal(shown.invoice.expires_at, invoice.expires_at)
  const events = await database.read.query
    .selectFrom('events')
    .where('subject', '=', `invoice/${invoice.uid}`)
    .orderBy('sequence')
    .select(['type', 'sequence'])
    .execute()
  assert.deepEqual(
    events.map(({ type, sequence }) => [type, Number(sequence)]),
    [
      ['invoice.created', 1],
      ['invoice.expired', 2],
    ],
  )
  const wallet = { accept: 'application/payment-request', 'x-currency': 'LTC' }
  assertRejected(await request(`/r/${invoice.uid}`, { token: null, headers: wallet }), 400, 'invoice_expired')
})

test('GRACE_SECONDS sets the grace period', async (t) => {
  const strict = await startWithClock(t, { settings: { GRACE_SECONDS: '0' } })
  const { invoice } = await strict.createInvoice({ expires_in: 60 })
  strict.clock.advance(minute)
  await until(async () => (await strict.getInvoice(invoice.uid)).invoice.status === 'expired')
})

test('invoices that expired while the service was down are marked expired at the start', async (t) => {
  const before = await startWithClock(t)
  const { invoice } = await before.createInvoice({ expires_in: 60 })
  const kept = await before.createInvoice()
  await before.close()
  const after = await startService(t, {
    clock: createManualClock(start + hour),
    sharedStorage: before.storage,
  })
  await until(async () => (await after.getInvoice(invoice.uid)).invoice.status === 'expired')
  assert.equal((await after.getInvoice(kept.invoice.uid)).invoice.status, 'unpaid')
})
