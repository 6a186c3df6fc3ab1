import type { TestScope } from '../helpers/databases.ts'
import { type Request, type ServiceOptions, startService } from '../helpers/service.ts'

interface Call {
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A service with Greenfield routes, and a shop that calls them as its HTTP client would: each request has a JSON content type. */
export async function openGreenfield(t: TestScope, options: ServiceOptions = {}) {
  const { settings, ...others } = options
  const service = await startService(t, {
    destinations: ['BTC', 'LTC'],
    ...others,
    settings: { GREENFIELD: 'true', ...settings },
  })
  const { token } = service.merchant
  const store = String(service.merchant.id)
  return { service, token, store, call, createKey }

  /** A key with these permissions for the store, as the connect page creates it. */
  async function createKey(names: readonly string[]): Promise<string> {
    const permissions = names.map((each) => `${each}:${store}`)
    const newToken = { name: 'WooCommerce', scope: 'greenfield', permissions } as const
    return (await service.accounts.createToken(service.merchant.email, newToken)).token
  }

  /** Sends a request with the merchant's token, or another one. */
  function call(method: Request['method'] & string, path: string, { body, ...more }: Call = {}) {
    const headers = {
      'content-type': 'application/json',
      authorization: `token ${more.token ?? token}`,
      ...more.headers,
    }
    return service.request(path, { method, token: null, headers, ...(body !== undefined && { body }) })
  }
}

export type GreenfieldShop = Awaited<ReturnType<typeof openGreenfield>>
