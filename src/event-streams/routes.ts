import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Standing } from '../accounts/access-token.ts'
import type { Authenticate } from '../accounts/authenticate.ts'
import { Refused } from '../kernel/refused.ts'
import { sendJson } from '../platform/http/answers.ts'
import type { limitSockets } from '../platform/http/limit-requests.ts'
import { addressClass } from '../platform/http/rate-limits.ts'
import type { Server } from '../platform/http/server.ts'
import { acceptWebSockets } from '../platform/http/websocket.ts'
import type { Connections, From } from './connections.ts'
import { type ConversationParts, conversations } from './conversation.ts'
import { closePatienceMs, type ReaderLimits, readerLimits } from './limits.ts'
import { EventPage, largestLimit, PageQuery, StreamHeaders, StreamQuery, usualLimit } from './schemas.ts'
import { serverSentEvents } from './server-sent.ts'
import { largestMessageBytes } from './socket.ts'
import type { Asked, EventStreams } from './streams.ts'

export interface EventStreamRouteParts {
  readonly authenticate: Authenticate
  readonly streams: EventStreams
  readonly connections: Connections
  /** Whether there is `GET /ws`. */
  readonly websockets: boolean
  /** Whose a connection is that is to become a socket. */
  readonly addressOf: (request: IncomingMessage) => string
  /** Counts what is asked on sockets. */
  readonly limitSocket: ReturnType<typeof limitSockets>
  readonly failed: (error: unknown) => void
  readonly limits?: ReaderLimits
}

export const socketPath = '/ws'

const tags = ['Events']

/** The event log over HTTP: page by page, as Server-Sent Events, and on sockets. */
export function eventStreamRoutes(app: Server, parts: EventStreamRouteParts): void {
  const { authenticate, streams, connections, limits = readerLimits } = parts

  app.get(
    '/api/v1/events',
    {
      config: { access: 'events.read' },
      schema: {
        summary: 'The events of an account page by page, oldest first',
        tags,
        querystring: PageQuery,
        response: { 200: EventPage },
      },
    },
    async (request, reply) => {
      const { after, account, limit } = request.query
      const asked = { standing: standingOf(request), account: readAccount(account) }
      const { envelopes, nextCursor } = await streams.page(asked, after ?? null, readLimit(limit))
      const next = JSON.stringify(nextCursor)
      return sendJson(reply, `{"events":[${envelopes.join()}],"next_cursor":${next}}`)
    },
  )

  app.get(
    '/events',
    {
      config: { access: 'optional', lasting: true },
      exposeHeadRoute: false,
      schema: {
        summary: 'The events of an invoice or an account as Server-Sent Events, as they happen',
        tags,
        querystring: StreamQuery,
        headers: StreamHeaders,
        response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { invoice, account, after } = request.query
      // An invoice's stream is for whoever knows its uid: also for the shop's own page.
      if (invoice !== undefined) reply.header('access-control-allow-origin', '*')
      return sendEvents(reply, askedBy(request, invoice, account), lastEventId(request) ?? after ?? null)
    },
  )

  if (parts.websockets) socketRoute(app, { ...parts, limits, standingOf: authenticate.standingOf })

  async function sendEvents(reply: FastifyReply, asked: Asked, after: string | null): Promise<FastifyReply> {
    const response = reply.raw
    const { outlet, connection } = serverSentEvents(response, headersOf(reply), limits)
    const leave = connections.enter(connection, countedAs(reply.request.ip))
    response.once('close', leave)
    const end = await streams.open(asked, after, outlet).catch((error) => {
      leave()
      throw error
    })
    // Who was gone before we listened closes nothing any more.
    if (response.closed) {
      leave()
      end()
    } else response.once('close', end)
    return reply.hijack()
  }
}

/** Before the upgrade there is a route like any other; who comes without one is told what is spoken here. */
function socketRoute(
  app: Server,
  parts: ConversationParts & Pick<EventStreamRouteParts, 'authenticate' | 'limitSocket' | 'addressOf'>,
): void {
  const { authenticate, connections, addressOf, limitSocket, failed } = parts
  const schema = {
    summary: 'WebSocket: subscribe to the events of an invoice or an account',
    tags,
    response: { 101: Type.Null({ description: 'The connection is upgraded' }) },
  }
  app.get(socketPath, { config: { access: 'optional' }, exposeHeadRoute: false, schema }, async () => {
    throw new Refused('header_invalid', 'This address speaks WebSocket: ask for it with Upgrade: websocket.')
  })
  acceptWebSockets(app.server, {
    largestMessageBytes,
    closePatienceMs,
    async admit(request) {
      const takeMessage = limitSocket(request)
      const from = countedAs(addressOf(request))
      connections.requireRoom(from)
      return { standing: await authenticate.standing(request), from, takeMessage }
    },
    opened: conversations(parts),
    failed,
  })
}

/** What comes from this machine itself is a proxy's that does not say for whom, or a program of the operator's. */
function countedAs(address: string): From {
  const counted = addressClass(address)
  return address === '::1' || counted.startsWith('127.') ? null : counted
}

function askedBy(request: FastifyRequest, invoice: string | undefined, account: string | undefined): Asked {
  if (invoice !== undefined) return { invoice }
  return { standing: standingOf(request), account: readAccount(account) }
}

function standingOf({ standing }: FastifyRequest): Standing {
  if (!standing) throw new Refused('unauthorized')
  return standing
}

/** What a browser that comes back has heard last. An empty one says that it has heard nothing. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}

function readAccount(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Refused('query_invalid', 'account is the id of an account.')
  return Number(text)
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return usualLimit
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > largestLimit) {
    throw new Refused('query_invalid', `limit is a whole number from 1 to ${largestLimit}.`)
  }
  return limit
}
