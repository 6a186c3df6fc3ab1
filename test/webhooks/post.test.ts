import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { formatAttemptError } from '../../src/webhooks/attempt-error.ts'
import type { Resolve } from '../../src/webhooks/guard.ts'
import { classifyOutcome } from '../../src/webhooks/webhook.ts'
import { body, post } from './post-once.ts'
import { createUnusedUrl, openReceiver, type Responder, respondWith } from './receiver.ts'

async function findOutcome(t: TestContext, respond: Responder) {
  const { url } = await openReceiver(t, respond)
  return post(url)
}

test('only 2xx is success; a redirect is a failure; 410 is permanent', async (t) => {
  const expected = [
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [302, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [401, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const
  for (const [status, verdict] of expected) {
    const outcome = await findOutcome(
      t,
      respondWith(status, status < 400 ? { location: 'http://127.0.0.1:1/' } : {}),
    )
    assert.deepEqual([outcome.kind, classifyOutcome(outcome)], ['response', verdict], String(status))
  }
})

test('the request is a plain POST without cookies, with our name and its exact length', async (t) => {
  const { url, received } = await openReceiver(t)
  await post(url)
  const [one] = received
  assert.equal(one?.body, body)
  assert.deepEqual(Object.keys(one?.headers ?? {}).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
    'webhook-id',
  ])
  assert.equal(one?.headers['user-agent'], 'Quittance')
  assert.equal(one?.headers.host, new URL(url).host)
})

test('a long response is read up to 64 KiB, and its first 4 KiB are kept', async (t) => {
  let sent = 0
  const outcome = await findOutcome(t, (response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(16 * 1024, 'x')
    const sendMore = () => {
      while (!response.destroyed && sent < 100 * 1024 * 1024) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', sendMore)
      }
    }
    sendMore()
  })
  assert.ok(outcome.kind === 'response')
  assert.deepEqual([outcome.status, outcome.responseBody.length], [200, 4_096])
  // The data in the socket buffers is never read.
  assert.ok(sent < 20 * 1024 * 1024, `${sent} bytes left the receiver`)
})

test('a response in another encoding, or with a NUL, is stored as text that every database accepts', async (t) => {
  const outcome = await findOutcome(t, (response) => void response.end(Buffer.from([0x41, 0, 0xff, 0x42])))
  assert.ok(outcome.kind === 'response')
  assert.equal(outcome.responseBody, 'A\ufffd\ufffdB')
})

test('only the status counts: a truncated or endless body is still a success', async (t) => {
  const cut = await findOutcome(t, (response) => {
    response.writeHead(200, { 'content-length': '100', connection: 'close' })
    response.write('half')
    setTimeout(() => response.destroy(), 20)
  })
  const endless = await findOutcome(t, (response) => {
    response.writeHead(200)
    response.write('half')
  })
  for (const outcome of [cut, endless])
    assert.partialDeepStrictEqual(outcome, { kind: 'response', status: 200, responseBody: 'half' })
})

test('a request takes at most the time limit, whatever the receiver does', async (t) => {
  const slow: readonly [string, (socket: Socket) => void][] = [
    ['accepts and never reads', (socket) => void socket.pause()],
    ['reads and never responds', (socket) => void socket.resume()],
    [
      'sends its header a byte at a time',
      (socket) => {
        const text = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000)}`
        let index = 0
        const timer = setInterval(() => socket.write(text[index++] ?? ''), 20)
        socket.once('close', () => clearInterval(timer))
      },
    ],
    [
      'sends 100 Continue forever',
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
        socket.once('close', () => clearInterval(timer))
      },
    ],
  ]
  for (const [what, behave] of slow) {
    const url = await rawReceiver(t, behave)
    const outcome = await post(url, { timeoutMs: 300 })
    assert.partialDeepStrictEqual(
      outcome,
      { kind: 'no_response', error: { code: 'timeout', detail: null } },
      what,
    )
  }
})

test('a request that fails says why, without naming an address', async (t) => {
  const failing =
    (code: string): Resolve =>
    () =>
      Promise.reject(Object.assign(new Error(code), { code }))
  const garbage = await rawReceiver(
    t,
    (socket) => void socket.once('data', () => socket.end('SSH-2.0-x\r\n')),
  )
  const reset = await rawReceiver(t, (socket) => void socket.once('data', () => socket.resetAndDestroy()))
  const silent = await rawReceiver(t, (socket) => void socket.once('data', () => socket.end()))
  const unusedUrl = await createUnusedUrl()
  const cases = [
    [await post(unusedUrl), 'connection_refused'],
    [await post(reset), 'connection_closed'],
    [await post(silent), 'connection_closed'],
    [await post(garbage), 'invalid_response'],
    [await post(unusedUrl.replace('http:', 'https:')), 'connection_refused'],
    [await post('http://shop.example/', { resolve: failing('ENOTFOUND') }), 'host_not_found'],
    [await post('http://shop.example/', { resolve: failing('ESERVFAIL') }), 'dns_failed'],
    [await post('http://shop.example/', { resolve: async () => [] }), 'host_not_found'],
  ] as const
  for (const [outcome, code] of cases) {
    assert.ok(outcome.kind === 'no_response', JSON.stringify(outcome))
    assert.equal(outcome.error.code, code)
    assert.doesNotMatch(formatAttemptError({ status: null, error: outcome.error }) ?? '', /127\.0\.0\.1|:\d/)
  }
})

test('a DNS lookup that never ends is stopped by the time limit', async () => {
  const outcome = await post('http://shop.example/', {
    resolve: () => new Promise(() => {}),
    timeoutMs: 100,
  })
  assert.partialDeepStrictEqual(outcome, { kind: 'no_response', error: { code: 'timeout', detail: null } })
})

test('shutdown interrupts requests in progress, and an error of our own does not count as an attempt', async (t) => {
  const stopping = new AbortController()
  const { url, received } = await openReceiver(t, () => stopping.abort())
  assert.partialDeepStrictEqual(await post(url, { signal: stopping.signal }), { kind: 'interrupted' })
  assert.equal(received.length, 1)
  const failToResolve: Resolve = () =>
    Promise.reject(Object.assign(new Error('too many'), { code: 'EMFILE' }))
  assert.partialDeepStrictEqual(await post('http://shop.example/', { resolve: failToResolve }), {
    kind: 'interrupted',
  })
})

test('a receiver is disconnected after 16 KiB without a final response head', async (t) => {
  let sent = 0
  const url = await rawReceiver(t, (socket) => {
    const write = () => {
      while (!socket.destroyed) {
        sent += 17
        if (!socket.write('HTTP/1.1 103 \r\n\r\n')) return
      }
    }
    socket.on('drain', write)
    socket.once('data', write)
  })
  const outcome = await post(url, { timeoutMs: 30_000 })
  assert.ok(outcome.kind === 'no_response')
  assert.equal(outcome.error.code, 'invalid_response')
  assert.ok(sent > 16 * 1024)
})

test('the body of a long response that arrives together with its head is read', async (t) => {
  const length = 60 * 1024
  const url = await rawReceiver(t, (socket) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`
    socket.once('data', () => socket.write(head + 'x'.repeat(length)))
  })
  const outcome = await post(url)
  assert.ok(outcome.kind === 'response')
  assert.deepEqual([outcome.status, outcome.responseBody.length], [200, 4 * 1024])
})

/** Listens on 127.0.0.1 and leaves the rest to `behave`. */
async function rawReceiver(t: TestContext, behave: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
