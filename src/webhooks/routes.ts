import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Authentication, requestOriginOf } from '../accounts/authenticate.ts'
import { type ActorWithOrigin, actorOfToken } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { sendNoContent } from '../platform/http/send.ts'
import type { Server } from '../platform/http/server.ts'
import { isDeliveryId, type WebhookDeliveries } from './deliveries.ts'
import type { EndpointSettings } from './endpoint.ts'
import type { NotifyingEndpoints } from './notifying-endpoints.ts'
import {
  AgainQuery,
  ChangedEndpoint,
  DeliveryDetail,
  DeliveryList,
  DeliveryQuery,
  DeliveryShown,
  EndpointCreated,
  EndpointList,
  EndpointShown,
  IdParams,
  NewEndpoint,
  Redelivered,
  SecretAnswer,
} from './schemas.ts'
import { deliveryDetail, deliveryView, endpointView } from './view.ts'

export interface WebhookRouteParts {
  readonly authenticate: Authentication
  readonly endpoints: NotifyingEndpoints
  readonly deliveries: WebhookDeliveries
}

const path = '/api/v1/webhooks'
const tags = ['Webhooks']
const reading = { access: 'webhooks.read' } as const
/** Only callers who may change secrets can see them. */
const writing = { access: 'webhooks.write' } as const
/** The dashboard asks for the password first, so an open browser session does not reveal a secret. */
const ofSecrets = { ...writing, passwordPage: '/dashboard/settings/webhooks' } as const

/** Endpoints, their secrets and their deliveries, all of the caller's own account. */
export function webhookRoutes(app: Server, parts: WebhookRouteParts): void {
  endpointRoutes(app, parts)
  secretRoutes(app, parts)
  deliveryRoutes(app, parts)
}

const actingBy =
  (authenticate: Authentication) =>
  (request: FastifyRequest): ActorWithOrigin => ({
    ...actorOfToken(authenticate.callerOf(request)),
    origin: requestOriginOf(request),
  })

function endpointRoutes(app: Server, { authenticate, endpoints }: WebhookRouteParts): void {
  const account = (request: FastifyRequest) => authenticate.callerOf(request).accountId
  const acting = actingBy(authenticate)
  const one = { tags, params: IdParams, response: { 200: EndpointShown } }

  app.post(
    path,
    {
      config: writing,
      schema: {
        summary: 'Adds a webhook endpoint',
        tags,
        body: NewEndpoint,
        response: { 200: EndpointCreated },
      },
    },
    async (request) => {
      const { url, description = null, types = [], enabled = true } = request.body
      const wish = { url, description, types, enabled }
      const { endpoint, secret } = await endpoints.create(acting(request), wish)
      const { isSession } = authenticate.callerOf(request)
      return { ...endpointView(endpoint), ...(!isSession && { secret }) }
    },
  )

  app.get(
    path,
    {
      config: reading,
      schema: { summary: 'Lists the webhook endpoints', tags, response: { 200: EndpointList } },
    },
    async (request) => (await endpoints.list(account(request))).map(endpointView),
  )

  app.get(
    `${path}/:id`,
    { config: reading, schema: { ...one, summary: 'Returns a webhook endpoint' } },
    async (request) => endpointView(await endpoints.show(account(request), request.params.id)),
  )

  app.patch(
    `${path}/:id`,
    {
      config: writing,
      schema: { ...one, summary: 'Changes the given fields of a webhook endpoint', body: ChangedEndpoint },
    },
    async (request) =>
      endpointView(await endpoints.change(acting(request), request.params.id, wishOf(request.body))),
  )

  app.delete(
    `${path}/:id`,
    {
      config: writing,
      schema: { ...one, summary: 'Removes a webhook endpoint', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await endpoints.remove(acting(request), request.params.id)
      return sendNoContent(reply)
    },
  )
}

/** Ignores unknown fields in the body. */
function wishOf({
  url,
  description,
  types,
  enabled,
}: Static<typeof ChangedEndpoint>): Partial<EndpointSettings> {
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types }),
    ...(enabled !== undefined && { enabled }),
  }
}

