import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { test } from 'node:test'
import { createDatabaseUrl, fileScope, only } from '../helpers/databases.ts'
import { startProgram } from '../wallets/program.ts'
import { openShop, withoutMedusa } from './medusa.ts'

/** A payment session of Medusa. */
interface Session {
  readonly id: string
  readonly status: string
  readonly data: { readonly uid: string; readonly session_id: string; readonly checkout_url: string }
}

interface WebhookAction {
  readonly action: string
  readonly data: { readonly session_id: string; readonly amount: string }
}

// Medusa keeps its data in PostgreSQL.
const skip = withoutMedusa || only('postgres')
const provider_id = 'pp_quittance_quittance'

async function openMedusa() {
  const { project, options, ...shop } = await openShop(fileScope)
  const url = new URL(await createDatabaseUrl(fileScope))
  url.username ||= userInfo().username
  const program = startProgram(fileScope, 'test/packages/payment-module.js', project)
  await program.call('open', { url: url.href, provider: options })
  const call = <Answer>(method: string, ...parameters: unknown[]) =>
    program.call<Answer>('call', { method, parameters })
  return { ...shop, call }
}

const shop = skip ? null : await openMedusa()
const get = () => shop ?? assert.fail()

/** A session as a storefront creates it, with data of its own. */
async function openSession(amount: number, data: object = {}) {
  const { call } = get()
  const price = { currency_code: 'usd', amount }
  const { id } = await call<{ id: string }>('createPaymentCollections', price)
  return call<Session>('createPaymentSession', id, { provider_id, ...price, data })
}

/** Handles a webhook as Medusa does: it asks the provider for the action, then applies it to the session. */
async function readAction(uid: string, type: string): Promise<WebhookAction> {
  const { body, headers } = await get().waitForWebhook(uid, type)
  const payload = { data: JSON.parse(body) as object, rawData: body, headers }
  return get().call('getWebhookActionAndData', { provider: 'quittance_quittance', payload })
}

test('a session of Medusa is paid, authorized and captured', { skip }, async () => {
  const { service, call } = get()
  const session = await openSession(12.5, { session_id: 'forged', uid: 'forged' })
  assert.equal(session.status, 'pending')
  assert.equal(session.data.session_id, session.id)
  await assert.rejects(call('authorizePaymentSession', session.id, {}), /was not authorized/)

  await service.pay(session.data.uid, 'LTC')
  const paid = await readAction(session.data.uid, 'invoice.paid')
  assert.deepEqual(paid, { action: 'authorized', data: { session_id: session.id, amount: '12.50' } })
  const payment = await call<{ id: string }>('authorizePaymentSession', session.id, {})
  await assert.rejects(call('capturePayment', { payment_id: payment.id }), /confirmations/)

  await service.mine('LTC')
  const { action, data } = await readAction(session.data.uid, 'payment.confirmed')
  assert.equal(action, 'captured')
  const captured = await call<{ captured_at: string; captures: { raw_amount: { value: string } }[] }>(
    'capturePayment',
    { payment_id: payment.id, amount: data.amount },
  )
  assert.ok(captured.captured_at)
  assert.deepEqual(
    captured.captures.map(({ raw_amount }) => Number(raw_amount.value)),
    [12.5],
  )
  await assert.rejects(call('refundPayment', { payment_id: payment.id, amount: 5 }), /your own wallet/)
})

test('a session that is confirmed when Medusa first looks is captured immediately', { skip }, async () => {
  const { service, call } = get()
  const session = await openSession(3)
  await service.pay(session.data.uid, 'BCH')
  await service.mine('BCH')
  await readAction(session.data.uid, 'payment.confirmed')
  const payment = await call<{ id: string }>('authorizePaymentSession', session.id, {})
  const { captured_at } = await call<{ captured_at: string }>('retrievePayment', payment.id)
  assert.ok(captured_at)
})

test('a new amount gives the session a new invoice, and deleting it cancels that', { skip }, async () => {
  const { service, call } = get()
  const session = await openSession(5)
  const { id, data } = session
  const updated = await call<Session>('updatePaymentSession', {
    id,
    data,
    amount: 6,
    currency_code: 'usd',
  })
  assert.notEqual(updated.data.uid, data.uid)
  await call('deletePaymentSession', id)
  for (const uid of [data.uid, updated.data.uid]) assert.equal(await service.readStatus(uid), 'cancelled')
})

test('a paid session cannot be deleted, so that no order loses its payment', { skip }, async () => {
  const { service, call } = get()
  const { id, data } = await openSession(5)
  await service.pay(data.uid, 'DOGE')
  await assert.rejects(call('deletePaymentSession', id), /can't be cancelled/)
  assert.equal((await call<Session>('retrievePaymentSession', id)).id, id)
})
