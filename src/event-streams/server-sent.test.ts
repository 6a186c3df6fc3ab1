import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServerSentEvents } from './server-sent.ts'

test('a heartbeat before a stream has started doesn’t send the response headers', async (t) => {
  const { response, answered } = await exchange(t)
  const { sink, connection } = createServerSentEvents(response, {}, { stallMs: 1_000 })
  connection.sendHeartbeat()
  sink.onStart('c1')
  const { statusCode, headers } = await answered
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
})

test('a stream that ends before it has started closes the connection instead of responding with an empty stream', async (t) => {
  const { response, answered } = await exchange(t)
  const { connection } = createServerSentEvents(response, {}, { stallMs: 1_000 })
  connection.close()
  await assert.rejects(answered, { code: 'ECONNRESET' })
})

/** A request waiting for its response. */
async function exchange(t: TestContext) {
  const server = createServer()
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const received = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', agent: false }, resolve)
    request.once('error', reject)
    t.after(() => request.destroy())
  })
  answered.catch(() => {})
  const [, response] = await received
  return { response, answered }
}
