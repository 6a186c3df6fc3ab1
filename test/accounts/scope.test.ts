import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { TokenScope } from '../../src/accounts/scope.ts'
import { createManualClock, day } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { assertRejected, startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'

const clock = createManualClock(Date.UTC(2026, 2, 1))
const service = await startService(fileScope, { clock, destinations: ['LTC'] })
const { email } = service.merchant

const readToken = async (scope: TokenScope): Promise<string> =>
  (await service.accounts.createToken(email, { name: scope, scope })).token

const createRequest = { method: 'POST', body: { amount: 1 } } as const

test('a token with the scope invoices creates, reads and cancels invoices, and does nothing else', async () => {
  const token = await readToken('invoices')
  const { invoice } = await service.createInvoice({ memo: 'till' }, { token })
  assert.equal((await service.request('/invoices', { token })).status, 200)
  assert.equal((await service.request(`/invoices/${invoice.uid}`, { token })).status, 200)
  assert.equal((await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE', token })).status, 200)
  for (const path of [
    '/api/v1/account/links',
    '/api/v1/webhooks',
    '/api/v1/webhooks/secret',
    '/api/v1/events',
    '/events',
  ])
    assertRejected(await service.request(path, { token }), 403, 'insufficient_scope')
  const link = { method: 'POST', body: { email: 'someone@example.com' }, token } as const
  assertRejected(await service.request('/api/v1/account/links', link), 403, 'insufficient_scope')
})

test('a token with the scope read reads everything but secrets, and changes nothing', async () => {
  const token = await readToken('read')
  const { uid } = (await service.createInvoice({ external_id: 'seen' })).invoice
  const shown = await service.request(`/invoices/${uid}`, { token })
  assert.partialDeepStrictEqual(shown.json, { invoice: { external_id: 'seen' } })
  for (const path of [
    '/invoices',
    '/api/v1/account/links',
    '/api/v1/webhooks',
    '/api/v1/webhooks/deliveries',
    '/api/v1/events',
  ])
    assert.equal((await service.request(path, { token })).status, 200, path)
  assertRejected(await service.request('/api/v1/webhooks/secret', { token }), 403, 'insufficient_scope')
  assertRejected(await service.request('/invoices', { ...createRequest, token }), 403, 'insufficient_scope')
  assertRejected(
    await service.request(`/invoices/${uid}`, { method: 'DELETE', token }),
    403,
    'insufficient_scope',
  )
  assert.equal((await service.getInvoice(uid)).invoice.status, 'unpaid')
})

test('the error names the scopes that would be sufficient', async () => {
  const sentence = assertRejected(
    await service.request('/invoices', { ...createRequest, token: await readToken('read') }),
    403,
    'insufficient_scope',
  )
  assert.match(
    sentence,
    /scope read: use one with the scope full or invoices, which includes the permission invoices\.write\./,
  )
})

test('a token stops working at the moment at which it expires', async () => {
  const { token, expiresAt } = await service.accounts.createToken(email, {
    name: 'fair',
    lifetimeMs: 2 * day,
  })
  assert.equal(expiresAt, clock.now() + 2 * day)
  clock.advance(2 * day - 1)
  assert.equal((await service.request('/invoices', { token })).status, 200)
  clock.advance(1)
  // Calls in one turn of the event loop share a lookup.
  await setImmediate()
  assertRejected(await service.request('/invoices', { token }), 401, 'unauthorized')
})

test('token create takes --scope and --expires-in-days, and token list shows them', async (t) => {
  const started = await startService(t, { destinations: [] })
  const { quittance } = createTerminal(started.storage.url)
  const create = `token create --email ${started.merchant.email} --name till`
  const { json } = await quittance(`${create} --scope invoices --expires-in-days 30 --json`)
  assert.deepEqual(Object.keys(Object(json)), ['id', 'name', 'token'])
  const listed = Object((await quittance(`token list --email ${started.merchant.email} --json`)).json)
  const { scope, created_at, expires_at } = Object(
    listed.find(({ name }: { name: string }) => name === 'till'),
  )
  assert.equal(scope, 'invoices')
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 30 * day)
  for (const wrong of ['--scope all', '--scope', '--expires-in-days 0', '--expires-in-days soon'])
    assert.equal((await quittance(`${create} ${wrong}`)).exit, 2, wrong)
})
