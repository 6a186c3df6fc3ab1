import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import Fastify from 'fastify'
import { createClientAddressReader, createProxyCheck, parseProxies } from './proxies.ts'
import { getAddressKey } from './rate-limits.ts'

const settings = ['loopback', 'none', '10.0.0.0/8,127.0.0.1', 'uniquelocal,linklocal', '2001:db8::/32,::1']
const nearest = [
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '192.168.7.7',
  '203.0.113.9',
  '2001:db8::5',
]
const forwarded = [
  undefined,
  '203.0.113.7',
  '198.51.100.1, 203.0.113.7',
  '203.0.113.7, 127.0.0.1',
  '203.0.113.7,10.9.9.9,::1',
  '127.0.0.1, 127.0.0.1',
  'nonsense, 127.0.0.1',
  '::ffff:10.0.0.1, 2001:db8::1',
  '203.0.113.7:4711, 127.0.0.1:80',
  '203.0.113.7, [::1]:443',
  '203.0.113.7, [2001:db8::5]',
]

test('an upgraded connection counts under the same address as its requests', async () => {
  for (const setting of settings) {
    const proxies = parseProxies(setting)
    const getClientAddress = createClientAddressReader(proxies)
    const server = Fastify({ trustProxy: createProxyCheck(proxies) })
    let proxyAddress = ''
    server.get('/', (request, reply) => {
      proxyAddress = getClientAddress(request.raw as IncomingMessage)
      return reply.send(request.ip)
    })
    for (const remoteAddress of nearest) {
      for (const header of forwarded) {
        const headers = header === undefined ? {} : { 'x-forwarded-for': header }
        const { body } = await server.inject({ url: '/', remoteAddress, headers })
        assert.equal(proxyAddress, body, `${setting}: ${remoteAddress}, ${header}`)
      }
    }
    await server.close()
  }
})

test('a port after the address in a proxy header is ignored, for the proxy and its client', () => {
  const getClientAddress = createClientAddressReader(parseProxies('10.0.0.0/8,::1'))
  const counted = (header: string) =>
    getAddressKey(
      getClientAddress({
        headers: { 'x-forwarded-for': header },
        socket: { remoteAddress: '10.0.0.1' },
      } as unknown as IncomingMessage),
    )
  assert.equal(counted('203.0.113.7:4711'), '203.0.113.7')
  assert.equal(counted('203.0.113.7:4711, 10.0.0.2:80'), '203.0.113.7')
  assert.equal(counted('[2001:db8::5]:443, [::1]:80'), '2001:db8:0:0::/64')
  assert.equal(counted('[2001:db8::5]'), '2001:db8:0:0::/64')
  assert.equal(counted('2001:db8::5'), '2001:db8:0:0::/64')
})
