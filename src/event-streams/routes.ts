import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { AuthContext } from '../accounts/access-token.ts'
import type { Authentication } from '../accounts/authenticate.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { createSocketLimiter } from '../platform/http/limit-requests.ts'
import { getAddressKey } from '../platform/http/rate-limits.ts'
import { sendJson } from '../platform/http/send.ts'
import type { Server } from '../platform/http/server.ts'
import { acceptWebSockets } from '../platform/http/websocket.ts'
import type { ClientAddress, Connections } from './connections.ts'
import { closeTimeoutMs, type ReaderLimits, readerLimits } from './limits.ts'
import {
  defaultLimit,
  EventPage,
  EventStream,
  maxLimit,
  PageQuery,
  StreamHeaders,
  StreamQuery,
} from './schemas.ts'
import { createServerSentEvents } from './server-sent.ts'
import { maxMessageBytes } from './socket.ts'
import { createSocketHandler, type SocketHandlerDependencies } from './socket-handler.ts'
import type { EventStreams, StreamRequest } from './streams.ts'

export interface EventStreamRouteDependencies {
  readonly authenticate: Authentication
  readonly streams: EventStreams
  readonly connections: Connections
  /** Whether `GET /ws` is enabled. */
  readonly acceptsWebsockets: boolean
  /** The client address of an upgrade request. */
  readonly getClientAddress: (request: IncomingMessage) => string
  /** Rate-limits messages on sockets. */
  readonly limitSocket: ReturnType<typeof createSocketLimiter>
  readonly onError: (error: unknown) => void
  readonly limits?: ReaderLimits
}

export const socketPath = '/ws'

const tags = ['Events']

/** The event log over HTTP: paginated, as Server-Sent Events, and over WebSocket. */
export function registerEventStreamRoutes(app: Server, dependencies: EventStreamRouteDependencies): void {
  const { authenticate, streams, connections, limits = readerLimits } = dependencies

  app.get(
    '/api/v1/events',
    {
      config: { access: 'events.read' },
      schema: {
        summary: 'Lists the events of an account, oldest first',
        tags,
        querystring: PageQuery,
        response: { 200: EventPage },
      },
    },
    async (request, reply) => {
      const { after, account, limit } = request.query
      const streamRequest = { auth: requireAuth(request), account: readAccount(account) }
      const { envelopes, nextCursor } = await reply.buildLargeResponse(
        streamRequest.auth.caller.accountId,
        (reserve) => streams.listPage(streamRequest, after ?? null, readLimit(limit), reserve),
      )
      const next = JSON.stringify(nextCursor)
      return sendJson(reply, `{"events":[${envelopes.join()}],"next_cursor":${next}}`)
    },
  )

  app.get(
    '/events',
    {
      config: { access: 'optional', tokenPermission: 'events.read', isStream: true },
      exposeHeadRoute: false,
      schema: {
        summary: 'Streams the events of an invoice or an account as Server-Sent Events',
        tags,
        querystring: StreamQuery,
        headers: StreamHeaders,
        response: { 200: { content: { 'text/event-stream': { schema: EventStream } } } },
      },
    },
    async (request, reply) => {
      const { invoice, account, after } = request.query
      // An invoice's stream is open to anyone who knows its uid, including the shop's own page.
      if (invoice !== undefined) reply.header('access-control-allow-origin', '*')
      return sendEvents(
        reply,
        parseStreamRequest(request, invoice, account),
        getLastEventId(request) ?? after ?? null,
      )
    },
  )

  if (dependencies.acceptsWebsockets)
    registerSocketRoute(app, { ...dependencies, limits, authenticateToken: authenticate.authenticateToken })

  async function sendEvents(
    reply: FastifyReply,
    streamRequest: StreamRequest,
    after: string | null,
  ): Promise<FastifyReply> {
    const response = reply.raw
    const { sink, connection } = createServerSentEvents(response, toNodeHeaders(reply), limits)
    const removeConnection = connections.add(connection, getLimitKey(reply.request.ip))
    response.once('close', removeConnection)
    const end = await streams.open(streamRequest, after, sink).catch((error) => {
      removeConnection()
      throw error
    })
    // If the client left before the listener was attached, `close` never fires.
    if (response.closed) {
      removeConnection()
      end()
    } else response.once('close', end)
    return reply.hijack()
  }
}

/** Before the upgrade this is a normal route. A request without `Upgrade` gets an error that explains the protocol. */
function registerSocketRoute(
  app: Server,
  dependencies: SocketHandlerDependencies &
    Pick<EventStreamRouteDependencies, 'authenticate' | 'limitSocket' | 'getClientAddress'>,
): void {
  const { authenticate, connections, getClientAddress, limitSocket, onError } = dependencies
  const schema = {
    summary: 'Opens a WebSocket for the events of an invoice or an account',
    tags,
    response: { 101: Type.Null({ description: 'Switching to WebSocket' }) },
  }
  const config = { access: 'optional', tokenPermission: 'events.read' } as const
  app.get(socketPath, { config, exposeHeadRoute: false, schema }, async () => {
    throw new ApiError('header_invalid', 'This URL expects a WebSocket handshake: send Upgrade: websocket.')
  })
  acceptWebSockets(app.server, {
    maxMessageBytes,
    closeTimeoutMs,
    async authenticate(request) {
      const countMessage = await limitSocket(request)
      const clientAddress = getLimitKey(getClientAddress(request))
      connections.requireRoom(clientAddress)
      return {
        auth: await authenticate.authenticate(request, config.tokenPermission),
        clientAddress,
        countMessage,
      }
    },
    onOpen: createSocketHandler(dependencies),
    onError,
  })
}

/** A connection from this machine is either a proxy that does not name the client, or a local program of the operator. */
function getLimitKey(address: string): ClientAddress {
  const limitKey = getAddressKey(address)
  return address === '::1' || limitKey.startsWith('127.') ? null : limitKey
}

function parseStreamRequest(
  request: FastifyRequest,
  invoice: string | undefined,
  account: string | undefined,
): StreamRequest {
  if (invoice !== undefined) return { invoice }
  return { auth: requireAuth(request), account: readAccount(account) }
}

function requireAuth({ auth }: FastifyRequest): AuthContext {
  if (!auth) throw new ApiError('unauthorized')
  return auth
}

/** The last event that a reconnecting browser received. An empty id means none. */
function getLastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

function toNodeHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
}

function readAccount(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new ApiError('query_invalid', 'account must be the id of an account.')
  return Number(text)
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return defaultLimit
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxLimit) {
    throw new ApiError('query_invalid', `limit must be a whole number from 1 to ${maxLimit}.`)
  }
  return limit
}
