import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Authenticate } from '../accounts/authenticate.ts'
import { Refused } from '../kernel/refused.ts'
import type { Server } from '../platform/http/server.ts'
import type { WebhookDeliveries } from './deliveries.ts'
import type { EndpointWish } from './endpoint.ts'
import type { WebhookEndpoints } from './endpoints.ts'
import { deliveryDetail, deliveryView, endpointView } from './view.ts'

export interface WebhookRouteParts {
  readonly authenticate: Authenticate
  readonly endpoints: WebhookEndpoints
  readonly deliveries: WebhookDeliveries
}

const path = '/api/v1/webhooks'

const members = {
  url: Type.String({ maxLength: 2_048 }),
  description: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
  types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  enabled: Type.Optional(Type.Boolean()),
}
const NewEndpoint = Type.Object(members)
const ChangedEndpoint = Type.Object({ ...members, url: Type.Optional(members.url) })

/** Endpoints, their secrets, and what was delivered to them: all of the caller's own account. */
export function webhookRoutes(app: Server, parts: WebhookRouteParts): void {
  endpointRoutes(app, parts)
  secretRoutes(app, parts)
  deliveryRoutes(app, parts)
}

function endpointRoutes(app: Server, { authenticate, endpoints }: WebhookRouteParts): void {
  const first = { onRequest: authenticate.first }
  const account = (request: FastifyRequest) => authenticate.callerOf(request).accountId

  app.post(path, { ...first, schema: { body: NewEndpoint } }, async (request) => {
    const { url, description = null, types = [], enabled = true } = request.body
    const wish = { url, description, types, enabled }
    const { endpoint, secret } = await endpoints.create(account(request), wish)
    return { ...endpointView(endpoint), secret }
  })

  app.get(path, first, async (request) => (await endpoints.list(account(request))).map(endpointView))

  app.get(`${path}/:id`, first, async (request) =>
    endpointView(await endpoints.show(account(request), idOf(request))),
  )

  app.patch(`${path}/:id`, { ...first, schema: { body: ChangedEndpoint } }, async (request) =>
    endpointView(await endpoints.change(account(request), idOf(request), wishOf(request.body))),
  )

  app.delete(`${path}/:id`, first, async (request, reply) => {
    await endpoints.remove(account(request), idOf(request))
    return reply.code(204).send()
  })
}

/** What else the body holds is not bound. */
function wishOf({ url, description, types, enabled }: Static<typeof ChangedEndpoint>): Partial<EndpointWish> {
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types }),
    ...(enabled !== undefined && { enabled }),
  }
}

/** `secret` alone is the account's: of what goes to the `webhook_url` of its invoices. A POST makes a new one. */
function secretRoutes(app: Server, { authenticate, endpoints }: WebhookRouteParts): void {
  const first = { onRequest: authenticate.first }
  const account = (request: FastifyRequest) => authenticate.callerOf(request).accountId
  app.get(`${path}/secret`, first, (request) => endpoints.accountSecret(account(request)))
  app.post(`${path}/secret`, first, (request) => endpoints.rotateAccount(account(request)))
  app.get(`${path}/:id/secret`, first, (request) => endpoints.secret(account(request), idOf(request)))
  app.post(`${path}/:id/secret`, first, (request) => endpoints.rotate(account(request), idOf(request)))
}

const usualLimit = 50
const mostListed = 200

const ListQuery = Type.Object(
  {
    failed: Type.Optional(Type.Enum(['true', 'false'])),
    endpoint: Type.Optional(Type.String({ maxLength: 64 })),
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
  },
  { additionalProperties: false },
)
const AgainQuery = Type.Object({ endpoint: ListQuery.properties.endpoint }, { additionalProperties: false })

function deliveryRoutes(app: Server, { authenticate, deliveries }: WebhookRouteParts): void {
  const first = { onRequest: authenticate.first }
  const account = (request: FastifyRequest) => authenticate.callerOf(request).accountId

  app.get(`${path}/deliveries`, { ...first, schema: { querystring: ListQuery } }, async (request) => {
    const { failed, endpoint, cursor = null, limit: asked } = request.query
    const limit = Number(asked ?? usualLimit)
    if (limit > mostListed) throw new Refused('query_invalid', `limit is from 1 to ${mostListed}.`)
    const filter = { accountId: account(request), failed: failed === 'true', ...ofEndpoint(endpoint) }
    const page = await deliveries.list(filter, { before: cursor, limit: limit + 1 })
    const shown = page.slice(0, limit)
    const next = page.length > limit ? (shown.at(-1)?.id ?? null) : null
    return { deliveries: shown.map(deliveryView), next_cursor: next }
  })

  app.get(`${path}/deliveries/:id`, first, async (request) =>
    deliveryDetail(await deliveries.show(account(request), idOf(request))),
  )

  app.post(`${path}/deliveries/:id/redeliver`, first, async (request) =>
    deliveryView(await deliveries.redeliver(account(request), idOf(request))),
  )

  app.post(`${path}/redeliver`, { ...first, schema: { querystring: AgainQuery } }, async (request) => {
    const filter = { accountId: account(request), ...ofEndpoint(request.query.endpoint) }
    return { redelivered: (await deliveries.redeliverFailed(filter)).length }
  })
}

const ofEndpoint = (endpoint: string | undefined) => (endpoint === undefined ? {} : { endpointId: endpoint })

const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id
