import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { password, readRpcRequest, respondWith, startRpcNode } from '../../../test/helpers/rpc-node.ts'
import { NodeResponseError, NodeUnreachableError, RpcError } from '../rpc.ts'
import { getNumberText } from './exact-numbers.ts'
import { openHttpRpc } from './http-rpc.ts'

const broadcast = (rpc: { call(method: string, params: readonly unknown[]): Promise<unknown> }) =>
  rpc.call('sendrawtransaction', ['00'])

test('a call is JSON-RPC 1.0 with Basic authentication', async (t) => {
  const requests: unknown[] = []
  const { rpc } = await startRpcNode(t, async (request, response) => {
    const { id, ...body } = await readRpcRequest(request)
    requests.push(request.headers.authorization, body)
    response.end(JSON.stringify({ result: 'yes', error: null, id }))
  })

  assert.equal(await rpc.call('getblockhash', [7]), 'yes')
  assert.deepEqual(requests, [
    `Basic ${Buffer.from(`user:${password}`).toString('base64')}`,
    { jsonrpc: '1.0', method: 'getblockhash', params: [7] },
  ])
})

test('numbers keep their text: no amount passes through a float', async (t) => {
  const numbers = '[90071992547.40993001, 0.00001000, 1e-8, 9007199254740993, 42, -1]'
  const { rpc } = await startRpcNode(t, respondWith(`{"result": ${numbers}, "error": null, "id": #}`))

  const result = await rpc.call('gettxout', [])

  assert.ok(Array.isArray(result))
  assert.deepEqual(result.map(getNumberText), [
    '90071992547.40993001',
    '0.00001000',
    '1e-8',
    '9007199254740993',
    '42',
    '-1',
  ])
  assert.deepEqual(result.slice(4), [42, -1])
})

test("a node's error is an RpcError, whatever the HTTP status", async (t) => {
  for (const status of [500, 404, 200]) {
    const { rpc } = await startRpcNode(
      t,
      respondWith('{"result": null, "error": {"code": -26, "message": "dust"}, "id": #}', status),
    )

    await assert.rejects(
      broadcast(rpc),
      (error) => error instanceof RpcError && error.code === -26 && error.message === 'dust',
    )
  }
})

const invalidResponses: Readonly<Record<string, RequestListener>> = {
  HTML: respondWith('<html><body>502 Bad Gateway</body></html>'),
  nothing: respondWith(''),
  'half a JSON': respondWith('{"result": "00ff'),
  'JSON that is no JSON-RPC': respondWith('{"status": "ok"}'),
  'the response to another call': respondWith('{"result": "yes", "error": null, "id": 12345}'),
  'an error without a code': respondWith('{"result": null, "error": "no", "id": #}', 500),
  'HTTP 503 without JSON': respondWith('Work queue depth exceeded', 503),
  'HTTP 500 without JSON': respondWith('', 500),
  'a redirect': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'a connection cut before the response': (request) => request.socket.destroy(),
  'a connection cut during the response': (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write('{"result": ', () => response.destroy())
  },
  'a response above the size limit': respondWith(
    `{"result": "${'0'.repeat(5_000)}", "error": null, "id": #}`,
  ),
  'an endless response': (_, response) => writeSlowly(response, '0'.repeat(1_000)),
  'a response that is too slow': (_, response) => writeSlowly(response, ' '),
  'no response in time': () => {},
}

/** Writes small chunks until the other side disconnects. */
function writeSlowly(response: ServerResponse, text: string): void {
  const timer = setInterval(() => response.write(text), 5)
  response.once('close', () => clearInterval(timer))
}

for (const [name, respond] of Object.entries(invalidResponses)) {
  test(`${name} leaves the outcome unknown: the node may have acted`, async (t) => {
    const { rpc } = await startRpcNode(t, respond, { timeoutMs: 1_000, maxResponseBytes: 4_000 })

    await assert.rejects(
      broadcast(rpc),
      (error) => error instanceof NodeResponseError && !error.message.includes(password),
    )
    await assert.rejects(rpc.batch([{ method: 'gettxout', params: [] }]), NodeResponseError)
  })
}

test('a node that rejects our user or password has done nothing', async (t) => {
  for (const status of [401, 403]) {
    const { rpc } = await startRpcNode(t, (_, response) => response.writeHead(status).end())

    await assert.rejects(
      broadcast(rpc),
      (error) => error instanceof NodeUnreachableError && !error.message.includes(password),
    )
  }
})

test('a refused connection means that nothing was sent', async (t) => {
  const { rpc, server } = await startRpcNode(t, respondWith('{}'))
  await new Promise((resolve) => server.close(resolve))

  await assert.rejects(
    broadcast(rpc),
    (error) => error instanceof NodeUnreachableError && !error.message.includes(password),
  )
  await assert.rejects(rpc.call('getblockcount', []), NodeUnreachableError)
})

test('a read is retried when a keep-alive connection turns out to be closed, and a broadcast never reuses a connection', async (t) => {
  const served = new Set<unknown>()
  const methods: string[] = []
  const { rpc } = await startRpcNode(t, async (request, response) => {
    const { id, method } = await readRpcRequest(request)
    methods.push(method)
    if (served.has(request.socket)) request.socket.destroy()
    else response.end(JSON.stringify({ result: 'yes', error: null, id }))
    served.add(request.socket)
  })

  assert.equal(await rpc.call('getblockcount', []), 'yes')
  assert.equal(await rpc.call('sendrawtransaction', ['00']), 'yes')
  assert.equal(await rpc.call('getblockcount', []), 'yes')
  assert.deepEqual(methods, ['getblockcount', 'sendrawtransaction', 'getblockcount', 'getblockcount'])
  assert.equal(served.size, 3)
})

test('concurrent broadcasts never share a connection; one that the node read before it died is not "never sent"', async (t) => {
  const served: unknown[] = []
  const read: string[] = []
  const { promise: five, resolve } = Promise.withResolvers<void>()
  const { rpc, server } = await startRpcNode(t, async (request, response) => {
    const { id, params } = await readRpcRequest(request)
    served.push(request.socket)
    if (read.push(String(params[0])) === 5) resolve()
    await five
    if (read.length === 5) response.end(JSON.stringify({ result: 'yes', error: null, id }))
    else {
      server.close()
      server.closeAllConnections()
    }
  })

  const sent = ['01', '02', '03', '04', '05', '06', '07']
  const outcomes = await Promise.allSettled(sent.map((hex) => rpc.call('sendrawtransaction', [hex])))

  assert.equal(new Set(served).size, served.length)
  assert.equal(new Set(read).size, read.length)
  for (const [index, outcome] of outcomes.entries()) {
    const isNeverSent = outcome.status === 'rejected' && outcome.reason instanceof NodeUnreachableError
    assert.ok(!(isNeverSent && read.includes(sent[index] ?? '')), `${sent[index]} was read`)
  }
  assert.ok(read.length > 5)
})

test('closing aborts pending calls, and later ones are never sent', async (t) => {
  const { promise: requestReceived, resolve } = Promise.withResolvers<void>()
  const { rpc } = await startRpcNode(t, () => resolve())
  const waiting = assert.rejects(broadcast(rpc), NodeResponseError)
  await requestReceived

  await rpc.close()

  await waiting
  await assert.rejects(broadcast(rpc), NodeUnreachableError)
})

test("a node's URL is validated", () => {
  for (const url of ['', 'sandbox:', '127.0.0.1:8332', 'ftp://127.0.0.1', 'http://'])
    assert.throws(() => openHttpRpc(url), TypeError)
})
