import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, QuittanceError } from '../../src/client/index.ts'
import { addCleanup, fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(fileScope, { listen: true, destinations: ['LTC'] })
const { baseUrl, merchant } = service
const options = { baseUrl, token: merchant.token }
const client = createClient(options)

const hasCode = (code: string) => (error: unknown) => error instanceof QuittanceError && error.code === code

test('an invoice is created, shown, listed and cancelled', async () => {
  const { invoice, payment_options } = await client.invoices.create({
    amount: '12.50',
    currency: 'USD',
    memo: 'one',
  })
  assert.equal(invoice.amount, 12.5)
  assert.equal(payment_options[0]?.currency, 'LTC')
  assert.deepEqual((await client.invoices.get(invoice.uid)).invoice, invoice)
  await client.invoices.create({ amount: 1, currency: 'USD', memo: 'two' })

  const memos: unknown[] = []
  for await (const { invoice } of client.invoices.list({ limit: 1 })) memos.push(invoice.memo)
  assert.deepEqual(memos, ['two', 'one'])
  const page = await client.invoices.list({ limit: 1 })
  assert.equal(page.invoices[0]?.invoice.memo, 'two')
  assert.equal((await client.invoices.cancel(invoice.uid)).invoice.status, 'cancelled')
  assert.match(await client.invoices.exportCsv({ status: 'cancelled' }), /^uid,/)
})

test('amounts given as text are sent with all of their digits', async () => {
  let body = ''
  const recording = createClient({
    ...options,
    fetch: (url, init) => {
      body = String(init?.body)
      return fetch(url, init)
    },
  })
  await recording.invoices.create({ amount: '900000000000.10', currency: 'USD' }).catch(() => {})
  assert.ok(body.startsWith('{"amount":900000000000.10,'), body)
  assert.throws(() => client.invoices.create({ amount: '1e3' }), /decimal number/)
})

test('an error has the code and status of the response', async () => {
  await assert.rejects(client.invoices.get('unknown'), (error) => {
    assert.ok(error instanceof QuittanceError)
    assert.deepEqual([error.code, error.status], ['invoice_not_found', 404])
    return true
  })
  const stranger = createClient({ baseUrl, token: 'qt_wrong' })
  await assert.rejects(stranger.invoices.create({ amount: 1 }), hasCode('unauthorized'))
})

test('creating an invoice is retried with one Idempotency-Key: a lost response creates no second invoice', async () => {
  const keys: (string | null)[] = []
  const unlucky = createClient({
    ...options,
    fetch: async (url, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const response = await fetch(url, init)
      if (keys.length === 1) throw new TypeError('the connection was lost')
      return response
    },
  })
  const { invoice } = await unlucky.invoices.create({ amount: 3, currency: 'USD', external_id: 'once' })
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
  const { invoices } = await client.invoices.list({ external_id: 'once' })
  assert.deepEqual(
    invoices.map((each) => each.invoice.uid),
    [invoice.uid],
  )
})

test('a POST that must not be repeated is sent once if its outcome is unknown', async () => {
  let count = 0
  const unlucky = createClient({
    ...options,
    fetch: async () => {
      count += 1
      throw new TypeError('the connection was lost')
    },
  })
  await assert.rejects(unlucky.webhookEndpoints.rotateSecret(), hasCode('connection_failed'))
  assert.equal(count, 1)
})

for (const { code, status, requests } of [
  { code: 'too_many_requests', status: 429, requests: 4 },
  { code: 'unavailable', status: 503, requests: 1 },
])
  test(`such a POST is sent ${requests} times if the response is ${status}`, async () => {
    let count = 0
    const busy = createClient({
      ...options,
      fetch: async () => {
        count += 1
        return Response.json({ error: 'No.', code }, { status, headers: { 'retry-after': '0' } })
      },
    })
    await assert.rejects(busy.webhookEndpoints.rotateSecret(), hasCode(code))
    assert.equal(count, requests)
  })

test('a service that does not respond in time ends the call with `timeout`, and an aborted call throws its reason', async () => {
  const silent = createClient({
    ...options,
    timeoutMs: 5,
    maxRetries: 0,
    fetch: (_url, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
  })
  await assert.rejects(silent.invoices.get('x'), hasCode('timeout'))
  const stop = new AbortController()
  const call = silent.invoices.get('x', { signal: stop.signal })
  stop.abort(new Error('not needed any more'))
  await assert.rejects(call, /not needed any more/)
})

test('an error page from a proxy is not mistaken for a response of the service', async () => {
  const proxied = createClient({
    ...options,
    fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 404 }),
  })
  await assert.rejects(proxied.invoices.get('x'), hasCode('response_invalid'))
})

