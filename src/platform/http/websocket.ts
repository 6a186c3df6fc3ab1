import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { ApiError } from '../../kernel/api-error.ts'
import { sendErrorOnSocket, toApiError } from './errors.ts'

interface WebSocketRoute<Client> {
  /** A larger message closes the connection with 1009. */
  readonly maxMessageBytes: number
  /** How long to wait for the peer's close frame. */
  readonly closeTimeoutMs: number
  /** Authenticates the client before the upgrade. Errors are sent as HTTP responses. @throws {ApiError} */
  authenticate(request: IncomingMessage): Promise<Client>
  onOpen(socket: WebSocket, client: Client): void
  onError(error: unknown): void
}

/** For every handshake error. The library's messages don't say what to do. */
const invalidHandshake =
  'Invalid WebSocket handshake: send Upgrade: websocket, a Sec-WebSocket-Key of 16 bytes and Sec-WebSocket-Version: 13.'

/** Accepts connections on `ServerOptions.upgradePath` as WebSockets only. */
export function acceptWebSockets<Client>(server: HttpServer, route: WebSocketRoute<Client>): void {
  const options = {
    noServer: true,
    clientTracking: false,
    // Messages are short, and a compressor takes more memory than the rest of a connection.
    perMessageDeflate: false,
    maxPayload: route.maxMessageBytes,
    closeTimeout: route.closeTimeoutMs,
  }
  const upgrader = new WebSocketServer(options)
  upgrader.on('wsClientError', (_error, socket) =>
    sendErrorOnSocket(socket, new ApiError('header_invalid', invalidHandshake)),
  )
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    route.authenticate(request).then(
      (client) => upgrade(request, socket, head, client),
      (error: Error) => reject(socket, error),
    )
  })

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client: Client): void {
    upgrader.handleUpgrade(request, socket, head, (webSocket) => {
      // A malformed frame closes the connection. Nothing else to do.
      webSocket.on('error', () => {})
      route.onOpen(webSocket, client)
    })
  }

  function reject(socket: Duplex, error: Error): void {
    const apiError = toApiError(error)
    if (apiError.status >= 500 && apiError !== error) route.onError(error)
    sendErrorOnSocket(socket, apiError)
  }
}
