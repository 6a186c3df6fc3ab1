import type { WebSocket } from 'ws'
import type { AuthContext } from '../accounts/access-token.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { ClientAddress, Connections } from './connections.ts'
import type { ReaderLimits } from './limits.ts'
import { parseSubscribeMessage, type SubscribeMessage } from './message.ts'
import { closeReasons, createHeartbeat, createPacedSender, createSerialQueue, endSocket } from './socket.ts'
import type { EventStreams, StreamRequest, StreamSink } from './streams.ts'

export interface SocketHandlerDependencies {
  readonly streams: EventStreams
  readonly connections: Connections
  readonly authenticateToken: (token: string) => Promise<AuthContext>
  readonly onError: (error: unknown) => void
  readonly limits: ReaderLimits
}

/** The client of a socket. */
interface SocketClient {
  /** From the credentials of the upgrade request; null if there were none. */
  readonly auth: AuthContext | null
  readonly clientAddress: ClientAddress
  /** Counts a message and the token it names against the rate limits. @throws {ApiError} `too_many_requests` */
  readonly countMessage: (token: string | null) => Promise<void>
}

/** Both are reported as `unauthorized` on a socket: the token does not give access to the stream. */
const accessDeniedCodes: readonly string[] = ['account_not_visible', 'insufficient_scope']

/** A client with more rejected messages than this is disconnected as abusive. */
const maxRejectedMessages = 20

/**
 * Handles a `GET /ws` socket until either side closes it. The client may subscribe any number of times and receives the events of the last
 * stream it subscribed to. Rate-limited messages get an error and are not processed.
 */
export function createSocketHandler({
  streams,
  connections,
  authenticateToken,
  onError,
  limits,
}: SocketHandlerDependencies) {
  return (socket: WebSocket, client: SocketClient): void => {
    if (!connections.hasRoom(client.clientAddress)) {
      endSocket(socket, closeReasons.full)
      return
    }
    let endStream = () => {}
    let rejectedMessages = 0
    const send = createPacedSender(socket, limits)
    const connection = {
      sendHeartbeat: createHeartbeat(socket),
      close: () => endSocket(socket, closeReasons.stopping),
    }
    const removeConnection = connections.add(connection, client.clientAddress)
    const subscribeTimeout = setTimeout(endSocket, limits.firstSubscriptionMs, socket, closeReasons.idle)
    const enqueue = createSerialQueue()
    socket.on('message', (data, isBinary) => {
      // A message may have been read before the socket was closed.
      if (socket.readyState !== socket.OPEN) return
      if (!enqueue(() => handleMessage(isBinary ? null : data.toString())))
        endSocket(socket, closeReasons.flood)
    })
    socket.on('close', () => {
      clearTimeout(subscribeTimeout)
      endStream()
      removeConnection()
    })

    async function handleMessage(text: string | null): Promise<void> {
      try {
        if (text === null) throw new ApiError('message_invalid', 'it is binary')
        await subscribe(parseSubscribeMessage(text))
      } catch (error) {
        if (!(error instanceof ApiError)) onError(error)
        sendError(error instanceof ApiError ? error : new ApiError('unavailable'))
        if (++rejectedMessages > maxRejectedMessages) endSocket(socket, closeReasons.rejected)
      }
    }

    async function subscribe(message: SubscribeMessage): Promise<void> {
      await client.countMessage('token' in message ? message.token : null)
      const streamRequest = await toStreamRequest(message, client.auth, authenticateToken)
      const end = await streams.open(streamRequest, message.after, createSink(endStream))
      clearTimeout(subscribeTimeout)
      endStream = end
      if (socket.readyState !== socket.OPEN) end()
    }

    function createSink(endPrevious: () => void): StreamSink {
      return {
        onStart(cursor) {
          endPrevious()
          socket.send(JSON.stringify({ type: 'subscribed', cursor }))
        },
        send: (_cursor, envelope) => send(envelope),
        onEnd(reason) {
          sendError(reason)
          endSocket(socket, closeReasons.onEnd(reason))
        },
      }
    }

    function sendError({ code, message, members }: ApiError): void {
      const sentCode = accessDeniedCodes.includes(code) ? 'unauthorized' : code
      socket.send(JSON.stringify({ type: 'error', code: sentCode, error: message, ...members }))
    }
  }
}

async function toStreamRequest(
  message: SubscribeMessage,
  clientAuth: AuthContext | null,
  authenticate: (token: string) => Promise<AuthContext>,
): Promise<StreamRequest> {
  if ('invoice' in message) return { invoice: message.invoice }
  const auth = message.token === null ? clientAuth : await authenticate(message.token)
  if (!auth) throw new ApiError('unauthorized')
  return { auth, account: message.account }
}
