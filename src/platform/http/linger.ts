import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** How long a client may go on sending a body that was already answered. */
const maxLingerMs = 2_000

/**
 * Lets a client receive a response that is sent before its body has arrived, such as 413. If a connection is closed with unread data, the
 * client is reset, and may lose the response (RFC 9112 §9.6). So only our side is closed, and the rest of the body is read and ignored.
 */
export function lingerAfterEarlyResponse({ raw }: FastifyRequest): void {
  if (raw.complete) return
  const socket: Socket = raw.socket
  // Node calls it when the response has been sent, if the connection is to be closed.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), maxLingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}
