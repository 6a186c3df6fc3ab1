import type { ActingFrom } from '../audit/entry.ts'
import type { Tell } from '../sessions/letter.ts'
import type { Endpoint, EndpointWish } from './endpoint.ts'
import { hostOf, type ShownSecret, type WebhookEndpoints } from './endpoints.ts'

export interface ToldParts {
  readonly tell: Tell
  readonly linkTo: (path: string) => string
}

const page = '/dashboard/settings/webhooks'

/** The endpoints of accounts for who comes over HTTP: of what sends events elsewhere, or signs them otherwise, the owner is told. */
export function toldEndpoints(endpoints: WebhookEndpoints, { tell, linkTo }: ToldParts) {
  const pageOf = (id: string): string => linkTo(`${page}/${id}`)
  return { ...endpoints, create, change, rotate, rotateAccount }

  async function create(by: ActingFrom, wish: EndpointWish): ReturnType<WebhookEndpoints['create']> {
    const made = await endpoints.create(by, wish)
    const { id, url } = made.endpoint
    tell(by.accountId, 'webhook_added', by.from, { host: hostOf(url), undo: pageOf(id) })
    return made
  }

  async function change(by: ActingFrom, id: string, wish: Partial<EndpointWish>): Promise<Endpoint> {
    const { before, endpoint } = await endpoints.change(by, id, wish)
    const hosts = { host: hostOf(endpoint.url), before: hostOf(before.url) }
    if (endpoint.url !== before.url)
      tell(by.accountId, 'webhook_moved', by.from, { ...hosts, undo: pageOf(id) })
    return endpoint
  }

  async function rotate(by: ActingFrom, id: string): Promise<ShownSecret> {
    const secret = await endpoints.rotate(by, id)
    tell(by.accountId, 'webhook_secret_replaced', by.from, { undo: pageOf(id) })
    return secret
  }

  async function rotateAccount(by: ActingFrom): Promise<ShownSecret> {
    const secret = await endpoints.rotateAccount(by)
    tell(by.accountId, 'webhook_secret_replaced', by.from, { undo: linkTo(page) })
    return secret
  }
}

export type ToldEndpoints = ReturnType<typeof toldEndpoints>
