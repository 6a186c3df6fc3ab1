import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Clock } from '../../kernel/clock.ts'
import { Refused } from '../../kernel/refused.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import type { WebhookEndpoints } from '../../webhooks/endpoints.ts'
import { type Answering, answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { actingOf, signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { deliveriesPage, mostCounted } from './deliveries-page.ts'
import { deliveryDeeds, deliveryPage } from './delivery-page.ts'
import { askedIn, filterOf, pageOf, queryOf } from './filters.ts'
import { deliveriesPath } from './state-page.ts'

export interface DeliveryPagesParts extends HouseParts {
  readonly deliveries: WebhookDeliveries
  readonly endpoints: Pick<WebhookEndpoints, 'list' | 'show'>
  readonly clock: Clock
}

type Query = Readonly<Record<string, unknown>>

/** Each comes with all that was tried. */
const shownAtOnce = 25

const params = Type.Object({ id: Type.String({ description: 'Id of a delivery' }) })
const queryOfRequest = (request: FastifyRequest): Query => (request.query ?? {}) as Query
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id

/** `/dashboard/deliveries`: what was sent to webhooks, and sending it again. */
export function deliveryRoutes(parts: DeliveryPagesParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    listRoutes(scope, parts, answers)
    detailRoutes(scope, parts, answers)
    done()
  }
}

function listRoutes(scope: FastifyInstance, parts: DeliveryPagesParts, answers: Answering): void {
  const { deliveries, endpoints, clock } = parts

  async function draw(request: FastifyRequest): Promise<string> {
    const { accountId } = signedOf(request)
    const query = queryOfRequest(request)
    const asked = askedIn(query)
    const [host, own] = await Promise.all([parts.account(accountId), endpoints.list(accountId)])
    requireOneOf(own, asked.endpoint)
    const { endpointId } = filterOf(accountId, asked)
    const [found, failed] = await Promise.all([
      deliveries.list(filterOf(accountId, asked), pageOf(asked, shownAtOnce)),
      deliveries.countFailed({ accountId, ...(endpointId !== undefined && { endpointId }) }, mostCounted + 1),
    ])
    const shown = found.slice(0, shownAtOnce)
    return deliveriesPage(answers.sceneOf(request), host, {
      asked,
      deliveries: shown,
      endpoints: own,
      next: found.length > shownAtOnce ? (shown.at(-1)?.id ?? null) : null,
      failed,
      sentAgain: countIn(query),
      now: clock.now(),
    })
  }

  scope.get(deliveriesPath, pageOptions('What was sent to webhooks'), async (request, reply) =>
    answers.page(request, reply, await draw(request)),
  )
  scope.post(
    `${deliveriesPath}/redeliver`,
    formOptions('Sends everything again that failed', ['endpoint', 'status']),
    answers.form({
      act: async (request, _reply, body) => {
        const by = actingOf(request)
        const { endpoint, status } = askedIn(body)
        requireOneOf(await endpoints.list(by.accountId), endpoint)
        const only = endpoint === null ? {} : { endpointId: endpoint }
        const sent = await deliveries.redeliverFailed(by, only)
        const back = queryOf({ endpoint, status })
        return `${deliveriesPath}${back}${back === '' ? '?' : '&'}again=${sent.length}`
      },
      again: draw,
    }),
  )
}

/** @throws {Refused} `webhook_not_found` */
function requireOneOf(endpoints: readonly { readonly id: string }[], id: string | null): void {
  if (id !== null && !endpoints.some((endpoint) => endpoint.id === id)) throw new Refused('webhook_not_found')
}

const countIn = ({ again }: Query): number | null =>
  typeof again === 'string' && /^\d{1,9}$/.test(again) ? Number(again) : null

function detailRoutes(scope: FastifyInstance, parts: DeliveryPagesParts, answers: Answering): void {
  const { deliveries, endpoints, clock } = parts

  async function draw(request: FastifyRequest, filled: Filled): Promise<string> {
    const { accountId } = signedOf(request)
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
      done: deliveryDeeds.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  scope.get(
    `${deliveriesPath}/:id`,
    pageOptions('A delivery, with every attempt', { params }),
    async (request, reply) => answers.page(request, reply, await draw(request, empty)),
  )
  scope.post(
    `${deliveriesPath}/:id/redeliver`,
    formOptions('Sends a delivery again', [], { params }),
    answers.form({
      act: async (request) => {
        const { id } = await deliveries.redeliver(actingOf(request), idOf(request))
        return `${deliveriesPath}/${id}?done=again`
      },
      again: draw,
    }),
  )
}
