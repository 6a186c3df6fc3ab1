import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { postSlowly } from '../../../test/helpers/slow-body.ts'
import { until } from '../../../test/helpers/until.ts'
import { limitSubmissions } from './limit-submissions.ts'
import type { PendingBodyLimits } from './pending-bodies.ts'
import { createServer } from './server.ts'

/** A server for submissions; `begin` starts one whose body comes later. */
async function open(limits?: PendingBodyLimits, maxBytes?: number, responseTimeoutMs = 60_000) {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, isClosing: () => false })
  let started = 0
  await server.register((scope, _options, done) => {
    scope.addHook('onRequest', async () => {
      started++
    })
    const runWithSlots = limitSubmissions(scope, {
      maxPerAddress: 256,
      maxPerSubject: 64,
      getSubject: () => 'one',
      responseTimeoutMs,
      ...(limits && { pendingBodyLimits: limits }),
      ...(maxBytes && { memoryLimits: { maxTotal: maxBytes, maxAlone: maxBytes } }),
    })
    const config = { access: 'public' } as const
    scope.post('/pay/:uid', { config, bodyLimit: 200_000 }, (request) =>
      runWithSlots(request, async () => 'taken'),
    )
    scope.post('/pay/large', { config, bodyLimit: 200_000 }, (request) =>
      runWithSlots(request, async () => 'x'.repeat(64 * 1024 * 1024)),
    )
    done()
  })
  const headers = { 'content-type': 'application/json' }
  const post = (remoteAddress: string, payload: PassThrough | string) =>
    server.inject({ method: 'POST', url: '/pay/one', remoteAddress, headers, payload })
  return { post, begin, untilStarted: (count: number) => until(async () => started === count), listen }

  async function listen(t: TestContext): Promise<string> {
    t.after(() => server.close())
    return server.listen({ host: '127.0.0.1', port: 0 })
  }

  function begin(remoteAddress: string) {
    const payload = new PassThrough()
    payload.write('{')
    const response = post(remoteAddress, payload)
    return { response, end: () => payload.end('}') }
  }
}

test('512 bodies can be arriving from one address, the next gets 429 with Retry-After; other addresses are unaffected', async () => {
  const { post, begin, untilStarted } = await open()
  const arriving = Array.from({ length: 512 }, () => begin('203.0.113.1'))
  await untilStarted(512)
  const rejected = await post('203.0.113.1', '{}')
  assert.deepEqual([rejected.statusCode, rejected.headers['retry-after']], [429, '2'])
  assert.equal((await post('203.0.113.2', '{}')).statusCode, 200)

  const [first, ...others] = arriving
  first?.end()
  assert.equal((await first?.response)?.statusCode, 200)
  assert.equal((await post('203.0.113.1', '{}')).statusCode, 200, 'a completed body frees its slot')
  for (const { end, response } of others) {
    end()
    assert.equal((await response).statusCode, 200)
  }
})

test('2 048 bodies can be arriving in total; a new one displaces the oldest from the busiest address, which gets 503 with Retry-After', async () => {
  const { post, begin, untilStarted } = await open()
  const arriving = Array.from({ length: 2_048 }, (_, index) => begin(`203.0.113.${index % 5}`))
  await untilStarted(2_048)
  assert.equal((await post('198.51.100.1', '{}')).statusCode, 200)
  // The first three addresses each had one more than the rest, now two of them do.
  const [first, second, third, ...others] = arriving
  const rejected = await first?.response
  assert.deepEqual([rejected?.statusCode, rejected?.headers['retry-after']], [503, '2'])
  const another = begin('198.51.100.2')
  await untilStarted(2_050)
  const next = begin('198.51.100.2')
  await untilStarted(2_051)
  assert.equal((await second?.response)?.statusCode, 503)
  for (const { end, response } of [third, ...others, another, next].filter((each) => each !== undefined)) {
    end()
    assert.equal((await response).statusCode, 200)
  }
})

for (const [size, length] of [
  ['small', 2],
  ['large', 100_000],
] as const)
  test(`a displaced ${size} body gets its response on its connection, which closes; the others arrive`, async (t) => {
    const { listen } = await open({ maxPerAddress: 4, maxTotal: 2 })
    const baseUrl = await listen(t)
    const body = `{${' '.repeat(length - 2)}}`
    const hold = () => postSlowly(t, baseUrl, { path: '/pay/one', body })
    const [oldest, other] = [await hold(), await hold()]
    const late = await hold()
    const response = await oldest.response
    assert.match(response, /^HTTP\/1\.1 503 /)
    assert.match(response, /^retry-after: 2\r$/im)
    for (const { sendRest } of [other, late]) assert.match(await sendRest(), /^HTTP\/1\.1 200 /)
  })

test('a large body keeps its memory until its response has been sent, or its client is gone', async (t) => {
  const { listen } = await open(undefined, 50_000)
  const baseUrl = await listen(t)
  const body = `{${' '.repeat(99_998)}}`
  const headers = { 'content-type': 'application/json' }
  const post = async () => {
    const response = await fetch(`${baseUrl}/pay/one`, { method: 'POST', headers, body })
    await response.text()
    return response.status
  }
  const postFreed = () => until(async () => (await post()) === 200)
  await postFreed()

  const reader = new AbortController()
  const { signal } = reader
  const unread = await fetch(`${baseUrl}/pay/large`, { method: 'POST', headers, body, signal })
  assert.equal(unread.status, 200)
  assert.equal(await post(), 503)
  reader.abort()
  await postFreed()

  const read = await fetch(`${baseUrl}/pay/large`, { method: 'POST', headers, body })
  assert.equal((await read.arrayBuffer()).byteLength, 64 * 1024 * 1024)
  await postFreed()
})

test('a client that does not read its response is disconnected, and its memory is free', async (t) => {
  const { listen } = await open(undefined, 50_000, 500)
  const baseUrl = await listen(t)
  const headers = { 'content-type': 'application/json' }
  const body = `{${' '.repeat(99_998)}}`
  const unread = await fetch(`${baseUrl}/pay/large`, { method: 'POST', headers, body })
  await until(async () => {
    const response = await fetch(`${baseUrl}/pay/one`, { method: 'POST', headers, body })
    await response.text()
    return response.status === 200
  })
  await assert.rejects(unread.arrayBuffer())
})
