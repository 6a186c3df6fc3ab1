import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../kernel/api-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import type { WebhookEndpoints } from '../../webhooks/endpoints.ts'
import type { DashboardParts } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder, type PageResponder } from '../pages/page-responder.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { requireActing, requireSignedIn } from '../pages/signed-in.ts'
import { deliveriesPage, maxCounted } from './deliveries-page.ts'
import { deliveryActions, deliveryPage } from './delivery-page.ts'
import { filterOf, pageOf, parseDeliveriesQuery, queryOf } from './filters.ts'
import { deliveriesPath } from './state-page.ts'

export interface DeliveryPagesParts extends DashboardParts {
  readonly deliveries: WebhookDeliveries
  readonly endpoints: Pick<WebhookEndpoints, 'list' | 'show'>
  readonly clock: Clock
}

type Query = Readonly<Record<string, unknown>>

/** Deliveries per page: each comes with all of its attempts. */
const shownAtOnce = 25

const params = Type.Object({ id: Type.String({ description: 'Id of a delivery' }) })
const queryOfRequest = (request: FastifyRequest): Query => (request.query ?? {}) as Query
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id

/** `/dashboard/deliveries`: webhook deliveries, and resending them. */
export function deliveryRoutes(parts: DeliveryPagesParts): FastifyPluginCallback {
  const answers = createPageResponder(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoutes(scope, parts, answers)
    detailRoutes(scope, parts, answers)
    done()
  }
}

function listRoutes(scope: FastifyInstance, parts: DeliveryPagesParts, answers: PageResponder): void {
  const { deliveries, endpoints, clock } = parts

  async function draw(request: FastifyRequest): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const query = queryOfRequest(request)
    const asked = parseDeliveriesQuery(query)
    const [host, own] = await Promise.all([parts.account(accountId), endpoints.list(accountId)])
    requireOneOf(own, asked.endpoint)
    const { endpointId } = filterOf(accountId, asked)
    const [found, failed] = await Promise.all([
      deliveries.list(filterOf(accountId, asked), pageOf(asked, shownAtOnce)),
      deliveries.countFailed({ accountId, ...(endpointId !== undefined && { endpointId }) }, maxCounted + 1),
    ])
    const shown = found.slice(0, shownAtOnce)
    return deliveriesPage(answers.sceneOf(request), host, {
      query: asked,
      deliveries: shown,
      endpoints: own,
      next: found.length > shownAtOnce ? (shown.at(-1)?.id ?? null) : null,
      failed,
      sentAgain: countIn(query),
      now: clock.now(),
    })
  }

  scope.get(deliveriesPath, pageOptions('Webhook deliveries'), async (request, reply) =>
    answers.page(request, reply, await draw(request)),
  )
  scope.post(
    `${deliveriesPath}/redeliver`,
    formOptions('Resends all failed deliveries', ['endpoint', 'status']),
    answers.form({
      act: async (request, _reply, body) => {
        const by = requireActing(request)
        const { endpoint, status } = parseDeliveriesQuery(body)
        requireOneOf(await endpoints.list(by.accountId), endpoint)
        const only = endpoint === null ? {} : { endpointId: endpoint }
        const sent = await deliveries.redeliverFailed(by, only)
        const back = queryOf({ endpoint, status })
        return `${deliveriesPath}${back}${back === '' ? '?' : '&'}again=${sent.length}`
      },
      rerender: draw,
    }),
  )
}

/** @throws {ApiError} `webhook_not_found` */
function requireOneOf(endpoints: readonly { readonly id: string }[], id: string | null): void {
  if (id !== null && !endpoints.some((endpoint) => endpoint.id === id))
    throw new ApiError('webhook_not_found')
}

const countIn = ({ again }: Query): number | null =>
  typeof again === 'string' && /^\d{1,9}$/.test(again) ? Number(again) : null

function detailRoutes(scope: FastifyInstance, parts: DeliveryPagesParts, answers: PageResponder): void {
  const { deliveries, endpoints, clock } = parts

  async function draw(request: FastifyRequest, filled: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const delivery = await deliveries.show(accountId, idOf(request))
    const [host, own, body] = await Promise.all([
      parts.account(accountId),
      endpoints.list(accountId),
      deliveries.body(accountId, delivery.id),
    ])
    const { done } = queryOfRequest(request)
    return deliveryPage(answers.sceneOf(request), host, {
      delivery,
      endpoint: own.find(({ id }) => id === delivery.endpointId) ?? null,
      body,
      filled,
      done: deliveryActions.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  scope.get(
    `${deliveriesPath}/:id`,
    pageOptions('A webhook delivery with its attempts', { params }),
    async (request, reply) => answers.page(request, reply, await draw(request, emptyForm)),
  )
  scope.post(
    `${deliveriesPath}/:id/redeliver`,
    formOptions('Resends a delivery', [], { params }),
    answers.form({
      act: async (request) => {
        const { id } = await deliveries.redeliver(requireActing(request), idOf(request))
        return `${deliveriesPath}/${id}?done=again`
      },
      rerender: draw,
    }),
  )
}
