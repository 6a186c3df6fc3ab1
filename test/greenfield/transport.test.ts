import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basic, startService } from '../helpers/service.ts'
import { openGreenfield } from './shop.ts'

test('a token is accepted as `Authorization: token`, only on Greenfield routes; Basic works there too', async (t) => {
  const { service, call, token } = await openGreenfield(t)
  assert.equal((await call('GET', '/api/v1/stores')).status, 200)
  const authorization = `token ${token}`
  assert.equal((await service.request('/invoices', { token: null, headers: { authorization } })).status, 401)
  assert.equal((await service.request('/api/v1/stores', { token })).status, 200)
})

test('the OpenAPI document describes both ways to send a token', async (t) => {
  const { service } = await openGreenfield(t)
  const { json } = await service.request('/openapi.json')
  const { paths, components } = Object(json)
  const stores = Object.entries<object>(paths).filter(([path]) => path.startsWith('/api/v1/stores'))
  assert.ok(stores.length > 5)
  for (const [path, operations] of stores)
    for (const { security } of Object.values(operations))
      assert.deepEqual(security, [{ token: [] }, { greenfieldToken: [] }], path)
  assert.equal(components.securitySchemes.greenfieldToken.name, 'Authorization')
})

test('a missing, wrong or revoked token is 401 unauthenticated, and the message says what the owner of the shop can do', async (t) => {
  const { service, call, token } = await openGreenfield(t)
  const other = await service.accounts.createToken(service.merchant.email, { name: 'other' })
  await service.accounts.revokeToken(other.id)
  const revoked = `token ${other.token}`
  for (const authorization of [undefined, 'token qt_wrong', 'token', `Bearer ${token}`, revoked]) {
    const headers = authorization === undefined ? {} : { authorization }
    const { status, json } = await service.request('/api/v1/stores', { token: null, headers })
    assert.equal(status, 401)
    assert.equal(json.code, 'unauthenticated')
    assert.match(String(json.message), /connect the shop again.*`Authorization: token <key>`/)
    assert.doesNotMatch(String(json.message), /Basic/)
  }
  assert.equal((await call('GET', '/api/v1/stores')).status, 200)
})

test('a GET request may carry Content-Type: application/json without a body', async (t) => {
  const { call } = await openGreenfield(t)
  const { status, json } = await call('GET', '/api/v1/stores')
  assert.equal(status, 200)
  assert.ok(json)
})

test('another account is a store that does not exist: 404 store-not-found', async (t) => {
  const { service, call, store } = await openGreenfield(t)
  const stranger = await service.anotherMerchant('stranger')
  const foreign = await call('GET', `/api/v1/stores/${store}`, { token: stranger.token })
  assert.equal(foreign.status, 404)
  assert.equal(foreign.json.code, 'store-not-found')
})

test('an unknown route and a wrong method have the Greenfield error format', async (t) => {
  const { call, store } = await openGreenfield(t)
  const unknown = await call('GET', `/api/v1/stores/${store}/unknown`)
  assert.deepEqual([unknown.status, unknown.json.code], [404, 'not-found'])
  const wrong = await call('PUT', `/api/v1/stores/${store}`)
  assert.deepEqual([wrong.status, wrong.json.code], [405, 'method-not-allowed'])
})

test('pages of any origin may call these routes', async (t) => {
  const { service, store } = await openGreenfield(t)
  const { status, headers } = await service.request(`/api/v1/stores/${store}`, {
    method: 'OPTIONS',
    token: null,
  })
  assert.equal(status, 204)
  assert.match(String(headers['access-control-allow-headers']), /authorization/)
  assert.equal(headers['access-control-allow-origin'], '*')
})

test('without GREENFIELD=true, the routes do not exist', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const { status, json } = await service.request('/api/v1/stores', {
    headers: { authorization: basic(service.merchant.token) },
  })
  assert.equal(status, 404)
  assert.equal(json.code, 'not_found')
})
