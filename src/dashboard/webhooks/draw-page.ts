import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Clock } from '../../kernel/clock.ts'
import type { ShownOnce } from '../../sessions/shown-once.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import { isEndpointId } from '../../webhooks/endpoint.ts'
import type { ShownSecret } from '../../webhooks/endpoints.ts'
import type { ToldEndpoints } from '../../webhooks/told.ts'
import type { Answering } from '../pages/answering.ts'
import type { Filled } from '../pages/form.ts'
import { actingOf, signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { endpointDeeds, endpointPage } from './endpoint-page.ts'
import { listDeeds, webhooksPage } from './webhooks-page.ts'
import type { Wish } from './wish.ts'

export interface WebhookPageParts extends HouseParts {
  readonly endpoints: ToldEndpoints
  readonly deliveries: Pick<WebhookDeliveries, 'list' | 'latest'>
  readonly shownOnce: ShownOnce
  readonly clock: Clock
}

const endpointsShown = 50
const deliveriesShown = 10

export const endpointParams = {
  params: Type.Object({ id: Type.String({ description: 'Id of a webhook endpoint' }) }),
}
export const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id

/** What the marks of `shownOnce` are for: the account's secret, or that of an endpoint. */
export const secretOf = (endpointId: string | null): string => `webhook secret ${endpointId ?? 'account'}`

/** The pages as requests ask for them. */
export function drawings(parts: WebhookPageParts, { sceneOf }: Answering) {
  const { account, endpoints, deliveries, shownOnce, clock } = parts
  return { list, endpoint }

  async function list(request: FastifyRequest, filled: Filled): Promise<string> {
    const { accountId } = signedOf(request)
    const { after, done } = queryOf(request)
    const begin = typeof after === 'string' && isEndpointId(after) ? after : null
    const [host, all] = await Promise.all([account(accountId), endpoints.list(accountId)])
    const found = all.filter(({ id }) => begin === null || id > begin)
    const shown = found.slice(0, endpointsShown)
    const last = await deliveries.latest(shown.map(({ id }) => id))
    return webhooksPage(sceneOf(request), host, {
      endpoints: shown,
      next: found.length > endpointsShown ? (shown.at(-1)?.id ?? null) : null,
      isFirst: begin === null,
      last: new Map(last.map((delivery) => [delivery.endpointId, delivery])),
      filled,
      ...(await secretAsked(request, null, () => endpoints.accountSecret(actingOf(request)))),
      done: listDeeds.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  /** @param wish what was typed, where it was not taken */
  async function endpoint(request: FastifyRequest, filled: Filled, wish: Wish | null = null) {
    const { accountId } = signedOf(request)
    const id = idOf(request)
    const found = await endpoints.show(accountId, id)
    const newest = { before: null, limit: deliveriesShown }
    const [host, latest] = await Promise.all([
      account(accountId),
      deliveries.list({ accountId, failed: false, endpointId: id }, newest),
    ])
    const { done } = queryOf(request)
    return endpointPage(sceneOf(request), host, {
      endpoint: found,
      wish: wish ?? found,
      deliveries: latest,
      filled,
      ...(await secretAsked(request, id, () => endpoints.secret(actingOf(request), id))),
      done: endpointDeeds.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  /** The secret for which the password was given just before: once. */
  async function secretAsked(
    request: FastifyRequest,
    endpointId: string | null,
    read: () => Promise<ShownSecret>,
  ): Promise<{ secret: ShownSecret | null; isSecretOver: boolean }> {
    const { shown } = queryOf(request)
    if (typeof shown !== 'string') return { secret: null, isSecretOver: false }
    const may = await shownOnce.take(signedOf(request), secretOf(endpointId), shown)
    return { secret: may ? await read() : null, isSecretOver: !may }
  }
}

const queryOf = ({ query }: FastifyRequest) =>
  (query ?? {}) as Readonly<Partial<Record<'after' | 'done' | 'shown', unknown>>>
