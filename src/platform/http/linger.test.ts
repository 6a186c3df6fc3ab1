import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { createServer } from './server.ts'

/** A server with one route, and the number of requests that reached it. */
async function startServer(t: TestContext) {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, isClosing: () => false })
  let handled = 0
  server.post('/things', { config: { access: 'public' } }, async () => {
    handled++
    return 'taken'
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())
  return { port: (server.server.address() as AddressInfo).port, countHandled: () => handled }
}

async function post(
  port: number,
  body: Buffer,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const request = sendRequest({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/things',
    headers,
    agent: false,
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

const largeBody = Buffer.alloc(8_000_000, ' ')

test('a client that is still sending a large body receives the 413', async (t) => {
  const { port } = await startServer(t)
  for (const connection of ['close', 'keep-alive'])
    for (const length of [{ 'content-length': `${largeBody.length}` }, { 'transfer-encoding': 'chunked' }])
      for (let count = 0; count < 5; count++)
        assert.equal(
          await post(port, largeBody, { 'content-type': 'application/json', connection, ...length }),
          413,
        )
})

test('no further request on a connection is handled after a response that closes it', async (t) => {
  const { port, countHandled } = await startServer(t)
  const head = 'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`${head}Content-Length: 70000\r\n\r\n`)
  await once(socket, 'data')
  socket.write(`${' '.repeat(70_000)}${head}Content-Length: 2\r\n\r\n{}`)
  await delay(300)
  assert.equal(countHandled(), 0)
})

test('a client that never finishes its body is disconnected', async (t) => {
  const { port } = await startServer(t)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(
    'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 70000\r\n\r\n',
  )
  socket.resume()
  const isClosed = new Promise((resolve) => socket.once('close', () => resolve(true)))
  const sending = setInterval(() => socket.write(' '), 100)
  t.after(() => clearInterval(sending))
  assert.equal(await Promise.race([isClosed, delay(6_000, false)]), true)
})
