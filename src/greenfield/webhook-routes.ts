import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type Authentication, getRequestOrigin } from '../accounts/authenticate.ts'
import { toTokenActor } from '../audit/entry.ts'
import type { Server } from '../platform/http/server.ts'
import type { Endpoint } from '../webhooks/endpoint.ts'
import type { EndpointsWithOwnerEmails } from '../webhooks/endpoints-with-owner-emails.ts'
import { type FieldPaths, toFieldError } from './errors.ts'
import { nullable, StoreParams, tags, WebhookParams } from './schemas.ts'
import { createShopWebhooks, webhookAccess, webhooksPath } from './webhooks.ts'

interface WebhookRouteDependencies {
  readonly authenticate: Authentication
  readonly endpoints: EndpointsWithOwnerEmails
}

const NewWebhook = Type.Object({
  url: Type.String({ maxLength: 2_048 }),
  enabled: nullable(Type.Boolean()),
  automaticRedelivery: nullable(Type.Boolean()),
  secret: nullable(Type.String({ maxLength: 1_000 })),
  authorizedEvents: nullable(
    Type.Object({
      everything: nullable(Type.Boolean()),
      specificEvents: nullable(
        Type.Array(Type.String({ pattern: '^[A-Za-z0-9]{1,100}$' }), { maxItems: 100 }),
      ),
    }),
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
export function registerGreenfieldWebhookRoutes(app: Server, dependencies: WebhookRouteDependencies): void {
  const { authenticate, endpoints } = dependencies
  const schema = { tags, params: WebhookParams, response: { 200: WebhookObject } }
  const getActor = (request: FastifyRequest) => ({
    ...toTokenActor(authenticate.getCaller(request)),
    origin: getRequestOrigin(request),
  })

  const webhooks = createShopWebhooks(endpoints)

  const find = (request: FastifyRequest) => {
    const { webhookId } = request.params as Static<typeof WebhookParams>
    return webhooks.find(authenticate.getCaller(request), webhookId)
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
      const { tokenId } = authenticate.getCaller(request)
      const settings = { description: null, types: [], ...toSettings(request.body, tokenId) }
      const result = await nameFieldInError(endpoints.create(getActor(request), settings))
      return { ...toWebhookView(result.endpoint), secret: result.secret }
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
    async (request) => (await webhooks.list(authenticate.getCaller(request))).map(toWebhookView),
  )
  app.get(
    `${path}/:webhookId`,
    { config, schema: { ...schema, summary: 'Returns a webhook' } },
    async (request) => toWebhookView(await find(request)),
  )
  app.put(
    `${path}/:webhookId`,
    {
      config,
      schema: {
        ...schema,
        summary: 'Replaces the settings of a webhook; without a secret, keeps the current one',
        body: NewWebhook,
      },
    },
    async (request) => {
      const { id, greenfield } = await find(request)
      const settings = toSettings(request.body, greenfield.tokenId)
      return toWebhookView(await nameFieldInError(endpoints.change(getActor(request), id, settings)))
    },
  )
  app.delete(
    `${path}/:webhookId`,
    { config, schema: { ...schema, summary: 'Removes a webhook', response: { 200: Type.Object({}) } } },
    async (request) => {
      await endpoints.remove(getActor(request), (await find(request)).id)
      return {}
    },
  )
}

/** Missing members get their defaults, even when a webhook is changed. Only the secret is kept. */
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

const paths: FieldPaths = {
  webhook_url_invalid: 'url',
  webhook_host_too_many: 'url',
  webhook_secret_invalid: 'secret',
}

/** Makes errors about the URL or the secret name the field. */
const nameFieldInError = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw toFieldError(error, paths)
  })

const toWebhookView = ({ id, url, enabled, greenfield }: Endpoint) => ({
  id,
  url,
  enabled,
  automaticRedelivery: greenfield?.automaticRedelivery ?? true,
  authorizedEvents: {
    everything: (greenfield?.events ?? null) === null,
    specificEvents: [...(greenfield?.events ?? [])],
  },
})
