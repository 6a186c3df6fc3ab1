import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '../../src/events/event.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import { generateId } from '../../src/kernel/ids.ts'
import { getAlert, getField } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import {
  createWebhookMerchants,
  parseEndpointId,
  parseSecret,
  password,
  path,
  url,
} from './webhook-merchants.ts'

const clock = createManualClock(Date.now())
const service = await startService(fileScope, {
  clock,
  destinations: ['LTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off' },
})
const { database } = service
const { createMerchant, addEndpoint, readActions } = createWebhookMerchants(service)

const ticked = (page: string): string[] =>
  [...page.matchAll(/name="type ([^"]+)" value="on" checked/g)].map(([, type = '']) => type)

test('without endpoints the page explains them, and how to verify a signature', async () => {
  const { browser } = await createMerchant('empty')
  const { text } = await browser.get(path)
  assert.match(text, /No webhooks yet/)
  assert.match(text, /webhook_url/)
  assert.match(text, /standardwebhooks/)
  assert.equal(parseSecret(text), null)
})

test('an endpoint is added, listed, changed and deleted, and each change is in the audit log', async () => {
  const { id, browser } = await createMerchant('adding')
  const endpointPath = await addEndpoint(browser, { description: 'The <shop>', 'type invoice.paid': 'on' })
  assert.equal(parseSecret((await browser.get(`${endpointPath}?done=created`)).text), null)
  const list = (await browser.get(path)).text
  assert.match(list, /shop\.example\.com\/hooks/)
  assert.match(list, /The &#60;shop&#62;/)
  assert.match(list, /invoice\.paid/)
  assert.match(list, />Enabled</)

  const page = (await browser.get(endpointPath)).text
  assert.deepEqual(ticked(page), ['invoice.paid'])
  assert.equal(getField(page, 'url'), url)
  const changed = { url: `${url}/2`, description: '', 'type payment.*': 'on', 'type invoice.*': 'on' }
  assert.equal(await browser.submit(endpointPath, changed), `${endpointPath}?done=changed`)
  const after = await service.stores.webhookEndpoints.find(parseEndpointId(endpointPath))
  assert.partialDeepStrictEqual(after, { url: `${url}/2`, description: null, enabled: true })
  assert.deepEqual([...(after?.types ?? [])].sort(), ['invoice.*', 'payment.*'])

  assert.equal(await browser.submit(`${endpointPath}/delete`), `${path}?done=deleted`)
  assert.equal((await browser.get(endpointPath)).status, 404)
  assert.deepEqual((await readActions(id)).slice(0, 3), [
    'webhook.endpoint.deleted',
    'webhook.endpoint.changed',
    'webhook.endpoint.created',
  ])
})

test('every event type can be selected, and types set through the API stay selected', async () => {
  const { browser, token } = await createMerchant('types')
  const { text } = await browser.get(`${path}/new`)
  for (const type of [...eventTypes, 'invoice.*', 'account.*'])
    assert.ok(text.includes(`name="type ${type}"`), type)
  const body = { url, types: ['account.link.*', 'invoice.paid'] }
  const { json } = await service.request('/api/v1/webhooks', { method: 'POST', token, body })
  const page = (await browser.get(`${path}/${json.id}`)).text
  assert.deepEqual(ticked(page), ['invoice.paid', 'account.link.*'])
})

test('an invalid endpoint gets 400 with the form and the typed values', async () => {
  const { browser } = await createMerchant('wrong')
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ url: 'ftp://shop.example.com' }, /can’t call this URL/],
    [{ url: 'https://user:pass@shop.example.com' }, /can’t call this URL/],
    [{ url: '' }, /can’t call this URL/],
    [{ url, description: 'x'.repeat(256) }, /description/],
    [{ url, description: 'a\0b' }, /description/],
    [{ url, 'type nothing.such': 'on' }, /Unknown event type/],
  ]
  for (const [fields, sentence] of wrong) {
    const { status, text } = await browser.post(path, { ...fields, 'type invoice.paid': 'on' })
    assert.equal(status, 400, JSON.stringify(fields))
    assert.match(getAlert(text) ?? '', sentence)
    assert.equal(getField(text, 'url') ?? '', fields.url)
    assert.deepEqual(ticked(text), ['invoice.paid'])
  }
  const endpointPath = await addEndpoint(browser)
  const { status, text } = await browser.post(endpointPath, { url: 'nowhere', description: 'typed' })
  assert.equal(status, 400)
  assert.equal(getField(text, 'url'), 'nowhere')
  assert.equal(getField(text, 'description'), 'typed')
})

test('an endpoint can be disabled and enabled; the page says why it is disabled', async () => {
  const { browser } = await createMerchant('switching')
  const endpointPath = await addEndpoint(browser)
  assert.equal(await browser.submit(`${endpointPath}/disable`), `${endpointPath}?done=disabled`)
  const off = (await browser.get(endpointPath)).text
  assert.match(off, /You disabled it/)
  assert.doesNotMatch(off, /\/test"/)
  const rejected = await browser.post(`${endpointPath}/test`)
  assert.equal(rejected.status, 400)
  assert.match(getAlert(rejected.text) ?? '', /Enable it, then try again/)
  assert.equal(await browser.submit(`${endpointPath}/enable`), `${endpointPath}?done=enabled`)
  assert.match((await browser.get(endpointPath)).text, />Enabled</)

  await database.transact((sql) =>
    sql.query
      .updateTable('webhook_endpoints')
      .set({
        enabled: 0,
        disabled_at: new Date(clock.now()).toISOString(),
        disabled_reason: 'failing',
      })
      .where('id', '=', parseEndpointId(endpointPath))
      .execute(),
  )
  for (const page of [path, endpointPath])
    assert.match((await browser.get(page)).text, /failed for five days/)
})

test("other accounts' endpoints are not found, whatever the request", async () => {
  const [{ browser: owner }, { browser }] = [await createMerchant('keeper'), await createMerchant('stranger')]
  const endpointPath = await addEndpoint(owner)
  const ids = [endpointPath, `${path}/whe_${generateId(clock.now())}`, `${path}/unknown`, `${path}/%00`]
  for (const each of ids) {
    assert.equal((await browser.get(each)).status, 404, each)
    for (const action of ['', '/enable', '/disable', '/delete', '/test', '/secret', '/secret/rotate'])
      assert.equal(
        (await browser.post(`${each}${action}`, { url, password })).status,
        404,
        `${each}${action}`,
      )
  }
  assert.equal((await service.stores.webhookEndpoints.find(parseEndpointId(endpointPath)))?.enabled, true)
})

test('a long list of endpoints is paginated', async () => {
  const { id, browser } = await createMerchant('many')
  await database.transact(async ({ query }) => {
    for (let number = 0; number < 60; number++)
      await query
        .insertInto('webhook_endpoints')
        .values({
          id: `whe_${generateId(clock.now() + number)}`,
          account_id: id,
          url: `${url}/${number}-`,
          description: null,
          types: '',
          enabled: 1,
          created_at: new Date(clock.now()).toISOString(),
          secret_version: 1,
          secret_rotated_at: null,
          failing_since: null,
          disabled_at: null,
          disabled_reason: null,
        })
        .execute()
  })
  const seen = new Set<string>()
  let next: string | undefined = path
  while (next !== undefined) {
    const { text } = await browser.get(next)
    for (const [, number = ''] of text.matchAll(/hooks\/(\d+)-<\/bdi>/g)) seen.add(number)
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1]
  }
  assert.equal(seen.size, 60)
})
