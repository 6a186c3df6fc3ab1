import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createManualClock, day, hour } from '../../src/kernel/clock.ts'
import { fileScope, only } from '../helpers/databases.ts'
import { assertRejected } from '../helpers/replies.ts'
import { startService } from '../helpers/service.ts'
import { openWebhookFixture } from './fixture.ts'

const clock = createManualClock(Date.parse('2026-11-21T12:00:00.000Z'))
const settings = { WEBHOOK_ALLOW_PRIVATE: 'false' }
const service = await startService(fileScope, { clock, settings, destinations: ['BTC'] })
const stranger = await service.anotherMerchant('stranger', ['BTC'])
const path = '/api/v1/webhooks'
const body = { url: 'https://shop.example/hook', types: ['invoice.paid'], description: 'The shop' }

const post = (to: string, body: unknown = undefined, token?: string | null) =>
  service.request(to, {
    method: 'POST',
    ...(body !== undefined && { body }),
    ...(token !== undefined && { token }),
  })
const change = (id: unknown, body: unknown, token?: string) =>
  service.request(`${path}/${id}`, { method: 'PATCH', body, ...(token !== undefined && { token }) })

async function createEndpoint(fields: Record<string, unknown> = body): Promise<Record<string, unknown>> {
  const { status, json, text } = await post(path, fields)
  assert.equal(status, 200, text)
  return { ...json }
}

test('an endpoint is created with its own secret, shown, changed, listed and removed', async () => {
  const { id, secret, ...shown } = await createEndpoint()
  assert.deepEqual(shown, {
    ...body,
    enabled: true,
    created_at: '2026-11-21T12:00:00.000Z',
    failing_since: null,
    disabled_at: null,
    disabled_reason: null,
  })
  assert.match(String(secret), /^whsec_/)
  assert.deepEqual((await service.request(`${path}/${id}`)).json, { id, ...shown })

  const { json } = await change(id, { url: 'https://new.example/', types: [] })
  assert.deepEqual(json, { id, ...shown, url: 'https://new.example/', types: [] })
  const list: unknown = JSON.parse((await service.request(path)).text)
  assert.deepEqual(list, [json])

  assert.equal((await service.request(`${path}/${id}`, { method: 'DELETE' })).status, 204)
  assertRejected(await service.request(`${path}/${id}`), 404, 'webhook_not_found')
  assert.deepEqual(JSON.parse((await service.request(path)).text), [])
})

test('an owner can choose the secret of an endpoint: only creating returns it, and changes without one keep it', async () => {
  const secret = 'ab'.repeat(24)
  const created = await createEndpoint({ ...body, secret })
  assert.equal(created.secret, secret)
  const readSecret = async () => (await service.request(`${path}/${created.id}/secret`)).json
  assert.ok(!('secret' in (await change(created.id, { url: 'https://new.example/', secret: null })).json))
  assert.deepEqual(await readSecret(), { secret, previous: null })
  await change(created.id, { secret: 'cd'.repeat(24) })
  assert.deepEqual(await readSecret(), { secret: 'cd'.repeat(24), previous: null })
  const rotated = (await post(`${path}/${created.id}/secret`)).json
  assert.match(String(rotated.secret), /^whsec_/)
  assert.equal(rotated.previous, 'cd'.repeat(24))
  assertRejected(await post(path, { ...body, secret: 'short' }), 400, 'webhook_secret_invalid')
  const { database } = service
  const rows = await database.read.query.selectFrom('webhook_endpoints').select('own_secret').execute()
  assert.ok(!JSON.stringify(rows).includes('cdcd'))
})

test('an endpoint that is disabled and enabled again shows since when and why it was disabled', async () => {
  const { id } = await createEndpoint()
  const off = await change(id, { enabled: false })
  assert.partialDeepStrictEqual(off.json, { enabled: false, disabled_at: '2026-11-21T12:00:00.000Z' })
  assert.ok(off.json.disabled_reason)
  const on = await change(id, { enabled: true })
  assert.partialDeepStrictEqual(on.json, { enabled: true, disabled_at: null, disabled_reason: null })
})

