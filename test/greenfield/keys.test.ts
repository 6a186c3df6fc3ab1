import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { openGreenfield } from './shop.ts'

const shop = await openGreenfield(fileScope)
const { service, store, call, createKey } = shop
const current = '/api/v1/api-keys/current'
const wooPermissions = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.canmodifyinvoices',
]
const grantedToWoo = wooPermissions.map((permission) => `${permission}:${store}`)

test('a key shows its permissions exactly as granted, and the key of the request', async () => {
  const key = await createKey(wooPermissions)
  const { status, json } = await call('GET', current, { token: key })
  assert.equal(status, 200)
  assert.deepEqual(json, { apiKey: key, label: 'WooCommerce', permissions: grantedToWoo })
})

test('a token with the scope full holds every served permission of its store', async () => {
  const { json } = await call('GET', current)
  assert.deepEqual(
    [...(json.permissions as string[])].sort(),
    [
      ...grantedToWoo,
      `btcpay.store.canmodifystoresettings:${store}`,
      `btcpay.store.webhooks.canmodifywebhooks:${store}`,
    ].sort(),
  )
})

test('a key gives access only to Greenfield routes', async () => {
  const token = await createKey(wooPermissions)
  assert.equal((await call('GET', '/api/v1/stores', { token })).status, 200)
  const { uid } = (await service.createInvoice()).invoice
  const readable = 'full, invoices or read, which includes the permission invoices.read'
  for (const [path, needed] of [
    ['/invoices', readable],
    ['/invoices.csv', readable],
    [`/invoices/${uid}`, readable],
    ['/api/v1/webhooks', 'full or read, which includes the permission webhooks.read'],
    ['/api/v1/webhooks/secret', 'full, which includes the permission webhooks.write'],
    ['/api/v1/events', 'full or read, which includes the permission events.read'],
    ['/events', 'full or read, which includes the permission events.read'],
    ['/api/v1/account/links', 'full or read, which includes the permission links.read'],
  ] as const) {
    const { status, json } = await service.request(path, { token })
    assert.deepEqual([path, status, json.code], [path, 403, 'insufficient_scope'])
    const message = `This access token has the scope greenfield: use one with the scope ${needed}.`
    assert.deepEqual([path, json.error ?? json.message], [path, message])
  }
})

test('a key without a permission gets 403 with its name', async () => {
  const token = await createKey(['btcpay.store.canviewinvoices'])
  const { status, json } = await call('GET', `/api/v1/stores/${store}`, { token })
  assert.equal(status, 403)
  assert.partialDeepStrictEqual(json, {
    code: 'missing-permission',
    missingPermission: 'btcpay.store.canviewstoresettings',
  })
})

test('a key can revoke itself: 200, and then it gives no access', async () => {
  const token = await createKey(wooPermissions)
  assert.equal((await call('DELETE', current, { token })).status, 200)
  assert.equal((await call('GET', current, { token })).status, 401)
})
