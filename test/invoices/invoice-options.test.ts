import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Service, startService } from '../helpers/service.ts'
import { numbered } from '../helpers/streams.ts'
import { until } from '../helpers/until.ts'
import { testWallet } from '../helpers/wallet.ts'

const owned = async ({ request, merchant }: Service, uid: string) =>
  JSON.parse((await request(`/invoices/${uid}`, { token: merchant.token })).text)

test('an invoice can name its coins, in its order; only the owner sees them', async (t) => {
  const service = await startService(t, { destinations: ['BTC', 'LTC', 'DOGE'] })
  const { invoice, payment_options } = await service.createInvoice({ coins: ['LTC', 'BTC'] })
  assert.deepEqual(
    payment_options.map(({ currency }) => currency),
    ['LTC', 'BTC'],
  )
  const { invoice: own } = await owned(service, invoice.uid)
  assert.deepEqual(own.coins, ['LTC', 'BTC'])
  assert.equal(own.confirmations, null)
  const { invoice: shown } = await service.getInvoice(invoice.uid)
  assert.equal('coins' in shown, false)
  assert.equal('confirmations' in shown, false)
})

test('an invoice may name a coin that its account has a destination for but does not offer', async (t) => {
  const service = await startService(t, { destinations: ['BTC', 'LTC'] })
  await service.accounts.change(service.merchant.email, { coins: ['LTC'] })
  const { payment_options } = await service.createInvoice({ coins: ['BTC'] })
  assert.deepEqual(
    payment_options.map(({ currency }) => currency),
    ['BTC'],
  )
})

test('a duplicate or unknown coin, none at all, or one without a destination, is a 400', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const cases = [
    [['LTC', 'LTC'], 'body_invalid'],
    [['XYZ'], 'body_invalid'],
    [[], 'body_invalid'],
    ['LTC', 'body_invalid'],
    [['LTC', 'BTC'], 'coins_invalid'],
  ] as const
  for (const [coins, code] of cases) {
    const { status, json } = await service.request('/invoices', {
      method: 'POST',
      body: { amount: 1, coins },
    })
    assert.deepEqual([status, json.code], [400, code], JSON.stringify(coins))
  }
})

test('an invoice can require its own number of confirmations', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const { createInvoice, pay, rpc } = service
  const { invoice } = await createInvoice({ confirmations: 3 })
  assert.equal((await pay(invoice.uid, 'LTC')).reply.status, 200)
  const readPayment = async () => (await service.getInvoice(invoice.uid)).invoice.payment ?? assert.fail()
  const mine = async (blocks: number, depth: number) => {
    await rpc('ltc', 'generatetoaddress', blocks, testWallet('LTC', 'miner').address())
    await until(async () => (await readPayment()).confirmations === depth)
  }
  await mine(2, 2)
  assert.equal((await readPayment()).confirmed_at, null)
  await mine(1, 3)
  assert.notEqual((await readPayment()).confirmed_at, null)
  assert.equal((await owned(service, invoice.uid)).invoice.confirmations, 3)
})

test('confirmations are a whole number from 0 to 100', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  for (const confirmations of [-1, 101, 1.5, '1'])
    assert.equal(
      (await service.request('/invoices', { method: 'POST', body: { amount: 1, confirmations } })).status,
      400,
    )
  await service.createInvoice({ confirmations: 100 })
})

const exact =
  '{"order":12345678901234567890,"price":1.50,"small":1e-400,"taxIncluded":true,"none":null,"list":[1.0,{"a":[]}],"ü":"\\u0001 ✓"}'

test('metadata is any JSON object, returned and published exactly as sent', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const body = `{"amount": 1, "metadata": ${exact} , "currency": "USD"}`
  const { status, text, json } = await service.request('/invoices', { method: 'POST', body })
  assert.equal(status, 200, text)
  assert.ok(text.includes(`"metadata":${exact}`), text)
  const { uid } = json.invoice as { uid: string }
  assert.ok((await service.request(`/invoices/${uid}`)).text.includes(`"metadata":${exact}`))
  assert.ok((await service.request('/invoices')).text.includes(`"metadata":${exact}`))
  await numbered(service)
  assert.ok((await service.request('/api/v1/events')).text.includes(`"metadata":${exact}`))
  assert.ok((await service.request('/invoices.jsonl')).text.includes(`"metadata":${exact}`))
  assert.equal((await service.request(`/invoices/${uid}`, { token: null })).text.includes('metadata'), false)
})