/** `/secret` without an id is the account's secret, which signs requests to the `webhook_url` of its invoices. POST creates a new one. */
function secretRoutes(app: Server, { authenticate, endpoints }: WebhookRouteParts): void {
  const acting = actingBy(authenticate)
  const route = (summary: string) => ({
    config: ofSecrets,
    schema: { summary, tags, response: { 200: SecretAnswer } },
  })
  const ofEndpoint = (summary: string) => ({
    config: ofSecrets,
    schema: { summary, tags, params: IdParams, response: { 200: SecretAnswer } },
  })

  app.get(`${path}/secret`, route('Returns the webhook secret of the account'), (request) =>
    endpoints.accountSecret(acting(request)),
  )
  app.post(`${path}/secret`, route('Rotates the webhook secret of the account'), (request) =>
    endpoints.rotateAccount(acting(request)),
  )
  app.get(`${path}/:id/secret`, ofEndpoint('Returns the secret of a webhook endpoint'), (request) =>
    endpoints.secret(acting(request), request.params.id),
  )
  app.post(`${path}/:id/secret`, ofEndpoint('Rotates the secret of a webhook endpoint'), (request) =>
    endpoints.rotate(acting(request), request.params.id),
  )
}

const defaultLimit = 50
const maxListed = 200

function deliveryRoutes(app: Server, { authenticate, deliveries }: WebhookRouteParts): void {
  const account = (request: FastifyRequest) => authenticate.callerOf(request).accountId
  const acting = (request: FastifyRequest) => actorOfToken(authenticate.callerOf(request))

  app.get(
    `${path}/deliveries`,
    {
      config: reading,
      schema: {
        summary: 'Lists webhook deliveries, newest first',
        tags,
        querystring: DeliveryQuery,
        response: { 200: DeliveryList },
      },
    },
    async (request) => {
      const { failed, endpoint, cursor = null, limit: asked } = request.query
      const limit = Number(asked ?? defaultLimit)
      if (limit > maxListed) throw new ApiError('query_invalid', `limit must be from 1 to ${maxListed}.`)
      if (cursor !== null && !isDeliveryId(cursor))
        throw new ApiError('query_invalid', 'cursor must be the next_cursor of an earlier response.')
      const filter = { accountId: account(request), failed: failed === 'true', ...ofEndpoint(endpoint) }
      const page = await deliveries.list(filter, { before: cursor, limit: limit + 1 })
      const shown = page.slice(0, limit)
      const next = page.length > limit ? (shown.at(-1)?.id ?? null) : null
      return { deliveries: shown.map(deliveryView), next_cursor: next }
    },
  )

  app.get(
    `${path}/deliveries/:id`,
    {
      config: reading,
      schema: {
        summary: 'Returns a webhook delivery with its attempts',
        tags,
        params: IdParams,
        response: { 200: DeliveryDetail },
      },
    },
    async (request) => deliveryDetail(await deliveries.show(account(request), request.params.id)),
  )

  app.post(
    `${path}/deliveries/:id/redeliver`,
    {
      config: writing,
      schema: { summary: 'Redelivers a webhook', tags, params: IdParams, response: { 200: DeliveryShown } },
    },
    async (request) => deliveryView(await deliveries.redeliver(acting(request), request.params.id)),
  )

  app.post(
    `${path}/redeliver`,
    {
      config: writing,
      schema: {
        summary: 'Redelivers all failed webhooks',
        tags,
        querystring: AgainQuery,
        response: { 200: Redelivered },
      },
    },
    async (request) => {
      const only = ofEndpoint(request.query.endpoint)
      return { redelivered: (await deliveries.redeliverFailed(acting(request), only)).length }
    },
  )
}

const ofEndpoint = (endpoint: string | undefined) => (endpoint === undefined ? {} : { endpointId: endpoint })
