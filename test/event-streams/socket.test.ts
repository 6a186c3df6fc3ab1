import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { createEventPruneStore } from '../../src/events/prune-store.ts'
import { assertRejected, basic, type Service, startService } from '../helpers/service.ts'
import { type Message, numbered, openRejectedSocket, openSocket } from '../helpers/streams.ts'

const listen = { listen: true } as const
const settled = ['webhook_url', 'external_id', 'business_id', 'location_id', 'register_id', 'metadata']

const getTypes = (messages: readonly Message[]) => messages.map(({ type }) => type)

async function link(service: Service, source: { token: string }, target: { email: string }): Promise<number> {
  const body = { email: target.email }
  const { status, json, text } = await service.request('/api/v1/account/links', {
    method: 'POST',
    token: source.token,
    body,
  })
  assert.equal(status, 200, text)
  return Number(json.id)
}

test('a payer follows an invoice without credentials, in the public form', async (t) => {
  const service = await startService(t, listen)
  const { invoice } = await service.createInvoice({ external_id: 'mine', metadata: { till: '7' } })
  const other = await service.createInvoice()
  await numbered(service)
  const socket = await openSocket(t, service.baseUrl)
  await socket.subscribe({ invoice: invoice.uid })
  await service.pay(other.invoice.uid, 'LTC', 'other')
  const { signed } = await service.pay(invoice.uid, 'LTC')
  const messages = await socket.some(2)
  assert.deepEqual(getTypes(messages).toSorted(), ['invoice.paid', 'payment.accepted'])
  for (const { data, subject, ...envelope } of messages) {
    assert.equal(subject, `invoice/${invoice.uid}`)
    assert.deepEqual(Object.keys(envelope), ['id', 'type', 'time', 'sequence', 'cursor'])
    assert.partialDeepStrictEqual(data, { uid: invoice.uid, status: 'paid', hash: signed.txid })
    const shown = JSON.stringify(data)
    for (const name of settled) assert.ok(!shown.includes(name), name)
  }
  assert.deepEqual(
    messages.map(({ sequence }) => sequence),
    [2, 3],
  )
})

test('an account’s token opens the stream of all its events, in the owner’s form, and of no other account’s', async (t) => {
  const service = await startService(t, listen)
  const other = await service.anotherMerchant('other')
  const socket = await openSocket(t, service.baseUrl)
  await socket.subscribe({ token: service.merchant.token })
  await service.createInvoice({}, { token: other.token })
  await service.createInvoice({ external_id: 'mine' })
  const id = await link(service, service.merchant, other)
  const messages = await socket.some(3)
  assert.deepEqual(getTypes(messages), ['invoice.created', 'account.linked', 'account.link.created'])
  assert.partialDeepStrictEqual(messages[0]?.data, { invoice: { external_id: 'mine' } })
  assert.deepEqual(
    messages.slice(1).map(({ data }) => data),
    [
      { source: service.merchant.id, target: other.id, id },
      { account_id: service.merchant.id, id },
    ],
  )
})

test('Basic at the upgrade replaces the token, under either header name', async (t) => {
  const service = await startService(t, listen)
  const credentials = basic(service.merchant.token)
  for (const name of ['Authorization', 'Authentication']) {
    await numbered(service)
    const socket = await openSocket(t, service.baseUrl, { headers: { [name]: credentials } })
    await socket.subscribe({})
    await service.createInvoice()
    assert.equal((await socket.readNext()).type, 'invoice.created')
  }
})

test('invalid credentials at the upgrade are 401, and two different ones 400', async (t) => {
  const { baseUrl, merchant } = await startService(t, listen)
  const wrong = await openRejectedSocket(baseUrl, { headers: { Authorization: basic('qt_wrong') } })
  assert.equal(wrong.status, 401)
  assert.equal(wrong.json.code, 'unauthorized')
  assert.match(String(wrong.headers['www-authenticate']), /^Basic /)
  const headers = { Authorization: basic(merchant.token), Authentication: basic('qt_other') }
  const both = await openRejectedSocket(baseUrl, { headers })
  assert.deepEqual([both.status, both.json.code], [400, 'credentials_conflict'])
})

