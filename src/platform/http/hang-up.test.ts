import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { until } from '../../../test/helpers/until.ts'
import { createServer } from './server.ts'

/** A server with one route that waits for `hold` before it reads the body, and its log when a client disconnects. */
async function logOfDisconnect(t: TestContext, hold: (request: FastifyRequest) => Promise<unknown>) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const server = createServer({ log, now: () => 0, isClosing: () => false })
  let isStarted = false
  server.addHook('onRequest', async (request) => {
    isStarted = true
    await hold(request)
  })
  server.post('/things', { config: { access: 'public' } }, async () => 'taken')
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())

  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const head = ['POST /things HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 99']
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await until(async () => isStarted)
  socket.destroy()
  await until(async () => lines.some((line) => line.includes('client disconnected')))
  return lines
}

const findErrors = (lines: readonly string[]) =>
  lines.filter((line) => JSON.parse(line).level > 30 || line.includes('stack'))

test('a client that disconnects during the body is not an error: it is logged at level 30, without a stack', async (t) => {
  assert.deepEqual(findErrors(await logOfDisconnect(t, async () => {})), [])
})

test('a client that disconnects during authentication, before the body is read, is not an error either', async (t) => {
  assert.deepEqual(
    findErrors(await logOfDisconnect(t, ({ raw }) => new Promise((resolve) => raw.once('close', resolve)))),
    [],
  )
})
