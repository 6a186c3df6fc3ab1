import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createManualClock, day, minute, second } from '../../src/kernel/clock.ts'
import { getAlert, openBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'
import { createWebhookMerchants, parseEndpointId, parseSecret, password, path } from './webhook-merchants.ts'

const clock = createManualClock(Date.now())
const service = await startService(fileScope, {
  clock,
  destinations: ['LTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off' },
})
const { createMerchant, addEndpoint, readActions } = createWebhookMerchants(service)

test('a secret is shown after the password, once, to that session only, and for five minutes', async () => {
  const { email, token, browser } = await createMerchant('secrets')
  const endpointPath = await addEndpoint(browser)
  for (const [page, api] of [
    [path, '/api/v1/webhooks/secret'],
    [endpointPath, `/api/v1/webhooks/${parseEndpointId(endpointPath)}/secret`],
  ] as const) {
    const { json } = await service.request(api, { token })
    for (const wrongPassword of ['wrong', '']) {
      const rejected = await browser.post(`${page}/secret`, { password: wrongPassword })
      assert.equal(rejected.status, 400)
      assert.match(getAlert(rejected.text) ?? '', /password is wrong/)
      assert.equal(parseSecret(rejected.text), null)
    }
    const shown = await browser.submit(`${page}/secret`, { password })
    assert.match(shown, new RegExp(`^${page}\\?shown=[\\w-]{43}#secret$`))
    const other = openBrowser(service)
    await other.signIn(email, password)
    assert.equal(parseSecret((await other.get(shown)).text), null)

    const { text, headers } = await browser.get(shown)
    assert.equal(parseSecret(text), json.secret)
    assert.equal(headers['cache-control'], 'no-store')
    const again = (await browser.get(shown)).text
    assert.equal(parseSecret(again), null)
    assert.match(again, /already shown/)

    const late = await browser.submit(`${page}/secret`, { password })
    clock.advance(5 * minute)
    assert.equal(parseSecret((await browser.get(late)).text), null)
    assert.ok(!service.logged.join().includes(String(json.secret)))
  }
})

test('the token for one secret reveals no other', async () => {
  const { browser } = await createMerchant('marks')
  const [one, two] = [await addEndpoint(browser), await addEndpoint(browser)]
  const shown = await browser.submit(`${one}/secret`, { password })
  const [, revealToken = ''] = /shown=([\w-]+)/.exec(shown) ?? []
  for (const elsewhere of [two, path])
    assert.equal(parseSecret((await browser.get(`${elsewhere}?shown=${revealToken}`)).text), null)
  assert.notEqual(parseSecret((await browser.get(shown)).text), null)
})

test('rotating a secret needs the password; the old one is shown next to it for a day', async () => {
  const { id, token, browser } = await createMerchant('rotating')
  const endpointPath = await addEndpoint(browser)
  for (const [page, api, action] of [
    [path, '/api/v1/webhooks/secret', 'webhook.secret.rotated'],
    [
      endpointPath,
      `/api/v1/webhooks/${parseEndpointId(endpointPath)}/secret`,
      'webhook.endpoint.secret.rotated',
    ],
  ] as const) {
    const before = (await service.request(api, { token })).json
    const rejected = await browser.post(`${page}/secret/rotate`, { password: 'wrong' })
    assert.equal(rejected.status, 400)
    assert.deepEqual((await service.request(api, { token })).json, before)

    const shown = await browser.submit(`${page}/secret/rotate`, { password })
    assert.equal((await readActions(id))[0], action)
    const { text } = await browser.get(shown)
    const after = (await service.request(api, { token })).json
    assert.notEqual(after.secret, before.secret)
    assert.ok(text.includes(`data-copy="${after.secret}"`))
    assert.ok(text.includes(`data-copy="${before.secret}"`))
    assert.equal((await readActions(id))[0], action.replace('rotated', 'shown'))
    clock.advance(day)
    const later = (await browser.get(await browser.submit(`${page}/secret`, { password }))).text
    assert.ok(!later.includes(String(before.secret)))
  }
})

test('a test is signed, sent once to that endpoint only, shown with its response, and is not an account event', async (t) => {
  const { id, token, browser } = await createMerchant('testing')
  const [receiver, other] = [
    await openReceiver(t, respondWith(500, {}, 'not <ready>')),
    await openReceiver(t),
  ]
  const endpointPath = await addEndpoint(browser, { url: receiver.url, 'type invoice.paid': 'on' })
  await addEndpoint(browser, { url: other.url })
  const shown = await browser.submit(`${endpointPath}/test`)
  assert.match(shown, /^\/dashboard\/deliveries\/whd_[0-9a-z]{26}\?done=test$/)
  await until(async () => />Failed</.test((await browser.get(shown)).text))
  const { text } = await browser.get(shown)
  assert.match(text, /webhook\.test/)
  assert.match(text, /not &#60;ready&#62;/)

  const [sent, ...more] = receiver.received
  assert.deepEqual(more, [])
  const { secret } = (
    await service.request(`/api/v1/webhooks/${parseEndpointId(endpointPath)}/secret`, { token })
  ).json
  const {
    'webhook-id': eventId = '',
    'webhook-timestamp': at,
    'webhook-signature': signature,
  } = sent?.headers ?? {}
  const { body = '' } = sent ?? {}
  assert.equal(new Webhook(String(secret)).sign(eventId, new Date(Number(at) * 1_000), body), signature)
  assert.partialDeepStrictEqual(JSON.parse(body), {
    type: 'webhook.test',
    data: { account_id: id, endpoint_id: parseEndpointId(endpointPath), url: receiver.url },
  })
  assert.deepEqual(other.received, [])
  assert.deepEqual((await service.request('/api/v1/events', { token })).json.events, [])
  assert.equal((await readActions(id))[1], 'webhook.endpoint.tested')

  // The result of a test doesn't affect the endpoint's health.
  assert.equal(
    (await service.stores.webhookEndpoints.find(parseEndpointId(endpointPath)))?.failingSince,
    null,
  )
  receiver.respond = respondWith(204)
  clock.advance(second)
  const testPath = await browser.submit(`${endpointPath}/test`)
  await until(async () => /Delivered/.test((await browser.get(testPath)).text))
  assert.match((await browser.get(path)).text, /HTTP <bdi dir="ltr">204/)
})

test('a test that gets 410 leaves its endpoint enabled', async (t) => {
  const { browser } = await createMerchant('gone')
  const receiver = await openReceiver(t, respondWith(410))
  const endpointPath = await addEndpoint(browser, { url: receiver.url })
  const shown = await browser.submit(`${endpointPath}/test`)
  await until(async () => />Failed</.test((await browser.get(shown)).text))
  assert.equal((await service.stores.webhookEndpoints.find(parseEndpointId(endpointPath)))?.enabled, true)
})

test("a successful test doesn't reset the failures of events", async (t) => {
  const [{ token, browser }, { email }] = [await createMerchant('hiding'), await createMerchant('guest')]
  const receiver = await openReceiver(t, respondWith(500))
  const endpointPath = await addEndpoint(browser, { url: receiver.url, 'type account.link.created': 'on' })
  const failingSince = async () =>
    (await service.stores.webhookEndpoints.find(parseEndpointId(endpointPath)))?.failingSince ?? null
  await service.request('/api/v1/account/links', { method: 'POST', token, body: { email } })
  await until(async () => (await failingSince()) !== null)
  const since = await failingSince()
  receiver.respond = respondWith(204)
  const shown = await browser.submit(`${endpointPath}/test`)
  await until(async () => /Delivered/.test((await browser.get(shown)).text))
  assert.equal(await failingSince(), since)
})

test('an endpoint can be tested sixty times an hour, then the page says when to retry', async (t) => {
  const { browser } = await createMerchant('impatient')
  const receiver = await openReceiver(t)
  const endpointPath = await addEndpoint(browser, { url: receiver.url })
  for (let times = 0; times < 60; times++) await browser.submit(`${endpointPath}/test`)
  const { status, headers } = await browser.post(`${endpointPath}/test`)
  assert.equal(status, 429)
  assert.ok(Number(headers['retry-after']) > 0)
})