test('an unauthorized subscription is rejected, and the socket can subscribe to something else', async (t) => {
  const service = await startService(t, listen)
  const stranger = await service.anotherMerchant('stranger')
  const { token } = service.merchant
  const socket = await openSocket(t, service.baseUrl)
  const rejected: [Message, string][] = [
    [{}, 'unauthorized'],
    [{ token: 'qt_wrong' }, 'unauthorized'],
    [{ token: 'wrong' }, 'unauthorized'],
    [{ token: '' }, 'unauthorized'],
    [{ token, account: stranger.id }, 'unauthorized'],
    [{ token, account: 999_999 }, 'unauthorized'],
    [{ invoice: 'unknown' }, 'invoice_not_found'],
    [{ invoice: 'x'.repeat(1_000) }, 'invoice_not_found'],
    [{ token, after: 'c999' }, 'cursor_invalid'],
    [{ token, after: 'nonsense' }, 'cursor_invalid'],
    [{ type: 'ping' }, 'message_invalid'],
  ]
  for (const [message, code] of rejected) {
    socket.send({ type: 'subscribe', ...message })
    const response = await socket.readNext()
    assert.deepEqual([response.type, response.code], ['error', code], JSON.stringify(message))
    assert.ok(typeof response.error === 'string' && response.error.length > 10)
  }
  socket.send('nonsense')
  assert.equal((await socket.readNext()).code, 'message_invalid')
  socket.socket.send(Buffer.from('{"type":"subscribe"}'), { binary: true })
  assert.equal((await socket.readNext()).code, 'message_invalid')
  await socket.subscribe({ token })
})

test('a token in the URL grants nothing', async (t) => {
  const service = await startService(t, listen)
  const socket = await openSocket(t, service.baseUrl, {
    finishRequest: (request) => {
      request.path = `/ws?token=${service.merchant.token}`
      request.end()
    },
  })
  socket.send({ type: 'subscribe' })
  assert.equal((await socket.readNext()).code, 'unauthorized')
})

test('a message over 4 KiB closes the socket', async (t) => {
  const { baseUrl } = await startService(t, listen)
  const socket = await openSocket(t, baseUrl)
  socket.send({ type: 'subscribe', token: 'x'.repeat(4_096) })
  assert.equal((await socket.closed).code, 1009)
})

test('a subscription to an account that grants access gets its invoices and payments, and nothing else', async (t) => {
  const service = await startService(t, listen)
  const [viewer, third] = [await service.anotherMerchant('viewer'), await service.anotherMerchant('third')]
  await link(service, service.merchant, viewer)
  const socket = await openSocket(t, service.baseUrl)
  await socket.subscribe({ token: viewer.token, account: service.merchant.id })
  await link(service, service.merchant, third)
  await link(service, third, service.merchant)
  await service.createInvoice({}, { token: viewer.token })
  const { invoice } = await service.createInvoice({ external_id: 'seen by the linked account' })
  const message = await socket.readNext()
  assert.deepEqual([message.type, message.subject], ['invoice.created', `invoice/${invoice.uid}`])
  assert.partialDeepStrictEqual(message.data, { invoice: { external_id: 'seen by the linked account' } })
})

test('after a cursor come the missed events, then live ones, without gaps or duplicates', async (t) => {
  const service = await startService(t, listen)
  const first = await openSocket(t, service.baseUrl)
  const cursor = await first.subscribe({ token: service.merchant.token })
  const created: Promise<unknown>[] = []
  for (let count = 0; count < 30; count++) created.push(service.createInvoice())
  const reconnected = await openSocket(t, service.baseUrl)
  assert.equal(await reconnected.subscribe({ token: service.merchant.token, after: cursor }), cursor)
  for (let count = 0; count < 10; count++) created.push(service.createInvoice())
  await Promise.all(created)
  const messages = await first.some(40)
  assert.deepEqual(await reconnected.some(40), messages)
  assert.equal(new Set(messages.map(({ id }) => id)).size, 40)
  const middle = await openSocket(t, service.baseUrl)
  await middle.subscribe({ token: service.merchant.token, after: messages[19]?.cursor })
  assert.deepEqual(await middle.some(20), messages.slice(20))
})

test('without a cursor a socket starts with new events, and gets the current cursor', async (t) => {
  const service = await startService(t, listen)
  const { invoice } = await service.createInvoice()
  const all = await openSocket(t, service.baseUrl)
  await all.subscribe({ invoice: invoice.uid, after: 'c0' })
  const { cursor } = await all.readNext()
  const socket = await openSocket(t, service.baseUrl)
  assert.equal(await socket.subscribe({ invoice: invoice.uid }), cursor)
  await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
  assert.equal((await socket.readNext()).type, 'invoice.cancelled')
})

test('a second subscription replaces the first', async (t) => {
  const service = await startService(t, listen)
  const [a, b] = [await service.createInvoice(), await service.createInvoice()]
  await numbered(service)
  const socket = await openSocket(t, service.baseUrl)
  await socket.subscribe({ invoice: a.invoice.uid })
  await socket.subscribe({ invoice: b.invoice.uid })
  await service.request(`/invoices/${a.invoice.uid}`, { method: 'DELETE' })
  await service.request(`/invoices/${b.invoice.uid}`, { method: 'DELETE' })
  assert.equal((await socket.readNext()).subject, `invoice/${b.invoice.uid}`)
})

