import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Authentication, getRequestOrigin } from '../accounts/authenticate.ts'
import { type ActorWithOrigin, toTokenActor } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { sendNoContent } from '../platform/http/send.ts'
import type { Server } from '../platform/http/server.ts'
import { isDeliveryId, type WebhookDeliveries } from './deliveries.ts'
import type { NewEndpointSettings } from './endpoints.ts'
import type { EndpointsWithOwnerEmails } from './endpoints-with-owner-emails.ts'
import {
  ChangedEndpoint,
  DeliveryDetail,
  DeliveryList,
  DeliveryQuery,
  DeliveryView,
  EndpointCreated,
  EndpointList,
  EndpointView,
  IdParams,
  NewEndpoint,
  Redelivered,
  RedeliverQuery,
  SecretView,
} from './schemas.ts'
import { toDeliveryDetail, toDeliveryView, toEndpointView } from './view.ts'

interface WebhookRouteDependencies {
  readonly authenticate: Authentication
  readonly endpoints: EndpointsWithOwnerEmails
  readonly deliveries: WebhookDeliveries
}

const path = '/api/v1/webhooks'
const tags = ['Webhooks']
const readAccess = { access: 'webhooks.read' } as const
/** Also for reading secrets: only callers who can change them may see them. */
const writeAccess = { access: 'webhooks.write' } as const
/** The dashboard requires the password first, so an open browser session doesn't reveal a secret. */
const secretAccess = { ...writeAccess, passwordPage: '/dashboard/settings/webhooks' } as const

/** Endpoints, their secrets and their deliveries, all of the caller's own account. */
export function registerWebhookRoutes(app: Server, dependencies: WebhookRouteDependencies): void {
  registerEndpointRoutes(app, dependencies)
  registerSecretRoutes(app, dependencies)
  registerDeliveryRoutes(app, dependencies)
}

const createActorReader =
  (authenticate: Authentication) =>
  (request: FastifyRequest): ActorWithOrigin => ({
    ...toTokenActor(authenticate.getCaller(request)),
    origin: getRequestOrigin(request),
  })

function registerEndpointRoutes(app: Server, { authenticate, endpoints }: WebhookRouteDependencies): void {
  const getAccountId = (request: FastifyRequest) => authenticate.getCaller(request).accountId
  const getActor = createActorReader(authenticate)
  const endpointSchema = { tags, params: IdParams, response: { 200: EndpointView } }

  app.post(
    path,
    {
      config: writeAccess,
      schema: {
        summary: 'Adds a webhook endpoint',
        tags,
        body: NewEndpoint,
        response: { 200: EndpointCreated },
      },
    },
    async (request) => {
      const { url, description = null, types = [], enabled = true, secret: ownSecret = null } = request.body
      const settings = { url, description, types, enabled, secret: ownSecret }
      const { endpoint, secret } = await endpoints.create(getActor(request), settings)
      const { isSession } = authenticate.getCaller(request)
      return { ...toEndpointView(endpoint), ...(!isSession && { secret }) }
    },
  )

  app.get(
    path,
    {
      config: readAccess,
      schema: { summary: 'Lists the webhook endpoints', tags, response: { 200: EndpointList } },
    },
    async (request) => (await endpoints.list(getAccountId(request))).map(toEndpointView),
  )

  app.get(
    `${path}/:id`,
    { config: readAccess, schema: { ...endpointSchema, summary: 'Returns a webhook endpoint' } },
    async (request) => toEndpointView(await endpoints.show(getAccountId(request), request.params.id)),
  )

  app.patch(
    `${path}/:id`,
    {
      config: writeAccess,
      schema: {
        ...endpointSchema,
        summary: 'Changes the given fields of a webhook endpoint',
        body: ChangedEndpoint,
      },
    },
    async (request) =>
      toEndpointView(
        await endpoints.change(getActor(request), request.params.id, toEndpointChanges(request.body)),
      ),
  )

  app.delete(
    `${path}/:id`,
    {
      config: writeAccess,
      schema: { ...endpointSchema, summary: 'Removes a webhook endpoint', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await endpoints.remove(getActor(request), request.params.id)
      return sendNoContent(reply)
    },
  )
}

/** Ignores unknown fields in the body. */
function toEndpointChanges({
  url,
  description,
  types,
  enabled,
  secret,
}: Static<typeof ChangedEndpoint>): Partial<NewEndpointSettings> {
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types }),
    ...(enabled !== undefined && { enabled }),
    ...(secret && { secret }),
  }
}

