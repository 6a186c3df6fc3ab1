import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Clock } from '../../kernel/clock.ts'
import type { OneTimeViews } from '../../sessions/one-time-views.ts'
import type { WebhookDeliveries } from '../../webhooks/deliveries.ts'
import { isEndpointId } from '../../webhooks/endpoint.ts'
import type { SecretPair } from '../../webhooks/endpoint-secrets.ts'
import type { EndpointsWithOwnerEmails } from '../../webhooks/endpoints-with-owner-emails.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import type { FormState } from '../pages/form.ts'
import type { PageResponder } from '../pages/page-responder.ts'
import { requireActor, requireSignedIn } from '../pages/signed-in.ts'
import type { EndpointFormValues } from './endpoint-form.ts'
import { endpointActions, renderEndpointPage } from './endpoint-page.ts'
import { renderWebhooksPage, webhookListActions } from './webhooks-page.ts'

export interface WebhookPageDependencies extends DashboardDependencies {
  readonly endpoints: EndpointsWithOwnerEmails
  readonly deliveries: Pick<WebhookDeliveries, 'list' | 'listLatest'>
  readonly oneTimeViews: OneTimeViews
  readonly clock: Clock
}

const maxEndpointsShown = 50
const maxDeliveriesShown = 10

export const endpointParams = {
  params: Type.Object({ id: Type.String({ description: 'Id of a webhook endpoint' }) }),
}
export const getEndpointId = ({ params }: FastifyRequest): string => (params as { id: string }).id

/** The name of a secret in `oneTimeViews`: the account's secret, or an endpoint's. */
export const getSecretName = (endpointId: string | null): string =>
  `webhook secret ${endpointId ?? 'account'}`

/** Renders the webhook pages for a request. */
export function createWebhookRenderer(
  dependencies: WebhookPageDependencies,
  { createContext }: PageResponder,
) {
  const { loadAccount, endpoints, deliveries, oneTimeViews, clock } = dependencies
  return { renderList, renderEndpoint }

  async function renderList(request: FastifyRequest, formState: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const { after, done } = getQuery(request)
    const start = typeof after === 'string' && isEndpointId(after) ? after : null
    const [currentAccount, all] = await Promise.all([loadAccount(accountId), endpoints.list(accountId)])
    const remainingEndpoints = all.filter(({ id }) => start === null || id > start)
    const pageEndpoints = remainingEndpoints.slice(0, maxEndpointsShown)
    const lastDeliveries = await deliveries.listLatest(pageEndpoints.map(({ id }) => id))
    return renderWebhooksPage(createContext(request), currentAccount, {
      endpoints: pageEndpoints,
      nextCursor: remainingEndpoints.length > maxEndpointsShown ? (pageEndpoints.at(-1)?.id ?? null) : null,
      isFirstPage: start === null,
      lastDeliveries: new Map(lastDeliveries.map((delivery) => [delivery.endpointId, delivery])),
      formState,
      ...(await readShownSecret(request, null, () => endpoints.showAccountSecret(requireActor(request)))),
      completedAction: webhookListActions.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  /** @param formValues the submitted values of a rejected form */
  async function renderEndpoint(
    request: FastifyRequest,
    formState: FormState,
    formValues: EndpointFormValues | null = null,
  ) {
    const { accountId } = requireSignedIn(request)
    const id = getEndpointId(request)
    const endpoint = await endpoints.show(accountId, id)
    const firstPage = { before: null, limit: maxDeliveriesShown }
    const [currentAccount, latest] = await Promise.all([
      loadAccount(accountId),
      deliveries.list({ accountId, onlyFailed: false, endpointId: id }, firstPage),
    ])
    const { done } = getQuery(request)
    return renderEndpointPage(createContext(request), currentAccount, {
      endpoint: endpoint,
      formValues: formValues ?? endpoint,
      deliveries: latest,
      formState,
      ...(await readShownSecret(request, id, () => endpoints.showSecret(requireActor(request), id))),
      completedAction: endpointActions.find((each) => each === done) ?? null,
      now: clock.now(),
    })
  }

  /** The secret, once, right after the password was confirmed. */
  async function readShownSecret(
    request: FastifyRequest,
    endpointId: string | null,
    read: () => Promise<SecretPair>,
  ): Promise<{ secret: SecretPair | null; isSecretAlreadyShown: boolean }> {
    const { shown } = getQuery(request)
    if (typeof shown !== 'string') return { secret: null, isSecretAlreadyShown: false }
    const canView = await oneTimeViews.consumeView(requireSignedIn(request), getSecretName(endpointId), shown)
    return { secret: canView ? await read() : null, isSecretAlreadyShown: !canView }
  }
}

const getQuery = ({ query }: FastifyRequest) =>
  (query ?? {}) as Readonly<Partial<Record<'after' | 'done' | 'shown', unknown>>>
