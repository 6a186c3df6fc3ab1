import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fileScope, type TestScope } from '../helpers/databases.ts'
import {
  assertRejected,
  basic,
  type Reply,
  type Request,
  type Service,
  startService,
} from '../helpers/service.ts'

const service = await startService(fileScope, { listen: true })
const { request } = service

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  request('/invoices', { method: 'POST', body, headers })

/** Sends raw bytes over a new socket, and collects everything until the server closes it. */
function send(t: TestScope, at: Service, bytes: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(at.baseUrl).port), '127.0.0.1')
  t.after(() => {
    socket.destroy()
  })
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (part) => {
      text += part.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}

/** The last response received. */
function parseLastResponse(text: string): Reply {
  const response = text.slice(text.lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = response.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(head.slice(9, 12)), headers, text: body, json: body === '' ? {} : JSON.parse(body) }
}

test('an unknown route is 404', async () => {
  for (const path of [
    '/nothing',
    '/invoices/a/b',
    '/invoices//',
    '/api/v1/nothing',
    '/.env',
    '/r',
    '/payments',
    '/INVOICES',
  ])
    assertRejected(await request(path), 404, 'not_found')
})

test('a path that cannot be decoded is 404', async () => {
  for (const path of ['/invoices/%zz', '/invoices/%', '/%ff', '/invoices/%c0%ae'])
    assertRejected(await request(path), 404, 'not_found')
})

test('a wrong method is 405 with Allow', async () => {
  for (const [path, allowed] of [
    ['/invoices', 'GET, HEAD, POST'],
    ['/invoices/x', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/r/x', 'GET, HEAD, OPTIONS, POST'],
    ['/i/x', 'GET, HEAD, OPTIONS, POST'],
    ['/payments/json/BTC/x', 'OPTIONS, POST'],
    ['/coins/btc.svg', 'GET, HEAD'],
    ['/health/live', 'GET, HEAD'],
    ['/sandbox/BTC', 'POST'],
  ] as const) {
    const methods: NonNullable<Request['method']>[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      const reply = await request(`${path}?x=1`, { method })
      assertRejected(reply, 405, 'method_not_allowed')
      assert.equal(reply.headers.allow, allowed, `${method} ${path}`)
    }
  }
})

test('unknown routes under /payments and /r use the error format of their protocol', async () => {
  for (const path of ['/payments/json/BTC/x', '/payments/json/BTC/%zz', '/payments/nothing']) {
    const { json } = await request(path)
    assert.partialDeepStrictEqual(json, {
      success: false,
      retryable: false,
      msg: json.error,
      message: json.error,
    })
  }
  for (const reply of [
    await request('/r/x', { method: 'PUT' }),
    await request('/r/%zz'),
    await request('/i/%zz'),
  ])
    assert.partialDeepStrictEqual(reply.json, { msg: reply.json.error, message: reply.json.error })
})

test('a body over 64 KiB is 413', async () => {
  const padded = (length: number) => `{"amount":1,"x":"${'x'.repeat(length - 19)}"}`
  assert.equal((await post(padded(64 * 1024))).status, 200)
  assertRejected(await post(padded(64 * 1024 + 1)), 413, 'body_too_large')
  assertRejected(await post('x'.repeat(3_000_000)), 413, 'body_too_large')
})

test('a wrong content type is 415', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    '',
    'json',
    'text/json',
    'application/json, text/plain',
  ])
    assertRejected(await post('{"amount":1}', { 'content-type': type }), 415, 'content_type_unsupported')
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ])
    assert.equal((await post('{"amount":1}', { 'content-type': type })).status, 200)
})

test('malformed JSON is 400', async () => {
  for (const body of [
    '',
    ' ',
    '{',
    '}',
    '{"amount":1,}',
    '{amount:1}',
    "{'amount':1}",
    '{"amount":1}}',
    '{"amount":1} x',
    '\ufeff{"amount":1}',
    '{"amount":1 // comment\n}',
    '{"amount":1,"memo":"\n"}',
    '{"amount":1,"memo":"\\x"}',
    '{"amount":1',
    '[1',
    'nul',
  ])
    assertRejected(await post(body), 400, 'json_invalid')
  assertRejected(await post(Buffer.from('{"amount":1}', 'utf16le')), 400, 'json_invalid')
})

test('a body that is not a JSON object is 400', async () => {
  for (const body of ['null', '[]', '"text"', '1', 'true'])
    assertRejected(await post(body), 400, 'body_invalid')
  assertRejected(await request('/invoices', { method: 'POST' }), 400, 'body_invalid')
})

test('a duplicate key at any depth, __proto__, deep nesting or too many elements are 400', async () => {
  for (const body of [
    '{"amount":1,"amount":1}',
    '{"amount":1,"a":{"b":{"c":1,"c":1}}}',
    '{"amount":1,"__proto__":1}',
    '{"amount":1,"a":[{"__proto__":{}}]}',
    '['.repeat(10_000),
    '{"a":'.repeat(10_000),
    `{"amount":1,"a":${'['.repeat(40)}${']'.repeat(40)}}`,
    `{"amount":1,"a":${'['.repeat(32)}${']'.repeat(32)}}`,
  ]) {
    assertRejected(await post(body), 400, 'json_invalid')
  }
  assert.equal((await post(`{"amount":1,"a":${'['.repeat(31)}${']'.repeat(31)}}`)).status, 200)
  assert.equal((await post('{"amount":1,"constructor":{"prototype":1}}')).status, 200)
})

test('a compressed body is not decompressed, whatever its size: it is invalid JSON', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
  assert.ok(bomb.length < 64 * 1024)
  assertRejected(await post(bomb, { 'content-encoding': 'gzip' }), 400, 'json_invalid')
})

