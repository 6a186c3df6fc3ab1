import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { ApiError } from '../../kernel/api-error.ts'
import { limitConcurrentRequests } from './limit-concurrent-requests.ts'
import { createServer } from './server.ts'

/** A server that processes three requests at once until it is released. */
function startServer() {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, isClosing: () => false })
  limitConcurrentRequests(server, 3)
  let release = Promise.withResolvers<void>()
  const config = { access: 'public' } as const
  server.get('/work', { config }, async ({ query }) => {
    await release.promise
    if (Object.hasOwn(Object(query), 'fail')) throw new ApiError('not_found')
    return 'done'
  })
  server.get('/stream', { config: { ...config, isStream: true } }, async () => 'begun')
  server.get('/health/live', { config }, async () => 'alive')
  const get = async (url: string) => server.inject({ url })
  return {
    get,
    releaseAll: () => {
      release.resolve()
      release = Promise.withResolvers()
    },
  }
}

test('at the limit the next request gets 503 with Retry-After immediately; streams and health are unaffected', async () => {
  const { get, releaseAll } = startServer()
  const running = [get('/work'), get('/work?fail=1'), get('/work')]
  const rejected = await get('/work')
  assert.equal(rejected.statusCode, 503)
  assert.equal(rejected.json().code, 'unavailable')
  assert.equal(rejected.headers['retry-after'], '5')
  assert.equal((await get('/stream')).statusCode, 200)
  assert.equal((await get('/health/live')).statusCode, 200)
  releaseAll()
  assert.deepEqual(
    (await Promise.all(running)).map(({ statusCode }) => statusCode),
    [200, 404, 200],
  )
})

test('each answered request frees its slot, and a rejected one had none', async () => {
  const { get, releaseAll } = startServer()
  for (let round = 0; round < 5; round++) {
    const running = [1, 2, 3].map(() => get('/work'))
    assert.equal((await get('/work')).statusCode, 503)
    releaseAll()
    for (const { statusCode } of await Promise.all(running)) assert.equal(statusCode, 200)
  }
})
