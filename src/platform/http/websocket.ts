import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { ApiError } from '../../kernel/api-error.ts'
import { sendErrorOnSocket, toApiError } from './errors.ts'

interface WebSocketRoute<Visitor> {
  /** A larger message closes the connection with 1009. */
  readonly maxMessageBytes: number
  /** How long the peer has to answer a close frame. */
  readonly closeTimeoutMs: number
  /** Authenticates the client before the upgrade. Errors are sent as HTTP responses. @throws {ApiError} */
  admit(request: IncomingMessage): Promise<Visitor>
  onOpen(socket: WebSocket, visitor: Visitor): void
  onError(error: unknown): void
}

/** One message for every handshake error. The library's messages are for developers. */
const noHandshake =
  'Invalid WebSocket handshake: send Upgrade: websocket, a Sec-WebSocket-Key of 16 bytes and Sec-WebSocket-Version: 13.'

/** Accepts connections on `ServerOptions.upgradePath` as WebSockets only. */
export function acceptWebSockets<Visitor>(server: HttpServer, route: WebSocketRoute<Visitor>): void {
  const options = {
    noServer: true,
    clientTracking: false,
    // Messages are short, and a compressor takes more memory than everything else of a connection.
    perMessageDeflate: false,
    maxPayload: route.maxMessageBytes,
    closeTimeout: route.closeTimeoutMs,
  }
  const upgrader = new WebSocketServer(options)
  upgrader.on('wsClientError', (_error, socket) =>
    sendErrorOnSocket(socket, new ApiError('header_invalid', noHandshake)),
  )
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    route.admit(request).then(
      (visitor) => upgrade(request, socket, head, visitor),
      (error: Error) => reject(socket, error),
    )
  })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visitor: Visitor): void {
    upgrader.handleUpgrade(request, socket, head, (webSocket) => {
      // A malformed frame closes the connection. Nothing else to do.
      webSocket.on('error', () => {})
      route.onOpen(webSocket, visitor)
    })
  }

  function reject(socket: Duplex, error: Error): void {
    const apiError = toApiError(error)
    if (apiError.status >= 500 && apiError !== error) route.onError(error)
    sendErrorOnSocket(socket, apiError)
  }
}