test('metadata has at most 32 KiB of JSON', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const create = (length: number) =>
    service.request('/invoices', { method: 'POST', body: { amount: 1, metadata: { a: 'x'.repeat(length) } } })
  const frame = '{"a":""}'.length
  assert.equal((await create(32 * 1024 - frame)).status, 200)
  const { status, json } = await create(32 * 1024 - frame + 1)
  assert.deepEqual([status, json.code], [400, 'body_invalid'])
})

test('a list of coins that is too long is not searched for duplicates, which takes quadratic time', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const create = (coins: readonly string[]) =>
    service.request('/invoices', { method: 'POST', body: { amount: 1, coins } })
  assert.match(String((await create(['LTC', 'LTC'])).json.error), /duplicate/)
  assert.match(String((await create(Array(7).fill('LTC'))).json.error), /at most 6 elements/)
})

test('metadata has at most 1 000 values', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const create = (count: number) =>
    service.request('/invoices', {
      method: 'POST',
      body: { amount: 1, metadata: { a: Array(count).fill(0) } },
    })
  const { status, json: created } = await create(999)
  assert.equal(status, 200)
  const body = { metadata: { a: Array(1_000).fill(0) } }
  const { uid } = created.invoice as { uid: string }
  for (const { status, json } of [
    await create(1_000),
    await service.request(`/invoices/${uid}`, { method: 'PATCH', body }),
  ]) {
    assert.deepEqual([status, json.code], [400, 'body_invalid'])
    assert.match(String(json.error), /at most 1000 values/)
  }
})

test('a string in metadata that cannot be stored is a 400, at any depth', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  for (const metadata of ['{"a":["\\u0000"]}', '{"a":{"\\ud800":1}}']) {
    const body = `{"amount":1,"metadata":${metadata}}`
    assert.equal((await service.request('/invoices', { method: 'POST', body })).status, 400)
  }
})

test('metadata can be replaced in any status, and the search finds the new words only', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const { invoice } = await service.createInvoice({ memo: 'tea', metadata: { first: 'oldword' } })
  const { uid } = invoice
  const patch = (body: unknown) => service.request(`/invoices/${uid}`, { method: 'PATCH', body })
  const { status, text, json } = await patch(
    `{"metadata":${exact.replace('"price"', '"newword":"fresh","price"')}}`,
  )
  assert.equal(status, 200, text)
  assert.ok(text.includes('12345678901234567890'))
  assert.ok(Array.isArray(json.payment_options) && json.payment_options.length === 1)
  const found = async (q: string) =>
    ((await service.request(`/invoices?q=${q}`)).json.invoices as unknown[]).length
  assert.deepEqual([await found('oldword'), await found('fresh'), await found('tea')], [0, 1, 1])
  await service.pay(uid, 'LTC')
  assert.equal((await patch({ metadata: { paid: true } })).status, 200)
  assert.deepEqual((await owned(service, uid)).invoice.metadata, { paid: true })
  assert.equal((await patch({ metadata: null })).status, 200)
  assert.equal((await owned(service, uid)).invoice.metadata, null)
})

test('a PATCH without metadata is a 400, of an unknown or another account’s invoice a 404', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const { invoice } = await service.createInvoice()
  const stranger = await service.anotherMerchant('stranger', ['LTC'])
  const patch = (path: string, body: unknown, token = service.merchant.token) =>
    service.request(path, { method: 'PATCH', body, token })
  assert.equal((await patch(`/invoices/${invoice.uid}`, {})).status, 400)
  assert.equal((await patch(`/invoices/${invoice.uid}`, { metadata: 'x' })).status, 400)
  assert.equal((await patch('/invoices/unknown', { metadata: {} })).status, 404)
  assert.equal((await patch(`/invoices/${invoice.uid}`, { metadata: {} }, stranger.token)).status, 404)
})

test('an Idempotency-Key compares metadata exactly, by value', async (t) => {
  const service = await startService(t, { destinations: ['LTC'] })
  const create = (metadata: string) =>
    service.request('/invoices', {
      method: 'POST',
      headers: { 'idempotency-key': 'k' },
      body: `{"amount":1,"metadata":${metadata}}`,
    })
  const first = await create('{"n":9007199254740993,"m":1}')
  assert.equal((await create('{"m":1.0,"n":9007199254740993}')).text, first.text)
  assert.equal((await create('{"n":9007199254740992,"m":1}')).status, 422)
})
