import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import type { Steps } from '../../kernel/steps.ts'
import { ClientDisconnectedError, gatherBody } from './gather-body.ts'

const mebibyte = 1024 * 1024
const routeOptions = { bodyLimit: 10 } as FastifyRequest['routeOptions']

/** The body gathered from these chunks, and the number of steps to join it. */
async function gather(
  parts: readonly Buffer[],
  { length, maxBytes = 4 * mebibyte }: { length?: number; maxBytes?: number } = {},
) {
  const payload = new PassThrough()
  let steps = 1
  const runSteps = async <T>(work: Steps<T>): Promise<T> => {
    for (; ; steps++) {
      const step = work.next()
      if (step.done) return step.value
    }
  }
  const headers = length === undefined ? {} : { 'content-length': String(length) }
  const body = gatherBody({ headers, routeOptions }, payload, { maxBytes, runSteps })
  for (const part of parts) payload.write(part)
  payload.end()
  return { body: await body, steps }
}

const parts = (count: number) =>
  Array.from({ length: count }, (_, index) => Buffer.alloc(64 * 1024, index % 256))

test('a body arrives unchanged, and a large one is joined in steps of 256 KiB', async () => {
  const small = await gather([Buffer.from('{"a"'), Buffer.from(':1}')], { length: 7 })
  assert.equal(small.body.toString(), '{"a":1}')
  assert.equal(small.steps, 1)
  const large = await gather(parts(64))
  assert.deepEqual(large.body, Buffer.concat(parts(64)))
  assert.equal(large.steps, 17)
  assert.equal((await gather([])).body.length, 0)
})

test('a body above the limit is body_too_large, with or without a declared length', async () => {
  await assert.rejects(gather(parts(1), { length: 65_536, maxBytes: 65_535 }), { code: 'body_too_large' })
  await assert.rejects(gather(parts(2), { maxBytes: 131_071 }), { code: 'body_too_large' })
  assert.equal((await gather(parts(2), { maxBytes: 131_072 })).body.length, 131_072)
})

test("a body that doesn't match its Content-Length is json_invalid", async () => {
  await assert.rejects(gather([Buffer.from('{}')], { length: 3 }), { code: 'json_invalid' })
})

for (const [when, cutFirst] of [
  ['while it arrives', false],
  ['before it is read', true],
] as const)
  test(`the wait for a body ends when its client disconnects ${when}`, async () => {
    const payload = new PassThrough()
    payload.once('error', () => {})
    const disconnect = () => payload.destroy(new Error('aborted'))
    if (cutFirst) disconnect()
    const runSteps = () => assert.fail('nothing needs joining')
    const body = gatherBody({ headers: {}, routeOptions }, payload, { runSteps })
    if (!cutFirst) disconnect()
    await assert.rejects(body, ClientDisconnectedError)
  })

test('chunks are copied as they arrive, and none is retained', async () => {
  const payload = new PassThrough()
  const headers = {}
  const body = gatherBody({ headers, routeOptions }, payload)
  const part = Buffer.alloc(1)
  for (const byte of Buffer.from('[1,2,3]')) {
    part[0] = byte
    payload.emit('data', part)
  }
  payload.end()
  assert.equal((await body).toString(), '[1,2,3]')
})

test('a body fails with unavailable as soon as there is no memory for what has arrived', async () => {
  const payload = new PassThrough()
  let consumed = 0
  const reserve = (bytes: number) => {
    consumed += bytes
    return consumed <= 5
  }
  const share = { reserve, release: () => {} }
  const submission = {
    share,
    markBodyReceived: () => {},
    limitResponse: () => {},
    isProcessing: false,
    isClosed: false,
  }
  const body = gatherBody({ headers: {}, routeOptions, submission }, payload)
  payload.write('[1,2')
  payload.write(',3')
  await assert.rejects(body, { code: 'unavailable' })
  assert.equal(consumed, 6)
})

test('a body in more than 4 096 chunks of less than 64 bytes is body_invalid, and no more of it is read', async () => {
  const options = { maxBytes: mebibyte }
  const payload = new PassThrough()
  const rejected = assert.rejects(gatherBody({ headers: {}, routeOptions }, payload, options), {
    code: 'body_invalid',
  })
  for (let count = 0; count < 4_200; count++) payload.emit('data', Buffer.alloc(1))
  await rejected
  assert.equal(payload.listenerCount('data'), 0)

  const chunked = new PassThrough()
  const body = gatherBody({ headers: {}, routeOptions }, chunked, options)
  for (let count = 0; count < 10_000; count++) chunked.emit('data', Buffer.alloc(64))
  chunked.end()
  assert.equal((await body).length, 640_000)
})
