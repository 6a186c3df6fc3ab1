import type { ActorWithOrigin } from '../audit/entry.ts'
import type { NotifyOwner } from '../sessions/email.ts'
import { type Endpoint, getHost } from './endpoint.ts'
import type { SecretPair } from './endpoint-secrets.ts'
import type { NewEndpointSettings, WebhookEndpoints } from './endpoints.ts'

interface EndpointsWithOwnerEmailsDependencies {
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
}

const webhooksPath = '/dashboard/settings/webhooks'

/** Endpoint management for HTTP callers. Notifies the owner of every change to where events are sent or how they are signed. */
export function createEndpointsWithOwnerEmails(
  endpoints: WebhookEndpoints,
  { notifyOwner, linkTo }: EndpointsWithOwnerEmailsDependencies,
) {
  const getPageUrl = (id: string): string => linkTo(`${webhooksPath}/${id}`)
  return { ...endpoints, create, change, rotateSecret, rotateAccountSecret }

  async function create(
    caller: ActorWithOrigin,
    settings: NewEndpointSettings,
  ): ReturnType<WebhookEndpoints['create']> {
    const result = await endpoints.create(caller, settings)
    const { id, url } = result.endpoint
    notifyOwner(caller.accountId, 'webhook_added', caller.origin, {
      host: getHost(url),
      undo: getPageUrl(id),
    })
    return result
  }

  async function change(
    caller: ActorWithOrigin,
    id: string,
    settings: Partial<NewEndpointSettings>,
  ): Promise<Endpoint> {
    const { before, endpoint } = await endpoints.change(caller, id, settings)
    const hosts = { host: getHost(endpoint.url), before: getHost(before.url) }
    if (endpoint.url !== before.url)
      notifyOwner(caller.accountId, 'webhook_url_changed', caller.origin, { ...hosts, undo: getPageUrl(id) })
    if (settings.secret)
      notifyOwner(caller.accountId, 'webhook_secret_replaced', caller.origin, { undo: getPageUrl(id) })
    return endpoint
  }

  async function rotateSecret(caller: ActorWithOrigin, id: string): Promise<SecretPair> {
    const secret = await endpoints.rotateSecret(caller, id)
    notifyOwner(caller.accountId, 'webhook_secret_replaced', caller.origin, { undo: getPageUrl(id) })
    return secret
  }

  async function rotateAccountSecret(caller: ActorWithOrigin): Promise<SecretPair> {
    const secret = await endpoints.rotateAccountSecret(caller)
    notifyOwner(caller.accountId, 'webhook_secret_replaced', caller.origin, { undo: linkTo(webhooksPath) })
    return secret
  }
}

export type EndpointsWithOwnerEmails = ReturnType<typeof createEndpointsWithOwnerEmails>
