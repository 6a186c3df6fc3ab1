import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers, wallets and proxies do not pipeline: they have one unanswered request, or briefly two. */
const maxUnanswered = 16

/**
 * Puts a guard in front of a server's existing listeners. It closes a connection with more than `maxUnanswered` unanswered requests: Node
 * emits all requests of one read in the same turn of the event loop, and one read of 64 KB can hold more than 2 000. The rest of the read
 * isn't parsed: that takes 40 ms and 2 MB per connection, and Node reads from all connections before it frees any of them. The guard also
 * drops a connection that was already reset, because its address is gone. Reading the address here makes Node keep it for later reads.
 */
export function guardConnections(server: Server): void {
  const unanswered = new WeakMap<Socket, number>()
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!admit(request, response)) return
    for (const listener of listeners) listener(request, response)
  })

  function admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Once our side is closed, no response can be sent.
    if (socket.destroyed || socket.writableEnded) return reject(socket)
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > maxUnanswered || socket.remoteAddress === undefined) return reject(socket)
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    return true
  }
}

/** Node's parser skips the rest of what it has read if this callback, which it calls for each request, returns 2 (an upgrade). */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: (() => number) | null } | null
}

function reject(socket: ParsedSocket): false {
  socket.destroy()
  if (socket.parser) socket.parser.onIncoming = () => 2
  return false
}