test('forbidden addresses and unknown event types are rejected', async () => {
  for (const url of [
    'http://127.0.0.1/',
    'http://localhost/',
    'https://shop.example:8443/',
    'ftp://shop.example/',
    'x',
  ])
    assertRejected(await post(path, { ...body, url }), 400, 'webhook_url_invalid')
  for (const types of [['invoice.payed'], ['invoice'], ['*'], ['nothing.*']])
    assertRejected(await post(path, { ...body, types }), 400, 'webhook_types_invalid')
  for (const wrong of [{}, { url: 1 }, { ...body, types: 'invoice.paid' }, { ...body, enabled: 'yes' }])
    assertRejected(await post(path, wrong), 400, 'body_invalid')
  const { id } = await createEndpoint()
  assertRejected(await change(id, { url: 'http://10.0.0.1/' }), 400, 'webhook_url_invalid')
})

test('an account may have several endpoints, even with the same address', async () => {
  const before = (JSON.parse((await service.request(path)).text) as unknown[]).length
  for (let count = 0; count < 25; count++)
    await createEndpoint({ ...body, url: `https://shop-${count}.example/` })
  assert.equal((JSON.parse((await service.request(path)).text) as unknown[]).length, before + 25)
})

test('another account’s endpoint is not found, and a token is required', async () => {
  const { id } = await createEndpoint()
  for (const [method, to, body] of [
    ['GET', `${path}/${id}`],
    ['PATCH', `${path}/${id}`, { enabled: false }],
    ['DELETE', `${path}/${id}`],
    ['GET', `${path}/${id}/secret`],
    ['POST', `${path}/${id}/secret`],
  ] as const) {
    const init = { method, ...(body && { body }) }
    assertRejected(await service.request(to, { ...init, token: stranger.token }), 404, 'webhook_not_found')
    assertRejected(await service.request(to, { ...init, token: null }), 401, 'unauthorized')
  }
  assert.deepEqual(JSON.parse((await service.request(path, { token: stranger.token })).text), [])
  for (const to of [path, `${path}/deliveries`, `${path}/secret`])
    assertRejected(await service.request(to, { token: null }), 401, 'unauthorized')
})

test('a viewer sees none of an account’s endpoints, secrets and deliveries', async () => {
  const { id } = await createEndpoint()
  const link = await post('/api/v1/account/links', { email: stranger.email })
  assert.equal(link.status, 200)
  assertRejected(await service.request(`${path}/${id}`, { token: stranger.token }), 404, 'webhook_not_found')
  assertRejected(
    await service.request(`${path}/${id}/secret`, { token: stranger.token }),
    404,
    'webhook_not_found',
  )
  const { json } = await service.request(`${path}/deliveries`, { token: stranger.token })
  assert.deepEqual(json.deliveries, [])
})

test('account and endpoints have separate secrets; after a rotation the old one stays valid for a day', async () => {
  const { id, secret } = await createEndpoint()
  const accounts = (await service.request(`${path}/secret`)).json
  const others = (await service.request(`${path}/secret`, { token: stranger.token })).json
  assert.equal(new Set([secret, accounts.secret, others.secret]).size, 3)
  assert.deepEqual((await service.request(`${path}/${id}/secret`)).json, { secret, previous: null })

  for (const [to, old] of [
    [`${path}/${id}/secret`, secret],
    [`${path}/secret`, accounts.secret],
  ] as const) {
    const rotated = (await post(to)).json
    assert.equal(rotated.previous, old)
    assert.notEqual(rotated.secret, old)
    assert.deepEqual((await service.request(to)).json, rotated)
    clock.advance(day - 1)
    assert.equal((await service.request(to)).json.previous, old)
    clock.advance(1)
    assert.deepEqual((await service.request(to)).json, { secret: rotated.secret, previous: null })
    clock.advance(hour)
  }
})

