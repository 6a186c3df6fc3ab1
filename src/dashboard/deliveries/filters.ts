import { type DeliveryFilter, type DeliveryPage, isDeliveryId } from '../../webhooks/deliveries.ts'

/** Delivery statuses, as named in the list's URL. `failed`: attempted without success so far, abandoned or not. */
export const statuses = ['pending', 'delivered', 'failed'] as const
type DeliveryStatus = (typeof statuses)[number]

/** Query of the deliveries list. */
export interface DeliveriesQuery {
  readonly status: DeliveryStatus | null
  readonly endpoint: string | null
  readonly before: string | null
}

/** Ignores invalid values. */
export function parseDeliveriesQuery(query: Readonly<Record<string, unknown>>): DeliveriesQuery {
  const { status, endpoint, before } = query
  return {
    status: statuses.find((each) => each === status) ?? null,
    endpoint: typeof endpoint === 'string' && endpoint !== '' ? endpoint : null,
    before: typeof before === 'string' && isDeliveryId(before) ? before : null,
  }
}

export function toDeliveryFilter(accountId: number, { status, endpoint }: DeliveriesQuery): DeliveryFilter {
  return {
    accountId,
    onlyFailed: status === 'failed',
    ...(status !== null && status !== 'failed' && { state: status }),
    ...(endpoint !== null && { endpointId: endpoint }),
  }
}

/** Requests one delivery more than the page shows, to know whether there is a next page. */
export const toDeliveryPage = ({ before }: DeliveriesQuery, pageSize: number): DeliveryPage => ({
  before,
  limit: pageSize + 1,
})

/** The query string of a URL, with its `?`, or nothing. */
export function formatDeliveriesQuery(query: Partial<DeliveriesQuery>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value)
  return params.size === 0 ? '' : `?${params}`
}
