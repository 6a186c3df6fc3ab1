import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Authentication, requestOriginOf } from '../accounts/authenticate.ts'
import { actorOfToken } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Server } from '../platform/http/server.ts'
import type { Endpoint } from '../webhooks/endpoint.ts'
import type { NotifyingEndpoints } from '../webhooks/notifying-endpoints.ts'
import { StoreParams, tags } from './schemas.ts'

interface WebhookRouteDependencies {
  readonly authenticate: Authentication
  readonly endpoints: NotifyingEndpoints
}

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

const NewWebhook = Type.Object({
  url: Type.String({ maxLength: 2_048 }),
  enabled: Type.Optional(nullable(Type.Boolean())),
  automaticRedelivery: Type.Optional(nullable(Type.Boolean())),
  secret: Type.Optional(nullable(Type.String({ maxLength: 1_000 }))),
  authorizedEvents: Type.Optional(
    nullable(
      Type.Object({
        everything: Type.Optional(nullable(Type.Boolean())),
        specificEvents: Type.Optional(
          nullable(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
        ),
      }),
    ),
  ),
})
const webhook = {
  id: Type.String(),
  url: Type.String(),
  enabled: Type.Boolean(),
  automaticRedelivery: Type.Boolean(),
  authorizedEvents: Type.Object({
    everything: Type.Boolean(),
    specificEvents: Type.Array(Type.String()),
  }),
}
const WebhookObject = Type.Object(webhook)
const WebhookParams = Type.Object({ ...StoreParams.properties, webhookId: Type.String() })

const path = '/api/v1/stores/:storeId/webhooks'
const config = { access: 'token', storePermission: 'btcpay.store.webhooks.canmodifywebhooks' } as const

/** Webhooks of a shop plug-in. A key sees those that were made with it; a token with the scope full sees all of them. */
export function greenfieldWebhookRoutes(app: Server, dependencies: WebhookRouteDependencies): void {
  const { authenticate, endpoints } = dependencies
  const schema = { tags, params: WebhookParams, response: { 200: WebhookObject } }
  const actorOf = (request: FastifyRequest) => ({
    ...actorOfToken(authenticate.callerOf(request)),
    origin: requestOriginOf(request),
  })

  function isVisible(request: FastifyRequest, { greenfield }: Endpoint): boolean {
    const { scope, tokenId } = authenticate.callerOf(request)
    return greenfield !== null && (scope !== 'greenfield' || greenfield.tokenId === tokenId)
  }

  /** @throws {ApiError} `webhook_not_found` */
  async function find(request: FastifyRequest): Promise<Endpoint> {
    const { webhookId } = request.params as Static<typeof WebhookParams>
    const endpoint = await endpoints.show(authenticate.callerOf(request).accountId, webhookId)
    if (!isVisible(request, endpoint)) throw new ApiError('webhook_not_found')
    return endpoint
  }

  app.post(
    path,
    {
      config,
      schema: {
        summary: 'Adds a webhook',
        tags,
        params: StoreParams,
        body: NewWebhook,
        response: { 200: Type.Object({ ...webhook, secret: Type.String() }) },
      },
    },
    async (request) => {
      const { url, enabled, secret = null } = request.body
      const { tokenId } = authenticate.callerOf(request)
      const greenfield = { tokenId, events: toEvents(request.body) }
      const settings = { url, description: null, types: [], enabled: enabled ?? true, secret, greenfield }
      const created = await endpoints.create(actorOf(request), settings)
      return { ...webhookView(created.endpoint), secret: created.secret }
    },
  )
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'Lists the webhooks',
        tags,
        params: StoreParams,
        response: { 200: Type.Array(WebhookObject) },
      },
    },
    async (request) => {
      const all = await endpoints.list(authenticate.callerOf(request).accountId)
      return all.filter((endpoint) => isVisible(request, endpoint)).map(webhookView)
    },
  )
  app.get(
    `${path}/:webhookId`,
    { config, schema: { ...schema, summary: 'Returns a webhook' } },
    async (request) => webhookView(await find(request)),
  )
  app.put(
    `${path}/:webhookId`,
    {
      config,
      schema: {
        ...schema,
        summary: 'Changes a webhook; without a secret it keeps its own',
        body: NewWebhook,
      },
    },
    async (request) => {
      const { id, greenfield } = await find(request)
      const { url, enabled, secret = null } = request.body
      const settings = { url, enabled: enabled ?? true, secret }
      const changes = greenfield && { greenfield: { ...greenfield, events: toEvents(request.body) } }
      return webhookView(await endpoints.change(actorOf(request), id, { ...settings, ...changes }))
    },
  )
  app.delete(
    `${path}/:webhookId`,
    { config, schema: { ...schema, summary: 'Removes a webhook', response: { 200: Type.Object({}) } } },
    async (request) => {
      await endpoints.remove(actorOf(request), (await find(request)).id)
      return {}
    },
  )
}

/** Empty: every event. */
function toEvents({ authorizedEvents }: Static<typeof NewWebhook>): readonly string[] {
  const { everything, specificEvents } = authorizedEvents ?? {}
  return everything === false || (everything == null && specificEvents?.length) ? (specificEvents ?? []) : []
}

const webhookView = ({ id, url, enabled, greenfield }: Endpoint) => ({
  id,
  url,
  enabled,
  automaticRedelivery: true,
  authorizedEvents: {
    everything: (greenfield?.events.length ?? 0) === 0,
    specificEvents: [...(greenfield?.events ?? [])],
  },
})
