import { once } from 'node:events'
import { Server as TcpServer } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { second } from '../../kernel/clock.ts'
import type { Server } from './server.ts'

/** Calls to nodes end sooner than that; a response that is still pending then is waiting for its client. */
const maxAnswerMs = 6 * second
const pollIntervalMs = 100
/** Requests that clients sent before they could know of the shutdown arrive during this time, on keep-alive connections. */
const idleGraceMs = 500

/**
 * Stops accepting connections, and resolves when all running requests are answered. A keep-alive connection closes with its next response,
 * or after a moment without a request; one that has never had a request stays open until the last response ends.
 */
export async function closeServer(app: Server): Promise<void> {
  const { server } = app
  const late = setTimeout(() => server.closeAllConnections(), maxAnswerMs)
  if (server.listening) await stopListening(server)
  const idle = setInterval(() => server.closeIdleConnections(), pollIntervalMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(late)
  }
}

/** Node's HTTP server would close idle connections immediately, and with them requests that are just being sent. */
async function stopListening(server: Server['server']): Promise<void> {
  const stopped = new AbortController()
  const drained = once(server, 'close', { signal: stopped.signal })
  TcpServer.prototype.close.call(server)
  await Promise.race([drained, sleep(idleGraceMs, undefined, { signal: stopped.signal })])
  // Read everything that has arrived before closing anything, even when the process was stalled.
  await turn()
  stopped.abort()
}