test('a cursor into the pruned range gets the oldest stored cursor, after which no event is missing', async (t) => {
  const service = await startService(t, listen)
  const { invoice } = await service.createInvoice()
  const socket = await openSocket(t, service.baseUrl)
  await socket.subscribe({ invoice: invoice.uid, after: 'c0' })
  const { cursor } = await socket.readNext()
  await numbered(service)
  await service.database.transact((sql) =>
    createEventPruneStore(sql).prune({ before: Date.now() + 1_000, beforePosition: null, limit: 10 }),
  )
  socket.send({ type: 'subscribe', invoice: invoice.uid, after: 'c0' })
  const { type, code, oldest } = await socket.readNext()
  assert.deepEqual([type, code, oldest], ['error', 'cursor_expired', cursor])
  await socket.subscribe({ invoice: invoice.uid, after: oldest })
  await service.request(`/invoices/${invoice.uid}`, { method: 'DELETE' })
  assert.equal((await socket.readNext()).type, 'invoice.cancelled')
})

test('GET /ws without an upgrade is 400, another method 405', async (t) => {
  const service = await startService(t, listen)
  assertRejected(await service.request('/ws', { token: null }), 400, 'header_invalid')
  const posted = await service.request('/ws', { method: 'POST', token: null, body: {} })
  assertRejected(posted, 405, 'method_not_allowed')
  assert.equal(posted.headers.allow, 'GET')
})

test('any malformed handshake is 400, with a description of a valid one', async (t) => {
  const { baseUrl } = await startService(t, listen)
  const handshake = { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '13' }
  const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  const error =
    'Invalid WebSocket handshake: send Upgrade: websocket, a Sec-WebSocket-Key of 16 bytes and Sec-WebSocket-Version: 13.'
  for (const broken of [
    {},
    { 'sec-websocket-key': 'short' },
    { ...key, 'sec-websocket-version': '7' },
    { ...key, upgrade: 'h2c' },
    { ...key, 'sec-websocket-protocol': ',' },
  ]) {
    const { status, text } = await upgrade(`${baseUrl}/ws`, { ...handshake, ...broken })
    assert.equal(status, 400)
    assert.deepEqual(JSON.parse(text), { error, code: 'header_invalid' })
  }
})

test('an upgrade request to any other path is ignored', async (t) => {
  const { baseUrl } = await startService(t, listen)
  const { status } = await upgrade(`${baseUrl}/health/live`, { upgrade: 'h2c', connection: 'upgrade' })
  assert.equal(status, 200)
})

test('GET /ws exists only if websockets is enabled; the other streams always exist', async (t) => {
  const service = await startService(t, { ...listen, settings: { EVENT_TRANSPORTS: '' } })
  assertRejected(await service.request('/ws', { token: null }), 404, 'not_found')
  assert.equal((await openRejectedSocket(service.baseUrl)).status, 404)
  assert.equal((await service.request('/api/v1/events')).status, 200)
  assert.equal(service.app.events, null)
})

test('a setting limits the number of streams: 503 with Retry-After', async (t) => {
  const service = await startService(t, { ...listen, settings: { EVENT_STREAMS: '1' } })
  const socket = await openSocket(t, service.baseUrl)
  const { status, headers, json } = await openRejectedSocket(service.baseUrl)
  assert.deepEqual([status, json.code], [503, 'unavailable'])
  assert.ok(Number(headers['retry-after']) > 0)
  const events = await service.request('/events')
  assertRejected(events, 503, 'unavailable')
  assert.ok(Number(events.headers['retry-after']) > 0)
  socket.socket.close()
  await socket.closed
})

test('when the service stops, sockets are closed with 1001 and do not delay the process', async (t) => {
  const service = await startService(t, listen)
  const { invoice } = await service.createInvoice()
  const sockets = [await openSocket(t, service.baseUrl), await openSocket(t, service.baseUrl)]
  await sockets[0]?.subscribe({ invoice: invoice.uid })
  // A client that does not reply to the closing frame.
  const unresponsive = await openSocket(t, service.baseUrl)
  unresponsive.socket.pause()
  await service.close()
  for (const { closed } of sockets) assert.equal((await closed).code, 1001)
})

function upgrade(url: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const clientRequest = httpRequest(url, { headers, agent: false }, async (response) => {
      const { statusCode: status = 0 } = response
      resolve({ status, text: (await response.setEncoding('utf8').toArray()).join('') })
    })
    clientRequest.once('error', reject)
    clientRequest.end()
  })
}
