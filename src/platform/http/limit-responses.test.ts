import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { limitResponses } from './limit-responses.ts'
import { createServer } from './server.ts'

const mebibyte = 1024 * 1024

/** A server whose route `/<account>` responds with this many bytes. */
async function listen(t: TestContext, responseBytes: number) {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, isClosing: () => false })
  limitResponses(server, { maxTotal: 24 * mebibyte, maxPerAccount: 16 * mebibyte })
  server.get<{ Params: { account: string } }>('/:account', ({ params }, reply) =>
    reply.buildLargeResponse(Number(params.account), async (reserveMemory) => {
      reserveMemory(responseBytes)
      return 'x'.repeat(responseBytes)
    }),
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => {
    server.server.closeAllConnections()
    return server.close()
  })
  const { port } = server.server.address() as AddressInfo
  const get = async (account: number) => {
    const response = await fetch(`http://127.0.0.1:${port}/${account}`)
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    }
  }
  return { get, requestWithoutReading: (account: number) => requestWithoutReading(port, account) }
}

/** Resolves once the response has begun to arrive. */
async function requestWithoutReading(port: number, account: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /${account} HTTP/1.1\r\nHost: test\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

test('an account that does not read its large responses gets no more of them until it does; other accounts are unaffected', async (t) => {
  const { get, requestWithoutReading } = await listen(t, 10 * mebibyte)
  const unread = await requestWithoutReading(1)
  const { status, retryAfter, text } = await get(1)
  assert.deepEqual([status, retryAfter, JSON.parse(text).code], [429, '2', 'too_many_requests'])
  assert.equal((await get(2)).status, 200)
  const unreadToo = await requestWithoutReading(2)
  assert.equal((await get(3)).status, 503, 'all accounts together have a limit, too')
  unread.destroy()
  unreadToo.resume()
  while ((await get(1)).status !== 200);
  while ((await get(3)).status !== 200);
})

test('a single response may be larger than the limits', async (t) => {
  const { get } = await listen(t, 30 * mebibyte)
  const { status, text } = await get(1)
  assert.equal(status, 200)
  assert.equal(text.length, 30 * mebibyte)
  assert.equal((await get(1)).status, 200)
})

test('small responses reserve nothing', async (t) => {
  const { get, requestWithoutReading } = await listen(t, 20_000)
  for (let count = 0; count < 20; count++) await requestWithoutReading(1)
  assert.equal((await get(1)).status, 200)
})

test('four responses of an account are built concurrently, and 124 more wait; those of other accounts do not', async (t) => {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, isClosing: () => false })
  t.after(() => server.close())
  limitResponses(server)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let built = 0
  server.get<{ Params: { account: string } }>('/:account', ({ params }, reply) =>
    reply.buildLargeResponse(Number(params.account), async () => {
      built++
      if (params.account === '1') await released
      return 'built'
    }),
  )
  const responses = Promise.all(Array.from({ length: 128 }, () => server.inject('/1')))
  assert.equal((await server.inject('/1')).statusCode, 429)
  assert.equal(built, 4)
  assert.equal((await server.inject('/2')).statusCode, 200)
  release()
  assert.deepEqual([...new Set((await responses).map(({ statusCode }) => statusCode))], [200])
})
