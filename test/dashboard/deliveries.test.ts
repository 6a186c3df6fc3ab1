import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuditStore } from '../../src/audit/store.ts'
import { createStores } from '../../src/composition/stores.ts'
import { toIsoString } from '../../src/kernel/clock.ts'
import { generateEventId, generateId } from '../../src/kernel/ids.ts'
import { getAlert, openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { openReceiver, respondWith } from '../webhooks/receiver.ts'

const service = await startService(fileScope, {
  destinations: ['LTC'],
  settings: { WEBHOOK_ALLOW_PRIVATE: 'true', RATE_LIMITS: 'off' },
})
const { database } = service

const path = '/dashboard/deliveries'

async function createMerchant(name: string) {
  const account = await service.anotherMerchant(name, ['LTC'])
  const { token } = account
  const browser = await openSignedInBrowser(service, account.id)
  return { ...account, browser, createEndpoint, readText }

  async function createEndpoint(url: string, types = ['invoice.created']): Promise<string> {
    const { json } = await service.request('/api/v1/webhooks', {
      method: 'POST',
      token,
      body: { url, types },
    })
    return String(json.id)
  }

  async function readText(address: string): Promise<string> {
    const { status, text } = await browser.get(address)
    assert.equal(status, 200, text)
    return text
  }
}

/** Paths of the deliveries that a page links to, in page order. */
const getList = (page: string): string[] => [
  ...new Set([...page.matchAll(/\/dashboard\/deliveries\/whd_[0-9a-z]{26}(?=")/g)].map(([found]) => found)),
]

/** Failed deliveries as they are stored after the last attempt. */
async function writeDead(accountId: number, endpointId: string | null, count: number): Promise<void> {
  const now = service.clock.now() - count
  await database.transact(async (sql) => {
    const all = Array.from({ length: count }, (_, number) => ({
      id: `whd_${generateId(now + number)}`,
      eventId: generateEventId(now, number % 1_000),
      createdAt: now + number,
      subject: null,
      sequence: null,
    }))
    const messages = all.map(({ eventId }) => ({ eventId, type: 'invoice.created', body: '{}' }))
    const receiver = { accountId, endpointId, url: 'http://127.0.0.1:9/', name: `${endpointId}` }
    await createStores(sql).webhookFanOut.insert(
      messages,
      all.map((each) => ({ ...each, ...receiver })),
    )
    await sql.query
      .updateTable('webhook_deliveries')
      .set({ state: 'dead', next_at: null, failed: 1 })
      .where('account_id', '=', accountId)
      .execute()
  })
}

test('without deliveries the page explains what creates them', async () => {
  const { readText } = await createMerchant('empty')
  const page = await readText(path)
  assert.match(page, /No deliveries yet/)
  assert.match(page, /\/dashboard\/settings\/webhooks/)
  assert.match(await readText(`${path}?status=failed`), /No matching deliveries/)
})

test('a delivery is listed with state, event, invoice, receiver, response and attempts, and its page has each attempt', async (t) => {
  const { token, createEndpoint, readText, browser } = await createMerchant('listing')
  const receiver = await openReceiver(t, respondWith(500, {}, '<script>alert(1)</script>'))
  const endpointId = await createEndpoint(receiver.url)
  const { invoice } = await service.createInvoice({ external_id: 'order "7"' }, { token })
  await until(async () => /HTTP <bdi dir="ltr">500/.test(await readText(path)))
  const list = await readText(path)
  const [deliveryPath = assert.fail(list), ...others] = getList(list)
  assert.deepEqual(others, [])
  assert.match(list, /Failed, retrying/)
  assert.match(list, /invoice\.created/)
  assert.ok(list.includes(`/dashboard/invoices/${invoice.uid}`))
  assert.ok(list.includes(receiver.url))

  const page = await readText(deliveryPath)
  assert.match(page, /HTTP <bdi dir="ltr">500/)
  assert.match(page, /Next attempt/)
  assert.ok(page.includes(`/dashboard/settings/webhooks/${endpointId}`))
  assert.ok(page.includes('&#60;script&#62;alert(1)&#60;/script&#62;'))
  assert.ok(page.includes(receiver.received[0]?.headers['webhook-id'] ?? assert.fail()))
  assert.match(page, /&#34;external_id&#34;: &#34;order \\&#34;7\\&#34;&#34;/)

  receiver.respond = respondWith(204)
  assert.equal(await browser.submit(`${deliveryPath}/redeliver`), `${deliveryPath}?done=again`)
  await until(async () => /<p>Delivered</.test(await readText(deliveryPath)))
  assert.match(await readText(deliveryPath), />Delivered</)
  const numbers = [...(await readText(deliveryPath)).matchAll(/<th scope="row">(\d+)<\/th>/g)].map(
    ([, number]) => number,
  )
  assert.deepEqual(numbers, ['2', '1'])
})

test('a delivery to an invoice’s webhook URL is labelled as such', async (t) => {
  const { token, readText } = await createMerchant('own')
  const receiver = await openReceiver(t)
  const { invoice } = await service.createInvoice({ webhook_url: receiver.url }, { token })
  await service.pay(invoice.uid, 'LTC')
  await until(async () => getList(await readText(`${path}?status=delivered`)).length === 1)
  const [deliveryPath = ''] = getList(await readText(path))
  assert.match(await readText(deliveryPath), /The invoice’s webhook_url/)
})

test('the list is filtered by state and receiver in the URL', async (t) => {
  const { token, createEndpoint, readText, browser } = await createMerchant('filters')
  const [good, bad] = [await openReceiver(t), await openReceiver(t, respondWith(404))]
  const [one, two] = [await createEndpoint(good.url), await createEndpoint(bad.url)]
  await service.createInvoice({}, { token })
  await until(
    async () =>
      getList(await readText(`${path}?status=failed`)).length === 1 &&
      getList(await readText(`${path}?status=delivered`)).length === 1,
  )
  const [failed] = getList(await readText(`${path}?status=failed`))
  const [delivered] = getList(await readText(`${path}?status=delivered`))
  assert.deepEqual(getList(await readText(`${path}?endpoint=${one}`)), [delivered])
  assert.deepEqual(getList(await readText(`${path}?endpoint=${two}&status=failed`)), [failed])
  assert.deepEqual(getList(await readText(`${path}?status=pending`)), [failed])
  assert.match(await readText(`${path}?endpoint=${one}&status=failed`), /No matching deliveries/)
  assert.equal(getList(await readText(`${path}?status=nonsense&before=%00`)).length, 2)
  for (const endpoint of ['unknown', `whe_${generateId(0)}`, '%00'])
    assert.equal((await browser.get(`${path}?endpoint=${endpoint}`)).status, 404)
})

test('a long list is paginated, newest first, without duplicates', async () => {
  const { id, readText } = await createMerchant('long')
  await writeDead(id, null, 60)
  const seen: string[] = []
  let next: string | undefined = `${path}?status=failed`
  while (next !== undefined) {
    const page: string = await readText(next)
    seen.push(...getList(page))
    next = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&')
  }
  assert.equal(seen.length, 60)
  assert.deepEqual(seen, [...new Set(seen)].sort().reverse())
})

test('one button resends all failed deliveries and shows their number, except for disabled endpoints', async (t) => {
  const { id, token, createEndpoint, readText, browser } = await createMerchant('again')
  const receiver = await openReceiver(t)
  const [one, off] = [await createEndpoint(receiver.url), await createEndpoint(receiver.url)]
  await writeDead(id, one, 1_203)
  await writeDead(id, off, 2)
  await service.request(`/api/v1/webhooks/${off}`, { method: 'PATCH', token, body: { enabled: false } })
  assert.match(await readText(path), /Resend all failed \(more than 1,000\)/)
  assert.doesNotMatch(await readText(`${path}?status=delivered`), /deliveries\/redeliver"/)
  assert.doesNotMatch(await readText(`${path}?endpoint=${off}`), /deliveries\/redeliver"/)
  const done = await browser.submit(`${path}/redeliver`, { endpoint: one, status: 'failed' })
  assert.equal(done, `${path}?endpoint=${one}&status=failed&again=1203`)
  assert.match(await readText(done), /being resent: 1,203/)
  const rows = await createAuditStore(database.read).listByAccount(id, 5)
  const counts = rows
    .filter(({ action }) => action === 'webhook.deliveries.redelivered')
    .map(({ detail }) => detail.deliveries)
  assert.deepEqual(counts, [203, 500, 500])

  const [left = ''] = getList(await readText(`${path}?endpoint=${off}`))
  assert.match(await readText(left), /can’t be resent/)
  assert.equal((await browser.post(`${left}/redeliver`)).status, 400)
})

test('a delivery with very many attempts shows the newest ones, and resending it too often asks the user to wait', async () => {
  const { id, readText, browser } = await createMerchant('often')
  await writeDead(id, null, 1)
  const [deliveryPath = ''] = getList(await readText(path))
  const delivery = deliveryPath.slice(path.length + 1)
  await database.transact(async ({ query }) => {
    const attempt = { delivery_id: delivery, at: toIsoString(service.clock.now()), status: 500, ms: 1 }
    const rows = Array.from({ length: 60 }, (_, number) => ({
      ...attempt,
      number: number + 1,
      error: null,
      answer: null,
    }))
    await query.insertInto('webhook_attempts').values(rows).execute()
    const counted = { attempts: 60 }
    await query.updateTable('webhook_deliveries').set(counted).where('id', '=', delivery).execute()
  })
  const page = await readText(deliveryPath)
  const numbers = [...page.matchAll(/<th scope="row">(\d+)<\/th>/g)].map(([, number]) => Number(number))
  assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [50, 60, 11])
  assert.match(page, /Only the latest 50 attempts are shown/)
  assert.match(await readText(path), />60</)

  for (let count = 0; count < 60; count++)
    assert.equal(await browser.submit(`${deliveryPath}/redeliver`), `${deliveryPath}?done=again`)
  const rejected = await browser.post(`${deliveryPath}/redeliver`)
  assert.equal(rejected.status, 429)
  assert.match(rejected.text, /role="alert"[^>]*>[\s\S]*Too many attempts\. Try again in/)
})

test('resending all failed deliveries too often asks the user to wait, and the list keeps its filters', async () => {
  const { browser, createEndpoint } = await createMerchant('eager')
  const endpoint = await createEndpoint('http://127.0.0.1:9/')
  const fields = { endpoint, status: 'failed' }
  for (let count = 0; count < 60; count++) await browser.submit(`${path}/redeliver`, fields)
  const { status, text } = await browser.post(`${path}/redeliver`, fields)
  assert.equal(status, 429)
  assert.match(getAlert(text) ?? '', /^Too many attempts\. Try again in/)
  assert.match(text, new RegExp(`<option value="${endpoint}" selected>`))
  assert.match(text, /<option value="failed" selected>/)
})

test("other accounts' deliveries are not found and cannot be resent", async (t) => {
  const [owner, { browser }] = [await createMerchant('keeper'), await createMerchant('stranger')]
  const receiver = await openReceiver(t, respondWith(500))
  const endpoint = await owner.createEndpoint(receiver.url)
  await service.createInvoice({}, { token: owner.token })
  await until(async () => receiver.received.length === 1)
  const [deliveryPath = ''] = getList(await owner.readText(path))
  for (const each of [deliveryPath, `${path}/whd_${generateId(0)}`, `${path}/unknown`, `${path}/%00`]) {
    assert.equal((await browser.get(each)).status, 404, each)
    assert.equal((await browser.post(`${each}/redeliver`)).status, 404, each)
  }
  assert.equal((await browser.post(`${path}/redeliver`, { endpoint })).status, 404)
  assert.equal(await browser.submit(`${path}/redeliver`), `${path}?again=0`)
  assert.equal(receiver.received.length, 1)
})

test("a page with pending deliveries refreshes itself, and one without doesn't", async () => {
  const { token, createEndpoint, readText } = await createMerchant('live')
  assert.doesNotMatch(await readText(path), /data-poll/)
  await createEndpoint('http://127.0.0.1:9/')
  await service.createInvoice({}, { token })
  await until(async () => /data-live="deliveries" data-poll="\d+"/.test(await readText(path)))
  const [deliveryPath = ''] = getList(await readText(path))
  await until(async () => /Connection refused/.test(await readText(deliveryPath)))
  assert.match(await readText(deliveryPath), /data-live="delivery" data-poll="\d+"/)
})
