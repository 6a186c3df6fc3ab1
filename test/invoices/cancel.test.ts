import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, hour, minute } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, type Reply, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startService(fileScope)
const { createInvoice, getInvoice } = service

const cancel = (uid: string, token?: string | null): Promise<Reply> =>
  service.request(`/invoices/${uid}`, { method: 'DELETE', ...(token !== undefined && { token }) })

test('the owner cancels an unpaid invoice: 200 with the invoice and no payment options', async () => {
  const { invoice } = await createInvoice({ external_id: 'mine' })
  const { status, json, text } = await cancel(invoice.uid)
  assert.equal(status, 200)
  assert.deepEqual(json, { invoice: { ...invoice, status: 'cancelled' }, payment_options: [] })
  const shown = await service.request(`/invoices/${invoice.uid}`)
  assert.equal(shown.text, text)
})

test('cancelling a cancelled invoice returns the same response', async () => {
  const { invoice } = await createInvoice()
  const first = await cancel(invoice.uid)
  const repeat = await cancel(invoice.uid)
  assert.equal(repeat.status, 200)
  assert.equal(repeat.text, first.text)
  const events = await service.database.read.query
    .selectFrom('events')
    .where('subject', '=', `invoice/${invoice.uid}`)
    .orderBy('sequence')
    .select('type')
    .execute()
  assert.deepEqual(
    events.map(({ type }) => type),
    ['invoice.created', 'invoice.cancelled'],
  )
})

test('an empty body counts as no body where none is required, whatever its Content-Type', async () => {
  const { invoice } = await createInvoice()
  const headers = { 'content-type': 'application/json' }
  const cancelled = await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE', headers })
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal((await getInvoice(invoice.uid)).invoice.status, 'cancelled')
  const made = await service.request('/api/v1/webhooks/secret', { method: 'POST', headers })
  assert.equal(made.status, 200, made.text)
  assertRejected(await service.request('/invoices', { method: 'POST', headers }), 400, 'json_invalid')
})

test('concurrent cancellations of an invoice all get the same response', async () => {
  for (let round = 0; round < 8; round++) {
    const { invoice } = await createInvoice()
    const replies = await Promise.all(Array.from({ length: 6 }, () => cancel(invoice.uid)))
    const texts = new Set(replies.map(({ status, text }) => `${status} ${text}`))
    assert.deepEqual([...texts], [`200 ${replies[0]?.text}`])
  }
})

test('409 when the invoice is paid, and it stays paid', async () => {
  const { invoice } = await createInvoice()
  await service.pay(invoice.uid, 'LTC')
  assert.match(assertRejected(await cancel(invoice.uid), 409, 'invoice_not_cancellable'), /paid/)
  assert.equal((await getInvoice(invoice.uid)).invoice.status, 'paid')
})

test('409 while a claim is pending', async () => {
  const { invoice } = await createInvoice()
  await service.rpc('LTC', 'sandbox_fail', 'cut', 1_000)
  const { reply } = await service.pay(invoice.uid, 'LTC', 'claimant')
  assert.equal(reply.json.code, 'broadcast_unknown')
  assertRejected(await cancel(invoice.uid), 409, 'invoice_not_cancellable')
  await service.rpc('LTC', 'sandbox_fail', 'none', 0)
})

test('409 when the invoice has expired', async (t) => {
  const clock = createManualClock(Date.UTC(2026, 2, 1))
  const ownService = await startService(t, { clock, destinations: ['LTC'] })
  const { invoice } = await ownService.createInvoice({ expires_in: 60 })
  clock.advance(2 * minute)
  await until(async () => (await ownService.getInvoice(invoice.uid)).invoice.status === 'expired')
  const reply = await ownService.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
  assert.match(assertRejected(reply, 409, 'invoice_not_cancellable'), /expired/)
})

test('401 without credentials, 404 for another account and for an unknown uid: nothing changes', async () => {
  const { invoice } = await createInvoice()
  const { token } = await service.anotherMerchant('stranger', ['LTC'])
  assertRejected(await cancel(invoice.uid, null), 401, 'unauthorized')
  assertRejected(await cancel(invoice.uid, 'qt_wrong'), 401, 'unauthorized')
  assertRejected(await cancel(invoice.uid, token), 404, 'invoice_not_found')
  assertRejected(await cancel('unknown'), 404, 'invoice_not_found')
  assert.equal((await getInvoice(invoice.uid)).invoice.status, 'unpaid')
})

test('403 view_only for an account with view access', async () => {
  const viewer = await service.anotherMerchant('viewer', [])
  await service.request('/api/v1/account/links', { method: 'POST', body: { email: viewer.email } })
  const { invoice } = await createInvoice()
  assertRejected(await cancel(invoice.uid, viewer.token), 403, 'view_only')
  assert.equal((await getInvoice(invoice.uid)).invoice.status, 'unpaid')
})

test('a cancelled invoice is never paid, even when both requests arrive concurrently', async () => {
  for (let round = 0; round < 8; round++) {
    const { invoice } = await createInvoice({ amount: 1 + round })
    const [paid, cancelled] = await Promise.allSettled([
      service.pay(invoice.uid, 'DOGE', `racer ${round}`),
      new Promise((resolve) => setTimeout(resolve, round)).then(() => cancel(invoice.uid)),
    ])
    const { status } = (await getInvoice(invoice.uid)).invoice
    assert.ok(status === 'paid' || status === 'cancelled')
    assert.equal(paid.status === 'fulfilled' && paid.value.reply.status === 200, status === 'paid')
    assert.equal(cancelled.status === 'fulfilled' && cancelled.value.status === 200, status === 'cancelled')
  }
})

test('a cancelled invoice keeps its times', async () => {
  const { invoice } = await createInvoice({ expires_in: 3_600 })
  await cancel(invoice.uid)
  const shown = (await getInvoice(invoice.uid)).invoice
  assert.equal(Date.parse(shown.expires_at) - Date.parse(shown.created_at), hour)
})
