import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { basic } from '../../test/helpers/service.ts'
import { until } from '../../test/helpers/until.ts'
import { createAuthentication } from '../accounts/authenticate.ts'
import { systemClock } from '../kernel/clock.ts'
import { createServer } from '../platform/http/server.ts'
import { startConnectionRegistry } from './connections.ts'
import { registerEventStreamRoutes } from './routes.ts'

test('a client that disconnects before it is authenticated takes no stream slot', async (t) => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const now = () => systemClock.now()
  const server = createServer({ log: pino({ level: 'silent' }), now, isClosing: () => false })
  async function findCaller() {
    reached.resolve()
    await released.promise
    return { accountId: 1, tokenId: 'tok_1', scope: 'full', currency: 'USD' } as const
  }
  const authenticate = createAuthentication({ findCaller }, () => {}, systemClock)
  authenticate.guard(server)
  const connections = startConnectionRegistry({ maxConnections: 2 })
  let ended = 0
  registerEventStreamRoutes(server, {
    authenticate,
    streams: { open: async () => () => void ended++, listPage: () => assert.fail() },
    connections,
    acceptsWebsockets: false,
    getClientAddress: () => '127.0.0.1',
    limitSocket: async () => async () => {},
    onError: (error) => assert.fail(String(error)),
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => {
    connections.stop()
    return server.close()
  })
  const { port } = server.server.address() as AddressInfo
  const headers = { authorization: basic('qt_mine') }
  const request = get({ host: '127.0.0.1', port, path: '/events', headers, agent: false })
  request.on('error', () => {})
  const [[connection]] = await Promise.all([once(server.server, 'connection'), reached.promise])
  const left = once(connection, 'close')
  request.destroy()
  await left
  released.resolve()
  await until(async () => ended === 1)
  assert.equal(connections.count(), 0)
})
