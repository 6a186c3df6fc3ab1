import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../../test/helpers/until.ts'
import { limitSubmissions } from './limit-submissions.ts'
import { createServer } from './server.ts'

/** A server that takes submissions; `begin` starts one whose body comes later. */
async function open() {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, closing: () => false })
  let begun = 0
  await server.register((scope, _options, done) => {
    scope.addHook('onRequest', async () => {
      begun++
    })
    const during = limitSubmissions(scope)
    const config = { access: 'public' } as const
    scope.post('/pay/:uid', { config }, (request) => during(request, async () => 'taken'))
    done()
  })
  const headers = { 'content-type': 'application/json' }
  const post = (remoteAddress: string, payload: PassThrough | string) =>
    server.inject({ method: 'POST', url: '/pay/one', remoteAddress, headers, payload })
  return { post, begin, begunAre: (count: number) => until(async () => begun === count) }

  function begin(remoteAddress: string) {
    const payload = new PassThrough()
    payload.write('{')
    const answer = post(remoteAddress, payload)
    return { answer, end: () => payload.end('}') }
  }
}

test('512 bodies may be arriving from an address, the next is 429 with Retry-After; another address is not touched', async () => {
  const { post, begin, begunAre } = await open()
  const arriving = Array.from({ length: 512 }, () => begin('203.0.113.1'))
  await begunAre(512)
  const refused = await post('203.0.113.1', '{}')
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '2'])
  assert.equal((await post('203.0.113.2', '{}')).statusCode, 200)

  const [first, ...others] = arriving
  first?.end()
  assert.equal((await first?.answer)?.statusCode, 200)
  assert.equal((await post('203.0.113.1', '{}')).statusCode, 200, 'who has arrived makes room')
  for (const { end, answer } of others) {
    end()
    assert.equal((await answer).statusCode, 200)
  }
})

test('2 048 bodies may be arriving in all, the next is 503 with Retry-After, whoever sends it', async () => {
  const { post, begin, begunAre } = await open()
  const arriving = Array.from({ length: 2_048 }, (_, place) => begin(`203.0.113.${place % 4}`))
  await begunAre(2_048)
  const refused = await post('198.51.100.1', '{}')
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '2'])
  for (const { end } of arriving) end()
  await Promise.all(arriving.map(({ answer }) => answer))
  assert.equal((await post('198.51.100.1', '{}')).statusCode, 200)
})
