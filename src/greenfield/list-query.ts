import type { InvoiceFilters } from '../invoices/list.ts'
import { readSearch } from '../invoices/list-query.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { createFieldError } from './errors.ts'
import { type GreenfieldStatus, greenfieldStatuses } from './invoice-status.ts'
import type { GreenfieldListQuery } from './invoices.ts'

const defaultTake = 50
const maxTake = 200
const maxSkip = 5_000
const maxOrderIds = 20

/** The parameters of a list of invoices. Any may be repeated; unknown ones are ignored, as clients expect. */
export function parseListQuery(query: Readonly<Record<string, unknown>>): GreenfieldListQuery {
  const readAll = (name: string): string[] => {
    const texts = [query[name] ?? []].flat().map(String)
    // PostgreSQL text cannot hold a NUL.
    if (texts.some((text) => text.includes('\0')))
      throw createFieldError(name, `${name} contains a NUL character.`)
    return texts
  }
  const readFirst = (name: string): string | undefined => readAll(name)[0]
  const base: InvoiceFilters = {
    ...toBound('createdFrom', parseTime(readFirst('startDate'), 'startDate')),
    ...toBound('createdTo', parseTime(readFirst('endDate'), 'endDate')),
  }
  const text = readFirst('textSearch')?.trim()
  const filters = text ? { ...base, search: readSearch(text) } : base
  const orderIds = readAll('orderId')
  if (orderIds.length > maxOrderIds)
    throw createFieldError('orderId', `Send at most ${maxOrderIds} order ids.`)
  return {
    filters:
      orderIds.length === 0
        ? [filters]
        : [...new Set(orderIds)].map((externalId) => ({ ...filters, externalId })),
    statuses: [...new Set(readAll('status').map(readStatus))],
    includesArchived: readFirst('includeArchived') === 'true',
    includesPaymentMethods: readFirst('includePaymentMethods') === 'true',
    skip: readCount(readFirst('skip'), 'skip', { fallback: 0, max: maxSkip }),
    take: readCount(readFirst('take'), 'take', { fallback: defaultTake, max: maxTake }),
  }
}

const toBound = (name: 'createdFrom' | 'createdTo', at: Instant | null) => (at === null ? {} : { [name]: at })

function readStatus(text: string): GreenfieldStatus {
  const status = greenfieldStatuses.find((name) => name.toLowerCase() === text.toLowerCase())
  if (!status) throw createFieldError('status', `status must be one of ${greenfieldStatuses.join(', ')}.`)
  return status
}

/** Unix seconds, or ISO 8601. */
function parseTime(text: string | undefined, name: string): Instant | null {
  if (text === undefined || text === '') return null
  const at = /^\d{1,11}$/.test(text) ? Number(text) * second : Date.parse(text.slice(0, 40))
  if (Number.isNaN(at))
    throw createFieldError(name, `${name} must be a Unix time in seconds, or an ISO 8601 time.`)
  return at
}

/** Reads a whole number from the query. Larger ones become `max`. */
export function readCount(
  text: string | undefined,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,9}$/.test(text)) throw createFieldError(name, `${name} must be a whole number.`)
  return Math.min(Number(text), max)
}
