import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openSignedInBrowser } from '../helpers/browser.ts'
import { fileScope } from '../helpers/databases.ts'
import type { Description } from '../helpers/openapi.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(fileScope, { listen: true })
const { request } = service
const { paths } = service.app.server.swagger() as unknown as Description
const browser = await openSignedInBrowser(service, service.merchant.id)
const isKept = (cacheControl: unknown) => cacheControl !== 'no-store'

/** The same for everyone. */
const publicPaths = [
  '/coins/{file}',
  '/assets/{file}',
  '/checkout.js',
  '/signatures/{file}',
  '/signingKeys/paymentProtocol.json',
]

test('no cache stores API responses, pages or errors; responses that are the same for everyone may be cached', async () => {
  const kept = new Set<string>()
  let requestCount = 0
  for (const [path, methods] of Object.entries(paths)) {
    if (path === '/events') continue
    for (const method of Object.keys(methods)) {
      const address = path.replaceAll(/\{\w+\}/g, path.startsWith('/coins') ? 'ltc.svg' : 'x')
      const options = {
        method: method.toUpperCase() as 'GET',
        ...(['get', 'delete'].includes(method) ? {} : { body: {} }),
      }
      for (const reply of [
        await request(address, options),
        await request(address, { ...options, token: null }),
        await browser.sendRequest(address, options),
      ])
        if (isKept(reply.headers['cache-control'])) kept.add(path)
      requestCount++
    }
  }
  assert(requestCount > 60, `${requestCount}`)
  assert.deepEqual(
    [...kept].filter((path) => !publicPaths.includes(path)),
    [],
  )
  for (const path of ['/api/v1/nothing', '/nothing'])
    assert.equal((await request(path)).headers['cache-control'], 'no-store')
})

test('errors without a parsed request are not cacheable either', async (t) => {
  const { port } = new URL(service.baseUrl)
  const socket = connect(Number(port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.write('nonsense\r\n\r\n')
  let response = ''
  for await (const chunk of socket) response += String(chunk)
  assert.match(response, /^HTTP\/1\.1 400 /)
  assert.match(response, /^cache-control: no-store\r$/im)
})