test('invalid HTTP is a 400 in the API’s error format, and the connection is closed', async (t) => {
  for (const bytes of [
    'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /invoices/\x80 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
    // Request smuggling: two lengths for one body.
    'POST /invoices HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /invoices HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
    'POST /invoices HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\nx',
    'POST /invoices HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  ]) {
    const reply = parseLastResponse(await send(t, service, bytes))
    assertRejected(reply, 400, 'request_malformed')
    assert.equal(reply.headers.connection, 'close')
  }
})

test('every response sends nosniff: JSON, pages, assets, errors, and responses to invalid HTTP', async (t) => {
  const { uid } = (await service.createInvoice()).invoice
  const browser = { accept: 'text/html' }
  const replies = await Promise.all([
    request('/invoices'),
    request('/invoices', { token: null }),
    request('/nothing', { token: null }),
    request('/invoices', { method: 'DELETE' }),
    request('/health/live', { token: null }),
    request('/openapi.json', { token: null }),
    request('/coins/doge.svg', { token: null }),
    request(`/r/${uid}`, {
      token: null,
      headers: { accept: 'application/payment-request', 'x-currency': 'LTC' },
    }),
    request(`/r/${uid}`, { method: 'OPTIONS', token: null }),
    request(`/r/${uid}`, { method: 'HEAD', token: null, headers: browser }),
    request(`/checkout/${uid}`, { token: null, headers: browser }),
    request('/login', { token: null, headers: browser }),
    request('/dashboard', { token: null, headers: browser }),
    request('/invoices.csv'),
    request('/%zz', { token: null }),
    send(t, service, 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n').then(parseLastResponse),
  ])
  const without = replies.filter(({ headers }) => headers['x-content-type-options'] !== 'nosniff')
  assert.deepEqual(without, [])
})

test('headers that are too large are 431', async (t) => {
  const bytes = `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${'a'.repeat(20 * 1024)}\r\n\r\n`
  assertRejected(parseLastResponse(await send(t, service, bytes)), 431, 'headers_too_large')
})

test('a body that is longer than its Content-Length is 400: the rest is not parsed as a request', async (t) => {
  const head = `POST /invoices HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(service.merchant.token)}\r\nContent-Type: application/json\r\n`
  const responses = await send(t, service, `${head}Content-Length: 12\r\n\r\n{"amount":1}{"amount":2}`)
  assertRejected(parseLastResponse(responses), 400, 'request_malformed')
})

test('no stack trace, SQL, path or library message reaches a client after an internal error', async (t) => {
  const broken = await startService(t, { destinations: ['LTC'] })
  const { invoice } = await broken.createInvoice()
  await broken.database.transact(({ query }) =>
    query.updateTable('invoices').set({ amount: 'not a number' }).where('uid', '=', invoice.uid).execute(),
  )
  // A process without the row in its cache reads it again.
  const other = await startService(t, { sharedStorage: broken.storage })
  const reply = await other.request(`/invoices/${invoice.uid}`, { token: null })
  const error = assertRejected(reply, 500, 'internal')
  assert.doesNotMatch(error, /number|amount/)
  const loggedErrors = other.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  assert.equal(loggedErrors.length, 1)
  assert.match(loggedErrors[0].err.message, /cannot be parsed/)
})

test('an internal error on a payment route is 500 in the payment’s error format, and retryable', async (t) => {
  const broken = await startService(t, { destinations: ['LTC'] })
  const { invoice } = await broken.createInvoice()
  await broken.database.transact(({ query }) =>
    query.updateTable('invoices').set({ amount: 'not a number' }).where('uid', '=', invoice.uid).execute(),
  )
  const { signed } = await service.pay((await service.createInvoice()).invoice.uid, 'LTC')
  const reply = await broken.request(`/payments/json/LTC/${invoice.uid}`, {
    method: 'POST',
    body: { currency: 'LTC', transactions: [signed.hex] },
  })
  assertRejected(reply, 500, 'internal')
  assert.partialDeepStrictEqual(reply.json, { success: false, retryable: true })
})

test('during shutdown, new requests get 503 with Retry-After, readiness is false, and liveness stays true', async (t) => {
  const ending = await startService(t, { listen: true, destinations: ['LTC'] })
  assert.deepEqual((await ending.request('/health/ready')).json, { ready: true })
  const { invoice } = await ending.createInvoice()
  const open = (path: string) => {
    const socket = connect(Number(new URL(ending.baseUrl).port), '127.0.0.1')
    t.after(() => {
      socket.destroy()
    })
    return new Promise<{ finish(): Promise<Reply> }>((resolve) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n`, () => resolve({ finish }))
    })
    function finish(): Promise<Reply> {
      return new Promise((resolve) => {
        socket.once('data', (data) => resolve(parseLastResponse(data.toString('latin1'))))
        socket.write('\r\n')
      })
    }
  }
  // Existing connections, each with a request that has just started.
  const [one, wallet, ready, live] = [
    await open(`/invoices/${invoice.uid}`),
    await open(`/r/${invoice.uid}`),
    await open('/health/ready'),
    await open('/health/live'),
  ]
  const closed = ending.close()
  const rejected = await one.finish()
  assertRejected(rejected, 503, 'unavailable')
  assert.match(String(rejected.headers['retry-after']), /^\d+$/)
  const toWallet = await wallet.finish()
  assertRejected(toWallet, 503, 'unavailable')
  assert.equal(toWallet.json.message, toWallet.json.error)
  const notReady = await ready.finish()
  assert.deepEqual([notReady.status, notReady.json], [503, { ready: false }])
  assert.deepEqual((await live.finish()).json, { live: true })
  await closed
})
