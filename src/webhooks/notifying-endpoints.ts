import type { ActorWithOrigin } from '../audit/entry.ts'
import type { NotifyOwner } from '../sessions/email.ts'
import { type Endpoint, type EndpointSettings, hostOf } from './endpoint.ts'
import type { ShownSecret, WebhookEndpoints } from './endpoints.ts'

export interface NotifyingEndpointsParts {
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
}

const page = '/dashboard/settings/webhooks'

/** Endpoint management for HTTP callers. Notifies the owner of every change to where events are sent or how they are signed. */
export function createNotifyingEndpoints(
  endpoints: WebhookEndpoints,
  { notifyOwner, linkTo }: NotifyingEndpointsParts,
) {
  const pageOf = (id: string): string => linkTo(`${page}/${id}`)
  return { ...endpoints, create, change, rotate, rotateAccount }

  async function create(by: ActorWithOrigin, wish: EndpointSettings): ReturnType<WebhookEndpoints['create']> {
    const made = await endpoints.create(by, wish)
    const { id, url } = made.endpoint
    notifyOwner(by.accountId, 'webhook_added', by.origin, { host: hostOf(url), undo: pageOf(id) })
    return made
  }

  async function change(by: ActorWithOrigin, id: string, wish: Partial<EndpointSettings>): Promise<Endpoint> {
    const { before, endpoint } = await endpoints.change(by, id, wish)
    const hosts = { host: hostOf(endpoint.url), before: hostOf(before.url) }
    if (endpoint.url !== before.url)
      notifyOwner(by.accountId, 'webhook_moved', by.origin, { ...hosts, undo: pageOf(id) })
    return endpoint
  }

  async function rotate(by: ActorWithOrigin, id: string): Promise<ShownSecret> {
    const secret = await endpoints.rotate(by, id)
    notifyOwner(by.accountId, 'webhook_secret_replaced', by.origin, { undo: pageOf(id) })
    return secret
  }

  async function rotateAccount(by: ActorWithOrigin): Promise<ShownSecret> {
    const secret = await endpoints.rotateAccount(by)
    notifyOwner(by.accountId, 'webhook_secret_replaced', by.origin, { undo: linkTo(page) })
    return secret
  }
}

export type NotifyingEndpoints = ReturnType<typeof createNotifyingEndpoints>
