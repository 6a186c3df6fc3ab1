import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { until } from '../../../test/helpers/until.ts'
import { closeServer } from './close.ts'
import { createServer } from './server.ts'

async function start(t: TestContext) {
  let isClosing = false
  const app = createServer({ log: pino({ level: 'silent' }), now: () => 0, isClosing: () => isClosing })
  const unfinished = Promise.withResolvers<void>()
  app.get('/fast', { config: { access: 'public' } }, async () => 'fast')
  app.get('/slow', { config: { access: 'public' } }, async () => {
    await unfinished.promise
    return 'slow'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  t.after(() => unfinished.resolve())
  const stop = () => {
    isClosing = true
    return closeServer(app)
  }
  return { open, stop, release: unfinished.resolve }

  /** A keep-alive connection, everything received on it, and its end. */
  async function open() {
    const socket = connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    let text = ''
    let connectionError: Error | undefined
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('error', (error) => {
      connectionError = error
    })
    const ended = once(socket, 'close').then(() => connectionError)
    await once(socket, 'connect')
    return { sendRequest, text: () => text, ended }

    function sendRequest(path: string): void {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
  }
}

test('a request sent on a keep-alive connection before the shutdown gets a response with Connection: close', async (t) => {
  const { open, stop } = await start(t)
  const connections = await Promise.all(Array.from({ length: 20 }, open))
  for (const { sendRequest, text } of connections) {
    sendRequest('/fast')
    await until(async () => text().endsWith('fast'))
    assert.doesNotMatch(text(), /^connection: close\r$/im)
  }
  const stopped = stop()
  for (const { sendRequest } of connections) sendRequest('/fast')
  for (const { text, ended } of connections) {
    assert.equal(await ended, undefined)
    const [, second = ''] = text().split('fast')
    assert.match(second, /^HTTP\/1\.1 503 /)
    assert.match(second, /^connection: close\r$/im)
    assert.match(second, /^retry-after: /im)
  }
  await stopped
})

test('requests in progress at shutdown get responses with Connection: close, and idle connections are closed', async (t) => {
  const { open, stop, release } = await start(t)
  const [slow, idle] = [await open(), await open()]
  idle.sendRequest('/fast')
  slow.sendRequest('/slow')
  await until(async () => idle.text().endsWith('fast'))
  const stopped = stop()
  assert.equal(await idle.ended, undefined)
  assert.equal(slow.text(), '')
  release()
  assert.equal(await slow.ended, undefined)
  assert.match(slow.text(), /^connection: close\r$/im)
  assert.match(slow.text(), /slow$/)
  await stopped
})
