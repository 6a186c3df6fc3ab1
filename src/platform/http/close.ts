import { once } from 'node:events'
import { Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { second } from '../../kernel/clock.ts'
import type { Server } from './server.ts'

/** Node calls time out sooner, so a response that is still pending after this is waiting for its client. */
const maxResponseMs = 6 * second
const pollIntervalMs = 100
/** How long to wait for requests that clients sent on keep-alive connections before they noticed the shutdown. */
const idleGraceMs = 500

/**
 * Stops accepting connections, and resolves when all running requests are answered. A keep-alive connection closes with its next response,
 * or after a moment without a request; one that has never had a request stays open until the last response ends.
 */
export async function closeServer(app: Server): Promise<void> {
  const { server } = app
  const forceClose = setTimeout(() => server.closeAllConnections(), maxResponseMs)
  if (server.listening) await stopListening(server)
  const idle = setInterval(() => server.closeIdleConnections(), pollIntervalMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(forceClose)
  }
}

/** Node's HTTP server would close idle connections immediately, and with them requests that are just being sent. */
async function stopListening(server: Server['server']): Promise<void> {
  const stopController = new AbortController()
  const drained = once(server, 'close', { signal: stopController.signal })
  TcpServer.prototype.close.call(server)
  await Promise.race([drained, sleep(idleGraceMs, undefined, { signal: stopController.signal })])
  // Read everything that has arrived before closing anything, even when the process was stalled.
  await nextTurn()
  stopController.abort()
}