test('events.stream continues after the last event when the connection is lost', async (t) => {
  const connections: AbortController[] = []
  const unstable = createClient({
    ...options,
    fetch: (url, init) => {
      const connection = new AbortController()
      connections.push(connection)
      const signal = AbortSignal.any([connection.signal, ...(init?.signal ? [init.signal] : [])])
      return fetch(url, { ...init, signal })
    },
  })
  const stop = new AbortController()
  addCleanup(t, () => stop.abort())
  const started = Promise.withResolvers<string>()
  const events = unstable.events.stream({ signal: stop.signal, onConnect: started.resolve })
  const first = events.next()
  await started.promise
  const { invoice } = await client.invoices.create({ amount: 4, currency: 'USD' })
  assert.equal((await first).value?.type, 'invoice.created')
  connections[0]?.abort()
  await client.invoices.cancel(invoice.uid)
  const second = (await events.next()).value
  assert.equal(second?.type, 'invoice.cancelled')
  assert.equal(connections.length, 2)

  stop.abort()
  assert.equal((await events.next()).done, true)
  const missed: string[] = []
  for await (const { type } of client.events.list({ after: await started.promise })) missed.push(type)
  assert.deepEqual(missed, ['invoice.created', 'invoice.cancelled'])
})

test('events.stream throws if it cannot connect or is not allowed to', async () => {
  const closed = createClient({
    ...options,
    fetch: async () => new Response('{"error":"No.","code":"unauthorized"}', { status: 401 }),
  })
  await assert.rejects(closed.events.stream().next(), hasCode('unauthorized'))
})

test('events.stream waits as long as Retry-After asks', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const called: string[] = []
  const busy = createClient({
    ...options,
    fetch: async (url) => {
      called.push(String(url))
      const error = { error: 'No.', code: called.length === 1 ? 'too_many_requests' : 'unauthorized' }
      const status = called.length === 1 ? 429 : 401
      return Response.json(error, { status, headers: { 'retry-after': '15' } })
    },
  })
  const disconnected = Promise.withResolvers<QuittanceError>()
  const end = assert.rejects(
    busy.events.stream({ onDisconnect: disconnected.resolve }).next(),
    hasCode('unauthorized'),
  )
  await disconnected.promise
  t.mock.timers.tick(14_999)
  await new Promise(setImmediate)
  assert.equal(called.length, 1)
  t.mock.timers.tick(1)
  await end
  assert.equal(called.length, 2)
})

test('waitForOutcome returns an invoice once it is paid, and immediately if it already is', async () => {
  const { invoice } = await client.invoices.create({ amount: 4, currency: 'USD' })
  const outcome = client.invoices.waitForOutcome(invoice.uid)
  await service.pay(invoice.uid, 'LTC')
  assert.equal((await outcome).invoice.status, 'paid')
  assert.equal((await client.invoices.waitForOutcome(invoice.uid)).invoice.status, 'paid')
})

test('waitForOutcome also ends when the invoice is cancelled, cannot be read, or the caller aborts', async () => {
  const { invoice } = await client.invoices.create({ amount: 5, currency: 'USD' })
  const reason = new Error('enough')
  const aborted = client.invoices.waitForOutcome(invoice.uid, { signal: AbortSignal.abort(reason) })
  await assert.rejects(aborted, reason)
  const caller = new AbortController()
  const waiting = client.invoices.waitForOutcome(invoice.uid, { signal: caller.signal })
  const outcome = client.invoices.waitForOutcome(invoice.uid)
  caller.abort(reason)
  await assert.rejects(waiting, reason)
  await client.invoices.cancel(invoice.uid)
  assert.equal((await outcome).invoice.status, 'cancelled')
  await assert.rejects(client.invoices.waitForOutcome('unknown'), hasCode('invoice_not_found'))
})
