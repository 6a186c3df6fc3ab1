import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../kernel/api-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import type { WebhookEndpoints } from '../../webhooks/endpoints.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireActor, requireSignedIn } from '../pages/signed-in.ts'
import { maxFailedCount, renderDeliveriesPage } from './deliveries-page.ts'
import { deliveryActions, renderDeliveryPage } from './delivery-page.ts'
import { formatDeliveriesQuery, parseDeliveriesQuery, toDeliveryFilter, toDeliveryPage } from './filters.ts'
import { deliveriesPath } from './pages/delivery-state.ts'

interface DeliveryPagesDependencies extends DashboardDependencies {
  readonly deliveries: WebhookDeliveries
  readonly endpoints: Pick<WebhookEndpoints, 'list' | 'show'>
  readonly clock: Clock
}

type Query = Readonly<Record<string, unknown>>

/** Deliveries per page: each comes with all of its attempts. */
const pageSize = 25

const params = Type.Object({ id: Type.String({ description: 'Id of a delivery' }) })
const getQuery = (request: FastifyRequest): Query => (request.query ?? {}) as Query
const getId = (request: FastifyRequest): string => (request.params as { id: string }).id

/** `/dashboard/deliveries`: webhook deliveries, and resending them. */
export function createDeliveryRoutes(dependencies: DeliveryPagesDependencies): FastifyPluginCallback {
  const responder = createPageResponder(dependencies)
  return (scope, _options, done) => {
    responder.prepare(scope)
    registerListRoutes(scope, dependencies, responder)
    registerDetailRoutes(scope, dependencies, responder)
    done()
  }
}

function registerListRoutes(
  scope: FastifyInstance,
  dependencies: DeliveryPagesDependencies,
  responder: PageResponder,
): void {
  const { deliveries, endpoints, clock } = dependencies

  async function renderPage(request: FastifyRequest, formState: FormState, query: Query): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const listQuery = parseDeliveriesQuery(query)
    const [currentAccount, accountEndpoints] = await Promise.all([
      dependencies.loadAccount(accountId),
      endpoints.list(accountId),
    ])
    requireEndpoint(accountEndpoints, listQuery.endpoint)
    const { endpointId } = toDeliveryFilter(accountId, listQuery)
    const [found, failedCount] = await Promise.all([
      deliveries.list(toDeliveryFilter(accountId, listQuery), toDeliveryPage(listQuery, pageSize)),
      deliveries.countFailed(
        { accountId, ...(endpointId !== undefined && { endpointId }) },
        maxFailedCount + 1,
      ),
    ])
    const pageDeliveries = found.slice(0, pageSize)
    return renderDeliveriesPage(responder.createContext(request), currentAccount, {
      query: listQuery,
      deliveries: pageDeliveries,
      endpoints: accountEndpoints,
      nextCursor: found.length > pageSize ? (pageDeliveries.at(-1)?.id ?? null) : null,
      failedCount,
      formState,
      resentCount: parseResentCount(query),
      now: clock.now(),
    })
  }

  scope.get(deliveriesPath, definePage('Lists webhook deliveries'), async (request, reply) =>
    responder.replyWithPage(request, reply, await renderPage(request, emptyForm, getQuery(request))),
  )
  scope.post(
    `${deliveriesPath}/redeliver`,
    defineForm('Resends all failed deliveries', ['endpoint', 'status']),
    responder.handleForm({
      onSubmit: async (request, _reply, body) => {
        const actor = requireActor(request)
        const { endpoint, status } = parseDeliveriesQuery(body)
        requireEndpoint(await endpoints.list(actor.accountId), endpoint)
        const filter = endpoint === null ? {} : { endpointId: endpoint }
        const resent = await deliveries.redeliverFailed(actor, filter)
        const query = formatDeliveriesQuery({ endpoint, status })
        return `${deliveriesPath}${query}${query === '' ? '?' : '&'}again=${resent.length}`
      },
      rerender: renderPage,
    }),
  )
}

/** @throws {ApiError} `webhook_not_found` */
function requireEndpoint(endpoints: readonly { readonly id: string }[], id: string | null): void {
  if (id !== null && !endpoints.some((endpoint) => endpoint.id === id))
    throw new ApiError('webhook_not_found')
}

const parseResentCount = ({ again }: Query): number | null =>
  typeof again === 'string' && /^\d{1,9}$/.test(again) ? Number(again) : null

function registerDetailRoutes(
  scope: FastifyInstance,
  dependencies: DeliveryPagesDependencies,
  responder: PageResponder,
): void {
  const { deliveries, endpoints, clock } = dependencies

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const delivery = await deliveries.show(accountId, getId(request))
    const [currentAccount, accountEndpoints, body] = await Promise.all([
      dependencies.loadAccount(accountId),
      endpoints.list(accountId),
      deliveries.getBody(accountId, delivery.id),
    ])
    const { done } = getQuery(request)
    return renderDeliveryPage(responder.createContext(request), currentAccount, {
      delivery,
      endpoint: accountEndpoints.find(({ id }) => id === delivery.endpointId) ?? null,
      body,
      formState,
      completedAction: deliveryActions.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  scope.get(
    `${deliveriesPath}/:id`,
    definePage('Shows a webhook delivery and its attempts', { params }),
    async (request, reply) => responder.replyWithPage(request, reply, await renderPage(request, emptyForm)),
  )
  scope.post(
    `${deliveriesPath}/:id/redeliver`,
    defineForm('Resends a delivery', [], { params }),
    responder.handleForm({
      onSubmit: async (request) => {
        const { id } = await deliveries.redeliver(requireActor(request), getId(request))
        return `${deliveriesPath}/${id}?done=again`
      },
      rerender: renderPage,
    }),
  )
}