/** `/secret` without an id is the account's secret, which signs requests to the `webhook_url` of its invoices. POST creates a new one. */
function registerSecretRoutes(app: Server, { authenticate, endpoints }: WebhookRouteDependencies): void {
  const getActor = createActorReader(authenticate)
  const createAccountRoute = (summary: string) => ({
    config: secretAccess,
    schema: { summary, tags, response: { 200: SecretView } },
  })
  const createEndpointRoute = (summary: string) => ({
    config: secretAccess,
    schema: { summary, tags, params: IdParams, response: { 200: SecretView } },
  })

  app.get(`${path}/secret`, createAccountRoute('Returns the webhook secret of the account'), (request) =>
    endpoints.showAccountSecret(getActor(request)),
  )
  app.post(`${path}/secret`, createAccountRoute('Rotates the webhook secret of the account'), (request) =>
    endpoints.rotateAccountSecret(getActor(request)),
  )
  app.get(`${path}/:id/secret`, createEndpointRoute('Returns the secret of a webhook endpoint'), (request) =>
    endpoints.showSecret(getActor(request), request.params.id),
  )
  app.post(`${path}/:id/secret`, createEndpointRoute('Rotates the secret of a webhook endpoint'), (request) =>
    endpoints.rotateSecret(getActor(request), request.params.id),
  )
}

const defaultLimit = 50
const maxLimit = 200

function registerDeliveryRoutes(app: Server, { authenticate, deliveries }: WebhookRouteDependencies): void {
  const getAccountId = (request: FastifyRequest) => authenticate.getCaller(request).accountId
  const getActor = (request: FastifyRequest) => toTokenActor(authenticate.getCaller(request))

  app.get(
    `${path}/deliveries`,
    {
      config: readAccess,
      schema: {
        summary: 'Lists webhook deliveries, newest first',
        tags,
        querystring: DeliveryQuery,
        response: { 200: DeliveryList },
      },
    },
    async (request) => {
      const { failed, endpoint, cursor = null, limit: limitParam } = request.query
      const limit = Number(limitParam ?? defaultLimit)
      if (limit > maxLimit) throw new ApiError('query_invalid', `limit must be from 1 to ${maxLimit}.`)
      if (cursor !== null && !isDeliveryId(cursor))
        throw new ApiError('query_invalid', 'cursor must be the next_cursor of an earlier response.')
      const filter = {
        accountId: getAccountId(request),
        onlyFailed: failed === 'true',
        ...toEndpointFilter(endpoint),
      }
      const rows = await deliveries.list(filter, { before: cursor, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
      return { deliveries: page.map(toDeliveryView), next_cursor: next }
    },
  )

  app.get(
    `${path}/deliveries/:id`,
    {
      config: readAccess,
      schema: {
        summary: 'Returns a webhook delivery with its attempts',
        tags,
        params: IdParams,
        response: { 200: DeliveryDetail },
      },
    },
    async (request) => toDeliveryDetail(await deliveries.show(getAccountId(request), request.params.id)),
  )

  app.post(
    `${path}/deliveries/:id/redeliver`,
    {
      config: writeAccess,
      schema: { summary: 'Redelivers a webhook', tags, params: IdParams, response: { 200: DeliveryView } },
    },
    async (request) => toDeliveryView(await deliveries.redeliver(getActor(request), request.params.id)),
  )

  app.post(
    `${path}/redeliver`,
    {
      config: writeAccess,
      schema: {
        summary: 'Redelivers all failed webhooks',
        tags,
        querystring: RedeliverQuery,
        response: { 200: Redelivered },
      },
    },
    async (request) => {
      const target = toEndpointFilter(request.query.endpoint)
      return { redelivered: (await deliveries.redeliverFailed(getActor(request), target)).length }
    },
  )
}

const toEndpointFilter = (endpoint: string | undefined) =>
  endpoint === undefined ? {} : { endpointId: endpoint }
