import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Authentication, requestOriginOf } from '../accounts/authenticate.ts'
import { actorOfToken } from '../audit/entry.ts'
import { ApiError, type ErrorCode } from '../kernel/api-error.ts'
import type { Server } from '../platform/http/server.ts'
import type { Endpoint } from '../webhooks/endpoint.ts'
import type { NotifyingEndpoints } from '../webhooks/notifying-endpoints.ts'
import { fieldInvalid } from './errors.ts'
import { StoreParams, tags, WebhookParams } from './schemas.ts'
import { createShopWebhooks, webhookAccess, webhooksPath } from './webhooks.ts'

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
          nullable(Type.Array(Type.String({ pattern: '^[A-Za-z0-9]{1,100}$' }), { maxItems: 100 })),
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

const path = webhooksPath
const config = webhookAccess

/** Webhooks of a shop plug-in. */
export function greenfieldWebhookRoutes(app: Server, dependencies: WebhookRouteDependencies): void {
  const { authenticate, endpoints } = dependencies
  const schema = { tags, params: WebhookParams, response: { 200: WebhookObject } }
  const actorOf = (request: FastifyRequest) => ({
    ...actorOfToken(authenticate.callerOf(request)),
    origin: requestOriginOf(request),
  })

  const webhooks = createShopWebhooks(endpoints)

  const find = (request: FastifyRequest) => {
    const { webhookId } = request.params as Static<typeof WebhookParams>
    return webhooks.find(authenticate.callerOf(request), webhookId)
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
      const { tokenId } = authenticate.callerOf(request)
      const settings = { description: null, types: [], ...toSettings(request.body, tokenId) }
      const created = await atField(() => endpoints.create(actorOf(request), settings))
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
    async (request) => (await webhooks.list(authenticate.callerOf(request))).map(webhookView),
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
      const settings = toSettings(request.body, greenfield.tokenId)
      return webhookView(await atField(() => endpoints.change(actorOf(request), id, settings)))
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

/** Missing members have their defaults, also when a webhook is changed: only its secret stays. */
const toSettings = (
  { url, enabled, secret = null, automaticRedelivery, authorizedEvents }: Static<typeof NewWebhook>,
  tokenId: string,
) => ({
  url,
  enabled: enabled ?? true,
  secret,
  greenfield: {
    tokenId,
    events: (authorizedEvents?.everything ?? true) ? null : [...new Set(authorizedEvents?.specificEvents)],
    automaticRedelivery: automaticRedelivery ?? true,
  },
})

const fieldOf: Partial<Record<ErrorCode, string>> = {
  webhook_url_invalid: 'url',
  webhook_host_too_many: 'url',
  webhook_secret_invalid: 'secret',
}

/** Errors about the URL or the secret name the field. */
async function atField<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const path = error instanceof ApiError ? fieldOf[error.code] : undefined
    throw error instanceof ApiError && path !== undefined ? fieldInvalid(path, error.message) : error
  }
}

const webhookView = ({ id, url, enabled, greenfield }: Endpoint) => ({
  id,
  url,
  enabled,
  automaticRedelivery: greenfield?.automaticRedelivery ?? true,
  authorizedEvents: {
    everything: (greenfield?.events ?? null) === null,
    specificEvents: [...(greenfield?.events ?? [])],
  },
})
