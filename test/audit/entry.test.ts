import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { createManualClock, day } from '../../src/kernel/clock.ts'
import { deriveXpub, type Merchant, type Service, startService } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'
import { openWebhookFixture } from '../webhooks/fixture.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'

/** Action, actor and detail of an account's audit rows from that row on, oldest first. */
async function readRows({ database }: Pick<Service, 'database'>, accountId: number, from = 0) {
  const entries = (await createAuditStore(database.read).listByAccount(accountId, 100)).reverse().slice(from)
  return entries.map(({ action, actor, detail }) => ({ action, actor, ...detail }))
}

const readToken = async ({ accounts }: Service, { email }: Merchant) =>
  (await accounts.listTokens(email))[0]?.id

test('each change of an account, its destinations, tokens and links adds a row to the audit log, without a secret', async (t) => {
  const service = await startService(t, { destinations: [] })
  const { accounts, merchant } = service
  const guest = await service.anotherMerchant('guest', [])
  await accounts.setDestination(merchant.email, 'LTC', { xpub: deriveXpub('audited', 'LTC') })
  await accounts.advance(merchant.email, 'LTC', 20)
  await accounts.change(merchant.email, { currency: 'EUR' })
  const spare = await accounts.createToken(merchant.email, { name: 'spare' })
  await accounts.revokeToken(spare.id)
  await accounts.revokeToken(spare.id)
  const body = { email: guest.email }
  const link = await service.request('/api/v1/account/links', { method: 'POST', body })
  await service.request('/api/v1/account/links', { method: 'POST', body })
  await service.request(`/api/v1/account/links/${link.json.id}`, { method: 'DELETE', token: guest.token })

  const { listByAccount } = createAuditStore(service.database.read)
  const own = await listByAccount(merchant.id, 100)
  assert.deepEqual(
    own.map(({ action }) => action),
    [
      'link.created',
      'token.revoked',
      'token.created',
      'account.changed',
      'destination.advanced',
      'destination.set',
      'token.created',
      'account.created',
    ],
  )
  const rejected = (await listByAccount(guest.id, 100))[0]
  assert.equal(rejected?.action, 'link.removed')
  assert.equal(rejected?.actor, await readToken(service, guest))
  assert.deepEqual(new Set(own.slice(1).map(({ actor }) => actor)), new Set(['command line']))
  const text = JSON.stringify([own, rejected])
  for (const secret of [merchant.token, spare.token, deriveXpub('audited', 'LTC')])
    assert.ok(!text.includes(secret))
})

const path = '/api/v1/webhooks'
const secretUrl = 'https://hooks.example/services/T0/B0/sesame'

test('each change of a webhook endpoint or secret adds a row with its actor, without secret or path', async (t) => {
  const service = await startService(t, { destinations: [] })
  const { merchant, request } = service
  const actor = await readToken(service, merchant)
  const before = (await readRows(service, merchant.id)).length
  const body = { url: secretUrl, types: ['invoice.paid'] }
  const { id: endpoint, secret } = (await request(path, { method: 'POST', body })).json
  const one = `${path}/${endpoint}`
  const change = (body: object) => request(one, { method: 'PATCH', body })
  await change({ url: 'https://other.example/sesame', types: [] })
  await change({ enabled: false })
  await change({ enabled: true, description: 'The shop' })
  const rotated = (await request(`${one}/secret`, { method: 'POST' })).json
  const own = (await request(`${path}/secret`, { method: 'POST' })).json
  await request(one, { method: 'DELETE' })

  const rows = await readRows(service, merchant.id, before)
  assert.deepEqual(rows, [
    { action: 'webhook.endpoint.created', actor, endpoint, host: 'hooks.example', enabled: true },
    { action: 'webhook.endpoint.changed', actor, endpoint, changed: 'url, types', host: 'other.example' },
    { action: 'webhook.endpoint.disabled', actor, endpoint, reason: 'by_hand' },
    { action: 'webhook.endpoint.changed', actor, endpoint, changed: 'description', host: 'other.example' },
    { action: 'webhook.endpoint.enabled', actor, endpoint },
    { action: 'webhook.endpoint.secret.rotated', actor, endpoint, version: 2 },
    { action: 'webhook.secret.rotated', actor, version: 2 },
    { action: 'webhook.endpoint.deleted', actor, endpoint },
  ])
  for (const hidden of [secret, rotated.secret, own.secret, 'sesame'])
    assert.ok(!JSON.stringify(rows).includes(String(hidden)))
})

test('a rejected request or a no-op adds no row; showing a secret adds one', async (t) => {
  const service = await startService(t, { destinations: [] })
  const { merchant, request } = service
  const stranger = await service.anotherMerchant('stranger', [])
  const made = await request(path, { method: 'POST', body: { url: secretUrl } })
  const one = `${path}/${made.json.id}`
  const before = (await readRows(service, merchant.id)).length
  await request(path, { method: 'POST', body: { url: 'ftp://hooks.example' } })
  await request(one, { method: 'PATCH', body: { url: 'ftp://hooks.example' } })
  await request(one, { method: 'PATCH', body: { url: secretUrl, enabled: true, types: [] } })
  await request(one, { method: 'PATCH', body: { enabled: false }, token: stranger.token })
  await request(`${one}/secret`, { method: 'POST', token: stranger.token })
  await request(one, { method: 'DELETE', token: stranger.token })
  await request(one)
  await request(`${one}/secret`)
  await request(`${one}/secret`, { token: stranger.token })
  await request(`${path}/redeliver`, { method: 'POST' })
  await request(`${path}/deliveries/whd_1/redeliver`, { method: 'POST' })
  const actor = await readToken(service, merchant)
  assert.deepEqual(await readRows(service, merchant.id, before), [
    { action: 'webhook.endpoint.secret.shown', actor, endpoint: made.json.id, version: 1 },
  ])
  assert.equal((await readRows(service, stranger.id)).length, 2)
})

