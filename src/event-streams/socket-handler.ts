import type { WebSocket } from 'ws'
import type { AuthContext } from '../accounts/access-token.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { ClientAddress, Connections } from './connections.ts'
import type { ReaderLimits } from './limits.ts'
import { readSubscribe, type Subscribe } from './message.ts'
import { createHeartbeat, createPacedSender, createSerialQueue, endSocket, reasons } from './socket.ts'
import type { EventStreams, StreamRequest, StreamSink } from './streams.ts'

export interface SocketHandlerParts {
  readonly streams: EventStreams
  readonly connections: Connections
  readonly authenticateToken: (token: string) => Promise<AuthContext>
  readonly failed: (error: unknown) => void
  readonly limits: ReaderLimits
}

/** The client of a socket. */
export interface SocketClient {
  /** From the credentials of the upgrade request; null if there were none. */
  readonly auth: AuthContext | null
  readonly from: ClientAddress
  /** Counts a message and the token it names against the rate limits. @throws {ApiError} `too_many_requests` */
  readonly takeMessage: (token: string | null) => void
}

/** Both are reported as `unauthorized` on a socket: the token does not give access to the stream. */
const notOpened: readonly string[] = ['account_not_visible', 'insufficient_scope']

/** A client with more rejected messages than this is disconnected as abusive. */
const maxRefused = 20

/**
 * Handles a `GET /ws` socket until either side closes it. The client may subscribe any number of times and receives the events of the last
 * stream it subscribed to. Rate-limited messages get an error and are not processed.
 */
export function createSocketHandler({
  streams,
  connections,
  authenticateToken,
  failed,
  limits,
}: SocketHandlerParts) {
  return (socket: WebSocket, visitor: SocketClient): void => {
    if (!connections.hasRoom(visitor.from)) {
      endSocket(socket, reasons.full)
      return
    }
    let endStream = () => {}
    let refusals = 0
    const send = createPacedSender(socket, limits)
    const connection = { beat: createHeartbeat(socket), leave: () => endSocket(socket, reasons.stopping) }
    const leave = connections.enter(connection, visitor.from)
    const impatience = setTimeout(endSocket, limits.firstSubscriptionMs, socket, reasons.idle)
    const inOrder = createSerialQueue()
    socket.on('message', (data, isBinary) => {
      // A message may have been read before the socket was closed.
      if (socket.readyState !== socket.OPEN) return
      if (!inOrder(() => answer(isBinary ? null : data.toString()))) endSocket(socket, reasons.flood)
    })
    socket.on('close', () => {
      clearTimeout(impatience)
      endStream()
      leave()
    })

    async function answer(text: string | null): Promise<void> {
      try {
        if (text === null) throw new ApiError('message_invalid', 'it is binary')
        await subscribe(readSubscribe(text))
      } catch (error) {
        if (!(error instanceof ApiError)) failed(error)
        tell(error instanceof ApiError ? error : new ApiError('unavailable'))
        if (++refusals > maxRefused) endSocket(socket, reasons.refused)
      }
    }

    async function subscribe(message: Subscribe): Promise<void> {
      visitor.takeMessage('token' in message ? message.token : null)
      const asked = await askedBy(message, visitor.auth, authenticateToken)
      const end = await streams.open(asked, message.after, outlet(endStream))
      clearTimeout(impatience)
      endStream = end
      if (socket.readyState !== socket.OPEN) end()
    }

    function outlet(endFormer: () => void): StreamSink {
      return {
        started(cursor) {
          endFormer()
          socket.send(JSON.stringify({ type: 'subscribed', cursor }))
        },
        take: (_cursor, envelope) => send(envelope),
        ended(why) {
          tell(why)
          endSocket(socket, reasons.over(why))
        },
      }
    }

    function tell({ code, message, members }: ApiError): void {
      const shown = notOpened.includes(code) ? 'unauthorized' : code
      socket.send(JSON.stringify({ type: 'error', code: shown, error: message, ...members }))
    }
  }
}

async function askedBy(
  message: Subscribe,
  visitor: AuthContext | null,
  standingOf: (token: string) => Promise<AuthContext>,
): Promise<StreamRequest> {
  if ('invoice' in message) return { invoice: message.invoice }
  const standing = message.token === null ? visitor : await standingOf(message.token)
  if (!standing) throw new ApiError('unauthorized')
  return { auth: standing, account: message.account }
}
