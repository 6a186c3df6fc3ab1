import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Authentication } from '../accounts/authenticate.ts'
import { toTokenActor } from '../audit/entry.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Server } from '../platform/http/server.ts'
import type { WebhookDeliveries } from '../webhooks/deliveries.ts'
import type { EndpointsWithOwnerEmails } from '../webhooks/endpoints-with-owner-emails.ts'
import { readCount } from './list-query.ts'
import { tags, WebhookParams } from './schemas.ts'
import { createShopDeliveries, getNextAttemptId, toAttemptView } from './webhook-deliveries.ts'
import { createShopWebhooks, webhookAccess, webhooksPath } from './webhooks.ts'

interface DeliveryRouteDependencies {
  readonly authenticate: Authentication
  readonly endpoints: EndpointsWithOwnerEmails
  readonly deliveries: WebhookDeliveries
  readonly clock: Clock
}

const DeliveryObject = Type.Object({
  id: Type.String({ description: 'Different for each attempt' }),
  timestamp: Type.Integer({ description: 'Unix time in seconds' }),
  httpCode: Type.Integer({ description: '0 if there was no response' }),
  errorMessage: Type.String(),
  status: Type.Enum(['HttpSuccess', 'HttpError', 'Failed']),
})
const DeliveryParams = Type.Object({ ...WebhookParams.properties, deliveryId: Type.String() })
const DeliveriesQuery = Type.Object({
  count: Type.Optional(Type.String({ description: 'At most 200. Default: 50' })),
})

const path = `${webhooksPath}/:webhookId/deliveries`
const config = webhookAccess
const [defaultCount, maxCount] = [50, 200]

/** The deliveries of a shop's webhooks. */
export function registerGreenfieldDeliveryRoutes(app: Server, dependencies: DeliveryRouteDependencies): void {
  const { authenticate, deliveries, clock } = dependencies
  const webhooks = createShopWebhooks(dependencies.endpoints)
  const attempts = createShopDeliveries(deliveries, clock)
  const schema = { tags, params: DeliveryParams, response: { 200: DeliveryObject } }

  async function find(request: FastifyRequest) {
    const { webhookId, deliveryId } = request.params as Static<typeof DeliveryParams>
    return attempts.find(await webhooks.find(authenticate.getCaller(request), webhookId), deliveryId)
  }

  app.get(
    path,
    {
      config,
      schema: {
        summary: 'Lists the newest deliveries of a webhook',
        tags,
        params: WebhookParams,
        querystring: DeliveriesQuery,
        response: { 200: Type.Array(DeliveryObject) },
      },
    },
    async (request) => {
      const count = readCount(request.query.count, 'count', { fallback: defaultCount, max: maxCount })
      const webhook = await webhooks.find(authenticate.getCaller(request), request.params.webhookId)
      return (await attempts.list(webhook, count)).map(toAttemptView)
    },
  )
  app.get(
    `${path}/:deliveryId`,
    { config, schema: { ...schema, summary: 'Returns a delivery of a webhook' } },
    async (request) => toAttemptView(await find(request)),
  )
  app.get(
    `${path}/:deliveryId/request`,
    {
      config,
      schema: {
        ...schema,
        summary: 'Returns the body of a delivery, as it was sent',
        response: { 200: Type.Object({}, { additionalProperties: true }) },
      },
    },
    async (request, reply) => {
      const { delivery, number } = await find(request)
      const body = await deliveries.getBody(delivery.accountId, delivery.id, number)
      // Sent as text, because its numbers may exceed JavaScript's precision.
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )
  app.post(
    `${path}/:deliveryId/redeliver`,
    {
      config,
      schema: {
        ...schema,
        summary: 'Redelivers an event, and returns the id of the new delivery',
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      const { delivery } = await find(request)
      const caller = toTokenActor(authenticate.getCaller(request))
      const id = getNextAttemptId(await deliveries.redeliver(caller, delivery.id))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(id))
    },
  )
}
