import type { InvoiceFilters } from '../invoices/list.ts'
import { readSearch } from '../invoices/list-query.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { fieldInvalid } from './errors.ts'
import { type GreenfieldStatus, greenfieldStatuses } from './invoice-status.ts'
import type { GreenfieldListQuery } from './invoices.ts'

const defaultTake = 50
const maxTake = 200
const maxSkip = 5_000
const maxOrderIds = 20

/** The parameters of a list of invoices. Any may be repeated; unknown ones are ignored, as clients expect. */
export function parseListQuery(query: Readonly<Record<string, unknown>>): GreenfieldListQuery {
  const all = (name: string): string[] => [query[name] ?? []].flat().map(String)
  const one = (name: string): string | undefined => all(name)[0]
  const base: InvoiceFilters = {
    ...bound('createdFrom', readSeconds(one('startDate'), 'startDate')),
    ...bound('createdTo', readSeconds(one('endDate'), 'endDate')),
  }
  const text = one('textSearch')?.trim()
  const filters = text ? { ...base, search: readSearch(text) } : base
  const orderIds = all('orderId')
  if (orderIds.length > maxOrderIds)
    throw fieldInvalid('orderId', `At most ${maxOrderIds} order ids can be given.`)
  return {
    filters:
      orderIds.length === 0
        ? [filters]
        : [...new Set(orderIds)].map((externalId) => ({ ...filters, externalId })),
    statuses: all('status').map(readStatus),
    includesArchived: one('includeArchived') === 'true',
    includesPaymentMethods: one('includePaymentMethods') === 'true',
    skip: readCount(one('skip'), 'skip', { fallback: 0, max: maxSkip }),
    take: readCount(one('take'), 'take', { fallback: defaultTake, max: maxTake }),
  }
}

const bound = (name: 'createdFrom' | 'createdTo', at: Instant | null) => (at === null ? {} : { [name]: at })

function readStatus(text: string): GreenfieldStatus {
  const found = greenfieldStatuses.find((name) => name.toLowerCase() === text.toLowerCase())
  if (!found) throw fieldInvalid('status', `status must be one of ${greenfieldStatuses.join(', ')}.`)
  return found
}

/** Unix seconds, or ISO 8601. */
function readSeconds(text: string | undefined, name: string): Instant | null {
  if (text === undefined || text === '') return null
  const at = /^\d{1,11}$/.test(text) ? Number(text) * second : Date.parse(text.slice(0, 40))
  if (Number.isNaN(at)) throw fieldInvalid(name, `${name} must be a time in seconds.`)
  return at
}

/** A whole number in the query; larger ones become `max`. */
export function readCount(
  text: string | undefined,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,9}$/.test(text)) throw fieldInvalid(name, `${name} must be a whole number.`)
  return Math.min(Number(text), max)
}
