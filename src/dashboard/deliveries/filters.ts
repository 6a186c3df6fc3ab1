import { type DeliveryFilter, type DeliveryPage, isDeliveryId } from '../../webhooks/deliveries.ts'

/** How deliveries stand, as the list's address names it. `failed`: tried in vain and not arrived since, given up or not. */
export const statuses = ['pending', 'delivered', 'failed'] as const
export type Status = (typeof statuses)[number]

/** What the address of the list asks for. */
export interface Asked {
  readonly status: Status | null
  readonly endpoint: string | null
  readonly before: string | null
}

/** What it does not understand it leaves out. */
export function askedIn(query: Readonly<Record<string, unknown>>): Asked {
  const { status, endpoint, before } = query
  return {
    status: statuses.find((each) => each === status) ?? null,
    endpoint: typeof endpoint === 'string' && endpoint !== '' ? endpoint : null,
    before: typeof before === 'string' && isDeliveryId(before) ? before : null,
  }
}

export function filterOf(accountId: number, { status, endpoint }: Asked): DeliveryFilter {
  return {
    accountId,
    failed: status === 'failed',
    ...(status !== null && status !== 'failed' && { state: status }),
    ...(endpoint !== null && { endpointId: endpoint }),
  }
}

/** One more than are shown: then there is another page. */
export const pageOf = ({ before }: Asked, shown: number): DeliveryPage => ({ before, limit: shown + 1 })

/** The part of an address behind its path. */
export function queryOf(asked: Partial<Asked>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value) given.set(name, value)
  return given.size === 0 ? '' : `?${given}`
}
