import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Clock } from '../../kernel/clock.ts'
import type { OneTimeViews } from '../../sessions/one-time-views.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import { isEndpointId } from '../../webhooks/endpoint.ts'
import type { ShownSecret } from '../../webhooks/endpoints.ts'
import type { NotifyingEndpoints } from '../../webhooks/notifying-endpoints.ts'
import type { DashboardParts } from '../pages/account-view.ts'
import type { FormState } from '../pages/form.ts'
import type { PageResponder } from '../pages/page-responder.ts'
import { requireActing, requireSignedIn } from '../pages/signed-in.ts'
import type { EndpointFormValues } from './endpoint-form.ts'
import { endpointActions, endpointPage } from './endpoint-page.ts'
import { webhookListActions, webhooksPage } from './webhooks-page.ts'

export interface WebhookPageParts extends DashboardParts {
  readonly endpoints: NotifyingEndpoints
  readonly deliveries: Pick<WebhookDeliveries, 'list' | 'latest'>
  readonly shownOnce: OneTimeViews
  readonly clock: Clock
}

const endpointsShown = 50
const deliveriesShown = 10

export const endpointParams = {
  params: Type.Object({ id: Type.String({ description: 'Id of a webhook endpoint' }) }),
}
export const idOf = ({ params }: FastifyRequest): string => (params as { id: string }).id

/** The purpose of a `shownOnce` mark: the account's secret, or an endpoint's. */
export const secretOf = (endpointId: string | null): string => `webhook secret ${endpointId ?? 'account'}`

/** Renders the webhook pages for a request. */
export function createWebhookRenderer(parts: WebhookPageParts, { sceneOf }: PageResponder) {
  const { account, endpoints, deliveries, shownOnce, clock } = parts
  return { list, endpoint }

  async function list(request: FastifyRequest, filled: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
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
      ...(await secretAsked(request, null, () => endpoints.accountSecret(requireActing(request)))),
      done: webhookListActions.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  /** @param wish the form's input after a rejection */
  async function endpoint(
    request: FastifyRequest,
    filled: FormState,
    wish: EndpointFormValues | null = null,
  ) {
    const { accountId } = requireSignedIn(request)
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
      formValues: wish ?? found,
      deliveries: latest,
      filled,
      ...(await secretAsked(request, id, () => endpoints.secret(requireActing(request), id))),
      done: endpointActions.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  /** The secret, once, right after the password was confirmed. */
  async function secretAsked(
    request: FastifyRequest,
    endpointId: string | null,
    read: () => Promise<ShownSecret>,
  ): Promise<{ secret: ShownSecret | null; isSecretOver: boolean }> {
    const { shown } = queryOf(request)
    if (typeof shown !== 'string') return { secret: null, isSecretOver: false }
    const may = await shownOnce.consumeView(requireSignedIn(request), secretOf(endpointId), shown)
    return { secret: may ? await read() : null, isSecretOver: !may }
  }
}

const queryOf = ({ query }: FastifyRequest) =>
  (query ?? {}) as Readonly<Partial<Record<'after' | 'done' | 'shown', unknown>>>
