import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import type { App } from '../../src/composition/app.ts'
import { addCleanup, type TestScope } from './databases.ts'

/** A port that exists before the service, which has to know its own address. */
export async function openEarlyPort(t: TestScope, hostname = '127.0.0.1') {
  const sockets = new Set<Socket>()
  let app: App | undefined
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (app) app.server.server.emit('connection', socket)
    else socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  addCleanup(t, () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : assert.fail()
  return {
    baseUrl: `http://${hostname}:${port}`,
    forwardTo: (opened: App) => {
      app = opened
    },
  }
}
