import type { Caller } from '../accounts/access-token.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Endpoint, GreenfieldEndpoint } from '../webhooks/endpoint.ts'
import type { EndpointsWithOwnerEmails } from '../webhooks/endpoints-with-owner-emails.ts'

export const webhooksPath = '/api/v1/stores/:storeId/webhooks'
export const webhookAccess = {
  access: 'token',
  storePermission: 'btcpay.store.webhooks.canmodifywebhooks',
} as const

/** An endpoint that was created through these routes. */
export interface ShopWebhook extends Endpoint {
  readonly greenfield: GreenfieldEndpoint
}

/** The webhooks that a caller can see: with a Greenfield key, those created with it; with a token of scope `full`, all. */
export function createShopWebhooks(endpoints: Pick<EndpointsWithOwnerEmails, 'list' | 'show'>) {
  return { list, find }

  async function list(caller: Caller): Promise<ShopWebhook[]> {
    const all = await endpoints.list(caller.accountId)
    return all.filter((endpoint) => isVisible(caller, endpoint))
  }

  /** @throws {ApiError} `webhook_not_found` */
  async function find(caller: Caller, id: string): Promise<ShopWebhook> {
    const endpoint = await endpoints.show(caller.accountId, id)
    if (!isVisible(caller, endpoint)) throw new ApiError('webhook_not_found')
    return endpoint
  }
}

function isVisible({ scope, tokenId }: Caller, endpoint: Endpoint): endpoint is ShopWebhook {
  const { greenfield } = endpoint
  return greenfield !== null && (scope !== 'greenfield' || greenfield.tokenId === tokenId)
}
