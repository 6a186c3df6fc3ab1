import type { WebSocket } from 'ws'
import type { Standing } from '../accounts/access-token.ts'
import { Refused } from '../kernel/refused.ts'
import type { Connections, From } from './connections.ts'
import type { ReaderLimits } from './limits.ts'
import { readSubscribe, type Subscribe } from './message.ts'
import { endSocket, heartbeat, inTurn, pacedSender, reasons } from './socket.ts'
import type { Asked, EventStreams, Outlet } from './streams.ts'

export interface ConversationParts {
  readonly streams: EventStreams
  readonly connections: Connections
  readonly standingOf: (token: string) => Promise<Standing>
  readonly failed: (error: unknown) => void
  readonly limits: ReaderLimits
}

/** Who is at the other end of a socket. */
export interface Visitor {
  /** Of the credentials that came with the upgrade; null: none did. */
  readonly standing: Standing | null
  readonly from: From
  /** Counts a message of his, and the token that it names. @throws {Refused} `too_many_requests` */
  readonly takeMessage: (token: string | null) => void
}

/** To a socket these are one: a stream that the token does not open. */
const notOpened: readonly string[] = ['account_not_visible', 'insufficient_scope']

/** Refused subscriptions after which a client is taken for one that only tries. */
const mostRefused = 20

/**
 * What is said on a socket of `GET /ws`, until either side ends it: the client subscribes, again and again if it likes, and hears the
 * events of the last stream that it asked for. Who asks too often is told so, and his message is not looked at.
 */
export function conversations({ streams, connections, standingOf, failed, limits }: ConversationParts) {
  return (socket: WebSocket, visitor: Visitor): void => {
    if (!connections.hasRoom(visitor.from)) {
      endSocket(socket, reasons.full)
      return
    }
    let endStream = () => {}
    let refusals = 0
    const send = pacedSender(socket, limits)
    const connection = { beat: heartbeat(socket), leave: () => endSocket(socket, reasons.stopping) }
    const leave = connections.enter(connection, visitor.from)
    const impatience = setTimeout(endSocket, limits.firstSubscriptionMs, socket, reasons.idle)
    const inOrder = inTurn()
    socket.on('message', (data, isBinary) => {
      if (!inOrder(() => answer(isBinary ? null : data.toString()))) endSocket(socket, reasons.flood)
    })
    socket.on('close', () => {
      clearTimeout(impatience)
      endStream()
      leave()
    })

    async function answer(text: string | null): Promise<void> {
      try {
        if (text === null) throw new Refused('message_invalid', 'it is binary')
        await subscribe(readSubscribe(text))
      } catch (error) {
        if (!(error instanceof Refused)) failed(error)
        tell(error instanceof Refused ? error : new Refused('unavailable'))
        if (++refusals > mostRefused) endSocket(socket, reasons.refused)
      }
    }

    async function subscribe(message: Subscribe): Promise<void> {
      visitor.takeMessage('token' in message ? message.token : null)
      const asked = await askedBy(message, visitor.standing, standingOf)
      const end = await streams.open(asked, message.after, outlet(endStream))
      clearTimeout(impatience)
      endStream = end
      if (socket.readyState !== socket.OPEN) end()
    }

    function outlet(endFormer: () => void): Outlet {
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

    function tell({ code, message, members }: Refused): void {
      const shown = notOpened.includes(code) ? 'unauthorized' : code
      socket.send(JSON.stringify({ type: 'error', code: shown, error: message, ...members }))
    }
  }
}

async function askedBy(
  message: Subscribe,
  visitor: Standing | null,
  standingOf: (token: string) => Promise<Standing>,
): Promise<Asked> {
  if ('invoice' in message) return { invoice: message.invoice }
  const standing = message.token === null ? visitor : await standingOf(message.token)
  if (!standing) throw new Refused('unauthorized')
  return { standing, account: message.account }
}
