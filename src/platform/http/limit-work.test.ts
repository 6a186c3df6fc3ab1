import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { ApiError } from '../../kernel/api-error.ts'
import { limitWork } from './limit-work.ts'
import { createServer } from './server.ts'

/** A server that processes three requests at once until it is released. */
function working() {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, closing: () => false })
  limitWork(server, 3)
  let release = Promise.withResolvers<void>()
  const config = { access: 'public' } as const
  server.get('/work', { config }, async ({ query }) => {
    await release.promise
    if (Object.hasOwn(Object(query), 'fail')) throw new ApiError('not_found')
    return 'done'
  })
  server.get('/stream', { config: { ...config, isStream: true } }, async () => 'begun')
  server.get('/health/live', { config }, async () => 'alive')
  const ask = async (url: string) => server.inject({ url })
  return {
    ask,
    endAll: () => {
      release.resolve()
      release = Promise.withResolvers()
    },
  }
}

test('at the limit the next request gets 503 with Retry-After immediately; streams and health are unaffected', async () => {
  const { ask, endAll } = working()
  const running = [ask('/work'), ask('/work?fail=1'), ask('/work')]
  const refused = await ask('/work')
  assert.equal(refused.statusCode, 503)
  assert.equal(refused.json().code, 'unavailable')
  assert.equal(refused.headers['retry-after'], '5')
  assert.equal((await ask('/stream')).statusCode, 200)
  assert.equal((await ask('/health/live')).statusCode, 200)
  endAll()
  assert.deepEqual(
    (await Promise.all(running)).map(({ statusCode }) => statusCode),
    [200, 404, 200],
  )
})

test('each answered request frees its slot, and a rejected one had none', async () => {
  const { ask, endAll } = working()
  for (let round = 0; round < 5; round++) {
    const running = [1, 2, 3].map(() => ask('/work'))
    assert.equal((await ask('/work')).statusCode, 503)
    endAll()
    for (const { statusCode } of await Promise.all(running)) assert.equal(statusCode, 200)
  }
})
