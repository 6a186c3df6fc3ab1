import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { Refused } from '../../kernel/refused.ts'
import { answerBare, toRefused } from './errors.ts'

export interface WebSocketRoute<Visitor> {
  /** A larger message ends the connection with 1009. */
  readonly largestMessageBytes: number
  /** How long the other side has to answer a closing frame. */
  readonly closePatienceMs: number
  /** Looks who comes, before the upgrade. What it throws is answered as HTTP. @throws {Refused} */
  admit(request: IncomingMessage): Promise<Visitor>
  opened(socket: WebSocket, visitor: Visitor): void
  failed(error: unknown): void
}

/** Ours for all that may be wrong with one: a library's words are for its own readers. */
const noHandshake =
  'This is no WebSocket handshake: send Upgrade: websocket, a Sec-WebSocket-Key of 16 bytes and Sec-WebSocket-Version: 13.'

/** Takes the connections that the server lets upgrade (`ServerOptions.upgradePath`), as WebSockets and nothing else. */
export function acceptWebSockets<Visitor>(server: HttpServer, route: WebSocketRoute<Visitor>): void {
  const options = {
    noServer: true,
    clientTracking: false,
    // Messages are short, and a compressor for each connection takes more memory than all else of it.
    perMessageDeflate: false,
    maxPayload: route.largestMessageBytes,
    closeTimeout: route.closePatienceMs,
  }
  const upgrader = new WebSocketServer(options)
  upgrader.on('wsClientError', (_error, socket) =>
    answerBare(socket, new Refused('header_invalid', noHandshake)),
  )
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    route.admit(request).then(
      (visitor) => upgrade(request, socket, head, visitor),
      (error: Error) => refuse(socket, error),
    )
  })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visitor: Visitor): void {
    upgrader.handleUpgrade(request, socket, head, (webSocket) => {
      // What comes that is no WebSocket frame ends the connection; there is nothing to add to that.
      webSocket.on('error', () => {})
      route.opened(webSocket, visitor)
    })
  }

  function refuse(socket: Duplex, error: Error): void {
    const refused = toRefused(error)
    if (refused.status >= 500 && refused !== error) route.failed(error)
    answerBare(socket, refused)
  }
}
