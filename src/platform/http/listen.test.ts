import assert from 'node:assert/strict'
import dns from 'node:dns'
import { test } from 'node:test'
import { pino } from 'pino'
import { listen } from './listen.ts'
import { createServer } from './server.ts'

test('with HOST=localhost the service listens on one address, so that no second server is left open at shutdown', async (t) => {
  const lookups = t.mock.method(dns, 'lookup')
  const server = createServer({ log: pino({ level: 'silent' }), now: Date.now, isClosing: () => false })
  t.after(() => server.close())
  await listen(server, { host: 'localhost', port: 0 })
  assert.deepEqual(
    lookups.mock.calls.map(({ arguments: [host] }) => host).filter((host) => host === 'localhost'),
    [],
  )
  assert.deepEqual(server.addresses(), [server.server.address()])
})
