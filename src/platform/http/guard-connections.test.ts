import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { until } from '../../../test/helpers/until.ts'
import { createServer } from './server.ts'

/** A server behind a trusted proxy: the number of requests in progress, its log, and connections to it. */
async function start(t: TestContext, onRequest = (_request: FastifyRequest) => {}) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const trustedProxies = ['loopback']
  const server = createServer({ log, now: () => 0, isClosing: () => false, trustedProxies })
  let handled = 0
  server.addHook('onRequest', async (request) => {
    handled++
    onRequest(request)
  })
  server.get('/', { config: { access: 'public' } }, async ({ ip }) => `from ${ip}`)
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())
  return { open, server, handled: () => handled, lines }

  async function open() {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    t.after(() => socket.destroy())
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    await once(socket, 'connect')
    return { socket, sendRequests, countResponses: () => text.match(/from 127\.0\.0\.1/g)?.length ?? 0 }

    function sendRequests(count: number): void {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))
    }
  }
}

test('a connection with more than 16 unanswered requests is closed, and the excess is neither parsed nor processed', async (t) => {
  const { open, handled, server } = await start(t)
  const { sendRequests, socket } = await open()
  let parsed = 0
  server.server.on('request', () => parsed++)
  sendRequests(2_000)
  await once(socket, 'close')
  assert.deepEqual([handled(), parsed], [16, 17])
})

test('16 concurrent requests get responses, and any number of sequential ones', async (t) => {
  const { open, handled } = await start(t)
  const { sendRequests, countResponses } = await open()
  sendRequests(16)
  await until(async () => countResponses() === 16)
  for (let sentCount = 17; sentCount <= 60; sentCount++) {
    sendRequests(1)
    await until(async () => countResponses() === sentCount)
  }
  assert.equal(handled(), 60)
})

test('a connection that is reset before its request is read is closed without an error in the log', async (t) => {
  const { open, server, handled, lines } = await start(t)
  server.server.once('connection', (accepted: Socket) => {
    // As the operating system reports it for a connection that no longer exists.
    Object.defineProperty(accepted, 'remoteAddress', { value: undefined })
  })
  const { sendRequests, socket } = await open()
  sendRequests(1)
  await once(socket, 'close')
  assert.equal(handled(), 0)
  assert.deepEqual(
    lines.filter((line) => JSON.parse(line).level > 30),
    [],
  )
})

test('the address of a connection is known while its request is processed, even after a reset', async (t) => {
  const address = Promise.withResolvers<string>()
  const { open } = await start(t, (request) => {
    request.raw.socket.destroy()
    address.resolve(request.ip)
  })
  const { sendRequests } = await open()
  sendRequests(1)
  assert.equal(await address.promise, '127.0.0.1')
})