test('redelivering one or all failed deliveries adds a row, by token or from the command line', async (t) => {
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  const service = await startService(t, { settings, destinations: ['BTC'] })
  const { merchant, request } = service
  const { quittance } = createTerminal(service.storage.url)
  const actor = await readToken(service, merchant)
  const receiver = await openReceiver(t, respondWith(500))
  const body = { url: receiver.url, types: ['invoice.created'] }
  const { id: endpoint } = (await request(path, { method: 'POST', body })).json
  await service.createInvoice()
  const page = { before: null, limit: 10 }
  const listFailed = () =>
    service.stores.webhookDeliveries.list({ accountId: merchant.id, onlyFailed: true }, page)
  await until(async () => (await listFailed()).length === 1)
  const delivery = (await listFailed())[0]?.id
  const before = (await readRows(service, merchant.id)).length

  await request(`${path}/deliveries/${delivery}/redeliver`, { method: 'POST' })
  await request(`${path}/redeliver?endpoint=${endpoint}`, { method: 'POST' })
  await quittance(`webhook redeliver --id ${delivery}`)
  await quittance(`webhook redeliver --failed --email ${merchant.email}`)
  await quittance(`webhook secret --email ${merchant.email} --rotate`)
  await quittance(`webhook secret --email ${merchant.email}`)

  const [one, all] = ['webhook.delivery.redelivered', 'webhook.deliveries.redelivered']
  assert.deepEqual(await readRows(service, merchant.id, before), [
    { action: one, actor, delivery },
    { action: all, actor, deliveries: 1, endpoint },
    { action: one, actor: 'command line', delivery },
    { action: all, actor: 'command line', deliveries: 1, endpoint: null },
    { action: 'webhook.secret.rotated', actor: 'command line', version: 2 },
    { action: 'webhook.secret.shown', actor: 'command line', version: 2 },
  ])
})

test('an endpoint that the service disables itself, after 410 or five days of failures, adds a row with the service as its actor', async (t) => {
  const clock = createManualClock(Date.now())
  const shop = await openWebhookFixture(t, { clock })
  const gone = await shop.createEndpoint((await openReceiver(t, respondWith(410))).url)
  const failing = await shop.createEndpoint((await openReceiver(t, respondWith(500))).url)
  const sender = shop.start()
  const disabled = async (id: string) => !(await shop.endpoints.show(shop.accountId, id)).enabled
  const one = async (done: () => Promise<boolean>) => {
    await shop.invoicePaid(null)
    await shop.fanOut()
    sender.wake()
    await until(done)
  }
  await one(async () => (await disabled(gone)) && (await shop.all(true)).length === 2)
  clock.advance(5 * day)
  await one(() => disabled(failing))

  const action = 'webhook.endpoint.disabled'
  const rows = await readRows(shop, shop.accountId)
  assert.deepEqual(
    rows.filter((row) => row.action === action),
    [
      { action, actor: 'service', endpoint: gone, reason: 'gone' },
      { action, actor: 'service', endpoint: failing, reason: 'failing' },
    ],
  )
})

test('forty concurrent 410 responses disable their endpoint once, with one event and one row', async (t) => {
  const shop = await openWebhookFixture(t)
  const id = await shop.createEndpoint((await openReceiver(t, respondWith(410))).url)
  await shop.invoicePaid(null, 'invoice.paid', 40)
  await shop.fanOut()
  const { stop } = shop.start()
  await until(async () => (await shop.all()).every(({ state }) => state === 'dead'))
  await stop()
  assert.deepEqual(shop.faults, [])
  assert.equal(
    (await shop.all()).every(({ attempts: [only] }) => only?.status === 410),
    true,
  )
  const type = 'webhook.endpoint.disabled'
  const events = await shop.database.read.query
    .selectFrom('events')
    .where('type', '=', type)
    .selectAll()
    .execute()
  assert.equal(events.length, 1)
  const rows = (await readRows(shop, shop.accountId)).filter(({ actor }) => actor === 'service')
  assert.deepEqual(rows, [{ action: type, actor: 'service', endpoint: id, reason: 'gone' }])
})

test('manually releasing a claim adds a row', async (t) => {
  const service = await startService(t, { destinations: ['LTC'], config: { nodeTimeoutMs: 50 } })
  const { quittance } = createTerminal(service.storage.url)
  const { uid } = (await service.createInvoice()).invoice
  await service.rpc('LTC', 'sandbox_fail', 'timeout', 1_000)
  const { txid } = (await service.pay(uid, 'LTC')).signed
  const [claim] = await service.stores.payments.findOpenClaims()
  const before = (await readRows(service, service.merchant.id)).length
  await until(async () => (await quittance(`claim release --invoice ${uid}`)).exit === 0)
  assert.equal((await quittance(`claim release --invoice ${uid}`)).exit, 1)

  const released = { action: 'claim.released', actor: 'command line', invoice: uid, payment: claim?.id }
  assert.deepEqual(await readRows(service, service.merchant.id, before), [{ ...released, coin: 'LTC', txid }])
})
