import type { Load, Request } from './load/load.ts'

/** The measured routes in order: read-only ones first, so that the databases still have the stated size. */
export const routeNames = [
  'first',
  'request',
  'invoice',
  'list',
  'search',
  'payment',
  'litecoind',
  'create',
] as const

export type RouteName = (typeof routeNames)[number]

export const titles: Record<RouteName, string> = {
  first: 'GET /r/{uid}, the first time',
  request: 'GET /r/{uid}',
  invoice: 'GET /invoices/{uid}',
  list: 'GET /invoices (50)',
  search: 'GET /invoices?q= (50)',
  payment: 'POST /payments/json/BTC (sandbox)',
  litecoind: 'POST /payments/json/LTC (litecoind)',
  create: 'POST /invoices',
}

/** Creates the loads that can be repeated. `token` is the merchant's. */
export function createRepeatableLoads(
  url: URL,
  { uids, token }: { uids: readonly string[]; token: string },
): Record<'request' | 'invoice' | 'list' | 'search' | 'create', Load> {
  const authorization = encodeCredentials(token)
  const createGetLoad = (paths: readonly string[], headers: Load['headers']): Load => ({
    url,
    headers,
    requests: paths.map((path) => ({ method: 'GET', path })),
  })
  return {
    request: createGetLoad(
      uids.map((uid) => `/r/${uid}`),
      { accept: 'application/payment-request', 'x-currency': 'BTC' },
    ),
    invoice: createGetLoad(
      uids.map((uid) => `/invoices/${uid}`),
      {},
    ),
    list: createGetLoad(['/invoices?limit=50'], { authorization }),
    search: createGetLoad(['/invoices?limit=50&q=order'], { authorization }),
    create: {
      url,
      headers: { authorization, 'content-type': 'application/json' },
      requests: uids.map(buildInvoiceCreation),
    },
  }
}

const unrequestedCoins = ['BCH', 'BSV', 'DASH', 'LTC', 'DOGE'] as const

/** Requests coins that were not requested before, so an address is allocated for each. */
export const createFirstReads = (url: URL, uids: readonly string[]): Load => ({
  url,
  headers: { accept: 'application/payment-request' },
  requests: unrequestedCoins.flatMap((coin) =>
    uids.map((uid) => ({ method: 'GET', path: `/r/${uid}`, headers: { 'x-currency': coin } }) as const),
  ),
})

/** Builds a shop's request to create an invoice. */
export function buildInvoiceCreation(_: unknown, index: number): Request {
  const amount = (500 + (index % 997)) / 100
  const body = { amount, currency: 'USD', external_id: `order-${index}` }
  return { method: 'POST', path: '/invoices', body: JSON.stringify(body) }
}

export const encodeCredentials = (token: string): string =>
  `Basic ${Buffer.from(`${token}:`).toString('base64')}`