test('no column of the database contains a webhook secret', async () => {
  const { secret } = await createEndpoint()
  const { secret: ofAccount } = (await service.request(`${path}/secret`)).json
  const { query } = service.database.read
  const rows = [
    ...(await query.selectFrom('accounts').selectAll().execute()),
    ...(await query.selectFrom('webhook_endpoints').selectAll().execute()),
  ]
  const dump = rows.flatMap((row) => Object.values(row)).map(String)
  for (const each of [secret, ofAccount]) {
    const bare = String(each).slice('whsec_'.length)
    const hex = Buffer.from(bare, 'base64').toString('hex')
    for (const value of dump) assert.ok(!value.includes(bare) && !value.includes(hex))
  }
  assert.ok(!service.logged.join('').includes('whsec_'))
})

test('an account adds at most 20 endpoints on one host, and a hundred in all', async () => {
  const { token } = await service.anotherMerchant('many', [])
  const add = (url: string) => service.request('/api/v1/webhooks', { method: 'POST', token, body: { url } })
  for (let host = 0; host < 5; host++) {
    for (let path = 0; path < 20; path++) {
      const port = path % 2 === 0 ? '' : ':80'
      assert.equal((await add(`http://h${host}.example${port}/${path}`)).status, 200)
    }
    if (host === 0) {
      assertRejected(await add('https://h0.example./more'), 400, 'webhook_host_too_many')
      const rejected = assertRejected(await add('https://H0.example/more'), 400, 'webhook_host_too_many')
      assert.match(rejected, /at most 20 webhook endpoints on one host/)
    }
  }
  assert.match(assertRejected(await add('https://other.example'), 400, 'webhook_too_many'), /at most 100 /)

  // A moved endpoint counts for its new host; those already there may change in other ways.
  const { text } = await service.request('/api/v1/webhooks', { token })
  const all = JSON.parse(text) as readonly { id: string; url: string }[]
  const [first, second] = ['h0', 'h1'].map((host) => all.find(({ url }) => url.includes(host)))
  const move = (id = '', url = '') =>
    service.request(`/api/v1/webhooks/${id}`, { method: 'PATCH', token, body: { url } })
  assertRejected(await move(second?.id, 'https://h0.example/moved'), 400, 'webhook_host_too_many')
  assert.equal((await move(first?.id, 'https://h0.example/moved')).status, 200)
  assert.equal((await move(second?.id, 'https://other.example/moved')).status, 200)
})

test('concurrent creations of endpoints respect the same limit', async () => {
  const { token } = await service.anotherMerchant('at-once', [])
  const add = (index: number) =>
    service.request('/api/v1/webhooks', {
      method: 'POST',
      token,
      body: { url: `https://at-once.example/${index}` },
    })
  for (let index = 0; index < 16; index++) assert.equal((await add(index)).status, 200)
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => (await add(16 + index)).status),
  )
  assert.deepEqual(statuses.sort(), [200, 200, 200, 200, 400, 400, 400, 400])
})

test('a change that overlaps the disabling of the endpoint does not enable it again', {
  skip: only('postgres'),
}, async (t) => {
  const shop = await openWebhookFixture(t)
  const id = await shop.createEndpoint('https://shop.example/hook')
  const disabled = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const disabling = shop.transact(async ({ webhookEndpoints }) => {
    await webhookEndpoints.disable(id, 'gone', shop.clock.now())
    disabled.resolve()
    await commit.promise
  })
  await disabled.promise
  const changing = shop.endpoints.change(shop.by, id, { description: 'till' })
  // It waits for the other transaction.
  await sleep(300)
  commit.resolve()
  await disabling
  const { endpoint } = await changing
  assert.deepEqual([endpoint.enabled, endpoint.description, endpoint.disabledReason], [false, 'till', 'gone'])
})
