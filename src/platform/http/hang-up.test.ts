import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { until } from '../../../test/helpers/until.ts'
import { createServer } from './server.ts'

/** A server of one route, whose requests wait for `hold` before their body is read, and what it logs of a caller who then hangs up. */
async function logOfHangUp(t: TestContext, hold: (request: FastifyRequest) => Promise<unknown>) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
  const server = createServer({ log, now: () => 0, closing: () => false })
  let begun = false
  server.addHook('onRequest', async (request) => {
    begun = true
    await hold(request)
  })
  server.post('/things', { config: { access: 'public' } }, async () => 'taken')
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())

  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const head = ['POST /things HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 99']
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await until(async () => begun)
  socket.destroy()
  await until(async () => lines.some((line) => line.includes('client disconnected')))
  return lines
}

const faults = (lines: readonly string[]) =>
  lines.filter((line) => JSON.parse(line).level > 30 || line.includes('stack'))

test('a caller who hangs up in the middle of a body is no fault: the log says so at level 30, without a stack', async (t) => {
  assert.deepEqual(faults(await logOfHangUp(t, async () => {})), [])
})

test('nor is one who hangs up before the body is read, while the database is asked who it is', async (t) => {
  assert.deepEqual(
    faults(await logOfHangUp(t, ({ raw }) => new Promise((resolve) => raw.once('close', resolve)))),
    [],
  )
})
